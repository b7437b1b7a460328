//! petgraph against brute force, on graphs with four nodes.

use dpgen::DpGen;
use dpgen_field::assert_failing;
use petgraph::algo;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::matrix_graph::DiMatrix;
use petgraph::visit::EdgeRef;

#[derive(DpGen, Clone, Copy, Debug)]
struct Edge(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=3)] usize);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Edges(Vec<Edge>);

impl Edges {
    fn pairs(&self) -> Vec<(usize, usize)> {
        self.0.iter().map(|edge| (edge.0, edge.1)).collect()
    }

    fn directed(&self) -> DiGraph<(), ()> {
        let mut graph = DiGraph::new();
        let nodes = [(); 4].map(|()| graph.add_node(()));
        for (from, to) in self.pairs() {
            graph.add_edge(nodes[from], nodes[to], ());
        }
        graph
    }

    fn undirected(&self) -> UnGraph<(), ()> {
        self.directed().into_edge_type()
    }
}

/// Which nodes can be reached, one from the other.
fn reached(edges: &[(usize, usize)]) -> [[bool; 4]; 4] {
    let mut reached = [[false; 4]; 4];
    for node in 0..4 {
        reached[node][node] = true;
    }
    for &(from, to) in edges {
        reached[from][to] = true;
    }
    for middle in 0..4 {
        for from in 0..4 {
            for to in 0..4 {
                reached[from][to] |= reached[from][middle] && reached[middle][to];
            }
        }
    }
    reached
}

fn is_cyclic(edges: &[(usize, usize)]) -> bool {
    edges.iter().any(|&(from, to)| reached(edges)[to][from])
}

/// The number of components, without a node.
fn components(edges: &[(usize, usize)], without: Option<usize>) -> usize {
    let there = |node: usize| Some(node) != without;
    let kept = edges.iter().filter(|&&(one, other)| there(one) && there(other));
    let both: Vec<_> = kept.flat_map(|&(one, other)| [(one, other), (other, one)]).collect();
    let reached = reached(&both);
    (0..4).filter(|&node| there(node) && !(0..node).any(|other| there(other) && reached[node][other])).count()
}

#[dpgen::test(max_size = 4)]
fn directed_graphs(edges: &Edges) {
    let (graph, pairs) = (edges.directed(), edges.pairs());
    let reached = reached(&pairs);
    assert_eq!(algo::is_cyclic_directed(&graph), is_cyclic(&pairs));
    assert_eq!(algo::toposort(&graph, None).is_err(), is_cyclic(&pairs));
    let strong =
        (0..4).filter(|&one| !(0..one).any(|other| reached[one][other] && reached[other][one])).count();
    assert_eq!(algo::tarjan_scc(&graph).len(), strong);
    assert_eq!(algo::kosaraju_scc(&graph).len(), strong);
    let feedback: Vec<usize> = algo::greedy_feedback_arc_set(&graph).map(|edge| edge.id().index()).collect();
    let kept: Vec<_> =
        (0..pairs.len()).filter(|index| !feedback.contains(index)).map(|index| pairs[index]).collect();
    assert!(!is_cyclic(&kept));
    let dominators = algo::dominators::simple_fast(&graph, NodeIndex::new(0));
    for node in 0..4 {
        let of_node = dominators.dominators(NodeIndex::new(node));
        let found =
            of_node.map(|all| all.map(|node| node.index()).collect::<std::collections::BTreeSet<_>>());
        let expected = reached[0][node].then(|| {
            let avoids = |other: usize| {
                let left: Vec<_> =
                    pairs.iter().copied().filter(|pair| pair.0 != other && pair.1 != other).collect();
                self::reached(&left)[0][node]
            };
            (0..4).filter(|&other| other == 0 || other == node || !avoids(other)).collect()
        });
        assert_eq!(found, expected);
    }
}

#[dpgen::test(max_size = 4)]
fn undirected_graphs(edges: &Edges) {
    let (graph, pairs) = (edges.undirected(), edges.pairs());
    let all = components(&pairs, None);
    assert_eq!(algo::connected_components(&graph), all);
    assert_eq!(algo::is_cyclic_undirected(&graph), pairs.len() + all > 4);
    let cut = algo::articulation_points::articulation_points(&graph);
    for node in 0..4 {
        assert_eq!(cut.contains(&NodeIndex::new(node)), components(&pairs, Some(node)) > all);
    }
    let is_matching = |chosen: &u32| {
        let chosen = (0..pairs.len()).filter(|index| chosen >> index & 1 == 1).map(|index| pairs[index]);
        let ends: Vec<usize> = chosen.flat_map(|(one, other)| [one, other]).collect();
        (0..4).all(|node| ends.iter().filter(|end| **end == node).count() <= 1)
    };
    let most = (0..1_u32 << pairs.len()).filter(is_matching).map(u32::count_ones).max();
    assert_eq!(u32::try_from(algo::maximum_matching(&graph).edges().count()).ok(), most);
}

