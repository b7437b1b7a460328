//! The input of a drawing: a tree of nodes with labels, and their parts in order.
//!
//! Invariant of a [`Tree`]: parts come before wholes, the root is last, and every other node is a part of exactly one. So a
//! walk over the nodes in order, or in the opposite order, does what recursion would do.

use thiserror::Error;

use crate::escape_unprintable::visible;

/// A node of a tree, by its number; parts have smaller numbers than what they are parts of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

impl NodeId {
    /// The number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its label.
    pub label: String,
    /// Whether it stands for nothing being there, such as the end of a list: it is drawn as a dot, and its label is what the
    /// dot means.
    pub is_empty: bool,
    /// The label of the edge to it, if it has one.
    pub edge: Option<String>,
    /// The node that it is a part of; none for the root.
    pub whole: Option<NodeId>,
    /// Its parts, from left to right.
    pub parts: Vec<NodeId>,
    /// The nodes that it refers to, which are no parts of it.
    pub references: Vec<NodeId>,
    /// The number by which what is drawn knows the node, if it has one.
    pub number: Option<usize>,
}

/// A part that a node is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    edge: Option<String>,
    node: NodeId,
}

impl Part {
    /// A part with a label on the edge to it.
    #[must_use]
    pub fn named(edge: &str, node: NodeId) -> Self {
        Self { edge: Some(visible(edge)), node }
    }
}

impl From<NodeId> for Part {
    fn from(node: NodeId) -> Self {
        Self { edge: None, node }
    }
}

/// A tree that can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The nodes: parts before wholes, the root last.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    ///
    /// # Panics
    /// When it is one of another tree, which is larger.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node that is no part of another.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len() - 1)
    }

    /// The ids of the nodes, parts before wholes.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }
}

/// The reason for which nodes are no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotATree {
    /// There is nothing to draw.
    #[error("there is no node to draw")]
    NoNodes,
    /// A node of another builder, or a later one, is given as a part.
    #[error("node {0} has a part that was not made before it")]
    Later(usize),
    /// A node is a part of two others, or twice of one.
    #[error("node {0} is a part more than once")]
    Twice(usize),
    /// A node other than the last is no part of any.
    #[error("node {0} is no part of another, and is not the last")]
    Apart(usize),
    /// A reference is from a node, or to one, that was not made; or a number is given to one.
    #[error("node {0}, which was not made, has a reference or a number")]
    Unmade(usize),
}

/// Makes a [`Tree`], parts first.
///
/// ```
/// use dpgen_draw::{NotATree, Part, TreeBuilder};
///
/// let mut builder = TreeBuilder::new();
/// let end = builder.empty("Nil");
/// let list = builder.node("7", [end]);
/// builder.node("Stack", [Part::named("items", list)]);
/// let tree = builder.finish()?;
/// assert_eq!(tree.node(tree.root()).label, "Stack");
/// assert_eq!(tree.node(list).edge.as_deref(), Some("items"));
///
/// let mut builder = TreeBuilder::new();
/// let (one, _two) = (builder.leaf("1"), builder.leaf("2"));
/// builder.node("3", [one]);
/// assert_eq!(builder.finish(), Err(NotATree::Apart(1)));
/// # Ok::<(), NotATree>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
    wrong: Option<NotATree>,
}

impl TreeBuilder {
    /// One without nodes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node whose parts are there already. Characters of the label that do not show as themselves become escapes.
    pub fn node<P: Into<Part>>(&mut self, label: &str, parts: impl IntoIterator<Item = P>) -> NodeId {
        let id = NodeId(self.nodes.len());
        let mut own = Vec::new();
        for part in parts {
            let Part { edge, node } = part.into();
            match self.nodes.get_mut(node.0) {
                None => self.note(NotATree::Later(id.0)),
                Some(part) if part.whole.is_some() => self.note(NotATree::Twice(node.0)),
                Some(part) => {
                    (part.whole, part.edge) = (Some(id), edge);
                    own.push(node);
                }
            }
        }
        let label = visible(label);
        self.nodes.push(Node {
            label,
            is_empty: false,
            edge: None,
            whole: None,
            parts: own,
            references: Vec::new(),
            number: None,
        });
        id
    }

    /// Adds a node without parts.
    pub fn leaf(&mut self, label: &str) -> NodeId {
        self.node::<Part>(label, [])
    }

    /// Adds a node that stands for nothing being there.
    pub fn empty(&mut self, label: &str) -> NodeId {
        let id = self.leaf(label);
        if let Some(node) = self.nodes.last_mut() {
            node.is_empty = true;
        }
        id
    }

    /// Adds a reference from a node to one that is no part of it, such as one that it is a part of. Drawings show it as a dashed
    /// edge.
    ///
    /// ```
    /// use dpgen_draw::{Parts, TreeBuilder, dot};
    ///
    /// let mut builder = TreeBuilder::new();
    /// let last = builder.leaf("last");
    /// let first = builder.node("first", [last]);
    /// builder.refer(last, first);
    /// let dot = dot(&builder.finish()?, "ring", Parts::Each);
    /// assert!(dot.contains("n0 -> n1 [style=dashed, constraint=false"));
    /// # Ok::<(), dpgen_draw::NotATree>(())
    /// ```
    pub fn refer(&mut self, from: NodeId, to: NodeId) {
        let last = from.0.max(to.0);
        if last < self.nodes.len() {
            self.nodes[from.0].references.push(to);
        } else {
            self.note(NotATree::Unmade(last));
        }
    }

    /// Gives a node the number by which what is drawn knows it: see [`Svg::numbered`](crate::Svg::numbered).
    pub fn number(&mut self, node: NodeId, number: usize) {
        match self.nodes.get_mut(node.0) {
            Some(node) => node.number = Some(number),
            None => self.note(NotATree::Unmade(node.0)),
        }
    }

    fn note(&mut self, wrong: NotATree) {
        self.wrong.get_or_insert(wrong);
    }

    /// The tree, whose root is the last node.
    ///
    /// # Errors
    /// When the nodes are no tree; the first mistake is named.
    pub fn finish(self) -> Result<Tree, NotATree> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        let last = self.nodes.len().checked_sub(1).ok_or(NotATree::NoNodes)?;
        match self.nodes[..last].iter().position(|node| node.whole.is_none()) {
            Some(apart) => Err(NotATree::Apart(apart)),
            None => Ok(Tree { nodes: self.nodes }),
        }
    }
}
