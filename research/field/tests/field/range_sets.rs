//! Sets of intervals of integers, against the integers: ranges, btree-range-map and iset.

use std::collections::BTreeSet;
use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use btree_range_map::{AnyRange, RangeSet};
use dpgen::DpGen;
use dpgen_field::{assert_failing, assert_failing_calls, assert_passing_calls};
use iset::IntervalMap;
use ranges::{GenericRange, Ranges};

#[derive(DpGen, Clone, Copy, Debug)]
enum End {
    #[dpgen(weight = 0)]
    At(#[dpgen(range = 0..=2)] i8),
    #[dpgen(weight = 0)]
    Without(#[dpgen(range = 0..=2)] i8),
    #[dpgen(weight = 0)]
    Open,
}

#[derive(DpGen, Clone, Copy, Debug)]
#[dpgen(weight = 0)]
struct Interval(End, End);

impl Interval {
    fn bounds(self) -> (Bound<i8>, Bound<i8>) {
        let bound = |end| match end {
            End::At(point) => Included(point),
            End::Without(point) => Excluded(point),
            End::Open => Unbounded,
        };
        (bound(self.0), bound(self.1))
    }

    /// Whether its first bound is no greater than its second.
    fn is_ordered(self) -> bool {
        match self.bounds() {
            (Unbounded, _) | (_, Unbounded) => true,
            (Included(start) | Excluded(start), Included(end) | Excluded(end)) => start <= end,
        }
    }

    fn points(self) -> impl Iterator<Item = i8> {
        (i8::MIN..=i8::MAX).filter(move |point| self.bounds().contains(point))
    }
}

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    Insert(Interval),
    Remove(Interval),
    Invert,
}

type Points = BTreeSet<i8>;

/// Makes a call of a set of points, unless its interval is not ordered.
fn change(points: &mut Points, call: Call) -> bool {
    match call {
        Call::Insert(interval) | Call::Remove(interval) if !interval.is_ordered() => return false,
        Call::Insert(interval) => points.extend(interval.points()),
        Call::Remove(interval) => points.retain(|point| !interval.bounds().contains(point)),
        Call::Invert => *points = (i8::MIN..=i8::MAX).filter(|point| !points.contains(point)).collect(),
    }
    true
}

/// The number of intervals that a set of points consists of.
fn count(points: &Points) -> usize {
    points.iter().filter(|point| point.checked_sub(1).is_none_or(|before| !points.contains(&before))).count()
}

mod ranges_ {
    use super::*;

    fn range(interval: Interval) -> GenericRange<i8> {
        let (start, end) = interval.bounds();
        GenericRange::new_with_bounds(start, end)
    }

    fn call((ranges, points): &mut (Ranges<i8>, Points), call: &Call) {
        if change(points, *call) {
            match *call {
                Call::Insert(interval) => drop(ranges.insert(range(interval))),
                Call::Remove(interval) => drop(ranges.remove(range(interval))),
                Call::Invert => *ranges = ranges.clone().invert(),
            }
            assert!((i8::MIN..=i8::MAX).all(|point| ranges.contains(&point) == points.contains(&point)));
        }
    }

    #[test]
    fn a_set_has_its_points() {
        let start = <(Ranges<i8>, Points)>::default;
        assert_passing_calls(3, 8316, start, call, |(ranges, _)| format!("{ranges:?}"));
    }

    /// "A range set storing `GenericRange`s in the most memory-optimal fashion possible", "automatically merging newly
    /// inserted ranges".
    #[test]
    fn a_set_is_as_short_as_it_can_be() {
        let checked = |set: &mut (Ranges<i8>, Points), step: &Call| {
            call(set, step);
            assert_eq!(set.0.len(), count(&set.1));
        };
        let shortest = "[Insert(Interval(At(0), Without(1))), Insert(Interval(Without(0), At(1)))]";
        let start = <(Ranges<i8>, Points)>::default;
        assert_failing_calls(3, shortest, (132, 6732), start, checked, |(ranges, _)| format!("{ranges:?}"));
    }

    /// An `Iterator` "over a `GenericRange<T>`, yielding `T`".
    #[test]
    fn an_iterator_has_the_points() {
        assert_failing(0, "Interval(Without(0), At(0))", (6, 49), |interval: &Interval| {
            if interval.is_ordered() && !matches!(interval.0, End::Open) {
                assert!(range(*interval).into_iter().eq(interval.points()));
            }
        });
    }

