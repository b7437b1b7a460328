//! rustworkx-core, by brute force, on all graphs and digraphs.

use std::collections::BTreeSet;
use std::convert::Infallible;

use rustworkx_core::petgraph::graph::{DiGraph, EdgeIndex, NodeIndex, UnGraph};
use rustworkx_core::petgraph::visit::EdgeRef;
use rustworkx_core::{
    bipartite_coloring, coloring, connectivity, dag_algo, max_weight_matching, planar, shortest_path,
    steiner_tree, transitivity,
};

use crate::shapes::{Digraph, Graph, both_ways, components, count_components, reached, without};

type Edges = [(usize, usize)];

fn graph(vertices: usize, edges: &Edges) -> UnGraph<usize, ()> {
    let mut graph = UnGraph::new_undirected();
    let all: Vec<_> = (0..vertices).map(|vertex| graph.add_node(vertex)).collect();
    for &(from, to) in edges {
        graph.add_edge(all[from], all[to], ());
    }
    graph
}

fn digraph(vertices: usize, edges: &Edges) -> DiGraph<usize, ()> {
    let mut graph = DiGraph::new();
    let all: Vec<_> = (0..vertices).map(|vertex| graph.add_node(vertex)).collect();
    for &(from, to) in edges {
        graph.add_edge(all[from], all[to], ());
    }
    graph
}

fn subsets(below: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_u64 << below).map(move |set| (0..below).filter(|&number| set >> number & 1 == 1).collect())
}

fn picked(edges: &Edges, numbers: &[usize]) -> Vec<(usize, usize)> {
    numbers.iter().map(|&number| edges[number]).collect()
}

fn ordered((from, to): (usize, usize)) -> (usize, usize) {
    (from.min(to), from.max(to))
}

fn pair((from, to): (NodeIndex, NodeIndex)) -> (usize, usize) {
    ordered((from.index(), to.index()))
}

fn degree(edges: &Edges, vertex: usize) -> usize {
    edges.iter().filter(|edge| edge.0 == vertex || edge.1 == vertex).count()
}

