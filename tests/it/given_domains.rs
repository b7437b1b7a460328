//! Domains that a constant or a call gives, and variants, fields and types of other crates that a mirror leaves out or makes by
//! functions. Counts are worked out by hand.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use dpgen::prelude::*;

/// All values of size 1.
fn all<T: DpGen + std::fmt::Debug>() -> Vec<T> {
    let built = Generator::<T>::up_to(1).build().expect("it builds");
    let all: Vec<T> = built.iter_size(1).collect();
    for (rank, value) in (0_u32..).zip(&all) {
        assert_eq!(built.rank_of(value), Some((1, rank.into())), "{value:?}");
        assert!(dpgen::is_valid(value), "{value:?}");
    }
    all
}

const PORTS: [u16; 2] = [443, 80];
const LARGE: &[u64] = &[1, u64::MAX];
const NAMES: &[&str] = &["b", "a"];
const LETTERS: &[char] = &['x', 'é'];
const RATIOS: [f64; 2] = [0.5, f64::NAN];
const WAITS: [Duration; 2] = [Duration::ZERO, Duration::MAX];
const DAYS: RangeInclusive<u8> = 1..=7;
const LENGTHS: Range<usize> = 0..2;

const fn limit(more: i64) -> i64 {
    2 + more
}

fn up_to(last: i64) -> Vec<i64> {
    (0..=last).collect()
}

fn words() -> Vec<String> {
    vec!["one".to_owned(), "two".to_owned()]
}

mod inner {
    pub(super) const HIGH: i32 = 2;

    pub(super) struct Config {
        pub(super) keys: [u8; 3],
    }

    pub(super) const CONFIG: Config = Config { keys: [5, 6, 7] };
}

macro_rules! counts {
    ($($name:ident: [$($attributes:tt)*] $ty:ty, $count:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(DpGen, Debug)]
            struct Held(#[dpgen($($attributes)*)] #[allow(dead_code, reason = "it is shown")] $ty);
            assert_eq!(all::<Held>().len(), $count);
        }
    )*};
}

counts! {
    an_array_of_integers: [values = PORTS] u16, 2;
    a_slice_of_wide_integers: [values = LARGE] u64, 2;
    a_slice_of_texts: [values = NAMES] String, 2;
    texts_of_a_pointer: [values = NAMES] std::rc::Rc<str>, 2;
    owned_texts: [values = words()] String, 2;
    a_slice_of_characters: [values = LETTERS] char, 2;
    an_array_of_floats: [values = RATIOS] f64, 2;
    an_array_of_another_type: [values = WAITS] Duration, 2;
    another_type_in_a_list: [values = WAITS, len = LENGTHS] Vec<Option<Duration>>, 1 + 3;
    what_a_function_gives: [values = up_to(4)] i64, 5;
    what_a_function_of_a_parameter_gives: [values = up_to(n)] i64, 2;
    a_method: [values = PORTS.map(|port| port + 1)] u16, 2;
    a_part_of_a_constant: [values = inner::CONFIG.keys] u8, 3;
    a_range: [range = DAYS] u8, 7;
    a_range_of_any_integer: [range = DAYS] i128, 7;
    ends_of_a_range: [range = -inner::HIGH..=limit(1)] i64, 6;
    parts_of_a_tuple: [range = (DAYS, ["a", "b"])] (u8, String), 14;
    lists_of_a_tuple: [values = (PORTS, NAMES)] (u16, String), 4;
    a_map: [values = (NAMES, PORTS), len = LENGTHS] BTreeMap<String, u16>, 1 + 4;
    a_range_as_a_list: [values = DAYS] u8, 7;
}

