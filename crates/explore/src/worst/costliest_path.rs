//! [`CostliestPath`]: the costliest of the paths that a strategy takes.
//!
//! Invariant: no path that was taken costs more, and all kept paths have this cost. It is the building block of the searches in
//! `search_over_ints.rs` and `search_over_structures.rs`.

use super::search_settings::Settings;
use crate::exploration::Exploration;
use crate::strategy::{DepthFirst, Strategy, Taken};
use crate::subject::{ExploreError, Subject};

/// The maximum number of costliest paths to keep, if a policy is learned from them.
const MAX_KEPT_PATHS: usize = 500;

/// The costliest path that was taken: the first of those that cost as much.
pub(super) struct CostliestPath {
    pub(super) cost: u64,
    pub(super) beginning: u32,
    pub(super) values: Vec<i64>,
    /// The number of paths taken.
    pub(super) runs: u64,
    /// Whether these are all.
    pub(super) is_complete: bool,
    /// Some paths of this cost, each with its beginning.
    pub(super) kept: Vec<(u32, Vec<Taken>)>,
}

impl CostliestPath {
    /// The set of paths that was exhausted, in words.
    pub(super) const fn of_all(&self) -> &'static str {
        if self.is_complete { "by all paths" } else { "by some of all paths" }
    }
}

impl Settings {
    /// The costliest of all paths, or of as many as the limit allows, with some of the same cost; none if there is no path.
    pub(super) fn costliest_of_all(
        &self,
        subject: &mut dyn Subject,
    ) -> Result<Option<CostliestPath>, ExploreError> {
        self.costliest(subject, Box::new(DepthFirst::default()), self.paths, MAX_KEPT_PATHS)
    }

    /// The costliest of the paths of a strategy, up to a number of runs, without others of the same cost; none if there is no path.
    pub(super) fn costliest_by(
        &self,
        subject: &mut dyn Subject,
        strategy: Box<dyn Strategy>,
        runs: u64,
    ) -> Result<Option<CostliestPath>, ExploreError> {
        self.costliest(subject, strategy, runs, 0)
    }

    fn costliest(
        &self,
        subject: &mut dyn Subject,
        strategy: Box<dyn Strategy>,
        runs: u64,
        keep: usize,
    ) -> Result<Option<CostliestPath>, ExploreError> {
        let mut worst: Option<(u64, u32, Vec<i64>)> = None;
        let mut kept: Vec<(u32, Vec<Taken>)> = Vec::new();
        let exploration = Exploration::new().strategy_of(strategy).decisions(u32::MAX);
        let exploration = exploration.runs(runs).time(self.time);
        let explored = exploration.run_without_paths(subject, |path, seen| {
            let cost = self.measured.of(path);
            if worst.as_ref().is_none_or(|(most, ..)| cost > *most) {
                worst = Some((cost, path.beginning, path.values.clone()));
                kept.clear();
            }
            if kept.len() < keep && worst.as_ref().is_some_and(|(most, ..)| cost == *most) {
                kept.push((path.beginning, seen.history.to_vec()));
            }
        })?;
        let (runs, is_complete) = (explored.runs, explored.is_complete());
        Ok(worst.map(|(cost, beginning, values)| CostliestPath {
            cost,
            beginning,
            values,
            runs,
            is_complete,
            kept,
        }))
    }
}
