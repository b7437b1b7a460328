//! petgraph's shortest paths and flows, on all graphs of places with roads that cost something.

use std::collections::BTreeSet;

use dpgen_field::assert_failing;
use petgraph::algo;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use crate::shapes::{Place, least_costs, roads};

type Roads = [(usize, usize, i32)];

fn graph(places: usize, roads: &Roads) -> DiGraph<(), i32> {
    let mut graph = DiGraph::new();
    let all: Vec<_> = (0..places).map(|_| graph.add_node(())).collect();
    for &(from, to, cost) in roads {
        graph.add_edge(all[from], all[to], cost);
    }
    graph
}

#[dpgen::test(max_size = 4)]
fn with_negative_costs(first: &Place) {
    let (places, roads) = roads(first);
    let graph = graph(places, &roads);
    let floats = graph.map(|_, ()| (), |_, cost| f64::from(*cost));
    let (least, is_negative) = least_costs(places, &roads);
    let any = is_negative.contains(&true);
    let all = algo::johnson(&graph, |road| *road.weight());
    assert_eq!(all.is_err(), any);
    if let Ok(all) = &all {
        for from in 0..places {
            for to in 0..places {
                assert_eq!(all.get(&(NodeIndex::new(from), NodeIndex::new(to))).copied(), least[from][to]);
            }
        }
    }
    // A loop of negative cost is a finding of its own (`crates.md`).
    if !roads.iter().any(|&(from, to, cost)| from == to && cost < 0) {
        let floyd = algo::floyd_warshall(&graph, |road| *road.weight());
        assert_eq!(floyd.is_err(), any, "floyd_warshall");
        let path = algo::floyd_warshall::floyd_warshall_path(&graph, |road| *road.weight());
        assert_eq!(path.is_err(), any);
        if let (Ok(floyd), Ok((costs, before))) = (floyd, path) {
            for from in 0..places {
                for to in 0..places {
                    let pair = (NodeIndex::new(from), NodeIndex::new(to));
                    assert_eq!(floyd[&pair], least[from][to].unwrap_or(i32::MAX));
                    assert_eq!(costs[&pair], floyd[&pair]);
                    if from != to && least[from][to].is_some() {
                        let over = before[from][to].unwrap();
                        let step = roads
                            .iter()
                            .filter(|road| (road.0, road.1) == (over, to))
                            .map(|road| road.2)
                            .min();
                        assert_eq!(
                            least[from][over].unwrap() + step.unwrap(),
                            floyd[&pair],
                            "the last road of a shortest path"
                        );
                    }
                }
            }
        }
    }
    for from in 0..places {
        let start = NodeIndex::new(from);
        let ford = algo::bellman_ford(&floats, start);
        assert_eq!(ford.is_err(), is_negative[from], "bellman_ford from {from}");
        let queue = algo::spfa(&graph, start, |road| *road.weight());
        assert_eq!(queue.is_err(), is_negative[from], "spfa from {from}");
        if let (Ok(ford), Ok(queue)) = (ford, queue) {
            for to in 0..places {
                assert_eq!(ford.distances[to], least[from][to].map_or(f64::INFINITY, f64::from));
                assert_eq!(queue.distances[to], least[from][to].unwrap_or(i32::MAX));
                for before in [ford.predecessors[to], queue.predecessors[to]] {
                    assert_eq!(before.is_some(), from != to && least[from][to].is_some());
                    let Some(over) = before.map(NodeIndex::index) else { continue };
                    let step =
                        roads.iter().filter(|road| (road.0, road.1) == (over, to)).map(|road| road.2).min();
                    assert_eq!(Some(least[from][over].unwrap() + step.unwrap()), least[from][to]);
                }
            }
        }
        let cycle = algo::find_negative_cycle(&floats, start);
        assert_eq!(cycle.is_some(), is_negative[from], "find_negative_cycle from {from}");
    }
}

/// The costs of all walks from a place, in order, the first few of each place.
fn walks(places: usize, roads: &Roads, from: usize, most: usize) -> Vec<Vec<i32>> {
    let mut costs = vec![Vec::new(); places];
    let mut queue = BTreeSet::from([(0, 0, from)]);
    let mut number = 0;
    while let Some((cost, _, place)) = queue.pop_first() {
        if costs[place].len() < most {
            costs[place].push(cost);
            for road in roads.iter().filter(|road| road.0 == place) {
                number += 1;
                queue.insert((cost + road.2, number, road.1));
            }
        }
    }
    costs
}

#[dpgen::test(max_size = 4)]
fn without_negative_costs(first: &Place) {
    let (places, roads) = roads(first);
    let roads: Vec<_> = roads.into_iter().map(|(from, to, cost)| (from, to, cost.max(0))).collect();
    let graph = graph(places, &roads);
    let (least, _) = least_costs(places, &roads);
    for from in 0..places {
        let start = NodeIndex::new(from);
        let found = algo::dijkstra(&graph, start, None, |road| *road.weight());
        for to in 0..places {
            let end = NodeIndex::new(to);
            assert_eq!(found.get(&end).copied(), least[from][to]);
            let both = algo::bidirectional_dijkstra(&graph, start, end, |road| *road.weight());
            // From a place to itself: a finding.
            if from != to {
                assert_eq!(both, least[from][to], "bidirectional_dijkstra");
            }
            let goal = algo::dijkstra(&graph, start, Some(end), |road| *road.weight());
            assert_eq!(goal.get(&end).copied(), least[from][to]);
            let star = algo::astar(
                &graph,
                start,
                |place| place == end,
                |road| *road.weight(),
                |place| least[place.index()][to].unwrap_or(99),
            );
            assert_eq!(star.as_ref().map(|star| star.0), least[from][to]);
            let path: Option<i32> = star.map_or(Some(0), |(_, path)| {
                assert_eq!((path[0], path[path.len() - 1]), (start, end));
                path.windows(2)
                    .map(|step| graph.edges_connecting(step[0], step[1]).map(|road| *road.weight()).min())
                    .sum()
            });
            assert_eq!(path, Some(least[from][to].unwrap_or(0)));
        }
        let walks = walks(places, &roads, from, 3);
        for k in 1..=3 {
            let found = algo::k_shortest_path(&graph, start, None, k, |road| *road.weight());
            for to in 0..places {
                assert_eq!(
                    found.get(&NodeIndex::new(to)),
                    walks[to].get(k - 1),
                    "the {k}-th from {from} to {to}"
                );
            }
        }
    }
}