#[test]
fn payloads_cycle_through_a_given_list() {
    #[derive(DpGen, Debug, PartialEq)]
    struct Held([bool; 1], #[dpgen(payload, values = PORTS)] u16, #[dpgen(payload, values = PORTS)] u16);
    assert_eq!(all::<Held>(), [Held([false], 443, 80), Held([true], 443, 80)]);
}

#[test]
fn functions_are_listed() {
    fn double(of: u8) -> u8 {
        of.wrapping_mul(2)
    }
    fn next(of: u8) -> u8 {
        of.wrapping_add(1)
    }
    #[derive(DpGen, Debug)]
    struct Step(#[dpgen(values = [double, next])] fn(u8) -> u8, #[dpgen(range = 5..=6)] u8);
    let results: Vec<u8> = all::<Step>().into_iter().map(|Step(step, of)| step(of)).collect();
    assert_eq!(results, [10, 12, 6, 7]);
}

mod left_out {
    use super::*;

    /// Of no use to dpgen.
    #[derive(Debug, PartialEq)]
    pub struct Socket;

    #[derive(DpGen, Debug, PartialEq)]
    enum State {
        Idle,
        #[dpgen(weight = 0)]
        Busy(bool),
        #[dpgen(skip)]
        #[allow(dead_code, reason = "it is left out")]
        Connected(Socket),
        Nested(Box<State>),
    }

    #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
    enum Side {
        Left,
        #[dpgen(skip)]
        Nowhere,
        Right,
    }

    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = is_right)]
    struct Placed(Side, bool);

    fn is_right(placed: PlacedView) -> bool {
        placed.0 == Side::Right && placed.0 != Side::Nowhere
    }

    #[test]
    fn a_variant_that_is_skipped_is_not_generated() {
        let states = Generator::<State>::up_to(2).build().expect("it builds");
        assert_eq!((0..=2).map(|size| states.count(size).to_usize()).collect::<Vec<_>>(), [Some(3); 3]);
        assert_eq!(states.rank_of(&State::Connected(Socket)), None);
        let mut seen = 0;
        states.for_each_size(2, |state| seen += usize::from(matches!(state, State::Nested(_))));
        assert_eq!(seen, 3);
        assert_eq!(all::<Placed>(), [Placed(Side::Right, false), Placed(Side::Right, true)]);
        let placed = Generator::<Placed>::up_to(1).build().expect("it builds");
        assert_eq!(placed.rank_of(&Placed(Side::Nowhere, true)), None);
    }

    #[test]
    #[should_panic(expected = "a variant of `State` that is left out is no value")]
    fn validity_of_what_is_left_out_is_unknown() {
        let _ = dpgen::is_valid(&State::Nested(Box::new(State::Connected(Socket))));
    }
}

mod mirrors {
    use super::*;

    /// Stands for another crate.
    mod other {
        #[derive(Debug, PartialEq, Clone, Copy)]
        #[non_exhaustive]
        pub enum Unit {
            Metre,
            Foot,
            Parsec,
        }

        #[derive(Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Shape {
            Dot,
            Circle { radius: u32 },
            Unknown(Vec<u8>),
        }

        /// Its fields are private, and it keeps what it computes.
        #[derive(Debug, PartialEq, Clone)]
        pub struct Rectangle {
            width: u32,
            height: u32,
            area: u32,
        }

        impl Rectangle {
            pub fn new(width: u32, height: u32) -> Self {
                Self { width, height, area: width * height }
            }

            pub fn width(&self) -> u32 {
                self.width
            }

            pub fn height(&self) -> &u32 {
                &self.height
            }
        }

        #[derive(Debug, PartialEq)]
        #[non_exhaustive]
        pub struct Options {
            pub depth: u8,
            pub verbose: bool,
            pub extra: Option<String>,
        }

