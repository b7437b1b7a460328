//! [`Explored`]: the result of an exploration, and what it proves.

use crate::coverage::Coverage;
use crate::path::{End, Path};
use crate::smallest_suite::{Chosen, smallest};

/// The reason for which an exploration ended before all paths were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The number of runs was reached.
    Runs,
    /// The time was up.
    Time,
    /// It was cancelled.
    Cancelled,
}

/// The result of an exploration.
#[derive(Debug, Clone, Default)]
pub struct Explored {
    /// The paths that some input takes, in the order in which they were found.
    pub paths: Vec<Path>,
    /// The coverage of these paths.
    pub coverage: Coverage,
    /// The number of paths tried.
    pub runs: u64,
    /// The number of tried paths that no valid input takes. It is 0 if inputs are valid from the start and the solver always
    /// has an answer.
    pub failed: u64,
    /// The number of paths for which the solver could not decide whether an input takes them.
    pub unsolved: u64,
    /// The number of paths that took a way for which the solver had not decided whether it is possible.
    pub uncertain: u64,
    /// The number of paths that were cut at the limit of decisions.
    pub cut: u64,
    /// Whether the program marks checkpoints.
    pub(crate) has_checkpoints: bool,
    /// The number of comparisons in the tree of paths.
    pub nodes: usize,
    /// The reason for an early end, if there was one.
    pub stop: Option<Stop>,
}

impl Explored {
    /// Whether all paths were taken to their ends: then outcomes that were not covered are impossible.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop.is_none() && self.unsolved == 0 && self.cut == 0
    }

    /// The paths on which the program panicked or failed.
    pub fn findings(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(|path| matches!(path.end, End::Panicked(_) | End::Failed(_)))
    }

    /// A smallest set of paths with the coverage of all of them. The search ends after `steps` steps at the latest; the set is
    /// then that of the greedy choice. Among equals, paths over smaller structures are taken.
    #[must_use]
    pub fn suite(&self, steps: u64) -> Chosen {
        let mut order: Vec<usize> = (0..self.paths.len()).collect();
        order.sort_by_key(|path| (self.paths[*path].beginning, self.paths[*path].decisions));
        let rows: Vec<&[u32]> = order.iter().map(|path| self.paths[*path].outcomes.as_slice()).collect();
        let Chosen { rows, is_smallest } = smallest(&rows, steps);
        Chosen { rows: rows.into_iter().map(|row| order[row]).collect(), is_smallest }
    }

    /// The coverage, and what it proves, in words; `scope` names the inputs, as in "up to size 7".
    #[must_use]
    pub fn certificate(&self, scope: &str) -> String {
        let (covered, known) = (self.coverage.covered(), self.coverage.known());
        let missing = known - covered;
        if self.is_complete() {
            let paths = self.paths.len();
            return match (known, missing) {
                (0, _) => format!("all {paths} paths {scope}"),
                (_, 0) => format!("all {covered} outcomes {scope}"),
                _ => format!(
                    "all {covered} feasible outcomes of {known} {scope}; {missing} proved unreachable {scope}"
                ),
            };
        }
        let mut reasons = Vec::new();
        match self.stop {
            Some(Stop::Runs) => reasons.push("the number of runs".to_owned()),
            Some(Stop::Time) => reasons.push("time".to_owned()),
            Some(Stop::Cancelled) => reasons.push("being cancelled".to_owned()),
            None => {}
        }
        if self.cut > 0 {
            reasons.push(format!("the limit of decisions, at which {} paths were cut", self.cut));
        }
        if self.unsolved > 0 {
            reasons.push(format!(
                "{} paths of which the solver could not tell whether an input takes them",
                self.unsolved
            ));
        }
        format!("{covered} outcomes of {known} {scope}, not all paths: stopped by {}", reasons.join(", and "))
    }
}
