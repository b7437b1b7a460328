//! Given graphs: which are the same, and which are none of the type.

use std::panic::{RefUnwindSafe, catch_unwind};

use dpgen::prelude::*;
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex, UnGraph};
use petgraph::stable_graph::StableDiGraph;

type Digraphs = Structures<DiGraph<(), ()>>;

fn digraphs() -> Digraphs {
    Generator::<DiGraph<(), ()>>::up_to(3).build().unwrap()
}

/// The message with which `is_valid` refuses a value.
fn refusal<T: DpGen + RefUnwindSafe>(value: &T) -> String {
    let panic = catch_unwind(|| dpgen::is_valid(value)).unwrap_err();
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn edges_have_no_order() {
    let edges = [(2, 0), (0, 1), (1, 0)];
    let one = DiGraph::from_edges(edges);
    let other = DiGraph::from_edges(edges.iter().rev());
    let rank = digraphs().rank_of(&one).unwrap();
    assert_eq!(digraphs().rank_of(&other), Some(rank.clone()));
    let made = digraphs().nth(rank.0, rank.1).unwrap();
    let sorted = [(0, 1), (1, 0), (2, 0)].map(|(from, to)| (NodeIndex::new(from), NodeIndex::new(to)));
    assert!(made.edge_indices().filter_map(|edge| made.edge_endpoints(edge)).eq(sorted));
    let undirected = Generator::<UnGraph<(), ()>>::up_to(3).build().unwrap();
    let [there, back] = [[(0_u32, 1), (1, 2)], [(2, 1), (1, 0)]].map(UnGraph::from_edges);
    assert!(undirected.rank_of(&there).is_some());
    assert_eq!(undirected.rank_of(&there), undirected.rank_of(&back));
}

#[test]
fn parallel_edges_are_none_of_the_type() {
    let twice = DiGraph::<(), ()>::from_edges([(0, 1), (0, 1)]);
    assert_eq!(digraphs().rank_of(&twice), None);
    assert!(
        refusal(&twice).ends_with("two edges of a graph lead from node 0 to node 1"),
        "{}",
        refusal(&twice)
    );
    let both_ways = UnGraph::<(), ()>::from_edges([(0, 1), (1, 0)]);
    assert!(refusal(&both_ways).ends_with("two edges of a graph lead from node 1 to node 0"));
    assert!(digraphs().rank_of(&DiGraph::from_edges([(0, 1), (1, 0)])).is_some());
}

#[test]
fn graphs_with_removed_nodes_are_none_of_the_type() {
    let stable = Generator::<StableDiGraph<(), ()>>::up_to(3).build().unwrap();
    let whole = StableDiGraph::<(), ()>::from_edges([(0, 1), (1, 2)]);
    let mut without_edge = whole.clone();
    without_edge.remove_edge(EdgeIndex::new(0));
    assert!(stable.rank_of(&without_edge).is_some());
    assert_eq!(stable.rank_of(&without_edge), digraphs().rank_of(&DiGraph::from_edges([(1, 2)])));
    let mut holed = whole.clone();
    holed.remove_node(NodeIndex::new(0));
    assert_eq!(stable.rank_of(&holed), None);
    assert!(
        refusal(&holed).ends_with("a graph has no node 0, but nodes with greater numbers"),
        "{}",
        refusal(&holed)
    );
    let mut shorter = whole;
    shorter.remove_node(NodeIndex::new(2));
    assert_eq!(stable.rank_of(&shorter), stable.rank_of(&StableDiGraph::from_edges([(0, 1)])));
}

#[test]
fn graphs_may_be_larger_than_the_scope() {
    let path = DiGraph::<(), ()>::from_edges((0..10).map(|node| (node, node + 1)));
    assert!(dpgen::is_valid(&path));
    assert_eq!(digraphs().rank_of(&path), None);
}
