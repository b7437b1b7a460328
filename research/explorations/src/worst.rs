//! Worst cases: the programs of the papers, and what the standard library and petgraph do.

use std::time::{Duration, Instant};

use dpgen::Int;
use dpgen::explore::{CostMeasure, Worst, WorstCase};

use crate::programs::graphs::{bellman_ford, dijkstra_array, shortest_tour, smith_waterman};
use crate::programs::searching::{boyer_moore, concretised};
use crate::programs::sorting::{insertion_sort, merge_sort, quicksort};
use crate::programs::structures::{heap_insert, list_insert, tree_search};
use crate::real::{Counted, heap, map, random, shortest_paths, sort, sort_unstable};

fn head() {
    println!("| program | n | cost | known | paths | time |");
    println!("|---|--:|--:|---|--:|--:|");
}

fn rows(name: &str, search: WorstCase) {
    drop(rows_of(name, search));
}

/// Rows of real code, each with what random inputs cost: the same program over counted numbers.
fn rows_beside_random(name: &str, search: WorstCase, counted: fn(&mut [Counted])) {
    for at in rows_of(name, search).sizes() {
        let (mean, greatest) = random(at.size(), counted);
        if greatest == 0 {
            continue;
        }
        let found = f64::from(u32::try_from(at.cost()).unwrap());
        println!(
            "| | {} | {} | random: mean {mean:.1}, greatest {greatest}; found is {:.2} of the mean | | |",
            at.size(),
            at.cost(),
            found / mean
        );
    }
}

fn rows_of(name: &str, search: WorstCase) -> Worst {
    let begin = Instant::now();
    let worst = search.run().unwrap();
    let time = begin.elapsed();
    for at in worst.sizes() {
        let proven = if at.is_proven() { "proven" } else { "found" };
        println!("| {name} | {} | {} | {proven} {} | {} | |", at.size(), at.cost(), at.by(), at.paths());
    }
    let growth = worst.growth().map_or_else(String::new, |growth| growth.to_string());
    println!("| | | | growth: {growth} | | {time:.1?} |");
    worst
}

/// Programs of WISE, PySE and SPF-WCA, by the number of integers: a list and a search tree have one less, v vertices have
/// v(v - 1) weights, for a tour half of that, and two words share the letters.
pub fn known(is_whole: bool) {
    head();
    let sizes = |whole: &[u32], smoke: &[u32]| if is_whole { whole.to_vec() } else { smoke.to_vec() };
    let ints = |greatest| {
        let time = Duration::from_secs(if is_whole { 10 } else { 2 });
        WorstCase::ints(0..=greatest).cost(CostMeasure::Added).time(time).tries(10)
    };
    rows("heap insert", ints(1000).program(heap_insert).sizes(sizes(&[3, 4, 5, 10, 20, 30, 100], &[5])));
    rows(
        "sorted list insert",
        ints(1000).program(list_insert).sizes(sizes(&[4, 5, 6, 11, 21, 31, 101], &[5])),
    );
    rows("search tree", ints(1000).program(tree_search).sizes(sizes(&[4, 5, 6, 11, 21, 31, 101], &[4])));
    rows("Smith-Waterman", ints(3).program(smith_waterman).sizes(sizes(&[6, 8, 10, 20], &[6])));
    rows("Bellman-Ford", ints(1000).program(bellman_ford).sizes(sizes(&[6, 12, 20, 30, 90], &[6])));
    rows("Dijkstra, array", ints(1000).program(dijkstra_array).sizes(sizes(&[6, 12, 20, 30, 90], &[6])));
    rows("shortest tour", ints(1000).program(shortest_tour).sizes(sizes(&[3, 6, 10, 15], &[3])));
}

/// Sorting and searching.
pub fn run(is_whole: bool) {
    let sizes = |whole: &[u32], smoke: &[u32]| if is_whole { whole.to_vec() } else { smoke.to_vec() };
    head();
    let ints = || WorstCase::ints(0..=1000).time(Duration::from_secs(if is_whole { 60 } else { 2 }));
    rows("insertion sort", ints().program(insertion_sort).sizes(sizes(&[5, 10, 30, 100], &[5, 10])));
    rows("merge sort", ints().program(merge_sort).sizes(sizes(&[5, 10, 30, 100], &[5, 8])));
    rows("quicksort, first pivot", ints().program(quicksort).sizes(sizes(&[5, 10, 30, 100], &[5, 10])));
    let text = || WorstCase::ints(0..=255).cost(CostMeasure::Added).time(Duration::from_secs(30));
    rows(
        "Boyer-Moore, PySE's",
        text().paths(1_000).program(concretised).sizes(sizes(&[3, 4, 5, 10, 20, 30, 100], &[3, 20])),
    );
    rows(
        "Boyer-Moore, all 88,573 paths",
        text().paths(100_000).program(concretised).sizes(sizes(&[30], &[10])),
    );
    rows(
        "Boyer-Moore with look-ups",
        text().tries(3).program(boyer_moore).sizes(sizes(&[3, 4, 5, 10, 20, 30, 100, 1000], &[3, 5])),
    );
}

pub fn real_code(is_whole: bool) {
    let sizes = |whole: &[u32], smoke: &[u32]| if is_whole { whole.to_vec() } else { smoke.to_vec() };
    let time = Duration::from_secs(if is_whole { 60 } else { 2 });
    let search = |program: fn(&mut [Int])| {
        let search = WorstCase::ints(0..=1000).time(time).paths(if is_whole { 60_000 } else { 200 });
        let search = search.tries(if is_whole { 300 } else { 30 });
        search.program(program).sizes(sizes(&[5, 7, 20, 50, 100], &[4]))
    };
    rows_beside_random("slice::sort", search(sort), sort);
    rows_beside_random("slice::sort_unstable", search(sort_unstable), sort_unstable);
    rows_beside_random("BTreeMap::insert, n times", search(map), map);
    rows_beside_random("BinaryHeap, n pushes and pops", search(heap), heap);
    // 2, 6, 12, 20 and 90 weights: two to five vertices, and ten.
    let paths = search(shortest_paths).tries(5).sizes(sizes(&[2, 6, 12, 20, 90], &[2, 6]));
    rows_beside_random("petgraph::dijkstra, by weights", paths, shortest_paths);
}
