//! [`Tree`]: the sequences that a search goes on from, with what they share.

use dpgen_forest::index::{IdsExhausted, at, id};

/// The sequences that are continued, each as the one before it and its last call.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<(u32, u32)>,
}

impl Tree {
    /// No call.
    pub(super) const ROOT: u32 = u32::MAX;

    /// Adds a sequence: another one, and a call after it.
    pub(super) fn add(&mut self, before: u32, call: u32) -> Result<u32, IdsExhausted> {
        let node = id(self.nodes.len(), "sequences")?;
        self.nodes.push((before, call));
        Ok(node)
    }

    /// The calls of a sequence.
    pub(super) fn path(&self, mut node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while let Some((before, call)) = self.nodes.get(at(node)).copied() {
            path.push(call);
            node = before;
        }
        path.reverse();
        path
    }
}
