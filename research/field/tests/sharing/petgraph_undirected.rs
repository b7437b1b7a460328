//! petgraph's algorithms for undirected graphs, by brute force, on all graphs without loops.

use std::collections::BTreeSet;

use dpgen_field::assert_failing;
use petgraph::algo;
use petgraph::data::FromElements;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::graph6::{FromGraph6, ToGraph6};
use petgraph::visit::EdgeRef;

use crate::shapes::{Graph, both_ways, components, count_components, reached, without};

/// The edges are numbered in their order, and edge `k` costs `costs[k]`.
fn graph(vertices: usize, edges: &[(usize, usize)], cost: impl Fn(usize) -> u32) -> UnGraph<usize, u32> {
    let mut graph = UnGraph::new_undirected();
    let all: Vec<_> = (0..vertices).map(|vertex| graph.add_node(vertex)).collect();
    for (number, &(from, to)) in edges.iter().enumerate() {
        graph.add_edge(all[from], all[to], cost(number));
    }
    graph
}

/// All sets of numbers below a bound.
fn subsets(below: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_u64 << below).map(move |set| (0..below).filter(|&number| set >> number & 1 == 1).collect())
}

fn picked(edges: &[(usize, usize)], numbers: &[usize]) -> Vec<(usize, usize)> {
    numbers.iter().map(|&number| edges[number]).collect()
}

#[dpgen::test(max_size = 5)]
fn cuts_and_colours(shape: &Graph) {
    let (vertices, edges) = shape.edges();
    let graph = graph(vertices, &edges, |_| 1);
    let all = count_components(vertices, &edges);
    assert_eq!(algo::connected_components(&graph), all);
    assert_eq!(algo::is_cyclic_undirected(&graph), edges.len() + all > vertices);
    let cut = algo::articulation_points::articulation_points(&graph);
    for vertex in 0..vertices {
        // The vertex itself stays as a component of its own.
        let left = count_components(vertices, &without(&edges, vertex)) - 1;
        assert_eq!(cut.contains(&NodeIndex::new(vertex)), left > all);
    }
    let bridges: BTreeSet<usize> = algo::bridges::bridges(&graph).map(|edge| edge.id().index()).collect();
    for number in 0..edges.len() {
        let left: Vec<usize> = (0..edges.len()).filter(|&other| other != number).collect();
        assert_eq!(bridges.contains(&number), count_components(vertices, &picked(&edges, &left)) > all);
    }
    let adjacent = |one: usize, other: usize| edges.contains(&(one, other)) || edges.contains(&(other, one));
    let is_clique =
        |set: &[usize]| set.iter().all(|&one| set.iter().all(|&other| one == other || adjacent(one, other)));
    let maximal = subsets(vertices).filter(|set| {
        is_clique(set)
            && !(0..vertices)
                .any(|more| !set.contains(&more) && is_clique(&[set.as_slice(), &[more]].concat()))
    });
    let found = algo::maximal_cliques(&graph);
    // The graph without vertices has one clique, which is empty; that there is none is as good.
    let maximal = maximal.filter(|_| vertices > 0);
    let mut found: Vec<BTreeSet<usize>> = found
        .iter()
        .filter(|clique| !clique.is_empty())
        .map(|clique| clique.iter().map(|vertex| vertex.index()).collect())
        .collect();
    found.sort();
    let mut maximal: Vec<BTreeSet<usize>> = maximal.map(|set| set.into_iter().collect()).collect();
    maximal.sort();
    assert_eq!(found, maximal);
    let (colours, used) = algo::dsatur_coloring(&graph);
    assert!(edges.iter().all(|&(from, to)| colours[&NodeIndex::new(from)] != colours[&NodeIndex::new(to)]));
    // Of the graph without vertices: a finding.
    assert!(vertices == 0 || colours.values().collect::<BTreeSet<_>>().len() == used);
    let reach = reached(vertices, &both_ways(&edges));
    for start in 0..vertices {
        let part: Vec<usize> = (0..vertices).filter(|&vertex| reach[start][vertex]).collect();
        let two = subsets(vertices).any(|left| {
            edges
                .iter()
                .filter(|edge| part.contains(&edge.0))
                .all(|(from, to)| left.contains(from) != left.contains(to))
        });
        assert_eq!(algo::is_bipartite_undirected(&graph, NodeIndex::new(start)), two);
    }
}

#[dpgen::test(max_size = 5)]
fn matchings(shape: &Graph) {
    let (vertices, edges) = shape.edges();
    let graph = graph(vertices, &edges, |_| 1);
    let is_matching = |chosen: &[(usize, usize)]| {
        let ends: BTreeSet<usize> = chosen.iter().flat_map(|&(from, to)| [from, to]).collect();
        ends.len() == 2 * chosen.len()
    };
    let most = subsets(edges.len())
        .map(|set| picked(&edges, &set))
        .filter(|set| is_matching(set))
        .map(|set| set.len())
        .max();
    for (matching, is_most) in
        [(algo::maximum_matching(&graph), true), (algo::greedy_matching(&graph), false)]
    {
        let pairs: Vec<(usize, usize)> =
            matching.edges().map(|(from, to)| (from.index(), to.index())).collect();
        assert!(is_matching(&pairs));
        assert!(pairs.iter().all(|&(from, to)| edges.contains(&(from, to)) || edges.contains(&(to, from))));
        assert!(!is_most || Some(pairs.len()) == most);
        assert_eq!((matching.len(), matching.is_perfect()), (pairs.len(), 2 * pairs.len() == vertices));
        for vertex in 0..vertices {
            let mate = pairs.iter().find_map(|&(from, to)| {
                if from == vertex {
                    Some(to)
                } else if to == vertex {
                    Some(from)
                } else {
                    None
                }
            });
            assert_eq!(matching.mate(NodeIndex::new(vertex)).map(NodeIndex::index), mate);
            assert_eq!(matching.contains_node(NodeIndex::new(vertex)), mate.is_some());
        }
        assert_eq!(matching.nodes().count(), 2 * pairs.len());
    }
}