#[dpgen::test(max_size = 5)]
fn connected(shape: &Graph) {
    let (vertices, edges) = shape.edges();
    let graph = graph(vertices, &edges);
    let all = count_components(vertices, &edges);
    assert_eq!(connectivity::number_connected_components(&graph), all);
    let parts = components(vertices, &edges);
    let found = connectivity::connected_components(&graph);
    assert_eq!(found.len(), all);
    for part in &found {
        let part: BTreeSet<usize> = part.iter().map(|vertex| vertex.index()).collect();
        let least = *part.first().unwrap();
        assert_eq!(part, (0..vertices).filter(|&vertex| parts[vertex] == least).collect());
    }
    let cut = connectivity::articulation_points(&graph, None);
    for vertex in 0..vertices {
        let left = count_components(vertices, &without(&edges, vertex)) - 1;
        assert_eq!(cut.contains(&NodeIndex::new(vertex)), left > all);
    }
    let bridges: BTreeSet<_> = connectivity::bridges(&graph).into_iter().map(pair).collect();
    let is_bridge = |edge: &(usize, usize)| {
        let left: Vec<_> = edges.iter().copied().filter(|other| other != edge).collect();
        count_components(vertices, &left) > all
    };
    assert_eq!(bridges, edges.iter().copied().filter(is_bridge).collect());
    // Chains partition the edges that are no bridges, and each is a path or a cycle.
    let chains = connectivity::chain_decomposition(&graph, None);
    let in_chains: Vec<(usize, usize)> = chains.iter().flatten().map(|&edge| pair(edge)).collect();
    assert_eq!(in_chains.len(), edges.len() - bridges.len());
    assert_eq!(
        in_chains.into_iter().collect::<BTreeSet<_>>(),
        edges.iter().copied().filter(|edge| !is_bridge(edge)).collect()
    );
    assert!(chains.iter().all(|chain| chain.windows(2).all(|two| two[0].1 == two[1].0)));
    let alone: Vec<usize> = connectivity::isolates(&graph).iter().map(|vertex| vertex.index()).collect();
    assert_eq!(alone, (0..vertices).filter(|&vertex| degree(&edges, vertex) == 0).collect::<Vec<_>>());
    // The core number: the greatest least degree of a subgraph with the vertex.
    let cores = connectivity::core_number(&graph);
    for vertex in 0..vertices {
        let core = subsets(vertices).filter(|set| set.contains(&vertex)).map(|set| {
            let within: Vec<_> =
                edges.iter().copied().filter(|edge| set.contains(&edge.0) && set.contains(&edge.1)).collect();
            set.iter().map(|&vertex| degree(&within, vertex)).min().unwrap()
        });
        assert_eq!(cores[&NodeIndex::new(vertex)], core.max().unwrap());
    }
    // A basis of cycles: as many as there have to be, each a cycle, and none a sum of others.
    let basis = connectivity::cycle_basis(&graph, None);
    assert_eq!(basis.len(), edges.len() + all - vertices);
    let mut rows: Vec<u64> = Vec::new();
    for cycle in &basis {
        let cycle: Vec<usize> = cycle.iter().map(|vertex| vertex.index()).collect();
        assert_eq!(cycle.iter().collect::<BTreeSet<_>>().len(), cycle.len());
        let mut row = (0..cycle.len()).fold(0, |row, at| {
            let edge = ordered((cycle[at], cycle[(at + 1) % cycle.len()]));
            row | 1
                << edges
                    .iter()
                    .position(|other| *other == edge)
                    .unwrap_or_else(|| panic!("{edge:?} of {cycle:?} is no edge"))
        });
        for other in &rows {
            row = row.min(row ^ other);
        }
        assert!(row != 0, "{basis:?} is no basis");
        rows.push(row);
        rows.sort_by(|one, other| other.cmp(one));
    }
    let cut = connectivity::stoer_wagner_min_cut(&graph, |_| Ok::<_, Infallible>(1)).unwrap();
    let across =
        |set: &[usize]| edges.iter().filter(|edge| set.contains(&edge.0) != set.contains(&edge.1)).count();
    let least =
        subsets(vertices).filter(|set| !set.is_empty() && set.len() < vertices).map(|set| across(&set)).min();
    assert_eq!(cut.as_ref().map(|cut| cut.0), least);
    if let Some((least, part)) = cut {
        let part: Vec<usize> = part.iter().map(|vertex| vertex.index()).collect();
        assert!(!part.is_empty() && part.len() < vertices);
        assert_eq!(across(&part), least);
    }
}

/// The numbers of labelled planar graphs: OEIS A066537, 1, 2, 8, 64, 1023, 32071.
#[test]
fn planar_graphs_are_counted() {
    let graphs = dpgen::Generator::<Graph>::up_to(6).build().unwrap();
    for (size, expected) in (1..).zip([1, 2, 8, 64, 1023, 32071]) {
        let is_planar = |shape: &Graph| {
            let (vertices, edges) = shape.edges();
            planar::is_planar(&graph(vertices, &edges))
        };
        assert_eq!(graphs.iter_size(size).filter(is_planar).count(), expected);
    }
}

