//! A batch: the texts of structures of consecutive ranks, in one string.

use dpgen_forest::SolveError;

use crate::export::error::ExportError;

/// An entry of a batch.
#[derive(Debug, Clone, Copy)]
pub(super) enum BatchItem {
    /// The text of a structure.
    Text {
        /// Where it ends; it begins where the one before ends.
        end: usize,
        /// Which solution of its rank it is, from 0.
        solution: u64,
    },
    /// The end of a rank, all of whose structures were there.
    EndOfRank,
}

/// How a batch ends.
#[derive(Debug, Clone)]
pub(super) enum BatchEnd {
    /// All its ranks are there.
    Complete,
    /// The run ended, or a structure is missing.
    Truncated,
    /// A path condition could not be solved.
    Unsolvable(SolveError),
    /// A template failed, or was ended.
    RenderError(ExportError),
}

/// Texts of structures of consecutive ranks.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) text: String,
    pub(super) items: Vec<BatchItem>,
    pub(super) end: BatchEnd,
}

impl Batch {
    pub(super) fn new() -> Self {
        Self { text: String::new(), items: Vec::new(), end: BatchEnd::Complete }
    }

    /// The batch without its contents, but with its memory.
    pub(super) fn emptied(mut self) -> Self {
        self.text.clear();
        self.items.clear();
        Self { end: BatchEnd::Complete, ..self }
    }

    /// The number of texts.
    pub(super) fn text_count(&self) -> usize {
        self.items.iter().filter(|item| matches!(item, BatchItem::Text { .. })).count()
    }
}