/// The greatest flow is the least cut.
#[dpgen::test(max_size = 4)]
fn flows(first: &Place) {
    let (places, roads) = roads(first);
    let roads: Vec<_> = roads.into_iter().map(|(from, to, cost)| (from, to, cost.max(0))).collect();
    let graph = graph(places, &roads).map(|_, ()| (), |_, cost| u32::try_from(*cost).unwrap());
    for source in 0..places {
        for sink in (0..places).filter(|&sink| sink != source) {
            let cuts = (0..1_usize << places).filter(|set| set >> source & 1 == 1 && set >> sink & 1 == 0);
            let least = cuts.map(|set| {
                let across = roads.iter().filter(|road| set >> road.0 & 1 == 1 && set >> road.1 & 1 == 0);
                across.map(|road| u32::try_from(road.2).unwrap()).sum::<u32>()
            });
            let least = least.min().unwrap();
            let (source, sink) = (NodeIndex::new(source), NodeIndex::new(sink));
            for (flow, along) in
                [algo::ford_fulkerson(&graph, source, sink), algo::maximum_flow::dinics(&graph, source, sink)]
            {
                assert_eq!(flow, least);
                for place in graph.node_indices() {
                    let sum = |direction| -> u32 {
                        graph.edges_directed(place, direction).map(|road| along[road.id().index()]).sum()
                    };
                    let (into, out) = (sum(petgraph::Incoming), sum(petgraph::Outgoing));
                    let gained = if place == source {
                        out.checked_sub(into)
                    } else if place == sink {
                        into.checked_sub(out)
                    } else {
                        (into == out).then_some(flow)
                    };
                    assert_eq!(gained, Some(flow));
                }
                assert!(graph.edge_references().all(|road| along[road.id().index()] <= *road.weight()));
            }
        }
    }
}

/// "`Some(K)` - the total cost from start to finish, if one was found."
#[test]
fn a_place_is_reached_from_itself() {
    assert_failing(3, "Place { roads: [] }", (10, 16), |first: &Place| {
        let (places, roads) = roads(first);
        let graph = graph(
            places,
            &roads.into_iter().map(|(from, to, cost)| (from, to, cost.max(0))).collect::<Vec<_>>(),
        );
        for place in graph.node_indices() {
            assert_eq!(algo::bidirectional_dijkstra(&graph, place, place, |road| *road.weight()), Some(0));
        }
    });
}

/// "`Some(Vec<G::NodeId>)` - the path of the negative cycle (if found)."
#[test]
fn negative_cycles_are_cycles() {
    let smallest =
        "Place { roads: [Road { cost: -1, to: New(Place { roads: [Road { cost: -1, to: Met(0) }] }) }] }";
    assert_failing(4, smallest, (1, 88), |first: &Place| {
        let (places, roads) = roads(first);
        let floats = graph(places, &roads).map(|_, ()| (), |_, cost| f64::from(*cost));
        for place in floats.node_indices() {
            let Some(cycle) = algo::find_negative_cycle(&floats, place) else { continue };
            let cycle: Vec<usize> = cycle.into_iter().map(NodeIndex::index).collect();
            let steps = (0..cycle.len()).map(|at| {
                let (over, to) = (cycle[at], cycle[(at + 1) % cycle.len()]);
                roads.iter().filter(|road| (road.0, road.1) == (over, to)).map(|road| road.2).min()
            });
            let total: Option<i32> = steps.sum();
            assert!(total.is_some_and(|total| total < 0), "{cycle:?} costs {total:?}");
        }
    });
}

#[test]
fn no_way_to_where_one_is_without_dpgen() {
    let mut graph = DiGraph::<(), i32>::new();
    let place = graph.add_node(());
    assert_eq!(algo::bidirectional_dijkstra(&graph, place, place, |road| *road.weight()), None);
    assert_eq!(algo::dijkstra(&graph, place, Some(place), |road| *road.weight()).get(&place), Some(&0));
}

#[test]
fn half_of_a_negative_cycle_without_dpgen() {
    let graph = DiGraph::<(), f64>::from_edges([(0, 1, -1.0), (1, 0, -1.0)]);
    assert_eq!(algo::find_negative_cycle(&graph, NodeIndex::new(1)), Some(vec![NodeIndex::new(1)])); // of two
}

/// "Compute all pairs shortest paths in a weighted graph with positive or negative edge weights": the greatest number is no way.
#[test]
fn nearly_no_way_without_dpgen() {
    let graph = DiGraph::<(), i32>::from_edges([(0, 1, -1), (0, 2, -1)]);
    let costs = algo::floyd_warshall(&graph, |road| *road.weight()).unwrap();
    assert_eq!(costs[&(NodeIndex::new(1), NodeIndex::new(0))], i32::MAX);
    assert_eq!(costs[&(NodeIndex::new(1), NodeIndex::new(2))], i32::MAX - 1); // no way, too
}
