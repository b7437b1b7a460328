//! petgraph's algorithms on stable graphs with removed nodes and edges: they are to find what they find in a graph without holes.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::panic::catch_unwind;

use dpgen_field::assert_failing;
use petgraph::algo;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::stable_graph::{StableDiGraph, StableUnGraph};
use petgraph::visit::{EdgeRef, GetAdjacencyMatrix, IntoNodeReferences};

use crate::shapes::{Digraph, Graph};

/// The same graph twice: without holes, and with a node before the others that was removed with edges from and to all of them. Numbers
/// are by 1 greater then.
fn twice(vertices: usize, edges: &[(usize, usize)]) -> (DiGraph<(), u32>, StableDiGraph<(), u32>) {
    let (mut plain, mut holed) = (DiGraph::new(), StableDiGraph::new());
    let gone = holed.add_node(());
    let all: Vec<_> = (0..vertices).map(|_| (plain.add_node(()), holed.add_node(()))).collect();
    for (_, vertex) in &all {
        holed.add_edge(gone, *vertex, 1);
        holed.add_edge(*vertex, gone, 1);
    }
    for &(from, to) in edges {
        plain.add_edge(all[from].0, all[to].0, 1);
        holed.add_edge(all[from].1, all[to].1, 1);
    }
    holed.remove_node(gone);
    (plain, holed)
}

fn shifted(index: NodeIndex) -> usize {
    index.index() - 1
}

fn sets(components: Vec<Vec<NodeIndex>>, number: fn(NodeIndex) -> usize) -> Vec<BTreeSet<usize>> {
    components.into_iter().map(|all| all.into_iter().map(number).collect()).collect()
}

#[dpgen::test(max_size = 3)]
fn holes_change_nothing(digraph: &Digraph) {
    let (vertices, edges) = digraph.edges();
    let (plain, holed) = twice(vertices, &edges);
    assert_eq!((holed.node_count(), holed.edge_count()), (vertices, edges.len()));
    assert!((&holed).node_references().map(|(index, _)| shifted(index)).eq(0..vertices));
    let index = NodeIndex::index;
    assert_eq!(algo::is_cyclic_directed(&plain), algo::is_cyclic_directed(&holed));
    assert_eq!(algo::toposort(&plain, None).is_ok(), algo::toposort(&holed, None).is_ok());
    assert_eq!(sets(algo::tarjan_scc(&plain), index), sets(algo::tarjan_scc(&holed), shifted));
    assert_eq!(
        sets(algo::kosaraju_scc(&plain), index).into_iter().collect::<BTreeSet<_>>(),
        sets(algo::kosaraju_scc(&holed), shifted).into_iter().collect::<BTreeSet<_>>()
    );
    let feedback = algo::greedy_feedback_arc_set(&holed).map(|edge| edge.id()).collect::<Vec<_>>();
    let mut cut = holed.clone();
    for edge in feedback {
        cut.remove_edge(edge);
    }
    assert!(!algo::is_cyclic_directed(&cut));
    for from in 0..vertices {
        let (start, same) = (NodeIndex::new(from), NodeIndex::new(from + 1));
        let one: BTreeSet<_> = algo::dijkstra(&plain, start, None, |edge| *edge.weight())
            .into_iter()
            .map(|(node, cost)| (node.index(), cost))
            .collect();
        let other: BTreeSet<_> = algo::dijkstra(&holed, same, None, |edge| *edge.weight())
            .into_iter()
            .map(|(node, cost)| (shifted(node), cost))
            .collect();
        assert_eq!(one, other, "dijkstra");
        let one = algo::spfa(&plain, start, |edge| *edge.weight()).unwrap().distances;
        let other = algo::spfa(&holed, same, |edge| *edge.weight()).unwrap().distances;
        assert_eq!(one, other[1..], "spfa");
        let (floats, holed_floats) = (
            plain.map(|_, ()| (), |_, cost| f64::from(*cost)),
            holed.map(|_, ()| (), |_, cost| f64::from(*cost)),
        );
        let one = algo::bellman_ford(&floats, start).unwrap().distances;
        let other = algo::bellman_ford(&holed_floats, same).unwrap().distances;
        assert_eq!(one, other[1..], "bellman_ford");
        let (one, other) =
            (algo::dominators::simple_fast(&plain, start), algo::dominators::simple_fast(&holed, same));
        for to in 0..vertices {
            let (end, same_end) = (NodeIndex::new(to), NodeIndex::new(to + 1));
            assert_eq!(
                one.immediate_dominator(end).map(index),
                other.immediate_dominator(same_end).map(shifted),
                "dominators"
            );
            assert_eq!(
                algo::has_path_connecting(&plain, start, end, None),
                algo::has_path_connecting(&holed, same, same_end, None)
            );
            let star = |path: Option<(u32, Vec<NodeIndex>)>| path.map(|path| path.0);
            assert_eq!(
                star(algo::astar(&plain, start, |node| node == end, |edge| *edge.weight(), |_| 0)),
                star(algo::astar(&holed, same, |node| node == same_end, |edge| *edge.weight(), |_| 0))
            );
            if from != to {
                assert_eq!(
                    algo::all_simple_paths::<Vec<_>, _, RandomState>(&plain, start, end, 0, None).count(),
                    algo::all_simple_paths::<Vec<_>, _, RandomState>(&holed, same, same_end, 0, None).count()
                );
                assert_eq!(
                    algo::bidirectional_dijkstra(&plain, start, end, |edge| *edge.weight()),
                    algo::bidirectional_dijkstra(&holed, same, same_end, |edge| *edge.weight())
                );
            }
        }
    }
    let one = algo::johnson(&plain, |edge| i32::try_from(*edge.weight()).unwrap()).unwrap();
    let other = algo::johnson(&holed, |edge| i32::try_from(*edge.weight()).unwrap()).unwrap();
    let one: BTreeSet<_> =
        one.into_iter().map(|((from, to), cost)| (from.index(), to.index(), cost)).collect();
    let other: BTreeSet<_> =
        other.into_iter().map(|((from, to), cost)| (shifted(from), shifted(to), cost)).collect();
    assert_eq!(one, other, "johnson");
}

