//! Counts rejected candidates where one candidate can have many runs.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use dpgen_forest::index::wide;

use crate::quotient::run_state::class_nodes::ClassRun;

/// The candidates of a task with symbolic data, by hash, that some run accepted or rejected. One candidate can have many
/// runs, by its data: it is rejected if none of them accepts.
#[derive(Debug, Default)]
pub(super) struct RejectionCounter {
    accepted: SmallVec<[u64; 8]>,
    rejected: SmallVec<[u64; 8]>,
}

impl RejectionCounter {
    /// Notes that a run of a candidate accepts.
    pub(super) fn accept(&mut self, candidate: Option<u64>) {
        self.accepted.extend(candidate.filter(|new| self.accepted.last() != Some(new)));
    }

    /// Notes that a run of a candidate rejects.
    pub(super) fn reject(&mut self, candidate: Option<u64>) {
        self.rejected.extend(candidate.filter(|new| self.rejected.last() != Some(new)));
    }

    /// The candidate of a run with symbolic data: a hash of what its nodes were narrowed to. `None` with concrete data.
    pub(super) fn candidate(run: &ClassRun) -> Option<u64> {
        let mut hash = FxHasher::default();
        run.is_symbolic().then(|| {
            run.nodes.hash(&mut hash);
            hash.finish()
        })
    }

    /// The number of candidates rejected.
    pub(super) fn count(mut self) -> u64 {
        self.accepted.sort_unstable();
        self.rejected.sort_unstable();
        self.rejected.dedup();
        let rejected = |candidate: &&u64| self.accepted.binary_search(candidate).is_err();
        wide(self.rejected.iter().filter(rejected).count())
    }
}
