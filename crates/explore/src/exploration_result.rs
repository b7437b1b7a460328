//! [`Explored`]: the result of an exploration, and what it proves.

use crate::coverage::Coverage;
use crate::path::{End, Path};
use crate::smallest_suite::{Chosen, smallest};

/// Why an exploration ended before all paths were taken.
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

/// What an exploration found.
#[derive(Debug, Clone, Default)]
pub struct Explored {
    /// The paths that some input takes, in the order in which they were found.
    pub paths: Vec<Path>,
    /// What they cover.
    pub coverage: Coverage,
    /// How many paths were tried.
    pub runs: u64,
    /// How many of these no input takes that may be given. None do if inputs are valid to begin with and the solver could
    /// always tell.
    pub failed: u64,
    /// How many paths the solver could not tell of whether an input takes them.
    pub unsolved: u64,
    /// How many paths took a way that the solver first could not tell to be possible.
    pub uncertain: u64,
    /// How many paths were cut at the limit of decisions.
    pub cut: u64,
    /// Whether the program marks checkpoints.
    pub(crate) has_checkpoints: bool,
    /// How many comparisons the tree of paths has.
    pub nodes: usize,
    /// Why it ended early, if it did.
    pub stop: Option<Stop>,
}

impl Explored {
    /// Whether all paths were taken to their ends: then what was not covered can not be.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop.is_none() && self.unsolved == 0 && self.cut == 0
    }

    /// The paths on which the program panicked or failed.
    pub fn findings(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(|path| matches!(path.end, End::Panicked(_) | End::Failed(_)))
    }

    /// A smallest set of paths that cover all that was covered; the search is given up after so many steps, and the set is
    /// then that of the greedy choice. Among equals, paths over smaller structures are taken.
    #[must_use]
    pub fn suite(&self, steps: u64) -> Chosen {
        let mut order: Vec<usize> = (0..self.paths.len()).collect();
        order.sort_by_key(|path| (self.paths[*path].beginning, self.paths[*path].decisions));
        let rows: Vec<&[u32]> = order.iter().map(|path| self.paths[*path].outcomes.as_slice()).collect();
        let Chosen { rows, is_smallest } = smallest(&rows, steps);
        Chosen { rows: rows.into_iter().map(|row| order[row]).collect(), is_smallest }
    }

    /// What was covered and what that proves, in words; `scope` says of which inputs, as in "up to size 7".
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
