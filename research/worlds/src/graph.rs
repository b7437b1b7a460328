//! [`Graph`]: what a world consists of, whole.
//!
//! Directed, with a kind on each edge: a direction in a maze, a call in the state space of an interface, always 0 where
//! edges do not differ. Invariant: every edge leads to a node of the graph. What an explorer knows of one is in `seen.rs`.

use std::collections::VecDeque;

use crate::index::{NodeId, at};

/// An edge, from the node that lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// What kind of move it is; kinds are numbered from 0.
    pub kind: u16,
    /// Where it leads.
    pub to: NodeId,
}

/// A directed graph with kinds of edges.
///
/// ```
/// use dpgen_worlds::{Edge, Graph, NodeId};
///
/// let edge = |to| Edge { kind: 0, to: NodeId::new(to) };
/// let ring = Graph::new([vec![edge(1)], vec![edge(2)], vec![edge(0)]]);
/// assert_eq!(ring.len(), 3);
/// assert_eq!(ring.edges(NodeId::new(2)), [edge(0)]);
/// assert_eq!(ring.distances(NodeId::new(1)), [Some(2), Some(0), Some(1)]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// By node: where its edges begin; then the number of edges.
    first: Vec<u32>,
    edges: Vec<Edge>,
}

impl Graph {
    /// The graph whose nodes have these edges, in this order.
    ///
    /// # Panics
    /// If an edge leads to no node.
    #[must_use]
    pub fn new(nodes: impl IntoIterator<Item = Vec<Edge>>) -> Self {
        let mut graph = Self { first: vec![0], edges: Vec::new() };
        for edges in nodes {
            graph.edges.extend(edges);
            let end = u32::try_from(graph.edges.len());
            graph.first.push(end.expect("a graph has at most 2^32 edges"));
        }
        let nodes = graph.len();
        for edge in &graph.edges {
            assert!(edge.to.at() < nodes, "an edge leads to node {}, and there are {nodes}", edge.to.at());
        }
        graph
    }

    /// The graph with edges both ways between pairs of nodes, all of kind 0.
    ///
    /// ```
    /// use dpgen_worlds::{Graph, NodeId};
    /// let path = Graph::undirected(3, [(0, 1), (1, 2)]);
    /// assert_eq!(path.edges(NodeId::new(1)).len(), 2);
    /// ```
    ///
    /// # Panics
    /// If a pair names a node that is not there.
    #[must_use]
    pub fn undirected(nodes: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut edges = vec![Vec::new(); nodes];
        for (one, other) in pairs {
            edges[one].push(Edge { kind: 0, to: NodeId::new(other) });
            edges[other].push(Edge { kind: 0, to: NodeId::new(one) });
        }
        Self::new(edges)
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges of a node, in order.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        &self.edges[at(self.first[node.at()])..at(self.first[node.at() + 1])]
    }

    /// By node: the fewest moves to it from a node, `None` if no moves lead there.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn distances(&self, from: NodeId) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.len()];
        distances[from.at()] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((node, distance)) = open.pop_front() {
            for edge in self.edges(node) {
                if distances[edge.to.at()].is_none() {
                    distances[edge.to.at()] = Some(distance + 1);
                    open.push_back((edge.to, distance + 1));
                }
            }
        }
        distances
    }
}
