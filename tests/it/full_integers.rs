//! Integers of every type at both ends of it: as fields, keys, in predicates and attributes, and in every notation.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;
use std::num::NonZero;

use crate::common::engines::ENGINES;
use dpgen::Fields;
use dpgen::prelude::*;

/// All values of a size, which every engine has, after checking ranks, values in place and validity.
fn all<T: DpGen + Debug + PartialEq>(max_size: u32, size: u32) -> Vec<T> {
    let built = Generator::<T>::up_to(max_size).build().expect("it builds");
    let mut place = 0_u32;
    built.for_each_size(size, |value| {
        assert_eq!(built.rank_of(value), Some((size, place.into())), "{value:?}");
        place += 1;
    });
    let all: Vec<T> = built.iter_size(size).collect();
    for (engine, fields) in ENGINES {
        let other = match Generator::<T>::up_to(max_size).algorithm(engine).fields(fields).build() {
            // A range at an end of 64 bits leaves a solver no room.
            Err(BuildError::SymbolicRange { .. }) => continue,
            other => other.expect("it builds"),
        };
        if fields == Fields::Concrete {
            assert_eq!(other.count(size), built.count(size), "{engine}");
        }
        assert!(other.iter_size(size).all(|value| all.contains(&value)), "{engine}");
        assert!(
            all.iter().all(|value| fields == Fields::Symbolic || other.rank_of(value).is_some()),
            "{engine}"
        );
    }
    assert!(all.iter().all(dpgen::is_valid));
    all
}

