//! [`Tree`]: the tree of the paths that a program has taken, and of the outcomes not taken so far.
//!
//! A node is a comparison that some path has met, with the ways that were possible; the root is what runs begin with. An edge
//! is *untried*, leads to a node, or is *done*: all paths through it have been taken. Invariant: a node whose edges are all
//! done is done itself, that is, the edge to it is; so that a run that only takes edges that are not done is a new path.
//! In the literature: the execution tree of symbolic execution (King, CACM 1976), kept as a trie of decisions.

use smallvec::SmallVec;

use dpgen_engine::steer::BranchQuestion;
use dpgen_forest::index::{IdsExhausted, at, id, small};

use crate::path_fingerprint::Clause;

/// The target of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    Untried,
    Node(u32),
    Done,
}

/// An edge, given by the node that it leaves and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) node: u32,
    pub(crate) edge: u32,
}

/// A comparison.
#[derive(Debug)]
pub(crate) struct Node {
    /// The edge that leads here; none to the root.
    pub(crate) from: Option<Place>,
    /// The question; none at the root.
    pub(crate) asked: Option<BranchQuestion>,
    /// The number of decisions that lead here.
    pub(crate) depth: u32,
    /// The ways that are possible.
    pub(crate) ways: SmallVec<[u32; 2]>,
    pub(crate) edges: SmallVec<[Edge; 2]>,
    /// The number of edges that are not done.
    open: u32,
    /// The constraint that each way assumes, if that is kept.
    pub(crate) clauses: Option<Box<[Clause]>>,
}

impl Node {
    /// Whether the node decides something.
    pub(crate) fn is_choice(&self) -> bool {
        self.ways.len() > 1 || self.asked.is_none()
    }

    /// The edges that are not done.
    pub(crate) fn open_edges(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.edges).filter(|(_, edge)| **edge != Edge::Done).map(|(place, _)| place)
    }
}

/// The tree of paths.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The root.
    pub(crate) const ROOT: u32 = 0;

    /// A tree whose root has an edge for each of `beginnings` beginnings.
    pub(crate) fn new(beginnings: u32) -> Self {
        let root = Node {
            from: None,
            asked: None,
            depth: 0,
            ways: (0..beginnings).collect(),
            edges: (0..beginnings).map(|_| Edge::Untried).collect(),
            open: beginnings,
            clauses: None,
        };
        Self { nodes: vec![root] }
    }

    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[at(node)]
    }

    /// The target of an edge.
    pub(crate) fn edge(&self, place: Place) -> Edge {
        self.nodes[at(place.node)].edges[at(place.edge)]
    }

    /// The way that an edge takes.
    pub(crate) fn way(&self, place: Place) -> u32 {
        self.nodes[at(place.node)].ways[at(place.edge)]
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether all paths have been taken.
    pub(crate) fn is_done(&self) -> bool {
        self.nodes[0].open == 0
    }

    /// Adds the comparison that an untried edge leads to.
    pub(crate) fn grow(
        &mut self,
        from: Place,
        asked: BranchQuestion,
        ways: &[u32],
        clauses: Option<Box<[Clause]>>,
    ) -> Result<u32, IdsExhausted> {
        let node = id(self.nodes.len(), "nodes of a tree of paths")?;
        let parent = &self.nodes[at(from.node)];
        let depth = parent.depth + u32::from(parent.is_choice());
        self.nodes.push(Node {
            from: Some(from),
            asked: Some(asked),
            depth,
            ways: ways.into(),
            edges: ways.iter().map(|_| Edge::Untried).collect(),
            open: small(ways.len()),
            clauses,
        });
        self.nodes[at(from.node)].edges[at(from.edge)] = Edge::Node(node);
        Ok(node)
    }

    /// Marks an edge as done, and those above it that are done by this.
    pub(crate) fn finish(&mut self, place: Place) {
        let mut place = Some(place);
        while let Some(Place { node, edge }) = place {
            let node = &mut self.nodes[at(node)];
            if std::mem::replace(&mut node.edges[at(edge)], Edge::Done) == Edge::Done {
                return;
            }
            node.open -= 1;
            place = node.from.filter(|_| node.open == 0);
        }
    }

    /// The edges from the root to this one, which is the last.
    pub(crate) fn path_to(&self, place: Place) -> Vec<Place> {
        let mut path = Vec::new();
        let mut next = Some(place);
        while let Some(place) = next {
            path.push(place);
            next = self.nodes[at(place.node)].from;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use std::panic::Location;

    use dpgen_engine::steer::{BranchQuestion, QuestionKind};

    use super::{Edge, Place, Tree};

    fn asked() -> BranchQuestion {
        BranchQuestion { site: Location::caller(), kind: QuestionKind::Less, compares: true }
    }

    #[test]
    fn a_node_is_done_when_its_edges_are() {
        let mut tree = Tree::new(2);
        let first = Place { node: Tree::ROOT, edge: 0 };
        let node = tree.grow(first, asked(), &[0, 1], None).unwrap();
        let edge = |edge| Place { node, edge };
        let below = tree.grow(edge(0), asked(), &[1], None).unwrap();
        assert_eq!((tree.node(below).depth, tree.node(node).depth), (2, 1));
        assert_eq!(
            tree.path_to(Place { node: below, edge: 0 }),
            [first, edge(0), Place { node: below, edge: 0 }]
        );
        tree.finish(Place { node: below, edge: 0 });
        assert_eq!((tree.edge(edge(0)), tree.edge(edge(1))), (Edge::Done, Edge::Untried));
        tree.finish(edge(1));
        tree.finish(edge(1)); // once more changes nothing
        assert_eq!(tree.edge(first), Edge::Done);
        assert!(!tree.is_done());
        tree.finish(Place { node: Tree::ROOT, edge: 1 });
        assert!(tree.is_done());
    }

    #[test]
    fn a_tree_without_beginnings_is_done() {
        assert!(Tree::new(0).is_done());
    }
}
