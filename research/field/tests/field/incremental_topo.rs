//! incremental-topo: an order of the nodes of a graph while edges are added and removed, against reachability.

use std::cmp::Ordering::Less;
use std::collections::BTreeSet;

use dpgen::DpGen;
use dpgen_field::{assert_failing_calls, assert_passing_calls};
use incremental_topo::{Error, IncrementalTopo, Node};

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    Delete(#[dpgen(range = 0..=3)] usize),
    Add(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=3)] usize),
    Remove(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=3)] usize),
}

/// A graph, its nodes, which of them were not deleted, and its edges.
type State = (IncrementalTopo, Vec<Node>, BTreeSet<usize>, BTreeSet<(usize, usize)>);

fn start() -> State {
    let mut graph = IncrementalTopo::new();
    let nodes = (0..4).map(|_| graph.add_node()).collect();
    (graph, nodes, (0..4).collect(), BTreeSet::new())
}

fn reaches(edges: &BTreeSet<(usize, usize)>, from: usize, to: usize) -> bool {
    from == to || edges.iter().any(|(start, end)| *start == from && reaches(edges, *end, to))
}

fn call((graph, nodes, present, edges): &mut State, call: &Call) {
    match *call {
        Call::Delete(node) => {
            assert_eq!(graph.delete_node(nodes[node]), present.remove(&node));
            edges.retain(|(start, end)| *start != node && *end != node);
        }
        Call::Remove(from, to) => {
            assert_eq!(graph.delete_dependency(nodes[from], nodes[to]), edges.remove(&(from, to)));
        }
        Call::Add(from, to) => {
            let added = graph.add_dependency(nodes[from], nodes[to]);
            if !present.contains(&from) || !present.contains(&to) {
                assert!(matches!(added, Err(Error::NodeMissing | Error::CycleDetected)));
            } else if reaches(edges, to, from) {
                assert_eq!(added, Err(Error::CycleDetected));
            } else {
                assert_eq!(added, Ok(edges.insert((from, to))));
            }
        }
    }
    for (from, to) in present.iter().flat_map(|from| present.iter().map(move |to| (*from, *to))) {
        if from != to && reaches(edges, from, to) {
            assert_eq!(graph.topo_cmp(nodes[from], nodes[to]), Less);
        }
        assert_eq!(
            graph.contains_transitive_dependency(nodes[from], nodes[to]),
            from != to && reaches(edges, from, to)
        );
    }
}

/// What later calls depend on: the order, and the edges.
fn key((graph, nodes, present, edges): &State) -> (Vec<usize>, BTreeSet<(usize, usize)>) {
    let mut order: Vec<_> = present.iter().copied().collect();
    order.sort_by(|one, other| graph.topo_cmp(nodes[*one], nodes[*other]));
    (order, edges.clone())
}

#[test]
fn nodes_come_before_what_depends_on_them() {
    let checked = |state: &mut State, step: &Call| {
        if !matches!(step, Call::Add(from, to) if !state.2.contains(from) || !state.2.contains(to)) {
            call(state, step);
        }
    };
    assert_passing_calls(5, 39_204, start, checked, key);
}

/// "This function will return an `Err` if the dependency introduces a cycle into the graph or if either of the nodes passed
/// is not found in the graph."
#[test]
fn an_edge_of_a_deleted_node_is_an_error() {
    assert_failing_calls(4, "[Delete(0), Add(0, 1)]", (1010, 18_324), start, call, key);
}

#[test]
fn an_edge_of_a_deleted_node_panics_without_dpgen() {
    let mut graph = IncrementalTopo::new();
    let (one, other) = (graph.add_node(), graph.add_node());
    graph.delete_node(one);
    let added =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| graph.add_dependency(one, other).is_err()));
    assert!(added.is_err());
}