/// The same without directions.
fn twice_undirected(shape: &Graph) -> (UnGraph<(), u32>, StableUnGraph<(), u32>) {
    let (vertices, edges) = shape.edges();
    let (mut plain, mut holed) = (UnGraph::new_undirected(), StableUnGraph::default());
    let gone = holed.add_node(());
    let all: Vec<_> = (0..vertices).map(|_| (plain.add_node(()), holed.add_node(()))).collect();
    for (_, vertex) in &all {
        holed.add_edge(gone, *vertex, 1);
    }
    for (from, to) in edges {
        plain.add_edge(all[from].0, all[to].0, 1);
        holed.add_edge(all[from].1, all[to].1, 1);
    }
    holed.remove_node(gone);
    (plain, holed)
}

#[dpgen::test(max_size = 5)]
fn holes_change_nothing_without_directions(shape: &Graph) {
    let (plain, holed) = twice_undirected(shape);
    assert_eq!(algo::is_cyclic_undirected(&plain), algo::is_cyclic_undirected(&holed));
    let ordered = |from: usize, to: usize| (from.min(to), from.max(to));
    let bridges: BTreeSet<_> = algo::bridges::bridges(&plain)
        .map(|edge| ordered(edge.source().index(), edge.target().index()))
        .collect();
    let same =
        algo::bridges::bridges(&holed).map(|edge| ordered(shifted(edge.source()), shifted(edge.target())));
    assert_eq!(bridges, same.collect());
    assert_eq!(algo::maximum_matching(&plain).len(), algo::maximum_matching(&holed).len());
    assert_eq!(algo::min_spanning_tree(&plain).count(), algo::min_spanning_tree(&holed).count());
    let (colours, used) = algo::dsatur_coloring(&holed);
    assert_eq!(colours.len(), plain.node_count());
    assert!(
        holed
            .edge_indices()
            .filter_map(|edge| holed.edge_endpoints(edge))
            .all(|(from, to)| colours[&from] != colours[&to])
    );
    assert!(colours.values().all(|&colour| colour < used));
}

/// "Return true if there is an edge from `a` to `b`, false otherwise."
#[test]
fn adjacency_in_a_stable_graph() {
    let smallest = "Graph([Joined { before: {}, vertex: Vertex }, Joined { before: {0}, vertex: Vertex }])";
    assert_failing(4, smallest, (71, 76), |shape: &Graph| {
        let (_, holed) = twice_undirected(shape);
        let matrix = holed.adjacency_matrix();
        for (from, to) in holed.node_indices().flat_map(|from| holed.node_indices().map(move |to| (from, to)))
        {
            assert_eq!(holed.is_adjacent(&matrix, from, to), holed.contains_edge(from, to));
        }
    });
}

#[test]
fn adjacent_nodes_are_not_without_dpgen() {
    let mut graph = StableUnGraph::<(), ()>::default();
    let nodes = [(); 3].map(|()| graph.add_node(()));
    graph.add_edge(nodes[1], nodes[2], ());
    graph.remove_node(nodes[0]);
    let matrix = graph.adjacency_matrix();
    assert!(!graph.is_adjacent(&matrix, nodes[1], nodes[2]));
}

