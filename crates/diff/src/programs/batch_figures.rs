//! [`BatchFigures`]: how long the next batch of a thread is, and how many there were.
//!
//! Invariant: lengths depend on how many cases broke the batches before, and never change a verdict.

/// The fewest cases of a batch, however many batches break.
const MIN_BATCH_LEN: usize = 2;

/// The length of batches, which is lower while many cases break them, and the figures of a run.
#[derive(Debug, Default)]
pub(super) struct BatchFigures {
    /// The number of cases of the next batch; 0 before the first.
    next_len: usize,
    /// The runs of batches.
    pub(super) runs: u64,
    /// Those that were cut up.
    pub(super) broken: u64,
    /// The cases that were asked alone.
    pub(super) alone: u64,
}

impl BatchFigures {
    /// The number of cases of the next batch.
    pub(super) fn next_len(&self, max_len: usize) -> usize {
        if self.next_len == 0 { max_len } else { self.next_len.min(max_len) }
    }

    /// Notes how many cases of a batch were left to be asked alone. One that breaks it leaves up to two; with more, batches were too
    /// long, and with none they may be longer.
    pub(super) fn note(&mut self, len: usize, left: usize) {
        self.next_len = match left {
            0 => len.saturating_mul(2),
            1 | 2 => len,
            _ => (len / 2).max(MIN_BATCH_LEN),
        };
    }
}
