//! Solutions of path conditions: one at a time, and none is left out without a word.

use std::collections::BTreeSet;

use crate::chain;
use dpgen_forest::path_condition::{ExtremumRow, PathCondition, PathVar};
use dpgen_forest::{CancelToken, Catalog, Count, Limits, Solutions, StopReason};

fn value() -> PathVar {
    PathVar::Data { path: Vec::new(), slot: 0, lo: 1, hi: 9 }
}

fn rest() -> PathVar {
    PathVar::Part { path: vec![1], var: 0 }
}

/// Each layer shows the lesser of its value and what the rest shows: an extremum a layer, both sides possible.
fn minima(size: u32) -> Catalog {
    let last = PathCondition { vars: vec![value()], shown: vec![1], ..PathCondition::default() };
    let inner = PathCondition {
        vars: vec![value(), rest(), PathVar::Extremum { lo: 1, hi: 9 }],
        extrema: vec![ExtremumRow { var: 3, of: [(vec![(1, 1)], 0), (vec![(2, 1)], 0)], greatest: false }],
        shown: vec![3],
        ..PathCondition::default()
    };
    chain::symbolic(size, 9, last, inner)
}

/// Lists of one element have data, longer ones have constraints on it that exclude each other.
fn without_solutions() -> Catalog {
    let last = PathCondition { vars: vec![value()], shown: vec![1], ..PathCondition::default() };
    let inner = PathCondition {
        vars: vec![value()],
        constraints: vec![(vec![(1, 1)], -3, 0), (vec![(1, -1)], 5, 0)],
        shown: vec![1],
        ..PathCondition::default()
    };
    chain::symbolic(2, 9, last, inner)
}

/// `x == 2y` and the like: many of them, which only a search can settle.
fn hard(size: u32) -> Catalog {
    let last = PathCondition { vars: vec![value()], shown: vec![1], ..PathCondition::default() };
    let inner = PathCondition {
        vars: vec![value(), rest()],
        constraints: vec![(vec![(1, 2), (2, 3)], -23, 2), (vec![(1, 3), (2, 2)], -17, 2)],
        shown: vec![1],
        ..PathCondition::default()
    };
    chain::symbolic(size, 9, last, inner)
}

#[test]
fn the_first_of_very_many_comes_at_once() {
    // Two to the power of 199 ways to settle the extrema.
    let lists = minima(200);
    let mut all = lists.compact_with(200, Count::ZERO..Count::ONE, Solutions::All, 0);
    for _ in 0..3 {
        assert_eq!(all.next().map(<[u32]>::len), Some(401));
    }
}

#[test]
fn every_solution_comes_once() {
    let lists = minima(3);
    let mut all = lists.compact_with(3, Count::ZERO..Count::ONE, Solutions::All, 0);
    let mut found = BTreeSet::new();
    while let Some(words) = all.next() {
        assert!(found.insert(words.to_vec()), "{words:?} comes twice");
    }
    assert_eq!(all.failure(), None);
    assert_eq!(found.len(), 9 * 9 * 9);
}

#[test]
fn solutions_of_a_rank_end_with_it() {
    let lists = minima(2);
    for (solutions, expected) in [(Solutions::All, 81), (Solutions::Smallest, 1)] {
        let mut all = lists.compact_with(2, Count::ZERO..Count::ONE, solutions, 0);
        assert_eq!(all.next_same_rank(), None, "there is no rank at hand yet");
        assert!(all.next().is_some());
        let mut found = 1;
        while all.next_same_rank().is_some() {
            found += 1;
        }
        assert_eq!(found, expected, "{solutions:?}");
    }
    let concrete = chain::concrete(2, 3);
    let mut all = concrete.iter_compact(2);
    assert!(all.next().is_some());
    assert_eq!(all.next_same_rank(), None);
    assert_eq!(all.remaining(), 8);
}