#[dpgen::test(max_size = 5)]
fn coloured(shape: &Graph) {
    let (vertices, edges) = shape.edges();
    let graph = graph(vertices, &edges);
    let greatest = (0..vertices).map(|vertex| degree(&edges, vertex)).max().unwrap_or(0);
    let two =
        subsets(vertices).any(|set| edges.iter().all(|(from, to)| set.contains(from) != set.contains(to)));
    let found = coloring::two_color(&graph);
    assert_eq!(found.is_some(), two);
    let proper = |colour: &dyn Fn(usize) -> usize| edges.iter().all(|&(from, to)| colour(from) != colour(to));
    if let Some(found) = found {
        assert!(proper(&|vertex| usize::from(found[&NodeIndex::new(vertex)])));
    }
    let greedy = coloring::greedy_node_color(&graph);
    assert_eq!(greedy.len(), vertices);
    assert!(
        proper(&|vertex| greedy[&NodeIndex::new(vertex)])
            && greedy.values().all(|&colour| colour <= greatest)
    );
    for strategy in [coloring::ColoringStrategy::Saturation, coloring::ColoringStrategy::IndependentSet] {
        let none = |_| Ok::<_, Infallible>(None);
        let colours = coloring::greedy_node_color_with_coloring_strategy(&graph, none, strategy).unwrap();
        assert!(proper(&|vertex| colours[&NodeIndex::new(vertex)]) && colours.len() == vertices);
        // A colour that is given is kept.
        if vertices > 0 {
            let first = |vertex: NodeIndex| Ok::<_, Infallible>((vertex.index() == 0).then_some(1));
            let strategy = coloring::ColoringStrategy::Degree;
            let colours =
                coloring::greedy_node_color_with_coloring_strategy(&graph, first, strategy).unwrap();
            assert!(proper(&|vertex| colours[&NodeIndex::new(vertex)]) && colours[&NodeIndex::new(0)] == 1);
        }
    }
    let touching = |one: usize, other: usize| {
        let ends: BTreeSet<usize> = [edges[one].0, edges[one].1, edges[other].0, edges[other].1].into();
        one != other && ends.len() < 4
    };
    let proper = |colours: &dyn Fn(usize) -> usize| {
        (0..edges.len())
            .all(|one| (0..edges.len()).all(|other| !touching(one, other) || colours(one) != colours(other)))
    };
    let index = EdgeIndex::new;
    let greedy = coloring::greedy_edge_color(&graph);
    assert!(greedy.len() == edges.len() && proper(&|edge| greedy[&index(edge)]));
    // "Misra-Gries": at most one colour more than the greatest degree.
    let few = coloring::misra_gries_edge_color(&graph);
    assert!(few.len() == edges.len() && proper(&|edge| few[&index(edge)]));
    assert!(few.values().all(|&colour| colour <= greatest));
    let sides = bipartite_coloring::bipartite_edge_color(&graph);
    assert_eq!(sides.is_ok(), two);
    if let Ok(colours) = sides {
        assert!(colours.len() == edges.len() && proper(&|edge| colours[&index(edge)]));
        assert!(colours.values().all(|&colour| colour < greatest.max(1)));
    }
    let triangles = subsets(vertices).filter(|set| set.len() == 3).filter(|set| {
        [(0, 1), (0, 2), (1, 2)].iter().all(|&(one, other)| edges.contains(&(set[one], set[other])))
    });
    let triangles = u32::try_from(triangles.count()).unwrap();
    let triples: usize = (0..vertices)
        .map(|vertex| degree(&edges, vertex))
        .map(|degree| degree * degree.saturating_sub(1) / 2)
        .sum();
    let triples = u32::try_from(triples).unwrap();
    let expected = if triples == 0 { 0.0 } else { f64::from(3 * triangles) / f64::from(triples) };
    assert!((transitivity::graph_transitivity(&graph) - expected).abs() < 1e-12);
}

#[dpgen::test(max_size = 4)]
fn weighted_matchings(shape: &Graph, #[dpgen(len = 3..=3, values = [0, 1, 3, -1])] weights: &[i32]) {
    let (vertices, edges) = shape.edges();
    let weight = |edge: usize| i128::from(weights[edge % weights.len()]);
    let graph = graph(vertices, &edges);
    let is_matching = |set: &Vec<usize>| {
        let ends: BTreeSet<usize> =
            picked(&edges, set).into_iter().flat_map(|(from, to)| [from, to]).collect();
        ends.len() == 2 * set.len()
    };
    let total = |set: &Vec<usize>| set.iter().map(|&edge| weight(edge)).sum::<i128>();
    for max_cardinality in [false, true] {
        let most = subsets(edges.len())
            .filter(is_matching)
            .map(|set| (if max_cardinality { set.len() } else { 0 }, total(&set)))
            .max();
        let found = max_weight_matching::max_weight_matching(
            &graph,
            max_cardinality,
            |edge| Ok::<_, Infallible>(weight(edge.id().index())),
            true,
        );
        let found: Vec<usize> = found
            .unwrap()
            .into_iter()
            .map(|ends| edges.iter().position(|edge| *edge == ordered(ends)).unwrap())
            .collect();
        assert!(is_matching(&found));
        assert_eq!(Some((if max_cardinality { found.len() } else { 0 }, total(&found))), most);
    }
}

