//! Ordered sets against `BTreeSet`.

use std::collections::BTreeSet;
use std::ops::Bound::{self, Excluded, Included, Unbounded};

use dpgen::DpGen;
use dpgen_field::assert_failing;

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    Insert(#[dpgen(range = 0..=3)] u8),
    Remove(#[dpgen(range = 0..=3)] u8),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Steps(Vec<Step>);

impl Steps {
    fn set(&self) -> BTreeSet<u8> {
        let mut set = BTreeSet::new();
        for step in &self.0 {
            match step {
                Step::Insert(key) => set.insert(*key),
                Step::Remove(key) => set.remove(key),
            };
        }
        set
    }
}

/// An end of a range.
#[derive(DpGen, Clone, Copy, Debug)]
enum End {
    #[dpgen(weight = 0)]
    At(#[dpgen(range = 0..=3)] u8),
    #[dpgen(weight = 0)]
    Without(#[dpgen(range = 0..=3)] u8),
    Open,
}

impl End {
    fn bound(self) -> Bound<u8> {
        match self {
            End::At(key) => Included(key),
            End::Without(key) => Excluded(key),
            End::Open => Unbounded,
        }
    }
}

/// All ranges of keys, by the ends that they can have.
fn ranges() -> impl Iterator<Item = (Bound<u8>, Bound<u8>)> {
    let ends = || (0..=3).flat_map(|key| [Included(key), Excluded(key)]).chain([Unbounded]);
    ends().flat_map(move |start| ends().map(move |end| (start, end))).filter(|range| is_range(*range))
}

/// Whether `BTreeSet::range` does not panic on this.
fn is_range((start, end): (Bound<u8>, Bound<u8>)) -> bool {
    match (start, end) {
        (Unbounded, _) | (_, Unbounded) => true,
        (Excluded(start), Excluded(end)) => start < end,
        (Included(start) | Excluded(start), Included(end) | Excluded(end)) => start <= end,
    }
}

/// A set of another crate, by the methods that all have.
macro_rules! steps {
    ($steps:expr, $set:expr) => {{
        let (mut set, mut expected) = ($set, BTreeSet::new());
        for step in &$steps.0 {
            match step {
                Step::Insert(key) => assert_eq!(set.insert(*key), expected.insert(*key)),
                Step::Remove(key) => assert_eq!(set.remove(key), expected.remove(key)),
            }
        }
        assert!(set.iter().eq(expected.iter()));
        assert_eq!(set.len(), expected.len());
        set
    }};
}

macro_rules! set_operations {
    ($one:expr, $other:expr, $make:expr) => {{
        // By the steps themselves, on which the inside of a set depends.
        let (one, other) = (steps!($one, $make), steps!($other, $make));
        let (expected_one, expected_other) = ($one.set(), $other.set());
        assert!(one.union(&other).eq(expected_one.union(&expected_other)));
        assert!(one.intersection(&other).eq(expected_one.intersection(&expected_other)));
        assert!(one.difference(&other).eq(expected_one.difference(&expected_other)));
        assert!(one.symmetric_difference(&other).eq(expected_one.symmetric_difference(&expected_other)));
        assert_eq!(one.is_subset(&other), expected_one.is_subset(&expected_other));
        assert_eq!(one.is_disjoint(&other), expected_one.is_disjoint(&expected_other));
    }};
}

mod indexset_ {
    use indexset::BTreeSet as IndexSet;

    use super::*;

    /// A range is what it is in `std`.
    #[test]
    fn ranges_are_those_of_std() {
        let smallest = "(Steps([Insert(0)]), At(0), Without(0))";
        assert_failing(3, smallest, (6770, 47_385), |(steps, start, end): &(Steps, End, End)| {
            let (set, expected) = (IndexSet::from_iter(steps.set()), steps.set());
            let range = (start.bound(), end.bound());
            if is_range(range) {
                assert!(set.range::<_, u8>(range).eq(expected.range(range)));
            }
        });
    }

    #[test]
    fn some_ranges_are_wrong_without_dpgen() {
        let set = IndexSet::from_iter([0]);
        assert!(set.range(..0).eq(&[0])); // nothing is less than 0
        assert!(set.range(0..0).eq(&[0]));
    }

    /// "Makes a new, empty `BTreeSet` with the given maximum node size."
    #[test]
    fn any_node_size_will_do() {
        let smallest = "Steps([Insert(0), Insert(1), Insert(2), Insert(1)])";
        assert_failing(5, smallest, (602, 37_449), |steps: &Steps| {
            steps!(steps, IndexSet::with_maximum_node_size(2));
        });
    }

    #[test]
    fn small_nodes_panic_without_dpgen() {
        let inserted = |size| {
            std::panic::catch_unwind(|| {
                let mut set = IndexSet::with_maximum_node_size(size);
                (0..64).for_each(|key| assert!(set.insert(key)));
            })
        };
        assert!(inserted(1).is_ok() && inserted(2).is_err() && inserted(3).is_ok());
    }
}

#[dpgen::test(max_size = 5)]
fn scapegoat_is_a_set(steps: &Steps) {
    let (set, expected) = (steps!(steps, scapegoat::SgSet::<u8, 4>::new()), steps.set());
    for range in ranges() {
        assert!(set.range(range).eq(expected.range(range)), "{range:?}");
    }
}

#[dpgen::test(max_size = 5)]
fn scapegoat_sets_are_sets(one: &Steps, other: &Steps) {
    set_operations!(one, other, scapegoat::SgSet::<u8, 4>::new());
}

#[dpgen::test(max_size = 4)]
fn skiplist_is_a_set(steps: &Steps) {
    let (set, expected) = (steps!(steps, skiplist::SkipSet::<u8>::new()), steps.set());
    for range in ranges() {
        assert!(set.range(range).eq(expected.range(range)), "{range:?}");
    }
}

#[dpgen::test(max_size = 4)]
fn skiplist_sets_are_sets(one: &Steps, other: &Steps) {
    set_operations!(one, other, skiplist::SkipSet::<u8>::new());
}

#[dpgen::test(max_size = 5)]
fn splay_tree_is_a_set(steps: &Steps) {
    let mut set = steps!(steps, splay_tree::SplaySet::new());
    let expected = steps.set();
    for key in 0..=4 {
        assert_eq!(set.find_lower_bound(&key), expected.range(key..).next());
        assert_eq!(set.find_upper_bound(&key), expected.range((Excluded(key), Unbounded)).next());
    }
    assert_eq!(
        (set.smallest().copied(), set.largest().copied()),
        (expected.first().copied(), expected.last().copied())
    );
}

#[dpgen::test(max_size = 5)]
fn splay_trees_are_sets(one: &Steps, other: &Steps) {
    set_operations!(one, other, splay_tree::SplaySet::new());
}

#[dpgen::test(max_size = 6)]
fn rb_tree_is_a_set(steps: &Steps) {
    let mut set = steps!(steps, rb_tree::RBTree::new());
    let mut expected = steps.set();
    assert_eq!((set.pop(), set.pop_back()), (expected.pop_first(), expected.pop_last()));
    assert!(set.iter().eq(expected.iter()));
}

#[dpgen::test(max_size = 5)]
fn rb_trees_are_sets(one: &Steps, other: &Steps) {
    set_operations!(one, other, rb_tree::RBTree::new());
}
