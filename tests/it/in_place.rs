//! Values in place: the same as values made one by one, in the same order, wherever the iteration jumps to.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::common::{Case, Value, Visitor, each, search_tree, sorted_list};
use chacha20::{ChaCha8Rng, rand_core::Rng, rand_core::SeedableRng};
use dpgen::prelude::*;
use dpgen::{CompactIter, CompactStep, Solutions};

/// Values in place are those of `iter`: all of them, and those at which random jumps arrive.
fn agrees<T: DpGen + Clone + PartialEq + Debug>(what: &str, structures: &Structures<T>) {
    let mut fresh = structures.iter();
    structures.for_each(|value| assert_eq!(Some(value), fresh.next().as_ref(), "{what}"));
    assert_eq!(fresh.next(), None, "{what}");
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for furthest in [2, 5, 40, 1000] {
        let (mut lent, mut fresh) = (structures.iter().in_place(), structures.iter());
        loop {
            let jump = usize::try_from(rng.next_u32() % furthest).unwrap();
            let expected = fresh.nth(jump);
            assert_eq!(lent.nth(jump), expected.as_ref(), "{what}: jump {jump}");
            if expected.is_none() {
                break;
            }
            assert_eq!(lent.get(), expected.as_ref(), "{what}");
        }
        assert_eq!(lent.next(), None, "{what}");
    }
    let (mut lent, mut fresh) = (structures.iter().in_place(), structures.iter());
    loop {
        let visits = 1 + rng.next_u32() % 7;
        let mut left = visits;
        let stopped = lent.try_for_each(|value| {
            assert_eq!(Some(value), fresh.next().as_ref(), "{what}: visit {left} of {visits}");
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let expected = fresh.next();
        assert_eq!(lent.next(), expected.as_ref(), "{what}: after {visits} visits");
        if expected.is_none() {
            break;
        }
        assert!(stopped.is_break(), "{what}");
    }
}

/// The words before the place of the first change are as they were, and that place is mostly near the end.
fn words_agree(what: &str, mut lent: CompactIter<'_>, all: &mut CompactIter<'_>) {
    let mut known: Vec<u32> = Vec::new();
    for step in 0_u32.. {
        // Now and then the words are passed over, or lent by the other method.
        if step % 7 == 3 {
            lent.next();
            all.next();
        }
        if step % 11 == 5 {
            lent.advance(u128::from(step % 40));
            all.advance(u128::from(step % 40));
        }
        let Some(CompactStep { words, changed, .. }) = lent.next_step() else { break };
        assert_eq!(Some(words), all.next(), "{what}");
        assert_eq!(known.get(..changed), words.get(..changed), "{what}");
        known = words.to_vec();
    }
    assert_eq!(all.next(), None, "{what}");
}

struct EveryCase;

impl Visitor for EveryCase {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        for algorithm in case.every_engine() {
            let (what, size) = (format!("{}: {algorithm}", case.name), case.agreement_size);
            let structures = case.build(algorithm, size, 1);
            agrees(&what, &structures);
            let catalog = structures.catalog();
            words_agree(&what, catalog.iter_compact(size), &mut catalog.iter_compact(size));
        }
    }
}

#[test]
fn every_structure_of_the_tests_is_the_same_in_place() {
    each(&mut EveryCase);
}

/// What can hold a part: boxes, containers, several constructors, data of every kind, and destructors.
mod parts {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    pub enum Part {
        Nothing,
        Flag(bool),
        #[dpgen(weight = 2)]
        Text {
            #[dpgen(values = ["", "longer"])]
            text: String,
            #[dpgen(values = ['x', 'y'])]
            letter: char,
        },
        Maybe(Option<Box<Part>>),
        Boxed(Box<Option<Heavy>>, Hue),
        Both((Heavy, Box<Part>)),
        Many(Vec<Heavy>),
        Two([Box<Part>; 2]),
    }

    #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
    pub enum Hue {
        Red,
        Blue,
    }

    /// It has a destructor, so that no field can be moved out of it.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    pub struct Heavy {
        #[dpgen(range = 0..=1)]
        key: i8,
        part: Box<Part>,
        finished: Finished,
    }

    impl Drop for Heavy {
        fn drop(&mut self) {
            self.key = 0;
        }
    }

    /// What its hook adds up would grow if it were finished again.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0, finish = Finished::finish)]
    pub struct Finished {
        #[dpgen(range = 1..=2)]
        one: u32,
        #[dpgen(values = [0])]
        pub sum: u32,
        rest: Option<Box<Heavy>>,
    }

    impl Finished {
        fn finish(&mut self) {
            self.sum += self.one + self.rest.as_ref().map_or(0, |rest| rest.finished.sum);
        }
    }
}

#[test]
fn every_kind_of_part_is_the_same_in_place() {
    let structures = Generator::<parts::Part>::up_to(4).build().unwrap();
    assert!(structures.count(4) > Count::new(1000));
    agrees("parts", &structures);
}

