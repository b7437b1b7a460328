//! [`NodeTokens`]: the nodes of a value that is being taken apart, by the identity of what leads to them.
//!
//! Each node that something leads to has a token. While a value is taken apart, a link is noted with the token of its node, and each node is
//! taken apart once, wherever it is met first; `resolve_links.rs` then walks from the whole, and writes what is new and what was met.

use std::any::TypeId;
use std::collections::HashMap;

use dpgen_forest::index::at;

/// The identity of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NodeKey {
    /// What lies at an address, of this type.
    Pointer(*const (), TypeId),
    /// A node of this arena, with this index.
    InArena(usize, usize),
}

/// How far a node has been taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    NotYet,
    /// Its parts are being taken apart.
    Begun,
    /// It is this one among the nodes of the value.
    Done(usize),
}

/// The nodes that something leads to.
#[derive(Debug, Default)]
pub(crate) struct NodeTokens {
    tokens: HashMap<NodeKey, usize>,
    /// By token.
    pub(super) progress: Vec<Progress>,
    /// By node of the value: its token.
    pub(super) of_node: HashMap<usize, usize>,
    /// The nodes of the value that are links, with the tokens of what they lead to.
    pub(super) links: HashMap<usize, usize>,
    /// The slots that are references, by node and slot, with the tokens of what they refer to.
    pub(super) references: HashMap<(usize, usize), usize>,
    /// By arena: the tokens of its nodes.
    pub(super) arenas: Vec<Vec<usize>>,
    /// By type of nodes: the arena that is being taken apart.
    pub(super) open_arenas: HashMap<TypeId, usize>,
}

impl NodeTokens {
    /// The token of a node.
    pub(super) fn token(&mut self, key: NodeKey) -> usize {
        let next = self.progress.len();
        let token = *self.tokens.entry(key).or_insert(next);
        if token == next {
            self.progress.push(Progress::NotYet);
        }
        token
    }

    /// Notes which of the value's nodes the one with a token is.
    pub(super) fn set_node(&mut self, token: usize, word: i64) {
        if let Ok(node) = u32::try_from(word).map(at) {
            self.progress[token] = Progress::Done(node);
            self.of_node.insert(node, token);
        }
    }

    /// Notes a link, which is this node of the value.
    pub(crate) fn note_link(&mut self, node: usize, token: usize) {
        self.links.insert(node, token);
    }

    /// Notes references, which are slots of this node of the value.
    pub(crate) fn note_references(&mut self, node: usize, slots: Vec<(usize, usize)>) {
        self.references.extend(slots.into_iter().map(|(slot, token)| ((node, slot), token)));
    }

    /// How many links and references were noted.
    pub(crate) fn noted(&self) -> usize {
        self.links.len() + self.references.len()
    }
}