/// "An approximation to the minimum Steiner tree": a tree with all terminals, and less than twice as much.
#[dpgen::test(max_size = 4)]
fn steiner_trees(shape: &Graph, #[dpgen(len = 2..=2, range = 1..=3)] costs: &[u32]) {
    let (vertices, edges) = shape.edges();
    let cost = |edge: usize| costs[edge % costs.len()];
    if vertices == 0 || count_components(vertices, &edges) != 1 {
        return;
    }
    let graph = graph(vertices, &edges);
    for terminals in subsets(vertices).filter(|set| set.len() > 1) {
        let joins = |set: &[usize]| {
            let parts = components(vertices, &picked(&edges, set));
            terminals.iter().all(|&terminal| parts[terminal] == parts[terminals[0]])
        };
        let total = |set: &[usize]| set.iter().map(|&edge| cost(edge)).sum::<u32>();
        let least = subsets(edges.len()).filter(|set| joins(set)).map(|set| total(&set)).min().unwrap();
        let places: Vec<_> = terminals.iter().map(|&terminal| NodeIndex::new(terminal)).collect();
        let found = steiner_tree::steiner_tree(&graph, &places, |edge| {
            Ok::<_, Infallible>(f64::from(cost(edge.id().index())))
        });
        let tree = found.unwrap().unwrap();
        // An edge may be there twice, once in each direction.
        let kept: BTreeSet<usize> = tree
            .used_edge_endpoints
            .iter()
            .map(|&ends| edges.iter().position(|edge| *edge == ordered(ends)).unwrap())
            .collect();
        let kept: Vec<usize> = kept.into_iter().collect();
        assert!(joins(&kept), "{terminals:?} are joined by {:?}", picked(&edges, &kept));
        assert!(total(&kept) < 2 * least);
        assert_eq!(kept.len() + 1, tree.used_node_indices.len(), "{kept:?} is a tree");
    }
}

#[dpgen::test(max_size = 3)]
fn cycles(shape: &Digraph) {
    let (vertices, edges) = shape.edges();
    let graph = digraph(vertices, &edges);
    let reached = reached(vertices, &edges);
    let found = connectivity::find_cycle(&graph, None);
    let cyclic = edges.iter().any(|&(from, to)| reached[to][from]);
    assert_eq!(!found.is_empty(), cyclic, "{found:?}");
    for (at, (from, to)) in found.iter().enumerate() {
        assert!(edges.contains(&(from.index(), to.index())));
        assert_eq!(*to, found[(at + 1) % found.len()].0, "{found:?}");
    }
    for source in 0..vertices {
        let found = connectivity::find_cycle(&graph, Some(NodeIndex::new(source)));
        let near = edges.iter().any(|&(from, to)| reached[source][from] && reached[to][from]);
        assert_eq!(!found.is_empty(), near, "from {source}: {found:?}");
    }
    // "It is best to handle [self cycles] before calling this function."
    let plain: Vec<_> = edges.iter().copied().filter(|edge| edge.0 != edge.1).collect();
    let graph = digraph(vertices, &plain);
    let mut simple: Vec<Vec<usize>> = Vec::new();
    let mut paths: Vec<Vec<usize>> = (0..vertices).map(|vertex| vec![vertex]).collect();
    while let Some(path) = paths.pop() {
        for &(from, to) in &plain {
            if from == path[path.len() - 1] && to == path[0] {
                simple.push(path.clone());
            }
            if from == path[path.len() - 1] && to > path[0] && !path.contains(&to) {
                paths.push([path.as_slice(), &[to]].concat());
            }
        }
    }
    let mut all = connectivity::johnson_simple_cycles(&graph, None);
    let mut found = Vec::new();
    while let Some(cycle) = all.next(&graph) {
        let mut cycle: Vec<usize> = cycle.iter().map(|vertex| vertex.index()).collect();
        let least = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap();
        cycle.rotate_left(least);
        found.push(cycle);
    }
    simple.sort();
    found.sort();
    assert_eq!(found, simple);
}

