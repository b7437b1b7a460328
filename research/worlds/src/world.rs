//! [`World`]: a graph that is seen in part, and the steps taken in it.
//!
//! Invariant: what is seen agrees with the graph; node 0 of what is seen is the start. Policies get [`Seen`] only.

use std::sync::Arc;

use crate::graph::{Edge, Graph};
use crate::index::{NodeId, real};
use crate::seen::{Seen, Way};

/// How far one sees from a visited node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sight {
    /// One step: which nodes its ways lead to. So in a maze, where one looks through the doors.
    Neighbours,
    /// Not at all: only which ways there are. So with an interface, where a call has to be made to see what it does.
    Nothing,
}

/// A world to explore in a number of steps. What counts is how many of its nodes are visited; the start is, from the
/// beginning.
///
/// ```
/// use dpgen_worlds::{Graph, NodeId, Sight, World};
///
/// let path = Graph::undirected(4, [(0, 1), (1, 2), (2, 3)]);
/// let mut world = World::new(path, NodeId::new(1), Sight::Neighbours, 2);
/// assert!(world.go(0)); // new
/// assert!(!world.go(0)); // back to where it began
/// assert!(world.is_over());
/// assert_eq!(world.coverage(), 0.5);
/// ```
#[derive(Debug, Clone)]
pub struct World {
    graph: Arc<Graph>,
    sight: Sight,
    seen: Seen,
    /// By node of the graph: its number in what is seen.
    names: Vec<Option<NodeId>>,
    /// By number in what is seen: the node of the graph.
    nodes: Vec<NodeId>,
}

impl World {
    /// A world at its beginning.
    ///
    /// # Panics
    /// If there is no such start.
    #[must_use]
    pub fn new(graph: impl Into<Arc<Graph>>, start: NodeId, sight: Sight, steps: u32) -> Self {
        let graph = graph.into();
        let mut names = vec![None; graph.len()];
        names[start.at()] = Some(NodeId::new(0));
        let mut world = Self { graph, sight, seen: Seen::start(steps), names, nodes: vec![start] };
        world.arrive();
        world
    }

    /// A world that goes on from what is seen of another, on a graph that continues it: its first nodes are those that are
    /// known, by their numbers, and the edges of visited ones are their ways, in order.
    ///
    /// ```
    /// use dpgen_worlds::{Graph, NodeId, Sight, World};
    ///
    /// let world = World::new(Graph::undirected(3, [(0, 1), (1, 2)]), NodeId::new(0), Sight::Neighbours, 2);
    /// // Perhaps two ways lead on from the neighbour.
    /// let imagined = Graph::undirected(4, [(0, 1), (1, 2), (1, 3)]);
    /// let mut other = World::imagined(imagined, world.seen().clone(), Sight::Neighbours);
    /// other.go(0);
    /// assert_eq!(other.seen().ways(NodeId::new(1)).len(), 3);
    /// ```
    ///
    /// # Panics
    /// If the graph has fewer nodes than are known, or a visited node another number of edges than ways.
    #[must_use]
    pub fn imagined(graph: impl Into<Arc<Graph>>, seen: Seen, sight: Sight) -> Self {
        let graph = graph.into();
        assert!(seen.known() <= graph.len(), "an imagined graph has all nodes that are known");
        let nodes: Vec<NodeId> = (0..seen.known()).map(NodeId::new).collect();
        for node in nodes.iter().filter(|node| seen.is_visited(**node)) {
            let (ways, edges) = (seen.ways(*node).len(), graph.edges(*node).len());
            assert_eq!(ways, edges, "an imagined graph keeps the ways of visited nodes");
        }
        let mut names: Vec<Option<NodeId>> = nodes.iter().copied().map(Some).collect();
        names.resize(graph.len(), None);
        Self { graph, sight, seen, names, nodes }
    }

    /// What an explorer knows.
    #[must_use]
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The whole graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The node of the graph that a known node is.
    ///
    /// # Panics
    /// If the node is not known.
    #[must_use]
    pub fn node(&self, known: NodeId) -> NodeId {
        self.nodes[known.at()]
    }

    /// Whether no step can be taken any more: none is left, or no way leads on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.seen.steps_left() == 0 || self.seen.ways(self.seen.here()).is_empty()
    }

    /// Takes a way of the node where one is, by its number; whether it led to a node that had not been visited.
    ///
    /// # Panics
    /// If no step is left, or there is no such way.
    pub fn go(&mut self, way: usize) -> bool {
        assert!(self.seen.steps_left() > 0, "no step is left");
        let to = self.graph.edges(self.node(self.seen.here()))[way].to;
        let to = self.name(to);
        self.seen.take(way, to);
        let new = !self.seen.is_visited(to);
        if new {
            self.arrive();
        }
        new
    }

    /// The part of all nodes that has been visited, between 0 and 1.
    #[must_use]
    pub fn coverage(&self) -> f64 {
        real(self.seen.visited()) / real(self.graph.len())
    }

    /// The number of a node in what is seen; it comes into sight if it has none.
    fn name(&mut self, node: NodeId) -> NodeId {
        *self.names[node.at()].get_or_insert_with(|| {
            self.nodes.push(node);
            self.seen.sight()
        })
    }

    /// Visits the node where one is.
    fn arrive(&mut self) {
        let graph = Arc::clone(&self.graph);
        let edges = graph.edges(self.node(self.seen.here()));
        let way = |edge: &Edge| {
            let to = match self.sight {
                Sight::Neighbours => Some(self.name(edge.to)),
                // A known target of another way does not tell where this one leads.
                Sight::Nothing => None,
            };
            Way { kind: edge.kind, to }
        };
        let ways: Vec<Way> = edges.iter().map(way).collect();
        self.seen.visit(ways);
    }
}