/// Structures that have little in common, of all sizes.
#[test]
fn drawn_values_are_the_same_in_place() {
    let structures = Generator::<parts::Part>::up_to(12).build().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut lent = structures.iter().in_place();
    let mut fresh = structures.iter();
    let mut seen = 0;
    loop {
        let jump = usize::try_from(rng.next_u64() >> (rng.next_u32() % 40 + 24)).unwrap();
        let expected = fresh.nth(jump);
        assert_eq!(lent.nth(jump), expected.as_ref());
        if expected.is_none() {
            break;
        }
        for _ in 0..rng.next_u32() % 30 {
            assert_eq!(lent.next(), fresh.next().as_ref());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn solutions_are_the_same_in_place() {
    let lists = Generator::<sorted_list::List>::up_to(4).fields(Fields::Symbolic).build().unwrap();
    agrees("symbolic lists", &lists);
    for solutions in [Solutions::Smallest, Solutions::Random, Solutions::All] {
        let mut lent = lists.iter_solutions(4, solutions, 3).in_place();
        for value in lists.iter_solutions(4, solutions, 3) {
            assert_eq!(lent.next(), Some(&value));
        }
        assert_eq!(lent.next(), None);
    }
}

/// A part that does not change stays where it is; otherwise this would be no faster than making values.
#[test]
fn what_does_not_change_is_not_moved() {
    let trees = search_tree::CASE.build(Algorithm::Quotient, 8, 1);
    let left = |tree: &search_tree::Tree| match tree {
        search_tree::Tree::Node { left, .. } => (std::ptr::from_ref(&**left), (**left).clone()),
        search_tree::Tree::Leaf => unreachable!("it has 8 nodes"),
    };
    let mut before: Option<(*const search_tree::Tree, search_tree::Tree)> = None;
    let mut stayed = 0;
    trees.for_each_size(8, |tree| {
        let (place, value) = left(tree);
        if let Some((place_before, value_before)) = before.take()
            && value_before == value
        {
            assert_eq!(place_before, place);
            stayed += 1;
        }
        before = Some((place, value));
    });
    assert!(stayed > 1430 / 2);
}

#[test]
fn sizes_parts_and_threads_see_each_value_once() {
    let trees = search_tree::CASE.build(Algorithm::Quotient, 6, 1);
    let of_size: Vec<search_tree::Tree> = trees.iter_size(6).collect();
    let mut seen = Vec::new();
    trees.for_each_size(6, |tree| seen.push(tree.clone()));
    assert_eq!(seen, of_size);
    seen.clear();
    let found = trees.try_for_each(|tree| {
        seen.push(tree.clone());
        if seen.len() == 40 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    assert_eq!(found, ControlFlow::Break("enough"));
    assert!(seen.iter().cloned().eq(trees.iter().take(40)));
    let shared = Mutex::new(Vec::new());
    trees.par_for_each(|tree| shared.lock().unwrap().push(trees.rank_of(tree).unwrap()));
    let mut ranks = shared.into_inner().unwrap();
    ranks.sort();
    assert!(ranks.into_iter().eq(trees.iter().map(|tree| trees.rank_of(&tree).unwrap())));
}

mod failing {
    use super::*;

    #[derive(DpGen, Debug, PartialEq)]
    pub enum List {
        Nil,
        Cons(Element, Box<List>),
    }

    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(weight = 0, finish = refuse_two)]
    pub struct Element(#[dpgen(range = 1..=3)] u8);

    fn refuse_two(element: &mut Element) {
        assert!(element.0 != 2, "two");
    }
}

/// What may be changed through a shared reference, in all places where it may stand.
mod cells {
    use super::*;
    use std::cell::{Cell, RefCell};
    use std::rc::Rc;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[derive(DpGen, Debug)]
    pub enum Part {
        Nothing,
        /// A constructor without structure.
        Marked(#[dpgen(skip)] Cell<u32>),
        Boxed(Box<Part>, #[dpgen(skip)] RefCell<String>),
        Many(Vec<Held>),
        Maybe(Option<Rc<Held>>, [Box<Part>; 1]),
        Chosen(#[dpgen(values = [Cell::new(1), Cell::new(2)])] Cell<u32>, Box<Part>),
        Paid(#[dpgen(payload)] Paid, Box<Part>),
        Other(#[dpgen(with = "Mirror")] other::Other, Box<Part>),
    }

    #[derive(DpGen, Debug)]
    #[dpgen(weight = 0, finish = Held::finish)]
    pub struct Held {
        part: Box<Part>,
        #[dpgen(default = "seven")]
        count: AtomicU32,
    }

    fn seven() -> AtomicU32 {
        AtomicU32::new(7)
    }

    impl Held {
        fn finish(&mut self) {
            *self.count.get_mut() += 1;
        }
    }

    #[derive(Debug)]
    pub struct Paid(Cell<u64>);

    impl dpgen::Payload for Paid {
        fn payload(number: u64) -> Self {
            Self(Cell::new(number))
        }
    }

    pub mod other {
        #[derive(Debug)]
        pub struct Other {
            pub flag: bool,
            pub cell: std::cell::Cell<i8>,
        }
    }

    #[derive(DpGen)]
    #[dpgen(weight = 0, remote = "other::Other")]
    #[allow(dead_code, reason = "it only describes another type")]
    pub struct Mirror {
        pub flag: bool,
        #[dpgen(skip)]
        pub cell: Cell<i8>,
    }

    /// Changes all that can be changed.
    pub fn spoil(part: &Part) {
        match part {
            Part::Nothing => {}
            Part::Marked(cell) => cell.set(99),
            Part::Boxed(part, text) => {
                text.borrow_mut().push_str("spoiled");
                spoil(part);
            }
            Part::Many(all) => all.iter().for_each(Held::spoil),
            Part::Maybe(held, [part]) => {
                held.iter().for_each(|held| held.spoil());
                spoil(part);
            }
            Part::Chosen(cell, part) => {
                cell.set(99);
                spoil(part);
            }
            Part::Paid(paid, part) => {
                paid.0.set(99);
                spoil(part);
            }
            Part::Other(other, part) => {
                other.cell.set(99);
                spoil(part);
            }
        }
    }

    impl Held {
        fn spoil(&self) {
            self.count.store(99, Ordering::Relaxed);
            spoil(&self.part);
        }
    }

    /// Types of one kind of field each, so that no other kind has values built from nothing.
    macro_rules! alone {
        ($($name:ident [$($attribute:tt)*] $cell:ty, $spoil:expr;)*) => {$(
            pub mod $name {
                use super::*;

                #[derive(DpGen, Debug)]
                pub enum List {
                    Nil,
                    Cons(Box<Element>, Box<List>),
                }

                #[derive(DpGen, Debug)]
                #[dpgen(weight = 0)]
                pub struct Element {
                    flag: bool,
                    #[dpgen($($attribute)*)]
                    cell: $cell,
                }

                pub fn spoil(mut list: &List) {
                    while let List::Cons(element, rest) = list {
                        let spoil: fn(&$cell) = $spoil;
                        spoil(&element.cell);
                        list = rest;
                    }
                }
            }
        )*};
    }

    alone! {
        skipped [skip] Cell<u32>, |cell| cell.set(99);
        filled [default = "seven"] AtomicU32, |cell| cell.store(99, Ordering::Relaxed);
        listed [values = [Cell::new(1), Cell::new(2)]] Cell<u32>, |cell| cell.set(99);
        paid [payload] Paid, |cell| cell.0.set(99);
    }
}

/// What is done to a value that was lent does not show in those that are made of it.
#[test]
fn what_is_spoiled_through_a_reference_is_whole_in_the_next_value() {
    fn stays_whole<T: DpGen + Debug>(max_size: u32, spoil: fn(&T)) {
        let structures = Generator::<T>::up_to(max_size).build().unwrap();
        let (mut fresh, mut lent) = (structures.iter(), structures.iter().in_place());
        let mut values = 0;
        while let Some(value) = lent.next() {
            assert_eq!(format!("{value:?}"), format!("{:?}", fresh.next().unwrap()));
            spoil(value);
            values += 1;
        }
        assert!(values > 100, "{values}");
        // As a test has them.
        let fresh = std::cell::RefCell::new(structures.iter());
        let checked = structures.check(1, |value| {
            let is_whole = format!("{value:?}") == format!("{:?}", fresh.borrow_mut().next().unwrap());
            spoil(value);
            if is_whole { Ok(()) } else { Err("spoiled") }
        });
        checked.assert();
    }
    stays_whole(3, cells::spoil);
    stays_whole(6, cells::skipped::spoil);
    stays_whole(6, cells::filled::spoil);
    stays_whole(4, cells::listed::spoil);
    stays_whole(6, cells::paid::spoil);
}

/// A hook that panics leaves nothing half made behind.
#[test]
fn after_a_panic_the_next_value_is_whole() {
    let lists = Generator::<failing::List>::up_to(3).build().unwrap();
    let (mut lent, mut fresh) = (lists.iter().in_place(), lists.iter());
    let mut panics = 0;
    for _ in 0..1 + 3 + 9 + 27 {
        let expected = catch_unwind(AssertUnwindSafe(|| fresh.next()));
        let value = catch_unwind(AssertUnwindSafe(|| format!("{:?}", lent.next())));
        assert_eq!(value.is_err(), expected.is_err());
        match (value, expected) {
            (Ok(value), Ok(expected)) => assert_eq!(value, format!("{:?}", expected.as_ref())),
            _ => {
                assert_eq!(lent.get(), None);
                panics += 1;
            }
        }
    }
    assert_eq!(panics, (3 - 2) + (9 - 4) + (27 - 8));
    assert_eq!(lent.next(), None);
}
