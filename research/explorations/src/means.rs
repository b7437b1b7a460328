//! One means beside the other: what each finds in the same time a size.

use std::time::Duration;

use dpgen::Int;
use dpgen::explore::{CostMeasure, Search, WorstCase};

use crate::programs::graphs::{bellman_ford, dijkstra_array, smith_waterman};
use crate::programs::searching::{boyer_moore, concretised};
use crate::programs::sorting::{insertion_sort, merge_sort, quicksort};
use crate::programs::structures::{heap_insert, list_insert, tree_search};

const MEANS: [(&str, Search); 8] = [
    ("first paths", Search::Exhaustive),
    ("random inputs", Search::Inputs),
    ("adversary", Search::Adversary),
    ("random paths", Search::Paths),
    ("WISE", Search::Branches { history: 0 }),
    ("SPF-WCA, h = 2", Search::Branches { history: 2 }),
    ("PySE's, h = 2", Search::PySe { history: 2 }),
    ("auto", Search::Auto),
];

/// A program, the greatest integer, what is counted, and sizes, of which the first is the one to learn at.
type Row = (&'static str, fn(&mut [Int]), i64, CostMeasure, &'static [u32]);

const ROWS: [Row; 11] = [
    ("insertion sort", insertion_sort, 1000, CostMeasure::Comparisons, &[5, 10, 30, 100]),
    ("merge sort", merge_sort, 1000, CostMeasure::Comparisons, &[5, 10, 30, 100]),
    ("quicksort", quicksort, 1000, CostMeasure::Comparisons, &[5, 10, 30, 100]),
    ("heap insert", heap_insert, 1000, CostMeasure::Added, &[5, 10, 30, 100]),
    ("sorted list insert", list_insert, 1000, CostMeasure::Added, &[5, 11, 31, 101]),
    ("search tree", |keys| _ = tree_search(keys), 1000, CostMeasure::Added, &[4, 11, 31, 101]),
    ("Boyer-Moore, PySE's", concretised, 255, CostMeasure::Added, &[10, 30, 100]),
    ("Boyer-Moore", |text| _ = boyer_moore(text), 255, CostMeasure::Added, &[5, 10, 30, 100]),
    ("Smith-Waterman", smith_waterman, 3, CostMeasure::Added, &[6, 10, 20, 60]),
    ("Bellman-Ford", bellman_ford, 1000, CostMeasure::Added, &[6, 20, 90]),
    ("Dijkstra, array", dijkstra_array, 1000, CostMeasure::Added, &[6, 20, 90]),
];

/// What is random is run with so many seeds, of which the mean is printed; `none` where not one path was done in time.
pub fn run(is_whole: bool) {
    let (seeds, time, rows) = if is_whole {
        (10, Duration::from_millis(500), ROWS.len())
    } else {
        (1, Duration::from_millis(20), 1)
    };
    println!(
        "The greatest cost found in {time:?} a size (auto: each step of it); of what is random, the mean of {seeds} seeds."
    );
    println!("| program | integers | {} |", MEANS.map(|(name, _)| name).join(" | "));
    println!("|---|--:|{}", "--:|".repeat(MEANS.len()));
    for (name, program, greatest, measured, sizes) in &ROWS[..rows] {
        let columns = MEANS.map(|(_, search)| {
            let is_random =
                matches!(search, Search::Inputs | Search::Adversary | Search::Paths | Search::PySe { .. });
            let seeds = if is_random { seeds } else { 1 };
            let mut costs = vec![Some(0); sizes.len()];
            for seed in 0..seeds {
                let worst = WorstCase::ints(0..=*greatest).cost(*measured).program(program).search(search);
                let worst = worst.sizes(sizes.iter().copied()).time(time).seed(seed);
                // All that the time allows, but for `auto`, which has steps of its own.
                let worst =
                    if search == Search::Auto { worst } else { worst.tries(1_000_000).paths(1_000_000) };
                let worst = worst.run().unwrap();
                for (cost, size) in costs.iter_mut().zip(*sizes) {
                    let found = worst.sizes().iter().find(|at| at.size() == *size);
                    *cost = cost.zip(found).map(|(sum, at)| sum + at.cost());
                }
            }
            costs.into_iter().map(|cost| (cost, seeds)).collect::<Vec<_>>()
        });
        for (place, size) in sizes.iter().enumerate().skip(1) {
            let cells = columns.each_ref().map(|column| match column[place] {
                (Some(cost), 1) => cost.to_string(),
                (Some(sum), seeds) => mean(sum, seeds),
                (None, _) => "none".to_owned(),
            });
            println!("| {name} | {size} | {} |", cells.join(" | "));
        }
    }
}

fn mean(sum: u64, seeds: u64) -> String {
    format!("{:.1}", f64::from(u32::try_from(sum).unwrap()) / f64::from(u32::try_from(seeds).unwrap()))
}
