//! [`PendingProposals`]: a guide's notes on the structures that it proposed, until they are judged.
//!
//! Invariant: proposals are judged in order, so that a guide's own structure is the first one here, or was forgotten.

use std::collections::VecDeque;

/// Structures that were proposed and not judged yet, each by its compact words, with what was noted of it.
#[derive(Debug)]
pub(crate) struct PendingProposals<T>(VecDeque<(Vec<u32>, T)>);

impl<T> Default for PendingProposals<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> PendingProposals<T> {
    /// Notes what is proposed.
    pub(crate) fn push(&mut self, words: Vec<u32>, noted: T) {
        self.0.push_back((words, noted));
    }

    /// Takes the notes on a structure that is judged now; `None` if another guide proposed it, or it was forgotten.
    pub(crate) fn take(&mut self, words: &[u32]) -> Option<T> {
        let (proposed, _) = self.0.front()?;
        if proposed != words {
            return None;
        }
        self.0.pop_front().map(|(_, noted)| noted)
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
