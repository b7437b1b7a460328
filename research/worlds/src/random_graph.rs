//! [`RandomGraphs`]: connected random graphs as worlds.

use std::ops::RangeInclusive;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;

use crate::distribution::Distribution;
use crate::graph::{Edge, Graph};
use crate::index::NodeId;
use crate::policy::Imagine;
use crate::seen::Seen;
use crate::world::{Sight, World};

/// How often a graph is drawn that turns out not to be connected before its missing edges are added.
const TRIES: u32 = 100_000;

/// Graphs after Erdős and Rényi (each pair is an edge with the same probability), of those that are connected. One sees one
/// step far and starts anywhere.
///
/// ```
/// use dpgen_worlds::{Distribution, NodeId, RandomGraphs};
///
/// let graphs = RandomGraphs::new(15..=20, 0.1, 15);
/// assert_eq!(graphs.name(), "random graphs, 15-20 nodes, p = 0.1");
/// let world = graphs.draw(7);
/// assert!(world.graph().distances(NodeId::new(0)).iter().all(Option::is_some));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RandomGraphs {
    nodes: RangeInclusive<usize>,
    edge: f64,
    steps: u32,
}

impl RandomGraphs {
    /// Graphs with a number of nodes that each of the range is as likely to be.
    ///
    /// # Panics
    /// If the range is empty or begins with 0, or the probability is not above 0 and at most 1.
    #[must_use]
    pub fn new(nodes: RangeInclusive<usize>, edge: f64, steps: u32) -> Self {
        assert!(*nodes.start() > 0 && !nodes.is_empty(), "a graph to explore has at least one node");
        assert!(edge > 0.0 && edge <= 1.0, "with the probability {edge} of an edge no graph is connected");
        Self { nodes, edge, steps }
    }

    fn pairs(&self, nodes: usize, rng: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
        let all = (1..nodes).flat_map(|one| (0..one).map(move |other| (one, other)));
        all.filter(|_| rng.random_bool(self.edge)).collect()
    }
}

fn is_connected(graph: &Graph) -> bool {
    graph.distances(NodeId::new(0)).iter().all(Option::is_some)
}

impl Distribution for RandomGraphs {
    fn name(&self) -> String {
        let (least, most) = (self.nodes.start(), self.nodes.end());
        format!("random graphs, {least}-{most} nodes, p = {}", self.edge)
    }

    /// # Panics
    /// If none of 100,000 graphs is connected.
    fn draw(&self, seed: u64) -> World {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let nodes = rng.random_range(self.nodes.clone());
        let mut drawn = (0..TRIES).map(|_| Graph::undirected(nodes, self.pairs(nodes, &mut rng)));
        let Some(graph) = drawn.find(is_connected) else {
            panic!("none of {TRIES} graphs with {nodes} nodes is connected: take a higher probability")
        };
        let start = rng.random_range(0..nodes);
        World::new(graph, NodeId::new(start), Sight::Neighbours, self.steps)
    }
}

impl Imagine for RandomGraphs {
    /// Edges between nodes that have not been visited are drawn; what then hangs together with nothing is joined to any
    /// node in sight, or else left out.
    fn imagine(&self, seen: &Seen, rng: &mut ChaCha8Rng) -> Graph {
        let known = seen.known();
        let least = known.max(*self.nodes.start());
        let nodes = rng.random_range(least..=least.max(*self.nodes.end()));
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); nodes];
        let visited = |node: usize| node < known && seen.is_visited(NodeId::new(node));
        for (node, edges) in edges.iter_mut().enumerate().take(known) {
            let way = seen.ways(NodeId::new(node)).iter();
            edges.extend(way.filter_map(|way| Some(Edge { kind: way.kind, to: way.to? })));
        }
        // What visited nodes show of others.
        let shown: Vec<(usize, NodeId)> =
            (0..known).flat_map(|from| edges[from].iter().map(move |edge| (from, edge.to))).collect();
        for (from, to) in shown.into_iter().filter(|(_, to)| !visited(to.at())) {
            edges[to.at()].push(Edge { kind: 0, to: NodeId::new(from) });
        }
        let mut join = |one: usize, other: usize| {
            edges[one].push(Edge { kind: 0, to: NodeId::new(other) });
            edges[other].push(Edge { kind: 0, to: NodeId::new(one) });
        };
        let open: Vec<usize> = (0..nodes).filter(|node| !visited(*node)).collect();
        for (place, one) in open.iter().enumerate() {
            for other in &open[..place] {
                if rng.random_bool(self.edge) {
                    join(*one, *other);
                }
            }
        }
        let in_sight: Vec<usize> = open.iter().copied().filter(|node| *node < known).collect();
        let reached = Graph::new(edges.clone()).distances(seen.here());
        for node in (known..nodes).filter(|node| reached[*node].is_none()) {
            if !in_sight.is_empty() {
                let to = in_sight[rng.random_range(0..in_sight.len())];
                edges[to].push(Edge { kind: 0, to: NodeId::new(node) });
                edges[node].push(Edge { kind: 0, to: NodeId::new(to) });
            }
        }
        Graph::new(edges)
    }

    fn sight(&self) -> Sight {
        Sight::Neighbours
    }
}
