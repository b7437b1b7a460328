//! Graphs of `petgraph` as fields: as many as the OEIS has, each at its own rank. [`weights`] has those whose nodes and edges hold something,
//! [`predicates`] some properties of graphs, and [`given`] graphs that were made elsewhere.

mod given;
mod predicates;
mod weights;

use std::collections::BTreeSet;
use std::fmt::Debug;

use dpgen::prelude::*;
use dpgen::schema::{from_ron, to_ron};
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::stable_graph::{StableDiGraph, StableUnGraph};

/// OEIS A002416, "2^(n^2)".
const DIGRAPH_COUNTS: [u128; 5] = [1, 2, 16, 512, 65536];
/// OEIS A006125, "2^(n*(n-1)/2)", from its second number on: a loop is as an edge to one vertex more, to which all may be joined.
const GRAPH_COUNTS: [u128; 6] = [1, 2, 8, 64, 1024, 32768];

/// How many there are of each size, after comparing each value with its rank and its text, and with what is lent in place.
fn counts<T: DpGen + Debug>(max_size: u32) -> Vec<u128> {
    let built = Generator::<T>::up_to(max_size).build().unwrap();
    let slow = Generator::<T>::up_to(max_size).algorithm(Algorithm::TopDown).build().unwrap();
    let mut counts = Vec::new();
    for size in 0..=max_size {
        let (mut shown, mut in_place) = (BTreeSet::new(), Vec::new());
        built.for_each_size(size, |value| in_place.push(format!("{value:?}")));
        for (rank, value) in (0_u128..).zip(built.iter_size(size)) {
            assert_eq!(built.rank_of(&value), Some((size, rank.into())), "{value:?}");
            assert!(dpgen::is_valid(&value), "{value:?}");
            assert_eq!(in_place[usize::try_from(rank).unwrap()], format!("{value:?}"));
            let (catalog, schema) = (built.catalog(), built.catalog().schema());
            let words = catalog.nth_compact(size, &Count::new(rank)).unwrap().unwrap();
            assert_eq!(from_ron(schema, &to_ron(schema, &words)), Ok(words));
            assert!(shown.insert(format!("{value:?}")), "{value:?} comes twice");
        }
        assert_eq!(in_place.len(), shown.len());
        assert_eq!(slow.count(size), built.count(size));
        counts.push(u128::try_from(shown.len()).unwrap());
    }
    counts
}

/// How many there are of each size from the first on, without making them.
fn are_counted<T: DpGen>(first: u32, counts: &[u128]) {
    let max_size = first + u32::try_from(counts.len() - 1).unwrap();
    let built = Generator::<T>::up_to(max_size).build().unwrap();
    for (size, count) in (first..).zip(counts) {
        assert_eq!(built.count(size), *count, "size {size}");
    }
}

#[test]
fn graphs_are_those_of_the_oeis() {
    are_counted::<DiGraph<(), ()>>(0, &DIGRAPH_COUNTS);
    are_counted::<StableDiGraph<(), ()>>(0, &DIGRAPH_COUNTS);
    are_counted::<UnGraph<(), ()>>(0, &GRAPH_COUNTS);
    are_counted::<StableUnGraph<(), ()>>(0, &GRAPH_COUNTS);
    let large = Generator::<DiGraph<(), ()>>::up_to(20).build().unwrap();
    assert_eq!(large.count(8).to_u128(), Some(1 << 64));
    assert_eq!(large.count(11).to_u128(), Some(1 << 121));
}

#[test]
fn each_graph_has_a_rank() {
    assert_eq!(counts::<DiGraph<(), ()>>(3), DIGRAPH_COUNTS[..4]);
    assert_eq!(counts::<StableDiGraph<(), ()>>(3), DIGRAPH_COUNTS[..4]);
    assert_eq!(counts::<UnGraph<(), ()>>(4), GRAPH_COUNTS[..5]);
    assert_eq!(counts::<StableUnGraph<(), ()>>(4), GRAPH_COUNTS[..5]);
}

/// What a graph has: the weights of its nodes, and its edges in their order.
macro_rules! parts {
    ($graph:expr) => {{
        let graph = &$graph;
        let ends =
            |edge| graph.edge_endpoints(edge).map(|(from, to)| (from.index(), to.index(), graph[edge]));
        let nodes: Vec<_> = graph.node_indices().map(|node| (node.index(), graph[node])).collect();
        (nodes, graph.edge_indices().map(|edge| (edge.index(), ends(edge))).collect::<Vec<_>>())
    }};
}

#[test]
fn stable_graphs_have_no_holes() {
    let graphs = Generator::<DiGraph<bool, bool>>::up_to(2).build().unwrap();
    let stable = Generator::<StableDiGraph<bool, bool>>::up_to(2).build().unwrap();
    assert_eq!(graphs.count(2), 4 * 3 * 3 * 3 * 3);
    for (graph, stable) in graphs.iter().zip(stable.iter()) {
        assert_eq!(parts!(graph), parts!(stable));
    }
}

/// A value of a size does not depend on how large others may be, so that a case of a test is found again.
#[test]
fn ranks_do_not_depend_on_the_largest_size() {
    let [small, large] =
        [2, 5].map(|max_size| Generator::<DiGraph<bool, ()>>::up_to(max_size).build().unwrap());
    for (one, other) in small.iter_size(2).zip(large.iter_size(2)) {
        assert_eq!(parts!(one), parts!(other));
    }
}
