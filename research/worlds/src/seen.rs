//! [`Seen`]: what an explorer knows of a world. It is all that a policy decides by.
//!
//! Nodes are numbered in the order in which they came into sight, the start first, so that a number tells nothing else.
//! Invariant: the ways of visited nodes are known, those of others are not; a way whose target is known leads to a known
//! node. The world that is explored is in `world.rs`.

use crate::index::{NodeId, at};

/// A move that a visited node offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Way {
    /// What kind of move it is: the kind of its edge.
    pub kind: u16,
    /// Where it leads, if that is known: it is where neighbours are in sight, and where the way has been taken.
    pub to: Option<NodeId>,
}

/// What is known of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Known {
    visited: bool,
    first: u32,
    ways: u32,
}

/// The part of a world that has come into sight, where one is, and how many steps are left.
///
/// ```
/// use dpgen_worlds::{Graph, NodeId, Sight, World};
///
/// let mut world = World::new(Graph::undirected(3, [(0, 1), (1, 2)]), NodeId::new(0), Sight::Neighbours, 2);
/// let seen = world.seen();
/// assert_eq!((seen.known(), seen.visited(), seen.steps_left()), (2, 1, 2));
/// world.go(0);
/// let seen = world.seen();
/// assert_eq!((seen.known(), seen.visited(), seen.steps_left()), (3, 2, 1));
/// assert!(!seen.is_visited(NodeId::new(2)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    here: NodeId,
    steps_left: u32,
    visited: usize,
    nodes: Vec<Known>,
    ways: Vec<Way>,
}

impl Seen {
    /// Before the first step: the start is known, and not visited yet.
    pub(crate) fn start(steps: u32) -> Self {
        Self {
            here: NodeId::new(0),
            steps_left: steps,
            visited: 0,
            nodes: vec![Known::default()],
            ways: Vec::new(),
        }
    }

    /// A node comes into sight.
    pub(crate) fn sight(&mut self) -> NodeId {
        self.nodes.push(Known::default());
        NodeId::new(self.nodes.len() - 1)
    }

    /// The node where one is gets visited, and shows its ways.
    pub(crate) fn visit(&mut self, ways: impl IntoIterator<Item = Way>) {
        let first = self.ways.len();
        self.ways.extend(ways);
        let [first, ways] =
            [first, self.ways.len() - first].map(|count| u32::try_from(count).expect("fewer than 2^32 ways"));
        self.nodes[self.here.at()] = Known { visited: true, first, ways };
        self.visited += 1;
    }

    /// Takes a way of the node where one is, which leads to a node.
    pub(crate) fn take(&mut self, way: usize, to: NodeId) {
        let taken = at(self.nodes[self.here.at()].first) + way;
        self.ways[taken].to = Some(to);
        self.here = to;
        self.steps_left -= 1;
    }

    /// Where one is.
    #[must_use]
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// How many steps may still be taken.
    #[must_use]
    pub fn steps_left(&self) -> u32 {
        self.steps_left
    }

    /// How many nodes are known, visited or in sight.
    #[must_use]
    pub fn known(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes have been visited.
    #[must_use]
    pub fn visited(&self) -> usize {
        self.visited
    }

    /// Whether a known node has been visited.
    ///
    /// # Panics
    /// If the node is not known.
    #[must_use]
    pub fn is_visited(&self, node: NodeId) -> bool {
        self.nodes[node.at()].visited
    }

    /// The ways of a known node: none before it is visited.
    ///
    /// # Panics
    /// If the node is not known.
    #[must_use]
    pub fn ways(&self, node: NodeId) -> &[Way] {
        let known = &self.nodes[node.at()];
        &self.ways[at(known.first)..at(known.first) + at(known.ways)]
    }

    /// Whether a way may lead to something new: to a node that has not been visited, or to nobody knows where.
    ///
    /// # Panics
    /// If the way is of another world.
    #[must_use]
    pub fn is_open(&self, way: Way) -> bool {
        way.to.is_none_or(|to| !self.is_visited(to))
    }

    /// The ways of the node where one is that are open, by their number.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let ways = self.ways(self.here).iter().enumerate();
        ways.filter(|(_, way)| self.is_open(**way)).map(|(way, _)| way)
    }

    /// The first steps of all shortest known ways from here to a node with a property, by the number of the way. It is empty
    /// if there is none, and if the node is here.
    ///
    /// ```
    /// use dpgen_worlds::{Graph, NodeId, Sight, World};
    ///
    /// // A ring of four: both ways lead back, but of the node behind the second nothing is known yet.
    /// let ring = Graph::undirected(4, [(0, 1), (1, 2), (2, 3), (3, 0)]);
    /// let mut world = World::new(ring, NodeId::new(0), Sight::Neighbours, 9);
    /// world.go(0);
    /// world.go(1);
    /// assert_eq!(world.seen().towards(|node| node == NodeId::new(0)), [0]);
    /// ```
    #[must_use]
    pub fn towards(&self, wanted: impl Fn(NodeId) -> bool) -> Vec<usize> {
        if wanted(self.here) {
            return Vec::new();
        }
        let mut distance = vec![None; self.known()];
        distance[self.here.at()] = Some(0);
        let mut order = vec![self.here];
        let mut found = None;
        let mut next = 0;
        while let Some(node) = order.get(next).copied() {
            next += 1;
            let further = distance[node.at()].map(|distance: u32| distance + 1);
            if found.is_some() && found < further {
                break;
            }
            for to in self.ways(node).iter().filter_map(|way| way.to) {
                if distance[to.at()].is_none() {
                    distance[to.at()] = further;
                    order.push(to);
                    found = found.or_else(|| if wanted(to) { further } else { None });
                }
            }
        }
        let Some(found) = found else { return Vec::new() };
        // Backwards: which nodes lie on a shortest way to a node with the property.
        let mut leads = vec![false; self.known()];
        for node in order.into_iter().rev() {
            let Some(here) = distance[node.at()].filter(|distance| *distance <= found) else { continue };
            leads[node.at()] = if here == found {
                wanted(node)
            } else {
                let on = |to: NodeId| leads[to.at()] && distance[to.at()] == Some(here + 1);
                self.ways(node).iter().any(|way| way.to.is_some_and(on))
            };
        }
        let first = |to: NodeId| leads[to.at()] && distance[to.at()] == Some(1);
        let ways = self.ways(self.here).iter().enumerate();
        ways.filter(|(_, way)| way.to.is_some_and(first)).map(|(way, _)| way).collect()
    }

    /// The first steps of all shortest known ways from here that end with an open way.
    #[must_use]
    pub fn nearest_open(&self) -> Vec<usize> {
        let mut here = self.open().peekable();
        if here.peek().is_some() {
            return here.collect();
        }
        self.towards(|node| self.ways(node).iter().any(|way| self.is_open(*way)))
    }
}