/// The cost of a forest is the least of all that span as much.
#[dpgen::test(max_size = 4)]
fn spanning_trees(shape: &Graph, #[dpgen(len = 3..=3, range = 1..=3)] costs: &[u32]) {
    let (vertices, edges) = shape.edges();
    let cost = |number: usize| costs[number % costs.len()];
    let graph = graph(vertices, &edges, cost);
    let spans = |set: &[usize]| components(vertices, &picked(&edges, set)) == components(vertices, &edges);
    let total = |set: &Vec<usize>| set.iter().map(|&number| cost(number)).sum::<u32>();
    let least = subsets(edges.len()).filter(|set| spans(set)).map(|set| total(&set)).min();
    let forest = UnGraph::<usize, u32>::from_elements(algo::min_spanning_tree(&graph));
    let prim = UnGraph::<usize, u32>::from_elements(algo::min_spanning_tree_prim(&graph));
    for (found, is_forest) in [(forest, true), (prim, count_components(vertices, &edges) <= 1)] {
        let kept: Vec<(usize, usize)> =
            found.edge_references().map(|edge| (edge.source().index(), edge.target().index())).collect();
        assert!(kept.iter().all(|&(from, to)| edges.contains(&(from, to)) || edges.contains(&(to, from))));
        if is_forest {
            assert_eq!(found.node_count(), vertices);
            assert_eq!(components(vertices, &kept), components(vertices, &edges));
            assert_eq!(Some(found.edge_weights().sum::<u32>()), least);
        }
    }
}

/// A tree that holds all terminals, and costs less than twice the least such tree.
#[dpgen::test(max_size = 4)]
fn steiner_trees(shape: &Graph, #[dpgen(len = 2..=2, range = 1..=3)] costs: &[u32]) {
    let (vertices, edges) = shape.edges();
    if vertices == 0 || count_components(vertices, &edges) != 1 {
        return;
    }
    let cost = |number: usize| costs[number % costs.len()];
    let graph = graph(vertices, &edges, cost);
    for terminals in subsets(vertices).filter(|set| set.len() > 1) {
        let holds = |set: &[usize]| {
            let components = components(vertices, &picked(&edges, set));
            terminals.iter().all(|&terminal| components[terminal] == components[terminals[0]])
        };
        let total = |set: &Vec<usize>| set.iter().map(|&number| cost(number)).sum::<u32>();
        let least = subsets(edges.len()).filter(|set| holds(set)).map(|set| total(&set)).min().unwrap();
        let places: Vec<_> = terminals.iter().map(|&terminal| NodeIndex::new(terminal)).collect();
        let tree = algo::steiner_tree::steiner_tree(&graph, &places);
        let kept: Vec<(usize, usize)> = tree
            .edge_indices()
            .filter_map(|edge| tree.edge_endpoints(edge))
            .map(|(from, to)| (from.index(), to.index()))
            .collect();
        assert!(kept.iter().all(|&(from, to)| edges.contains(&(from, to)) || edges.contains(&(to, from))));
        let nodes: BTreeSet<usize> = tree.node_indices().map(NodeIndex::index).collect();
        assert!(terminals.iter().all(|terminal| nodes.contains(terminal)), "{terminals:?} in {nodes:?}");
        let parts = components(vertices, &kept);
        assert!(
            nodes.iter().all(|&node| parts[node] == parts[terminals[0]]),
            "{terminals:?} are joined in {kept:?}"
        );
        assert_eq!(kept.len() + 1, nodes.len(), "{kept:?} is a tree");
        assert!(tree.edge_weights().sum::<u32>() < 2 * least, "{kept:?}, least {least}");
    }
}

#[dpgen::test(max_size = 5)]
fn graph6(shape: &Graph) {
    let (vertices, edges) = shape.edges();
    let graph = graph(vertices, &edges, |_| 1);
    let text = graph.graph6_string();
    assert_eq!(text, written(vertices, &edges));
    let read = UnGraph::<(), ()>::from_graph6_string(text);
    let back: BTreeSet<(usize, usize)> = read
        .edge_references()
        .map(|edge| {
            let ends = (edge.source().index(), edge.target().index());
            (ends.0.min(ends.1), ends.0.max(ends.1))
        })
        .collect();
    assert_eq!((read.node_count(), back), (vertices, edges.iter().copied().collect()));
}

/// The text in graph6, by its description: the number of vertices, then the upper triangle by columns in groups of six bits.
fn written(vertices: usize, edges: &[(usize, usize)]) -> String {
    let bits: Vec<bool> = (0..vertices)
        .flat_map(|to| (0..to).map(move |from| (from, to)))
        .map(|edge| edges.contains(&edge))
        .collect();
    let groups = bits
        .chunks(6)
        .map(|group| (0..6).fold(0, |sum, bit| 2 * sum + u8::from(group.get(bit) == Some(&true))));
    let first = u8::try_from(vertices).unwrap();
    std::iter::once(first).chain(groups).map(|value| char::from(value + 63)).collect()
}

/// "The number of used colors." Known, and mended after the release.
#[test]
fn no_colour_is_used_for_nothing() {
    assert_failing(5, "Graph([])", (1, 1100), |shape: &Graph| {
        let (vertices, edges) = shape.edges();
        let (colours, used) = algo::dsatur_coloring(&graph(vertices, &edges, |_| 1));
        assert_eq!(colours.values().collect::<BTreeSet<_>>().len(), used);
    });
}
