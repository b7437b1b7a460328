//! Code of the standard library and petgraph, generic in what it compares: over open integers, and over numbers that count how
//! often they are compared, which says what random inputs cost.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Add;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use petgraph::algo::{Measure, dijkstra};
use petgraph::graph::{DiGraph, NodeIndex};
use rand::RngExt as _;

/// A number of which comparisons are counted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counted(i64);

thread_local! {
    static COMPARISONS: Cell<u64> = const { Cell::new(0) };
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Counted {}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Counted {
    fn cmp(&self, other: &Self) -> Ordering {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0.cmp(&other.0)
    }
}

impl Add for Counted {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// What random inputs of a size cost: the mean of a thousand, and the greatest.
pub fn random(size: u32, program: fn(&mut [Counted])) -> (f64, u64) {
    const INPUTS: u32 = 1_000;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut sum, mut greatest) = (0, 0);
    for _ in 0..INPUTS {
        let mut values: Vec<Counted> = (0..size).map(|_| Counted(rng.random_range(0..=1000))).collect();
        COMPARISONS.set(0);
        program(&mut values);
        sum += COMPARISONS.get();
        greatest = greatest.max(COMPARISONS.get());
    }
    (f64::from(u32::try_from(sum).unwrap()) / f64::from(INPUTS), greatest)
}

pub fn sort<K: Ord>(keys: &mut [K]) {
    keys.sort();
}

pub fn sort_unstable<K: Ord>(keys: &mut [K]) {
    keys.sort_unstable();
}

pub fn map<K: Ord + Copy>(keys: &mut [K]) {
    let mut map = BTreeMap::new();
    for key in keys {
        map.insert(*key, ());
    }
}

pub fn heap<K: Ord + Copy>(keys: &mut [K]) {
    let mut heap = BinaryHeap::new();
    keys.iter().for_each(|key| heap.push(*key));
    while heap.pop().is_some() {}
}

/// Dijkstra's algorithm over the complete graph with as many vertices as there are weights for.
pub fn shortest_paths<K: Measure + Copy>(weights: &mut [K]) {
    let mut vertices = 1;
    while vertices * (vertices + 1) <= weights.len() {
        vertices += 1;
    }
    let mut graph: DiGraph<(), K> = DiGraph::new();
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
