//! Routes through `#[dpgen::test]`, as a module of tests a column. They run when the table calls them.

use super::columns::*;
use super::positions::Holder;
use super::table::{Times, compare, receive, received};

/// The test of a position: by reference, in order and by samples. Each value that it receives is printed, too, for when it is
/// run in a process of its own.
macro_rules! position {
    (@in $module:ident, $ty:ty) => {
            fn take(value: &$ty) {
                receive(value);
                println!("received {} {value:?}", stringify!($module));
            }

            /// All cases in order, then samples: nothing is drawn twice where there are no more cases than draws.
            #[dpgen::test(max_size = MAX_SIZE, sample = 1_000, sample_sizes = 0..=MAX_SIZE)]
            #[ignore = "run by the table"]
            fn by_reference(value: &$ty) {
                take(value);
            }

            fn in_order_and_drawn() {
                let all = received(by_reference);
                let (in_order, drawn) = all.split_at(all.len() / 2);
                compare::<$ty>("a test by reference", Some(N), Times::Once, in_order);
                compare::<$ty>("a test of samples", Some(N), Times::Once, drawn);
            }
    };
    ($module:ident, $ty:ty) => {
        pub mod $module {
            use super::*;

            position!(@in $module, $ty);

            #[test]
            fn all() {
                in_order_and_drawn();
            }
        }
    };
}

/// The tests of a column: all that `#[dpgen::test]` can be.
macro_rules! column {
    ($module:ident, $ty:ty) => {
        pub mod $module {
            use super::*;

            position!(@in $module, $ty);

            #[dpgen::test(max_size = MAX_SIZE)]
            #[tokio::test]
            #[ignore = "run by the table"]
            async fn awaited(value: $ty) {
                take(&value);
            }

            #[dpgen::test(max_size = MAX_SIZE)]
            #[ignore = "run by the table"]
            fn beside_a_bit(bit: bool, value: $ty) {
                if bit {
                    take(&value);
                }
            }

            /// Size by size, in whose scope `n` is the size.
            #[dpgen::test]
            #[ignore = "run by the table"]
            fn without_a_size(value: &$ty) {
                assert!(value.is_valid(i64::from(value.size())), "{value:?}");
                if value.size() <= MAX_SIZE {
                    take(value);
                }
            }

            #[dpgen::test(max_size = MAX_SIZE, fields = symbolic, regressions = false)]
            #[ignore = "run by the table"]
            fn symbolic(value: &$ty) {
                take(value);
            }

            #[test]
            fn all() {
                in_order_and_drawn();
                let routes: [(&str, fn()); 2] =
                    [("an async test", awaited), ("a test of two arguments", beside_a_bit)];
                for (name, route) in routes {
                    compare::<$ty>(name, Some(N), Times::Once, &received(route));
                }
                let values = received(without_a_size);
                compare::<$ty>("a test without a size", None, Times::Once, &values);
                if !<$ty>::IS_OPAQUE {
                    compare::<$ty>("a symbolic test", Some(N), Times::Some, &received(symbolic));
                }
            }
        }
    };
}

column!(rep_ok, RepOk);
column!(rep_ok_opaque, RepOkOpaque);
column!(root_ok, RootOk);
column!(root_ok_opaque, RootOkOpaque);
column!(both, Both);
column!(domain, Domain);
column!(in_context, InContext);
column!(in_context_opaque, InContextOpaque);
position!(in_contexts, (InContext, RootOk));
column!(lengths, Lengths);
column!(finish, Finish);
column!(nested, Nested);
position!(holder, Holder<RootOk>);
position!(vector, Vec<RootOk>);
position!(boxed, Box<RootOk>);
column!(tuple, (Box<(RootOk,)>, RootOk));
position!(of_both_kinds, (RootOk, RootOkOpaque));

#[dpgen::test(max_size = MAX_SIZE)]
#[ignore = "run by the table"]
fn around_the_first(first: &RootOk, second: RootOkOpaque, #[dpgen(around = first, range = 0..=3)] key: i64) {
    receive(&(first, second, key));
}

/// Each argument is a whole, and one that is placed around another has a place in each: with lists of 1 and 2 these are the
/// least key of all, each key, and the one after it.
#[test]
fn several_arguments() {
    let found = received(around_the_first);
    let mut pairs = Vec::new();
    for (first, second) in <(RootOk, RootOkOpaque)>::every().iter().filter(|pair| pair.is_valid(N)) {
        let keys =
            (0..=3).filter(|key| *key == 0 || [*key, key - 1].iter().any(|key| first.list().contains(key)));
        let shown: Vec<String> = keys.map(|key| format!("{:?}", (first, second, key))).collect();
        assert!(shown.iter().all(|case| found.contains(case)), "{first:?}, {second:?}: {shown:?}");
        pairs.extend(shown);
    }
    assert_eq!(found.len(), pairs.len());
}

#[dpgen::test(max_size = 2)]
#[ignore = "run by the table"]
fn pairs(#[dpgen(range = (1..=1, _))] low: (i64, RootOk), #[dpgen(range = (2..=3, _))] high: (i64, RootOk)) {
    receive(&(low, high));
}

/// A type with two domains is two types of the schema; the `root_ok` in both counts.
#[test]
fn one_type_with_two_domains() {
    let list = |key| RootOk::Cons(key, Box::new(RootOk::Nil));
    let keys = [(1, 1), (1, 2), (2, 1), (2, 2)];
    let pairs_of =
        |high| keys.map(|(first, second)| format!("{:?}", ((1, list(first)), (high, list(second)))));
    let mut expected = [2, 3].map(pairs_of).concat();
    let mut found = received(pairs);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}
