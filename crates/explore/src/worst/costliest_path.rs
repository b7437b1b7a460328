//! [`CostliestPath`]: the costliest of the paths that a strategy takes.
//!
//! Invariant: no path that was taken costs more, and what is kept costs as much. The searches in `search_over_ints.rs` and
//! `search_over_structures.rs` make their worst cases of it.

use super::search_settings::Settings;
use crate::exploration::Exploration;
use crate::strategy::{DepthFirst, Strategy, Taken};
use crate::subject::{ExploreError, Subject};

/// How many of the costliest paths are kept, where they are learned from.
const MAX_KEPT_PATHS: usize = 500;

/// The costliest path that was taken: the first of those that cost as much.
pub(super) struct CostliestPath {
    pub(super) cost: u64,
    pub(super) beginning: u32,
    pub(super) values: Vec<i64>,
    /// How many paths were taken.
    pub(super) runs: u64,
    /// Whether these are all.
    pub(super) is_complete: bool,
    /// Some that cost as much, each with its beginning.
    pub(super) kept: Vec<(u32, Vec<Taken>)>,
}

impl CostliestPath {
    /// Of which paths it is the costliest, in words, if all were to be taken.
    pub(super) const fn of_all(&self) -> &'static str {
        if self.is_complete { "by all paths" } else { "by some of all paths" }
    }
}

impl Settings {
    /// The costliest of all paths, or of as many as may be taken, with some that cost as much; none if there is no path.
    pub(super) fn costliest_of_all(
        &self,
        subject: &mut dyn Subject,
    ) -> Result<Option<CostliestPath>, ExploreError> {
        self.costliest(subject, Box::new(DepthFirst::default()), self.paths, MAX_KEPT_PATHS)
    }

    /// The costliest of so many paths of a strategy, and no other that costs as much; none if there is no path.
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