macro_rules! ends {
    ($($name:ident: $int:ty;)*) => {$(
        mod $name {
            use super::*;

            #[derive(DpGen, Debug, PartialEq)]
            struct Low(#[dpgen(range = <$int>::MIN..=<$int>::MIN + 2)] $int);
            #[derive(DpGen, Debug, PartialEq)]
            struct High(#[dpgen(range = <$int>::MAX - 2..=<$int>::MAX)] $int);
            #[derive(DpGen, Debug, PartialEq)]
            struct HalfOpen(#[dpgen(range = <$int>::MAX - 2..<$int>::MAX)] $int);
            #[derive(DpGen, Debug, PartialEq)]
            struct Both(#[dpgen(values = [<$int>::MAX, 1, <$int>::MIN])] $int);
            #[derive(DpGen, Debug, PartialEq)]
            struct NotZero(#[dpgen(values = [1, <$int>::MAX])] NonZero<$int>);
            #[derive(DpGen, Debug, PartialEq)]
            struct Set(#[dpgen(values = [<$int>::MAX, <$int>::MIN, 1], len = 0..=3)] BTreeSet<$int>);
            #[derive(DpGen, Debug, PartialEq)]
            struct Hashed(#[dpgen(values = [<$int>::MAX, <$int>::MIN, 1], len = 0..=2)] HashSet<($int, bool)>);
            #[derive(DpGen, Debug, PartialEq)]
            struct Map(#[dpgen(range = (<$int>::MAX - 1..=<$int>::MAX, <$int>::MIN..=<$int>::MIN), len = 0..=2)] BTreeMap<$int, $int>);

            #[test]
            fn both_ends() {
                const MIN: $int = <$int>::MIN;
                const MAX: $int = <$int>::MAX;
                assert_eq!(all::<Low>(1, 1), [Low(MIN), Low(MIN + 1), Low(MIN + 2)]);
                assert_eq!(all::<High>(1, 1), [High(MAX - 2), High(MAX - 1), High(MAX)]);
                assert_eq!(all::<HalfOpen>(1, 1), [HalfOpen(MAX - 2), HalfOpen(MAX - 1)]);
                assert_eq!(all::<Both>(1, 1), [Both(MIN), Both(1), Both(MAX)]);
                let non_zero = |int| NotZero(NonZero::new(int).expect("it is not 0"));
                assert_eq!(all::<NotZero>(1, 1), [non_zero(1), non_zero(MAX)]);
                assert_eq!(all::<Set>(1, 1).len(), 8);
                assert_eq!(all::<Hashed>(1, 1).len(), 1 + 6 + 15);
                assert_eq!(all::<Map>(1, 1).len(), 4);
            }
        }
    )*};
}

ends! {
    of_i8: i8; of_i16: i16; of_i32: i32; of_i64: i64; of_i128: i128; of_isize: isize;
    of_u8: u8; of_u16: u16; of_u32: u32; of_u64: u64; of_u128: u128; of_usize: usize;
}

/// Search trees whose keys are at an end of their type: as many as with any keys, C(2n, n) / (n + 1) of n of them.
macro_rules! trees {
    ($($name:ident: $int:ty, $key:ident = $domain:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(DpGen, Debug, PartialEq)]
            #[dpgen(rep_ok = is_ordered)]
            enum Tree {
                Leaf,
                Node(Box<Tree>, #[dpgen($key = $domain)] $int, Box<Tree>),
            }
            fn is_ordered(tree: TreeView) -> bool {
                let TreeView::Node(left, key, right) = tree else { return true };
                left.get(greatest).is_none_or(|greatest| greatest < key)
                    && right.get(least).is_none_or(|least| key < least)
            }
            fn greatest(tree: TreeView) -> Option<Int> {
                let TreeView::Node(_, key, right) = tree else { return None };
                right.get(greatest).or(Some(key))
            }
            fn least(tree: TreeView) -> Option<Int> {
                let TreeView::Node(left, key, _) = tree else { return None };
                left.get(least).or(Some(key))
            }
            assert_eq!(all::<Tree>(3, 1).len(), 3);
            assert_eq!(all::<Tree>(3, 2).len(), 3 * 2);
            assert_eq!(all::<Tree>(3, 3).len(), 5);
        }
    )*};
}

trees! {
    trees_of_the_greatest_u64: u64, range = u64::MAX - 2..=u64::MAX;
    trees_across_the_greatest_i64: u64, range = 9_223_372_036_854_775_806..=9_223_372_036_854_775_808;
    trees_of_listed_usize: usize, values = [0, 7, usize::MAX];
    trees_of_the_least_i128: i128, range = i128::MIN..=i128::MIN + 2;
    trees_of_both_ends_of_i128: i128, values = [i128::MIN, 0, i128::MAX];
    trees_of_u128: u128, values = [0, 1 << 64, (1 << 127) - 1];
}

#[test]
fn predicates_compute_with_what_they_see() {
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = differ_by_one)]
    struct Pair(
        #[dpgen(range = u64::MAX - 3..=u64::MAX)] u64,
        #[dpgen(values = [0, 5, u64::MAX - 2, u64::MAX])] u64,
    );
    fn differ_by_one(pair: PairView) -> bool {
        pair.0 - pair.1 == 1 || pair.1 == 5
    }
    let expected = [
        Pair(u64::MAX - 3, 5),
        Pair(u64::MAX - 2, 5),
        Pair(u64::MAX - 1, 5),
        Pair(u64::MAX, 5),
        Pair(u64::MAX - 1, u64::MAX - 2),
    ];
    assert_eq!(all::<Pair>(1, 1), expected);
    assert!(dpgen::is_valid(&Pair(1 << 63, (1 << 63) - 1)) && !dpgen::is_valid(&Pair(u64::MAX, 6)));
}

#[test]
fn attributes_answer_with_any_integer() {
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = sums)]
    enum List {
        End,
        Item(bool, Box<List>),
    }
    fn sums(list: ListView) -> bool {
        let ListView::Item(_, rest) = list else { return true };
        rest.get(total) != (u64::MAX, i128::MIN, u128::MAX)
    }
    fn total(list: ListView) -> (u64, i128, u128) {
        let ListView::Item(is_large, _) = list else { return (0, 0, 0) };
        if is_large.value() { (u64::MAX, i128::MIN, u128::MAX) } else { (1, -1, 1) }
    }
    // No `true` but the first.
    assert_eq!(all::<List>(3, 3).len(), 2);
}

#[test]
fn what_can_not_be_mapped_is_an_error() {
    #[derive(DpGen, Debug)]
    struct TooMany(#[dpgen(range = 0..=u64::MAX)] u64);
    #[derive(DpGen, Debug)]
    struct TooSmall(#[dpgen(values = [0, u64::MAX])] i64);
    #[derive(DpGen, Debug)]
    struct Beyond(#[dpgen(values = [u128::MAX + 1])] u128);
    fn error<T: DpGen + Debug>() -> String {
        Generator::<T>::up_to(1).build().expect_err("it does not build").to_string()
    }
    assert_eq!(
        error::<TooMany>(),
        "`TooMany.0`: not all from 0 to 18446744073709551615 fit into 64 signed bits, and of such integers at most 10000 can be \
         listed: shorten the range, or list those that matter, as in `values = [0, u64::MAX]`"
    );
    assert_eq!(error::<TooSmall>(), "`TooSmall.0`: the domain holds 18446744073709551615, which is no i64");
    assert!(error::<Beyond>().contains("leaves the range of 128 bits and a sign"), "{}", error::<Beyond>());
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = looks)]
    struct Looks(#[dpgen(values = [0, u128::MAX])] u128);
    fn looks(looks: LooksView) -> bool {
        looks.0 >= 0
    }
    let said = error::<Looks>();
    assert!(said.contains("which does not fit into the 128 signed bits of an `Int`"), "{said}");
}

#[test]
fn values_outside_of_a_wide_domain_are_judged_too() {
    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = is_large)]
    struct Large(#[dpgen(values = [7, u64::MAX])] u64);
    fn is_large(large: LargeView) -> bool {
        large.0 > i64::MAX
    }
    assert!(dpgen::is_valid(&Large(u64::MAX)) && dpgen::is_valid(&Large(u64::MAX - 5)));
    assert!(!dpgen::is_valid(&Large(7)) && !dpgen::is_valid(&Large(8)));
    let built = Generator::<Large>::up_to(1).build().expect("it builds");
    assert_eq!(built.rank_of(&Large(u64::MAX - 5)), None);
}

/// Beside a tree, the places around its keys.
#[dpgen::test(size = 0, regressions = false, expect = 9)]
fn places_around_wide_keys(
    #[dpgen(range = u64::MAX - 3..=u64::MAX - 1, len = 1..=1)] keys: Vec<u64>,
    #[dpgen(around = keys, range = u64::MAX - 5..=u64::MAX)] key: u64,
) {
    assert!(keys.len() == 1 && key > 0);
}

/// serde writes the integer itself.
#[test]
fn notations_have_the_integer() {
    #[derive(DpGen, Debug, PartialEq, serde::Serialize)]
    struct Pair(#[dpgen(values = [0, u64::MAX])] u64, #[dpgen(values = [i128::MIN, 7])] i128);
    let built = Generator::<Pair>::up_to(1).build().expect("it builds");
    let all: Vec<Pair> = built.iter_size(1).collect();
    let shown = serde_json::to_string(&built.snapshot(1)).expect("it has a form");
    assert_eq!(shown, serde_json::to_string(&all).expect("it has a form"));
}
