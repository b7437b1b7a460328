//! Intervals with bounds of any kind, as they are on a line without gaps: bounds are even, and odd points are between.

use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use dpgen::DpGen;

#[derive(DpGen, Clone, Copy, Debug, PartialEq)]
enum Side {
    #[dpgen(weight = 0)]
    At(#[dpgen(values = [0, 2, 4])] i32),
    #[dpgen(weight = 0)]
    Without(#[dpgen(values = [0, 2, 4])] i32),
    Open,
}

impl Side {
    fn bound(self) -> Bound<i32> {
        match self {
            Side::At(point) => Included(point),
            Side::Without(point) => Excluded(point),
            Side::Open => Unbounded,
        }
    }
}

#[derive(DpGen, Clone, Copy, Debug, PartialEq)]
struct Interval(Side, Side);

const POINTS: std::ops::RangeInclusive<i32> = -1..=5;

impl Interval {
    fn bounds(self) -> (Bound<i32>, Bound<i32>) {
        (self.0.bound(), self.1.bound())
    }

    fn has(self, point: i32) -> bool {
        self.bounds().contains(&point)
    }

    fn meets(self, other: Self) -> bool {
        POINTS.clone().any(|point| self.has(point) && other.has(point))
    }

    fn is_empty(self) -> bool {
        !self.meets(self)
    }
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Intervals(Vec<Interval>);

impl Intervals {
    fn has(&self, point: i32) -> bool {
        self.0.iter().any(|interval| interval.has(point))
    }

    /// Each once, in order of their first occurrence.
    fn distinct(&self) -> Vec<Interval> {
        let mut distinct = Vec::new();
        for interval in &self.0 {
            if !distinct.contains(interval) {
                distinct.push(*interval);
            }
        }
        distinct
    }
}

/// unbounded-interval-tree.
mod unbounded {
    use dpgen_field::assert_failing;
    use unbounded_interval_tree::interval_tree::IntervalTree;

    use super::*;

    fn tree(intervals: &Intervals) -> IntervalTree<i32> {
        let mut tree = IntervalTree::default();
        for interval in intervals.distinct() {
            tree.insert(interval.bounds());
        }
        tree
    }

    #[dpgen::test(max_size = 3)]
    fn points_and_overlaps_are_found(intervals: &Intervals, query: Interval) {
        if intervals.0.iter().all(|interval| !interval.is_empty()) && !query.is_empty() {
            let tree = tree(intervals);
            for point in POINTS {
                assert_eq!(tree.contains_point(&point), intervals.has(point));
            }
            let met = intervals.distinct().into_iter().filter(|interval| interval.meets(query)).count();
            assert_eq!(tree.get_interval_overlaps(&query.bounds()).len(), met);
        }
    }

    /// "Returns whether or not an interval `range` is fully covered by the intervals stored in the tree."
    #[test]
    fn an_interval_is_contained_if_all_its_points_are() {
        let smallest = "(Intervals([Interval(At(0), At(0))]), Interval(At(0), Open))";
        assert_failing(3, smallest, (1736, 120_099), |(intervals, query): &(Intervals, Interval)| {
            if intervals.0.iter().any(|interval| interval.is_empty()) || query.is_empty() {
                return;
            }
            let expected = POINTS.filter(|point| query.has(*point)).all(|point| intervals.has(point));
            assert_eq!(tree(intervals).contains_interval(&query.bounds()), expected);
        });
    }

    #[test]
    fn a_point_contains_all_above_without_dpgen() {
        let mut tree = IntervalTree::default();
        tree.insert((Included(0), Included(0)));
        assert!(!tree.contains_point(&1));
        assert!(tree.contains_interval(&(Included(0), Unbounded))); // it has 1
    }

    #[test]
    fn a_difference_has_the_points_that_no_interval_has() {
        let smallest = "(Intervals([Interval(At(0), At(0))]), Interval(At(0), Open))";
        assert_failing(3, smallest, (2366, 120_099), |(intervals, query): &(Intervals, Interval)| {
            if intervals.0.iter().any(|interval| interval.is_empty()) || query.is_empty() {
                return;
            }
            let (tree, bounds) = (tree(intervals), query.bounds());
            let difference = tree.get_interval_difference(&bounds);
            for point in POINTS {
                let found = difference.iter().any(|part| part.contains(&&point));
                assert_eq!(found, query.has(point) && !intervals.has(point));
            }
        });
    }

    #[test]
    fn a_difference_is_too_small_without_dpgen() {
        let mut tree = IntervalTree::default();
        tree.insert((Included(0), Included(0)));
        let all = (Unbounded::<i32>, Unbounded);
        assert_eq!(tree.get_interval_difference(&all), [(Unbounded, Excluded(&0))]); // all above is missing
        assert_eq!(tree.get_interval_difference(&(Included(0), Unbounded)), []);
    }

    /// "Removes a random leaf from the tree, and returns the range stored in the said node."
    #[test]
    fn the_other_intervals_stay() {
        let smallest =
            "Intervals([Interval(At(0), At(0)), Interval(Open, Without(0)), Interval(Open, At(2))])";
        assert_failing(3, smallest, (882, 120_100), |intervals: &Intervals| {
            if intervals.0.iter().any(|interval| interval.is_empty()) {
                return;
            }
            let mut tree = tree(intervals);
            let order: Vec<_> = tree.iter().cloned().collect();
            if order.len() == 3 && order[1] == intervals.0[0].bounds() {
                return; // it has two leaves, and one of them is removed at random
            }
            while tree.remove_random_leaf().is_some() {
                let left: Vec<_> = tree.iter().cloned().collect();
                for point in POINTS {
                    let expected = left.iter().any(|interval| interval.contains(&point));
                    assert_eq!(tree.contains_point(&point), expected);
                }
            }
        });
    }

    #[test]
    fn an_interval_is_lost_to_queries_without_dpgen() {
        // A chain, so that there is one leaf.
        let mut tree = IntervalTree::default();
        tree.insert((Included(0), Included(0)));
        tree.insert((Unbounded, Excluded(0)));
        tree.insert((Unbounded, Included(2)));
        assert!(tree.contains_point(&0));
        assert_eq!(tree.remove_random_leaf(), Some((Unbounded, Included(2))));
        assert!(tree.iter().any(|interval| interval.contains(&0)));
        assert!(!tree.contains_point(&0));
    }
}

/// store-interval-tree.
mod store {
    use dpgen_field::assert_failing;
    use store_interval_tree::IntervalTree;

    use super::*;

    type Stored = store_interval_tree::Interval<i32>;

    fn stored(interval: Interval) -> Stored {
        Stored::new(interval.0.bound(), interval.1.bound())
    }

    fn tree(intervals: &Intervals) -> IntervalTree<i32, ()> {
        let mut tree = IntervalTree::new();
        for interval in &intervals.0 {
            tree.insert(stored(*interval), ());
        }
        tree
    }

    #[dpgen::test(max_size = 3)]
    fn queries_and_deletions_are_right(intervals: &Intervals, query: Interval) {
        if intervals.0.iter().any(|interval| interval.is_empty()) || query.is_empty() {
            return;
        }
        let (mut tree, mut distinct) = (tree(intervals), intervals.distinct());
        assert_eq!(tree.size(), distinct.len());
        let met = distinct.iter().filter(|interval| interval.meets(query)).count();
        assert_eq!(tree.find_overlaps(&stored(query)).len(), met);
        assert_eq!(tree.query(&stored(query)).count(), met);
        assert_eq!(tree.overlaps(&stored(query)), met > 0);
        tree.delete(&stored(query));
        distinct.retain(|interval| *interval != query);
        assert_eq!(tree.size(), distinct.len());
        for point in POINTS {
            let expected = distinct.iter().any(|interval| interval.has(point));
            assert_eq!(tree.overlaps(&Stored::point(point)), expected);
        }
    }

    #[dpgen::test(max_size = 4)]
    fn two_intervals_compare_by_their_points(one: Interval, other: Interval) {
        if !one.is_empty() && !other.is_empty() {
            assert_eq!(Stored::overlaps(&stored(one), &stored(other)), one.meets(other));
            let contains = POINTS.filter(|point| other.has(*point)).all(|point| one.has(point));
            assert_eq!(Stored::contains(&stored(one), &stored(other)), contains);
        }
    }

    /// "Returns the number of intervals in the tree less than `interval`"; `select(0)` is the least one.
    #[test]
    fn the_rank_is_the_number_of_lesser_intervals() {
        assert_failing(
            3,
            "Intervals([Interval(At(0), At(0))])",
            (22_764, 120_100),
            |intervals: &Intervals| {
                if intervals.0.iter().any(|interval| interval.is_empty()) {
                    return;
                }
                let tree = tree(intervals);
                for rank in 0..tree.size() {
                    assert_eq!(tree.rank(&tree.select(rank).unwrap()), rank);
                }
            },
        );
    }

    #[test]
    fn an_interval_is_less_than_itself_without_dpgen() {
        let mut tree = IntervalTree::new();
        tree.insert(Stored::point(0), ());
        assert_eq!(tree.rank(&Stored::point(0)), 1);
    }

    /// "Returns maximum interval in the tree", as an `Option`.
    #[test]
    fn the_last_interval_of_none_is_none() {
        assert_failing(3, "Intervals([])", (1, 120_100), |intervals: &Intervals| {
            if intervals.0.iter().all(|interval| !interval.is_empty()) {
                let tree = tree(intervals);
                assert_eq!(tree.max().is_some(), !intervals.0.is_empty());
            }
        });
    }

    #[test]
    fn the_last_interval_of_none_panics_without_dpgen() {
        let tree = IntervalTree::<i32, ()>::new();
        assert!(tree.min().is_none());
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tree.max().is_some())).is_err());
    }
}
