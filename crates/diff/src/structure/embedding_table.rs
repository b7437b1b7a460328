//! [`EmbeddingTable`]: which parts of a structure are within which parts of another one, computed from the leaves up.
//!
//! Kruskal's embedding: a node of the part is within a node of the whole if it is within a part of that one, or if the two match.
//! When two nodes match is decided by the caller, who is given what holds for the nodes below them.

use crate::structure::term::{Node, Term};
use crate::structure::vocabulary::{Field, Vocabulary};

/// A row for each node of the whole, a column for each node of the part. Parts come before wholes in both.
pub(super) struct EmbeddingTable {
    width: usize,
    within: Vec<bool>,
}

impl EmbeddingTable {
    /// Whether a node of the part is within a node of the whole.
    pub(super) fn has(&self, large: usize, small: usize) -> bool {
        self.within[large * self.width + small]
    }
}

/// Whether a structure is within another one. `matches` is given a node of the whole with what is below it, and a node of the part.
pub(super) fn is_within(
    vocabulary: &Vocabulary,
    whole: &Term,
    part: &Term,
    matches: impl Fn(&EmbeddingTable, (&Node, &[(&Field, usize)]), &Node) -> bool,
) -> bool {
    let (large, small) = (whole.nodes(), part.nodes());
    let width = small.len();
    let mut table = EmbeddingTable { width, within: vec![false; large.len() * width] };
    for (row, node) in large.iter().enumerate() {
        let below: Vec<(&Field, usize)> = whole.parts(vocabulary, node).collect();
        for (column, wanted) in small.iter().enumerate() {
            let found = below.iter().any(|(_, below)| table.has(*below, column))
                || matches(&table, (node, &below), wanted);
            table.within[row * width + column] = found;
        }
    }
    table.within.last().copied().unwrap_or(false)
}
