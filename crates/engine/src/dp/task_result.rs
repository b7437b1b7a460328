//! The result of one task of a round.

use std::time::Duration;

use dpgen_forest::index::at;

use super::judge_structure::FailedStructure;
use crate::context_pools::Demand;
use crate::predicate_run::attributes_in_use::DiscoveredAttributes;

/// The result of one task.
#[derive(Debug, Default)]
pub(crate) struct DpTaskResult {
    /// Accepted records, one after the other.
    pub(crate) words: Vec<u32>,
    /// Runs of the predicate.
    pub(crate) runs: u64,
    /// Runs that accepted.
    pub(crate) accepting: u64,
    pub(crate) expanded: u64,
    /// How many candidates each condition rejected.
    pub(crate) rejected: Vec<u64>,
    pub(crate) discovered: DiscoveredAttributes,
    /// What has to be built before the task can be judged. If there is something, the rest does not count.
    pub(crate) demands: Vec<Demand>,
    pub(crate) failure: Option<FailedStructure>,
    pub(crate) time: Duration,
}

impl DpTaskResult {
    pub(crate) fn reject(&mut self, condition: Option<u32>) {
        if let Some(condition) = condition {
            let condition = at(condition);
            if self.rejected.len() <= condition {
                self.rejected.resize(condition + 1, 0);
            }
            self.rejected[condition] += 1;
        }
    }
}