#[test]
fn a_path_condition_without_solution_is_an_error() {
    let lists = without_solutions();
    assert!(matches!(lists.nth_compact(1, &Count::ZERO), Ok(Some(_))));
    let message = "the data of structure 0 of size 2 can not be solved: its path condition has no solution";
    for error in
        [lists.nth_compact(2, &Count::ZERO).unwrap_err(), lists.nth_random(2, &Count::ZERO, 1).unwrap_err()]
    {
        assert_eq!((error.size, &error.rank), (2, &Count::ZERO));
        assert!(error.to_string().starts_with(message), "{error}");
    }
    for solutions in [Solutions::Smallest, Solutions::Random, Solutions::All] {
        let mut structures = lists.compact_with(2, Count::ZERO..Count::ONE, solutions, 0);
        assert_eq!(structures.next(), None, "{solutions:?}");
        assert_eq!(structures.remaining(), 1, "{solutions:?}");
        let error = structures.failure().unwrap().to_string();
        assert!(error.starts_with(message), "{error}");
        assert_eq!(structures.next(), None, "{solutions:?}");
    }
}

#[test]
fn a_term_beyond_the_solver_is_an_error() {
    let last = PathCondition {
        vars: vec![value()],
        constraints: vec![(vec![(1, i64::MAX)], 0, 0)],
        shown: vec![1],
        ..PathCondition::default()
    };
    let lists = chain::symbolic(1, 9, last, PathCondition::default());
    let error = lists.nth_compact(1, &Count::ZERO).unwrap_err().to_string();
    assert!(error.contains("add up to more than 2^62"), "{error}");
}

#[test]
fn solving_is_interrupted() {
    let token = CancelToken::new();
    let limits = Limits::none().cancel(token.clone());
    for (lists, solutions) in [(hard(30), Solutions::Smallest), (minima(30), Solutions::All)] {
        let token = CancelToken::new();
        let limits = limits.clone().cancel(token.clone());
        let structures = lists.compact_with(30, Count::ZERO..Count::ONE, solutions, 0);
        let mut structures = structures.with_limits(&limits);
        if solutions == Solutions::All {
            assert!(structures.next().is_some());
        }
        token.cancel();
        // A model that needs no search may still come, but not all of them.
        assert!((0..10_000).any(|_| structures.next().is_none()), "{solutions:?}");
        assert_eq!(structures.stopped(), Some(StopReason::Cancelled), "{solutions:?}");
        assert_eq!((structures.failure(), structures.remaining()), (None, 1), "{solutions:?}");
    }
}

#[test]
fn time_that_is_over_stops_concrete_structures_too() {
    let lists = chain::concrete(5, 3);
    let limits = Limits::none().time(std::time::Duration::ZERO);
    let mut structures = lists.iter_compact(5).with_limits(&limits);
    assert_eq!(structures.next(), None);
    assert_eq!((structures.stopped(), structures.remaining()), (Some(StopReason::Deadline), 243));
}

#[test]
fn random_solutions_differ_by_seed_and_size() {
    let lists = minima(8);
    let first = |size, seed| lists.nth_random(size, &Count::ZERO, seed).unwrap().unwrap()[1];
    let of_sizes: BTreeSet<u32> = (1..=8).map(|size| first(size, 1)).collect();
    let of_seeds: BTreeSet<u32> = (1..=8).map(|seed| first(8, seed)).collect();
    assert!(of_sizes.len() > 1 && of_seeds.len() > 1, "{of_sizes:?}, {of_seeds:?}");
    assert_eq!(first(8, 1), first(8, 1));
}

#[test]
fn a_field_that_no_condition_mentions_is_noted() {
    let vars = || vec![value(), rest(), PathVar::Extremum { lo: 1, hi: 9 }];
    let minimum = ExtremumRow { var: 3, of: [(vec![(1, 1)], 0), (vec![(2, 1)], 0)], greatest: false };
    let unmentioned = PathCondition { vars: vec![value()], ..PathCondition::default() };
    let cases = [
        ("nowhere", unmentioned.clone(), false),
        (
            "in a constraint",
            PathCondition { constraints: vec![(vec![(1, 1)], -3, 0)], ..unmentioned.clone() },
            true,
        ),
        ("in an answer", PathCondition { shown: vec![1], ..unmentioned.clone() }, true),
        (
            "in an extremum",
            PathCondition { vars: vars(), extrema: vec![minimum], ..PathCondition::default() },
            true,
        ),
    ];
    for (name, inner, is_mentioned) in cases {
        let lists = chain::symbolic(3, 9, unmentioned.clone(), inner).with_unconstrained_field_notes();
        let notes = &lists.report().notes;
        assert_eq!(notes.is_empty(), is_mentioned, "{name}: {notes:?}");
    }
}
