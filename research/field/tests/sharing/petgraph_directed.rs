//! petgraph's algorithms for directed graphs, by brute force, on all automata and all digraphs.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;

use petgraph::algo;
use petgraph::algo::tred;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeRef, IntoNeighbors};

use crate::shapes::{Digraph, Graph, State, reached, table, without};

fn graph(vertices: usize, edges: &[(usize, usize)]) -> DiGraph<usize, ()> {
    let mut graph = DiGraph::new();
    let all: Vec<_> = (0..vertices).map(|vertex| graph.add_node(vertex)).collect();
    for &(from, to) in edges {
        graph.add_edge(all[from], all[to], ());
    }
    graph
}

/// Cycles, components, dominators, paths, of one graph.
fn all_laws(vertices: usize, edges: &[(usize, usize)]) {
    let graph = graph(vertices, edges);
    let reached = reached(vertices, edges);
    let is_cyclic = edges.iter().any(|&(from, to)| reached[to][from]);
    assert_eq!(algo::is_cyclic_directed(&graph), is_cyclic);
    match algo::toposort(&graph, None) {
        Err(cycle) => {
            let on_cycle = cycle.node_id().index();
            assert!(is_cyclic);
            assert!(
                edges.iter().any(|&(from, to)| from == on_cycle && reached[to][from]),
                "a node of a cycle"
            );
        }
        Ok(order) => {
            assert!(!is_cyclic);
            let order: Vec<usize> = order.into_iter().map(NodeIndex::index).collect();
            assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), vertices);
            let place = |vertex| order.iter().position(|&other| other == vertex);
            assert!(edges.iter().all(|&(from, to)| place(from) < place(to)));
        }
    }
    for components in [algo::tarjan_scc(&graph), algo::kosaraju_scc(&graph)] {
        let components: Vec<Vec<usize>> =
            components.iter().map(|all| all.iter().map(|vertex| vertex.index()).collect()).collect();
        let all: Vec<usize> = components.concat();
        assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (vertices, vertices));
        for (earlier, component) in components.iter().enumerate() {
            for &one in component {
                assert!(
                    (0..vertices)
                        .all(|other| (reached[one][other] && reached[other][one])
                            == component.contains(&other))
                );
                // "the order of their topological sort, but reversed": what a component reaches comes before it.
                assert!(components[earlier + 1..].concat().iter().all(|&later| !reached[one][later]));
            }
        }
    }
    let condensed = algo::condensation(graph.clone(), true);
    assert!(!algo::is_cyclic_directed(&condensed));
    assert_eq!(condensed.node_count(), algo::tarjan_scc(&graph).len());
    for from in condensed.node_indices() {
        for to in condensed.node_indices() {
            let joined =
                edges.iter().any(|edge| condensed[from].contains(&edge.0) && condensed[to].contains(&edge.1));
            assert_eq!(condensed.contains_edge(from, to), from != to && joined);
        }
    }
    let feedback: BTreeSet<usize> =
        algo::greedy_feedback_arc_set(&graph).map(|edge| edge.id().index()).collect();
    let kept: Vec<_> =
        (0..edges.len()).filter(|edge| !feedback.contains(edge)).map(|edge| edges[edge]).collect();
    let after = self::reached(vertices, &kept);
    assert!(kept.iter().all(|&(from, to)| !after[to][from]));
    for from in 0..vertices {
        for to in 0..vertices {
            assert_eq!(
                algo::has_path_connecting(&graph, NodeIndex::new(from), NodeIndex::new(to), None),
                reached[from][to]
            );
        }
    }
    for root in 0..vertices {
        dominated(vertices, edges, &graph, root);
    }
    let ranks = algo::page_rank(&graph, 0.85_f64, 20);
    assert!(vertices == 0 || (ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{ranks:?}");
}

/// A node dominates those that can not be reached from the root without it.
fn dominated(vertices: usize, edges: &[(usize, usize)], graph: &DiGraph<usize, ()>, root: usize) {
    let found = algo::dominators::simple_fast(graph, NodeIndex::new(root));
    assert_eq!(found.root().index(), root);
    let reach = &reached(vertices, edges)[root];
    let avoiding: Vec<_> =
        (0..vertices).map(|vertex| reached(vertices, &without(edges, vertex))[root].clone()).collect();
    let dominates =
        |one: usize, other: usize| reach[other] && (one == other || one == root || !avoiding[one][other]);
    for vertex in 0..vertices {
        let of_vertex: BTreeSet<usize> = (0..vertices).filter(|&other| dominates(other, vertex)).collect();
        let all = found.dominators(NodeIndex::new(vertex));
        let all = all.map(|all| all.map(NodeIndex::index).collect::<Vec<_>>());
        assert_eq!(
            all.clone().map(|all| all.into_iter().collect()),
            reach[vertex].then_some(of_vertex.clone())
        );
        let strict = found.strict_dominators(NodeIndex::new(vertex));
        let strict = strict.map(|all| all.map(NodeIndex::index).collect::<Vec<_>>());
        assert_eq!(strict, all.map(|all| all[1..].to_vec()));
        let immediate = of_vertex.iter().copied().find(|&other| {
            other != vertex && of_vertex.iter().all(|&third| third == vertex || dominates(third, other))
        });
        assert_eq!(found.immediate_dominator(NodeIndex::new(vertex)).map(NodeIndex::index), immediate);
        let below: BTreeSet<usize> =
            found.immediately_dominated_by(NodeIndex::new(vertex)).map(NodeIndex::index).collect();
        let expected = (0..vertices).filter(|&other| {
            found.immediate_dominator(NodeIndex::new(other)) == Some(NodeIndex::new(vertex))
        });
        assert_eq!(below, expected.collect());
    }
}

fn edges(automaton: &State) -> (usize, Vec<(usize, usize)>) {
    let table = table(automaton);
    let edges = |(from, (_, to)): (usize, &(bool, [Option<usize>; 2]))| to.map(|to| to.map(|to| (from, to)));
    (table.len(), table.iter().enumerate().flat_map(edges).flatten().collect())
}

#[dpgen::test(max_size = 3)]
fn laws_on_automata(automaton: &State) {
    if !automaton.is_final {
        let (vertices, edges) = edges(automaton);
        all_laws(vertices, &edges);
    }
}

#[dpgen::test(max_size = 3)]
fn laws_on_digraphs(digraph: &Digraph) {
    let (vertices, edges) = digraph.edges();
    all_laws(vertices, &edges);
}

/// A path is a sequence of different nodes along edges; a Hamiltonian one has all.
#[dpgen::test(max_size = 3)]
fn simple_paths(digraph: &Digraph) {
    let (vertices, edges) = digraph.edges();
    let graph = graph(vertices, &edges);
    let mut paths: Vec<Vec<usize>> = (0..vertices).map(|vertex| vec![vertex]).collect();
    let mut longest = paths.clone();
    while !longest.is_empty() {
        let longer = longest.iter().flat_map(|path| {
            let last = path[path.len() - 1];
            edges
                .iter()
                .filter(move |edge| edge.0 == last && !path.contains(&edge.1))
                .map(move |edge| [path.as_slice(), &[edge.1]].concat())
        });
        longest = longer.collect();
        paths.extend(longest.iter().cloned());
    }
    for from in 0..vertices {
        for to in (0..vertices).filter(|&to| to != from) {
            for (least, most) in [(0, None), (1, None), (0, Some(0)), (0, Some(1)), (1, Some(1))] {
                let found = algo::all_simple_paths::<Vec<_>, _, RandomState>(
                    &graph,
                    NodeIndex::new(from),
                    NodeIndex::new(to),
                    least,
                    most,
                );
                let found: BTreeSet<Vec<usize>> =
                    found.map(|path| path.into_iter().map(NodeIndex::index).collect()).collect();
                let expected = paths.iter().filter(|path| {
                    let between = path.len().saturating_sub(2);
                    path.len() >= 2
                        && path[0] == from
                        && path[path.len() - 1] == to
                        && between >= least
                        && most.is_none_or(|most| between <= most)
                });
                assert_eq!(found, expected.cloned().collect(), "{from} to {to}, {least} to {most:?} between");
            }
        }
    }
}

/// The reduction has the edges without another way, the closure those with any.
#[dpgen::test(max_size = 5)]
fn reduction_and_closure(dag: &Graph) {
    let (vertices, edges) = dag.edges();
    let reach = reached(vertices, &edges);
    // The numbers are one topological order; a second one is petgraph's.
    let graph = graph(vertices, &edges);
    let given: Vec<_> = graph.node_indices().collect();
    for order in [given, algo::toposort(&graph, None).unwrap()] {
        let (sorted, place) = tred::dag_to_toposorted_adjacency_list::<_, u32>(&graph, &order);
        let (reduction, closure) = tred::dag_transitive_reduction_closure(&sorted);
        for from in 0..vertices {
            let near: BTreeSet<usize> = reduction
                .neighbors(place[from])
                .map(|to| order[usize::try_from(to).unwrap()].index())
                .collect();
            let far: BTreeSet<usize> = closure
                .neighbors(place[from])
                .map(|to| order[usize::try_from(to).unwrap()].index())
                .collect();
            let is_far = |to: &usize| *to != from && reach[from][*to];
            assert_eq!(far, (0..vertices).filter(is_far).collect());
            let is_near = |to: &usize| {
                is_far(to)
                    && !(0..vertices).any(|middle| is_far(&middle) && middle != *to && reach[middle][*to])
            };
            assert_eq!(near, (0..vertices).filter(is_near).collect());
        }
    }
}

/// A graph is isomorphic to any renumbering of it, and two are isomorphic if some renumbering makes one of the other.
#[dpgen::test(max_size = 4)]
fn isomorphism(one: &Digraph, other: &Digraph) {
    let ((vertices, edges), (others, other_edges)) = (one.edges(), other.edges());
    let expected = vertices == others
        && permutations(vertices).iter().any(|to| {
            edges.iter().map(|edge| (to[edge.0], to[edge.1])).collect::<BTreeSet<_>>()
                == other_edges.iter().copied().collect()
        });
    let (first, second) = (graph(vertices, &edges), graph(others, &other_edges));
    assert_eq!(algo::is_isomorphic(&first, &second), expected);
    let contained = vertices <= others
        && (0..1_usize << others)
            .filter(|set| (0..others).filter(|vertex| set >> vertex & 1 == 1).count() == vertices)
            .any(|set| {
                let chosen: Vec<usize> = (0..others).filter(|vertex| set >> vertex & 1 == 1).collect();
                permutations(vertices).iter().any(|to| {
                    let moved: BTreeSet<_> =
                        edges.iter().map(|edge| (chosen[to[edge.0]], chosen[to[edge.1]])).collect();
                    moved
                        == other_edges
                            .iter()
                            .copied()
                            .filter(|edge| chosen.contains(&edge.0) && chosen.contains(&edge.1))
                            .collect()
                })
            });
    assert_eq!(algo::is_isomorphic_subgraph(&first, &second), contained);
}

fn permutations(of: usize) -> Vec<Vec<usize>> {
    if of == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(of - 1);
    shorter
        .iter()
        .flat_map(|all| {
            (0..of).map(move |place| {
                let mut longer = all.clone();
                longer.insert(place, of - 1);
                longer
            })
        })
        .collect()
}
