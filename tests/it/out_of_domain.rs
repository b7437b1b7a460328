//! Values outside of domains, of every type that a field may have: valid, without a rank, and read like others.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::num::{NonZeroU8, Wrapping};
use std::time::Duration;

use dpgen::prelude::*;

macro_rules! outside {
    ($($name:ident: [$($attributes:tt)*] $ty:ty, $value:expr, |$field:ident| $is:expr;)*) => {
        $(
            mod $name {
                use super::*;

                #[derive(DpGen, Debug)]
                #[dpgen(rep_ok = is)]
                pub(super) struct Held {
                    $($attributes)*
                    pub(super) field: $ty,
                    pub(super) expected: bool,
                }

                fn is(held: HeldView) -> bool {
                    let $field = held.field;
                    ($is) == held.expected.value()
                }
            }
        )*

        #[test]
        fn of_every_type_are_judged_as_those_inside() {
            $(
                let held = |expected| $name::Held { field: $value, expected };
                assert!(dpgen::is_valid(&held(true)), stringify!($name));
                assert!(!dpgen::is_valid(&held(false)), stringify!($name));
                let built = Generator::<$name::Held>::up_to(1).build().expect("it builds");
                assert_eq!(built.rank_of(&held(true)), None, stringify!($name));
            )*
        }
    };
}

fn first<T: DpGen, L>(list: CollectionView<T, L>) -> Option<T::Slot> {
    let CollectionView::Cons(first, _) = list else { return None };
    Some(first)
}

outside! {
    integer: [#[dpgen(range = 0..=9)]] i64, -1, |field| field == -1;
    largest: [#[dpgen(range = 0..=9)]] u64, u64::MAX, |field| { let _ = field; true };
    nonzero: [#[dpgen(values = [1, 3])]] NonZeroU8, NonZeroU8::MAX, |field| field > 200;
    wrapped: [#[dpgen(range = 0..=9)]] Wrapping<u8>, Wrapping(10), |field| field == 10;
    text: [#[dpgen(values = ["a"])]] String, "x".to_owned(), |field| field == "x" && field != "a";
    letters: [#[dpgen(alphabet = "ab", len = 0..=2)]] Box<str>, "axxx".into(), |field| field == "axxx";
    fixed: [#[dpgen(values = ["a"])]] &'static str, "x", |field| field.value() == "x";
    shared: [#[dpgen(values = ["a"])]] Cow<'static, str>, "x".into(), |field| field.value() == "x";
    letter: [#[dpgen(values = ['a'])]] char, 'x', |field| field == 'x' && field.value() == 'x';
    float: [#[dpgen(values = [0.0])]] f64, f64::NAN, |field| field != 0.0 && field.value().is_nan();
    short: [#[dpgen(values = [0.0])]] f32, -0.0, |field| field == -0.0 && field != 0.0;
    constant: [#[dpgen(values = [Duration::ZERO, Duration::MAX])]] Duration, Duration::from_secs(1), |field| field.place() > 1;
    element: [#[dpgen(range = 0..=1)]] Vec<u8>, vec![7], |field| first(field.view()).is_some_and(|first| first == 7);
    length: [#[dpgen(range = 0..=1, len = 0..=1)]] Vec<u8>, vec![1, 1], |field| first(field.view()).is_some_and(|first| first == 1);
    deque: [#[dpgen(values = ["a"], len = 0..=1)]] VecDeque<String>, ["x".to_owned()].into(), |field| first(field.view()).is_some_and(|first| first == "x");
    set: [#[dpgen(range = 0..=1)]] BTreeSet<i8>, [5, -5].into(), |field| first(field.view()).is_some_and(|first| first == -5);
    wide_set: [#[dpgen(range = 0..=1)]] HashSet<u64>, [u64::MAX, 1].into(), |field| { let _ = field; true };
    heap: [#[dpgen(range = 0..=1)]] BinaryHeap<i8>, [5, -5].into(), |field| first(field.view()).is_some_and(|first| first == -5);
    key: [#[dpgen(values = (["a"], _))]] BTreeMap<String, bool>, [("x".to_owned(), true)].into(), |field| {
        first(field.view()).is_some_and(|pair| pair.view().0 == "x" && pair.view().1.value())
    };
    value: [#[dpgen(range = (0..=1, 0..=1))]] HashMap<u8, u8>, [(0, 9)].into(), |field| first(field.view()).is_some_and(|pair| pair.view().1 == 9);
    pair: [#[dpgen(range = (0..=1, ['a']))]] (u8, char), (9, 'x'), |field| field.view().0 == 9 && field.view().1 == 'x';
    error: [#[dpgen(values = ([1], ["a"]))]] Result<u8, String>, Err("x".to_owned()), |field| {
        field.view().is_err_and(|error| error == "x")
    };
}
