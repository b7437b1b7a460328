//! [`Coverage`]: which outcomes of which branches the paths of an exploration have had.
//!
//! Invariant: outcomes are numbered branch by branch, in the order in which branches became known; a branch is known when
//! the function around it was entered, or when it was noted itself.

use rustc_hash::FxHashMap;

use dpgen_forest::index::{at, shown};

use crate::cover::{Branch, Heard, Hit};

/// How often each known outcome was covered.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    branches: Vec<&'static Branch>,
    /// By branch: the number of its first outcome.
    first: Vec<u32>,
    places: FxHashMap<*const Branch, u32>,
    /// By outcome: the number of runs that had it.
    runs: Vec<u64>,
}

impl Coverage {
    /// The number of a branch, which is made if it is new.
    fn branch(&mut self, branch: &'static Branch) -> u32 {
        let Self { branches, first, places, runs } = self;
        *places.entry(std::ptr::from_ref(branch)).or_insert_with(|| {
            branches.push(branch);
            first.push(shown(runs.len()));
            runs.resize(runs.len() + branch.outcomes.len(), 0);
            shown(branches.len() - 1)
        })
    }

    /// The number of an outcome.
    pub(crate) fn outcome(&mut self, hit: Hit) -> u32 {
        let branch = self.branch(hit.branch);
        self.first[at(branch)] + hit.outcome
    }

    /// The number of an outcome, if its branch is known.
    pub(crate) fn known_outcome(&self, hit: Hit) -> Option<u32> {
        let branch = self.places.get(&std::ptr::from_ref(hit.branch))?;
        Some(self.first[at(*branch)] + hit.outcome)
    }

    /// The number of the branch of an outcome.
    pub(crate) fn branch_of(&self, outcome: u32) -> u32 {
        shown(self.first.partition_point(|first| *first <= outcome) - 1)
    }

    /// Takes in what a run has covered: the numbers of its outcomes, ascending.
    pub(crate) fn take(&mut self, heard: &Heard) -> Vec<u32> {
        for branch in heard.tables.iter().flat_map(|table| table.iter()) {
            self.branch(branch);
        }
        let mut outcomes: Vec<u32> = heard.hits.iter().map(|hit| self.outcome(*hit)).collect();
        outcomes.sort_unstable();
        for outcome in &outcomes {
            self.runs[at(*outcome)] += 1;
        }
        outcomes
    }

    /// How many outcomes are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.runs.len()
    }

    /// How many of them were covered.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.runs.iter().filter(|runs| **runs > 0).count()
    }

    /// How many runs had an outcome.
    pub(crate) fn runs_of(&self, outcome: u32) -> u64 {
        self.runs.get(at(outcome)).copied().unwrap_or(0)
    }

    /// The outcomes of a branch, by their numbers.
    pub(crate) fn outcomes_of(&self, branch: u32) -> std::ops::Range<u32> {
        let end = self.first.get(at(branch) + 1).copied().unwrap_or_else(|| shown(self.runs.len()));
        self.first[at(branch)]..end
    }

    /// Whether a branch has an outcome that no run had.
    pub(crate) fn is_open(&self, branch: u32) -> bool {
        self.outcomes_of(branch).any(|outcome| self.runs_of(outcome) == 0)
    }

    /// How many branches after one, in the order in which they became known, no run has reached, up to the first that one has.
    pub(crate) fn unreached_after(&self, branch: u32) -> usize {
        let after = branch + 1..shown(self.branches.len());
        after.take_while(|branch| self.outcomes_of(*branch).all(|outcome| self.runs_of(outcome) == 0)).count()
    }

    /// How many runs had the rarest outcome of a branch.
    pub(crate) fn rarest(&self, branch: u32) -> u64 {
        self.outcomes_of(branch).map(|outcome| self.runs_of(outcome)).min().unwrap_or(0)
    }

    /// An outcome as text: where its branch is, and what it is called.
    #[must_use]
    pub fn text(&self, outcome: u32) -> String {
        let branch = self.branch_of(outcome);
        let number = outcome - self.first[at(branch)];
        let branch = self.branches[at(branch)];
        format!("{branch}: {}", branch.outcomes.get(at(number)).copied().unwrap_or_default())
    }

    /// The outcomes that no run had, as text.
    pub fn missing(&self) -> impl Iterator<Item = String> + '_ {
        (0..shown(self.runs.len()))
            .filter(|outcome| self.runs_of(*outcome) == 0)
            .map(|outcome| self.text(outcome))
    }
}