/// `remove_node`: "Remove `a` from the graph"; `edge_count`: "Return the number of edges (also known as graph size)."
#[test]
fn edges_of_a_removed_node_are_not_counted() {
    assert_failing(3, "Edges([Edge(0, 0)])", (3549, 4369), |edges: &Edges| {
        let mut graph = DiMatrix::<(), ()>::new();
        let nodes = [(); 4].map(|()| graph.add_node(()));
        for (from, to) in edges.pairs() {
            graph.update_edge(nodes[from], nodes[to], ());
        }
        graph.remove_node(nodes[0]);
        let left: std::collections::BTreeSet<_> =
            edges.pairs().into_iter().filter(|pair| pair.0 != 0 && pair.1 != 0).collect();
        use petgraph::visit::IntoEdgeReferences;
        assert_eq!((&graph).edge_references().count(), left.len());
        assert_eq!(graph.edge_count(), left.len());
    });
}

#[test]
fn edges_of_a_removed_node_are_counted_without_dpgen() {
    let mut graph = DiMatrix::<(), ()>::new();
    let (one, other) = (graph.add_node(()), graph.add_node(()));
    graph.add_edge(one, other, ());
    graph.remove_node(one);
    assert_eq!(graph.node_count(), 1);
    assert_eq!(graph.edge_count(), 1); // there is none
}

#[derive(DpGen, Clone, Copy, Debug)]
struct Weighted(
    #[dpgen(range = 0..=2)] usize,
    #[dpgen(range = 0..=2)] usize,
    #[dpgen(values = [1, 3, -1])] i32,
);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct WeightedEdges(Vec<Weighted>);

/// Three nodes; shortest distances, or whether there is a negative cycle.
impl WeightedEdges {
    fn graph(&self) -> DiGraph<(), i32> {
        let mut graph = DiGraph::new();
        let nodes = [(); 3].map(|()| graph.add_node(()));
        for edge in &self.0 {
            graph.add_edge(nodes[edge.0], nodes[edge.1], edge.2);
        }
        graph
    }

    fn distances(&self) -> Option<[[Option<i32>; 3]; 3]> {
        let mut distances = [[None; 3]; 3];
        let shorter = |old: &mut Option<i32>, new: i32| *old = Some(old.map_or(new, |old| old.min(new)));
        for node in 0..3 {
            distances[node][node] = Some(0);
        }
        for edge in &self.0 {
            shorter(&mut distances[edge.0][edge.1], edge.2);
        }
        for middle in 0..3 {
            for from in 0..3 {
                for to in 0..3 {
                    let way = (distances[from][middle], distances[middle][to]);
                    if let (Some(one), Some(other)) = way {
                        shorter(&mut distances[from][to], one + other);
                    }
                }
            }
        }
        (0..3).all(|node| distances[node][node] == Some(0)).then_some(distances)
    }
}

/// "`Err`: if graph contains negative cycle."
#[test]
fn negative_cycles_are_errors() {
    assert_failing(3, "WeightedEdges([Weighted(0, 0, -1)])", (5961, 20_440), |edges: &WeightedEdges| {
        let found = algo::floyd_warshall(&edges.graph(), |edge| *edge.weight());
        assert_eq!(found.is_err(), edges.distances().is_none());
    });
}

#[test]
fn a_negative_loop_is_no_error_without_dpgen() {
    let mut graph = DiGraph::<(), i32>::new();
    let node = graph.add_node(());
    graph.add_edge(node, node, -1);
    assert!(algo::floyd_warshall(&graph, |edge| *edge.weight()).is_ok());
    assert!(algo::johnson(&graph, |edge| *edge.weight()).is_err());
}

#[dpgen::test(max_size = 4)]
fn shortest_paths_agree(edges: &WeightedEdges) {
    let (graph, expected) = (edges.graph(), edges.distances());
    let found = algo::johnson(&graph, |edge| *edge.weight());
    assert_eq!(found.is_err(), expected.is_none());
    let (Ok(found), Some(expected)) = (found, expected) else { return };
    let floats = graph.map(|_, ()| (), |_, weight| f64::from(*weight));
    let floyd = algo::floyd_warshall(&floats, |edge| *edge.weight()).unwrap();
    for from in 0..3 {
        let ford = algo::bellman_ford(&floats, NodeIndex::new(from)).unwrap();
        for to in 0..3 {
            let pair = (NodeIndex::new(from), NodeIndex::new(to));
            assert_eq!(found.get(&pair).copied(), expected[from][to]);
            let distance = expected[from][to].map_or(f64::INFINITY, f64::from);
            assert_eq!(ford.distances[to], distance);
            assert_eq!(
                Some(&distance),
                floyd.get(&pair).map(|found| if *found > 1e9 { &f64::INFINITY } else { found })
            );
        }
    }
}
