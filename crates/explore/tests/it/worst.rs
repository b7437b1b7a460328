//! Worst cases of programs whose worst cases are known.

use std::time::Instant;

use crate::programs::searching::{boyer_moore, concretised};
use crate::programs::sorting::{insertion_sort, merge_sort, quicksort};
use dpgen::Int;
use dpgen::explore::{CostMeasure, Worst, WorstCase};

fn timed(name: &str, search: WorstCase) -> Worst {
    let begin = Instant::now();
    let worst = search.run().unwrap();
    println!("{name}: {:?}\n{worst}\n", begin.elapsed());
    worst
}

#[test]
fn sorting() {
    let ints = || WorstCase::ints(0..=1000).paths(1_000);
    let worst = timed("insertion", ints().program(insertion_sort).sizes([5, 30]));
    assert_eq!(worst.at(30).cost(), 435);
    assert!(worst.at(5).is_proven() && worst.at(30).is_proven());
    let worst = timed("merge", ints().program(merge_sort).sizes([5, 10, 30]));
    assert_eq!(
        [5, 10, 30].map(|n| (worst.at(n).cost(), worst.at(n).is_proven())),
        [(8, true), (25, true), (119, true)]
    );
    let worst = timed("quicksort", ints().program(quicksort).sizes([5, 30]));
    assert_eq!(worst.at(30).cost(), 435);
    // Long slices are not sorted by insertion: a policy of short ones says little of them.
    let worst = timed("slice::sort", ints().program(|keys: &mut [Int]| keys.sort()).sizes([5, 10, 100]));
    assert_eq!((worst.at(5).cost(), worst.at(5).is_proven()), (10, true));
    // A thousand random inputs cost 803 at most.
    assert!(worst.at(100).cost() > 803 && !worst.at(100).is_proven());
}

/// A policy that makes the worst paths of all small heaps costs less at 100 than random inputs do, 743 in the mean.
#[test]
fn a_policy_that_random_inputs_beat_is_not_believed() {
    let heap = |keys: &mut [Int]| {
        let mut heap = std::collections::BinaryHeap::new();
        keys.iter().for_each(|key| heap.push(*key));
        while heap.pop().is_some() {}
    };
    let worst = WorstCase::ints(0..=1000).paths(10_000).program(heap).sizes([100]).run().unwrap();
    assert!(worst.at(100).cost() > 743, "{worst}");
}

#[test]
fn string_search() {
    let text = || WorstCase::ints(0..=255).cost(CostMeasure::Added).tries(3);
    let worst = timed("concretised", text().program(concretised).sizes([3, 4, 5, 10, 20, 100]));
    assert_eq!([3, 4, 5, 10, 20, 100].map(|n| worst.at(n).cost()), [3, 3, 3, 9, 18, 99]);
    let worst = timed("with look-ups", text().program(boyer_moore).sizes([3, 5, 20, 100]));
    assert_eq!([3, 5, 20, 100].map(|n| worst.at(n).cost()), [3, 5, 20, 100]);
}

/// A checkpoint that leaves out what is used later is noticed.
#[test]
fn forgotten_integers_are_noticed() {
    let forgets = |keys: &mut [Int]| {
        let mut least = keys[0];
        for (end, key) in keys.iter().enumerate() {
            dpgen::explore::checkpoint("round", &(end, least));
            if *key < least {
                least = *key;
            }
        }
    };
    let error = WorstCase::ints(0..=9).program(forgets).sizes([30]).paths(50).run().unwrap_err();
    assert!(error.to_string().contains("did not show"), "{error}");
}

/// Nothing to compare, nothing to cost: size 0 and 1, and ranges of one value.
#[test]
fn small_sizes_cost_nothing() {
    let worst = WorstCase::ints(5..=5).program(insertion_sort).sizes([0, 1, 3]).run().unwrap();
    assert!(worst.sizes().iter().all(|at| at.cost() == 0));
    assert_eq!(*worst.at(3).witness(), [5, 5, 5]);
}
