//! Cuts the tasks of a batch into ranges that are translated by themselves.
//!
//! Batches are judged by few workers, as each has to learn what the others know; but any thread can translate what they found. How
//! tasks are cut does not depend on threads.

use std::ops::Range;

use crate::quotient::leaf::batch_leaves::{BatchLeaves, TaskResult};
use crate::round_tasks::Task;

/// A range has about so many productions, or as many as the batch has keys: its structures are summed up by key.
const MIN_PRODUCTIONS: usize = 1 << 10;
/// About how many words a production takes that was written by itself.
const WORDS_PER_PRODUCTION: usize = 8;

impl BatchLeaves {
    /// The tasks, of which the first were judged, in ranges of some productions each; at least one range.
    pub(super) fn task_ranges(&self, tasks: &[Task]) -> Vec<Range<usize>> {
        let len = self.task_results.len();
        // The records of tasks whose sizes are open follow one another.
        if tasks.iter().any(|task| task.has_open_sizes) {
            return std::iter::once(0..len).collect();
        }
        let wanted = MIN_PRODUCTIONS.max(self.keys.len());
        let (mut ranges, mut begin, mut found) = (Vec::new(), 0, 0);
        let mut before = TaskResult::default();
        for (end, result) in (1..).zip(&self.task_results) {
            let recalled = &self.recalled[before.recalled_end..result.recalled_end];
            found += recalled.iter().map(|recalled| recalled.leaves.production_count).sum::<usize>();
            found += (result.end - before.end) / WORDS_PER_PRODUCTION;
            if found >= wanted {
                ranges.push(begin..end);
                (begin, found) = (end, 0);
            }
            before = *result;
        }
        if begin < len || ranges.is_empty() {
            ranges.push(begin..len);
        }
        ranges
    }
}