    #[test]
    fn an_empty_range_has_elements_without_dpgen() {
        let range = GenericRange::new_open_closed(0_i8, 0);
        assert!(range.is_empty());
        assert_eq!(range.into_iter().take(2).collect::<Vec<_>>(), [1, 2]);
        let mut ranges = Ranges::from(GenericRange::new_less_than(1_i8));
        ranges.insert(GenericRange::new_greater_than(0));
        assert_eq!((ranges.len(), ranges.is_full()), (2, false)); // it has all integers
    }
}

mod btree_range_map_ {
    use super::*;

    type Sets = (RangeSet<i8>, Points);

    fn call((ranges, points): &mut Sets, call: &Call) {
        let any = |interval: Interval| {
            let (start, end) = interval.bounds();
            AnyRange::new(start, end)
        };
        match *call {
            Call::Insert(interval) if change(points, *call) => ranges.insert(any(interval)),
            Call::Remove(interval) if change(points, *call) => ranges.remove(any(interval)),
            _ => {} // complements are tested below
        }
        assert!((i8::MIN..=i8::MAX).all(|point| ranges.contains(point) == points.contains(&point)));
    }

    fn key((ranges, _): &Sets) -> String {
        format!("{ranges:?}")
    }

    #[test]
    fn a_set_has_its_points() {
        assert_passing_calls(3, 13_860, Sets::default, call, key);
    }

    /// "Returns an iterator over the gaps (missing values) of the set", which `complement` collects.
    #[test]
    fn a_complement_has_the_other_points() {
        let checked = |set: &mut Sets, step: &Call| {
            call(set, step);
            let complement = set.0.complement();
            assert!((i8::MIN..=i8::MAX).all(|point| complement.contains(point) != set.1.contains(&point)));
        };
        assert_failing_calls(3, "[Insert(Interval(Open, Open))]", (512, 10_593), Sets::default, checked, key);
    }

    /// "Keys are aggregated into ranges of keys for efficient storage."
    #[test]
    fn a_set_is_as_short_as_it_can_be() {
        let checked = |set: &mut Sets, step: &Call| {
            call(set, step);
            assert_eq!(set.0.range_count(), count(&set.1));
        };
        let shortest = "[Insert(Interval(At(0), At(1))), Remove(Interval(At(1), Without(1)))]";
        assert_failing_calls(3, shortest, (124, 6732), Sets::default, checked, key);
    }

    #[test]
    fn nothing_and_all_are_special_without_dpgen() {
        let all = RangeSet::<i8>::new().complement();
        assert!(all.contains(0) && all.complement().contains(0));
        assert_eq!(all.gaps().count(), 1);
        let mut ranges = RangeSet::new();
        ranges.insert(0..=2);
        let before = ranges.clone();
        ranges.remove(1..1);
        assert!((0..=2).all(|point| ranges.contains(point)));
        assert!(ranges.range_count() == 2 && ranges != before);
    }
}

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    Insert(#[dpgen(range = 0..=3)] u8, #[dpgen(range = 1..=3)] u8),
    Remove(#[dpgen(range = 0..=3)] u8, #[dpgen(range = 1..=3)] u8),
    RemoveLeast,
    RemoveGreatest,
}

#[test]
fn iset_finds_the_intervals_that_overlap() {
    type Sets = (IntervalMap<u8, ()>, BTreeSet<(u8, u8)>);
    let step = |(map, expected): &mut Sets, step: &Step| {
        let pair = |(range, ()): (std::ops::Range<u8>, ())| (range.start, range.end);
        match *step {
            Step::Insert(start, len) => {
                assert_eq!(
                    map.insert(start..start + len, ()).is_none(),
                    expected.insert((start, start + len))
                );
            }
            Step::Remove(start, len) => {
                assert_eq!(map.remove(start..start + len).is_some(), expected.remove(&(start, start + len)));
            }
            Step::RemoveLeast => assert_eq!(map.remove_smallest().map(pair), expected.pop_first()),
            Step::RemoveGreatest => assert_eq!(map.remove_largest().map(pair), expected.pop_last()),
        }
        for (start, end) in (0..7).flat_map(|start| (start + 1..=7).map(move |end| (start, end))) {
            let met = expected.iter().filter(|interval| interval.0 < end && start < interval.1);
            assert!(map.intervals(start..end).map(|range| (range.start, range.end)).eq(met.copied()));
            let is_covered =
                |point: &u8| expected.iter().any(|interval| (interval.0..interval.1).contains(point));
            assert_eq!(usize::from(map.covered_len(start..end)), (start..end).filter(is_covered).count());
        }
    };
    let key = |(map, _): &Sets| format!("{map:?}");
    assert_passing_calls(4, 7774, Sets::default, step, key);
}