#[dpgen::test(max_size = 5)]
fn acyclic(shape: &Graph, #[dpgen(len = 3..=3, range = -1..=2)] weights: &[i32]) {
    let (vertices, edges) = shape.edges();
    let graph = digraph(vertices, &edges);
    let weight = |edge: usize| weights[edge % weights.len()];
    // Numbers are one topological order, the least by the numbers themselves.
    let order = dag_algo::lexicographical_topological_sort(
        &graph,
        |vertex| Ok::<_, Infallible>(format!("{:03}", vertex.index())),
        false,
        None,
    );
    assert!(order.unwrap().iter().map(|vertex| vertex.index()).eq(0..vertices));
    let last = dag_algo::lexicographical_topological_sort(
        &graph,
        |vertex| Ok::<_, Infallible>(format!("{:03}", 999 - vertex.index())),
        false,
        None,
    );
    let mut left: BTreeSet<usize> = (0..vertices).collect();
    let expected: Vec<usize> = std::iter::from_fn(|| {
        let next = left
            .iter()
            .copied()
            .rev()
            .find(|vertex| !edges.iter().any(|edge| edge.1 == *vertex && left.contains(&edge.0)))?;
        left.remove(&next);
        Some(next)
    })
    .collect();
    assert_eq!(last.unwrap().iter().map(|vertex| vertex.index()).collect::<Vec<_>>(), expected);
    let mut longest: Vec<i32> = vec![0; vertices];
    for vertex in 0..vertices {
        let into = edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| edge.1 == vertex)
            .map(|(number, edge)| longest[edge.0] + weight(number));
        longest[vertex] = into.max().unwrap_or(0).max(0);
    }
    if weights.iter().all(|&weight| weight >= 0) {
        let found = dag_algo::longest_path(&graph, |edge| Ok::<_, Infallible>(weight(edge.id().index())))
            .unwrap()
            .unwrap();
        assert_eq!(found.1, longest.iter().copied().max().unwrap_or(0));
        let along: i32 = found
            .0
            .windows(2)
            .map(|step| {
                let edge = (step[0].index(), step[1].index());
                weight(edges.iter().position(|other| *other == edge).unwrap())
            })
            .sum();
        assert_eq!(along, found.1);
    }
    let length =
        dag_algo::longest_path_length(&graph, |edge| Ok::<_, Infallible>(weight(edge.id().index()))).unwrap();
    if weights.iter().all(|&weight| weight >= 0) {
        assert_eq!(length, Some(longest.iter().copied().max().unwrap_or(0)));
    }
}

#[dpgen::test(max_size = 4)]
fn shortest_paths(shape: &Graph) {
    let (vertices, edges) = shape.edges();
    let graph = graph(vertices, &edges);
    let reach = reached(vertices, &both_ways(&edges));
    let mut paths: Vec<Vec<usize>> = (0..vertices).map(|vertex| vec![vertex]).collect();
    let mut at = 0;
    while at < paths.len() {
        let path = paths[at].clone();
        for (from, to) in both_ways(&edges) {
            if from == path[path.len() - 1] && !path.contains(&to) {
                paths.push([path.as_slice(), &[to]].concat());
            }
        }
        at += 1;
    }
    for from in 0..vertices {
        for to in (0..vertices).filter(|&to| to != from) {
            let all = paths.iter().filter(|path| path[0] == from && path[path.len() - 1] == to);
            let least = all.clone().map(Vec::len).min();
            assert_eq!(least.is_some(), reach[from][to]);
            let expected: BTreeSet<Vec<usize>> =
                all.filter(|path| Some(path.len()) == least).cloned().collect();
            let found =
                shortest_path::all_shortest_paths(&graph, NodeIndex::new(from), NodeIndex::new(to), |_| {
                    Ok::<u32, Infallible>(1)
                })
                .unwrap();
            let found: Vec<Vec<usize>> =
                found.iter().map(|path| path.iter().map(|vertex| vertex.index()).collect()).collect();
            assert_eq!(found.len(), expected.len(), "{from} to {to}: {found:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}