/// "Compute the length of the k-th shortest path from `start` to every reachable node."
#[test]
fn k_shortest_paths_in_a_stable_graph() {
    let smallest = "Digraph([Arrival { from: {}, to: {}, has_loop: false, vertex: Vertex }])";
    assert_failing(3, smallest, (530, 531), |digraph: &Digraph| {
        let (vertices, edges) = digraph.edges();
        let (plain, holed) = twice(vertices, &edges);
        for from in 0..vertices {
            let one = algo::k_shortest_path(&plain, NodeIndex::new(from), None, 1, |edge| *edge.weight());
            let other =
                algo::k_shortest_path(&holed, NodeIndex::new(from + 1), None, 1, |edge| *edge.weight());
            let one: BTreeSet<_> = one.into_iter().map(|(node, cost)| (node.index(), cost)).collect();
            assert_eq!(one, other.into_iter().map(|(node, cost)| (shifted(node), cost)).collect());
        }
    });
}

#[test]
fn the_k_shortest_path_panics_without_dpgen() {
    let mut graph = StableDiGraph::<(), u32>::new();
    let (gone, node) = (graph.add_node(()), graph.add_node(()));
    graph.remove_node(gone);
    assert!(catch_unwind(|| algo::k_shortest_path(&graph, node, None, 1, |edge| *edge.weight())).is_err());
    assert_eq!(algo::dijkstra(&graph, node, None, |edge| *edge.weight()).len(), 1);
}

/// "A `Vec` mapping each node index to its rank."
#[test]
fn page_rank_of_a_stable_graph() {
    let smallest = "Digraph([Arrival { from: {}, to: {}, has_loop: false, vertex: Vertex }, Arrival { from: {}, to: {}, has_loop: true, vertex: Vertex }])";
    assert_failing(3, smallest, (523, 531), |digraph: &Digraph| {
        let (vertices, edges) = digraph.edges();
        let (plain, holed) = twice(vertices, &edges);
        assert_eq!(algo::page_rank(&plain, 0.85_f64, 5), algo::page_rank(&holed, 0.85_f64, 5));
    });
}

#[test]
fn the_page_rank_of_a_removed_node_without_dpgen() {
    let mut graph = StableDiGraph::<(), ()>::new();
    let nodes = [(); 3].map(|()| graph.add_node(()));
    graph.add_edge(nodes[1], nodes[2], ());
    graph.remove_node(nodes[0]);
    let ranks = algo::page_rank(&graph, 0.85_f64, 5);
    // Of nodes 0 and 1, one of which is not there; node 2, where the edge leads, has none.
    assert_eq!(ranks.len(), 2);
    assert!(ranks[1] <= ranks[0], "{ranks:?}");
}

/// Known: in `articulation_points`, `ford_fulkerson` and `dinics`.
#[test]
fn three_algorithms_panic_on_holes() {
    assert_failing(4, "Graph([Joined { before: {}, vertex: Vertex }])", (75, 76), |shape: &Graph| {
        let (plain, holed) = twice_undirected(shape);
        let one: BTreeSet<_> = algo::articulation_points::articulation_points(&plain)
            .into_iter()
            .map(NodeIndex::index)
            .collect();
        assert_eq!(
            one,
            algo::articulation_points::articulation_points(&holed).into_iter().map(shifted).collect()
        );
    });
    let flows = |digraph: &Digraph, dinics: bool| {
        let (vertices, edges) = digraph.edges();
        let (plain, holed) = twice(vertices, &edges);
        for (from, to) in (0..vertices)
            .flat_map(|from| (0..vertices).map(move |to| (from, to)))
            .filter(|pair| pair.0 != pair.1)
        {
            let (ends, same) = ([from, to].map(NodeIndex::new), [from + 1, to + 1].map(NodeIndex::new));
            if dinics {
                let expected = algo::maximum_flow::dinics(&plain, ends[0], ends[1]).0;
                assert_eq!(algo::maximum_flow::dinics(&holed, same[0], same[1]).0, expected);
            } else {
                let expected = algo::ford_fulkerson(&plain, ends[0], ends[1]).0;
                assert_eq!(algo::ford_fulkerson(&holed, same[0], same[1]).0, expected);
            }
        }
    };
    assert_failing(
        3,
        "Digraph([Arrival { from: {}, to: {}, has_loop: false, vertex: Vertex }, Arrival { from: {}, to: {0}, has_loop: false, vertex: Vertex }])",
        (492, 531),
        |digraph: &Digraph| flows(digraph, false),
    );
    assert_failing(
        3,
        "Digraph([Arrival { from: {}, to: {}, has_loop: false, vertex: Vertex }, Arrival { from: {}, to: {}, has_loop: true, vertex: Vertex }])",
        (526, 531),
        |digraph: &Digraph| flows(digraph, true),
    );
}