        impl Options {
            pub fn new(depth: u8, verbose: bool) -> Self {
                Self { depth, verbose, extra: None }
            }
        }
    }

    #[derive(DpGen, Clone, Copy)]
    #[dpgen(remote = "other::Unit", partial)]
    enum Unit {
        Metre,
        Foot,
    }

    fn circle(radius: u32) -> other::Shape {
        other::Shape::Circle { radius }
    }

    #[derive(DpGen)]
    #[dpgen(remote = "other::Shape", partial)]
    enum Shape {
        Dot,
        #[dpgen(new = circle, weight = 0)]
        Circle {
            #[dpgen(range = 1..=3)]
            radius: u32,
        },
    }

    #[derive(DpGen)]
    #[dpgen(remote = "other::Rectangle", new = "other::Rectangle::new", weight = 0, rep_ok = is_wide)]
    struct Rectangle {
        #[dpgen(range = 1..=2, get = "other::Rectangle::width")]
        width: u32,
        #[dpgen(range = 1..=2, get = "other::Rectangle::height")]
        height: u32,
    }

    fn is_wide(rectangle: RectangleView) -> bool {
        rectangle.width >= rectangle.height
    }

    #[derive(DpGen)]
    #[dpgen(remote = "other::Options", new = "other::Options::new", weight = 0)]
    struct Options {
        #[dpgen(range = 0..=2)]
        depth: u8,
        verbose: bool,
    }

    #[derive(DpGen, Debug, PartialEq)]
    struct Drawing(
        #[dpgen(with = "Shape")] other::Shape,
        #[dpgen(with = "Unit")] other::Unit,
        #[dpgen(with = "Rectangle")] other::Rectangle,
        #[dpgen(with = "Options")] other::Options,
    );

    #[test]
    fn they_leave_out_variants_and_call_functions() {
        let drawings = all::<Drawing>();
        assert_eq!(drawings.len(), (1 + 3) * 2 * 3 * 6);
        let wide = other::Rectangle::new(2, 1);
        assert!(drawings.iter().any(|drawing| drawing.2 == wide));
        let built = Generator::<Drawing>::up_to(1).build().expect("it builds");
        let drawing = |unit, shape, rectangle| Drawing(shape, unit, rectangle, other::Options::new(0, true));
        assert!(built.rank_of(&drawing(other::Unit::Foot, other::Shape::Dot, wide.clone())).is_some());
        assert_eq!(built.rank_of(&drawing(other::Unit::Parsec, other::Shape::Dot, wide.clone())), None);
        assert_eq!(built.rank_of(&drawing(other::Unit::Foot, other::Shape::Unknown(vec![]), wide)), None);
        let narrow = drawing(other::Unit::Foot, other::Shape::Dot, other::Rectangle::new(1, 2));
        assert!(!dpgen::is_valid(&narrow));
    }
}

/// A value that a test changes through a cell is made from nothing for the next case.
#[test]
fn cells_are_made_anew() {
    #[derive(DpGen, Debug)]
    struct Held(
        #[dpgen(range = 0..=1)] std::cell::Cell<u8>,
        bool,
        #[dpgen(range = 0..=1)] std::sync::Mutex<u8>,
    );
    let built = Generator::<Held>::up_to(1).build().expect("it builds");
    let mut seen = Vec::new();
    built.for_each_size(1, |held| {
        seen.push((
            held.0.replace(9),
            held.1,
            std::mem::replace(&mut *held.2.lock().expect("it is free"), 9),
        ));
    });
    seen.sort_unstable();
    let expected = (0..8_u8).map(|bits| (bits >> 2, bits & 2 == 2, bits & 1));
    assert_eq!(seen, expected.collect::<Vec<_>>());
}

/// What the arguments of a test may be, each with a domain of the module.
#[dpgen::test(size = 0, regressions = false, expect = 3 * 2 * 4)]
fn arguments_take_constants(
    #[dpgen(values = NAMES, len = LENGTHS)] names: Vec<&'static str>,
    #[dpgen(values = WAITS)] wait: Duration,
    #[dpgen(range = 0..=limit(1))] count: u8,
) {
    assert!(names.len() < 2 && WAITS.contains(&wait) && count < 4);
}
