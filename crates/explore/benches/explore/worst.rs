//! Worst cases: the programs of the papers, and what the standard library and petgraph do.

use std::collections::{BTreeMap, BinaryHeap};
use std::time::{Duration, Instant};

use dpgen::Int;
use dpgen::explore::{Measured, WorstCase};
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::programs::searching::{boyer_moore, concretised};
use crate::programs::sorting::{insertion_sort, merge_sort, quicksort};

fn rows(name: &str, search: WorstCase) {
    let begin = Instant::now();
    let worst = search.run().unwrap();
    let time = begin.elapsed();
    for at in worst.sizes() {
        let proven = if at.is_proven() { "proven" } else { "found" };
        println!("| {name} | {} | {} | {proven} {} | {} | |", at.size(), at.cost(), at.by(), at.paths());
    }
    let growth = worst.growth().map_or_else(String::new, |growth| growth.to_string());
    println!("| | | | growth: {growth} | | {time:.1?} |");
}

/// Dijkstra's algorithm over the complete graph with as many vertices as there are weights for.
fn shortest_paths(weights: &mut [Int]) {
    let mut vertices = 1;
    while vertices * (vertices + 1) <= weights.len() {
        vertices += 1;
    }
    let mut graph: DiGraph<(), Int> = DiGraph::new();
    let nodes: Vec<NodeIndex> = (0..vertices).map(|_| graph.add_node(())).collect();
    let mut weights = weights.iter();
    for from in &nodes {
        for to in nodes.iter().filter(|to| *to != from) {
            if let Some(weight) = weights.next() {
                graph.add_edge(*from, *to, *weight);
            }
        }
    }
    dijkstra(&graph, nodes[0], None, |edge| *edge.weight());
}

pub fn run(is_whole: bool) {
    let sizes = |whole: &[u32], smoke: &[u32]| if is_whole { whole.to_vec() } else { smoke.to_vec() };
    let ints = || WorstCase::ints(0..=1000).time(Duration::from_secs(if is_whole { 60 } else { 2 }));
    let real = || ints().paths(if is_whole { 60_000 } else { 200 });
    println!("| program | n | cost | known | paths | time |");
    println!("|---|--:|--:|---|--:|--:|");
    rows("insertion sort", ints().program(insertion_sort).sizes(sizes(&[5, 10, 30, 100], &[5, 10])));
    rows("merge sort", ints().program(merge_sort).sizes(sizes(&[5, 10, 30, 100], &[5, 8])));
    rows("quicksort, first pivot", ints().program(quicksort).sizes(sizes(&[5, 10, 30, 100], &[5, 10])));
    let text = || WorstCase::ints(0..=255).cost(Measured::Added).time(Duration::from_secs(30));
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
    rows(
        "slice::sort",
        real().program(|keys: &mut [Int]| keys.sort()).sizes(sizes(&[5, 7, 20, 50, 100], &[4])),
    );
    rows(
        "slice::sort_unstable",
        real().program(|keys: &mut [Int]| keys.sort_unstable()).sizes(sizes(&[5, 7, 20, 50, 100], &[4])),
    );
    rows(
        "BTreeMap::insert, n times",
        real()
            .program(|keys: &mut [Int]| {
                keys.iter()
                    .map(|key| (*key, ()))
                    .fold(BTreeMap::new(), |mut map, (key, ())| {
                        map.insert(key, ());
                        map
                    })
                    .len()
            })
            .sizes(sizes(&[5, 7, 20, 50, 100], &[4])),
    );
    rows(
        "BinaryHeap, n pushes and pops",
        real()
            .program(|keys: &mut [Int]| {
                let mut heap = BinaryHeap::new();
                keys.iter().for_each(|key| heap.push(*key));
                while heap.pop().is_some() {}
            })
            .sizes(sizes(&[5, 7, 20, 50, 100], &[4])),
    );
    // 2, 6, 12 and 20 weights: two to five vertices.
    rows(
        "petgraph::dijkstra, by weights",
        real().tries(5).program(shortest_paths).sizes(sizes(&[2, 6, 12, 20, 90], &[2, 6])),
    );
}
