//! [`Coverage`]: the branch outcomes that the paths of an exploration have had.
//!
//! Invariant: outcomes are numbered branch by branch, in the order in which branches became known; a branch is known when
//! the function around it was entered, or when it was noted itself.

use rustc_hash::FxHashMap;

use dpgen_forest::index::{at, shown};

use crate::branches::{Branch, Hit, RunCoverage};

/// The number of runs that covered each known outcome.
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

    /// Adds the coverage of a run. Returns the numbers of its outcomes, ascending.
    pub(crate) fn take(&mut self, covered: &RunCoverage) -> Vec<u32> {
        for branch in covered.tables.iter().flat_map(|table| table.iter()) {
            self.branch(branch);
        }
        let mut outcomes: Vec<u32> = covered.hits.iter().map(|hit| self.outcome(*hit)).collect();
        outcomes.sort_unstable();
        for outcome in &outcomes {
            self.runs[at(*outcome)] += 1;
        }
        outcomes
    }

    /// The number of known outcomes.
    #[must_use]
    pub fn known(&self) -> usize {
        self.runs.len()
    }

    /// The number of covered outcomes.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.runs.iter().filter(|runs| **runs > 0).count()
    }

    /// The number of runs with an outcome.
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

    /// The number of unreached branches directly after a branch, in the order in which branches became known.
    pub(crate) fn unreached_after(&self, branch: u32) -> usize {
        let after = branch + 1..shown(self.branches.len());
        after.take_while(|branch| self.outcomes_of(*branch).all(|outcome| self.runs_of(outcome) == 0)).count()
    }

    /// The number of runs with the rarest outcome of a branch.
    pub(crate) fn rarest(&self, branch: u32) -> u64 {
        self.outcomes_of(branch).map(|outcome| self.runs_of(outcome)).min().unwrap_or(0)
    }

    /// An outcome as text: the place of its branch, and its name.
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

#[cfg(test)]
mod tests {
    use super::{Branch, Coverage, Hit, RunCoverage};

    const fn branch(line: u32, kind: &'static str, outcomes: &'static [&'static str]) -> Branch {
        Branch { file: "f.rs", line, column: 5, kind, outcomes, parent: None }
    }

    static BRANCH_TABLE: [Branch; 3] = [
        branch(1, "if", &["true", "false"]),
        branch(2, "match", &["a", "b", "c"]),
        branch(3, "cover", &["reached"]),
    ];
    static TRIED_BRANCH: Branch = branch(9, "?", &["goes on", "returns"]);

    fn recorded(tables: &[&'static [Branch]], hits: &[(&'static Branch, u32)]) -> RunCoverage {
        let mut covered = RunCoverage::default();
        covered.hits.extend(hits.iter().map(|(branch, outcome)| Hit { branch, outcome: *outcome }));
        covered.tables.extend(tables);
        covered
    }

    /// By outcome: its branch, what it is called, and how many of the runs below have it.
    const NOTED_OUTCOMES: [(u32, &str, u64); 8] = [
        (0, "f.rs:1:5: if: true", 1),
        (0, "f.rs:1:5: if: false", 2),
        (1, "f.rs:2:5: match: a", 0),
        (1, "f.rs:2:5: match: b", 0),
        (1, "f.rs:2:5: match: c", 3),
        (2, "f.rs:3:5: cover: reached", 0),
        (3, "f.rs:9:5: ?: goes on", 0),
        (3, "f.rs:9:5: ?: returns", 1),
    ];

    #[test]
    fn each_outcome_of_each_branch_is_counted_by_itself() {
        let [first, second, _] = &BRANCH_TABLE;
        let mut coverage = Coverage::default();
        assert_eq!(coverage.known_outcome(Hit { branch: second, outcome: 1 }), None);
        for (hits, numbers, covered) in [
            (vec![(second, 2), (first, 1)], vec![1, 4], 2),
            (vec![(first, 0), (first, 1), (second, 2)], vec![0, 1, 4], 3),
            // A branch outside of all tables.
            (vec![(&TRIED_BRANCH, 1), (second, 2)], vec![4, 7], 4),
        ] {
            assert_eq!(coverage.take(&recorded(&[&BRANCH_TABLE], &hits)), numbers);
            assert_eq!(coverage.covered(), covered);
        }
        assert_eq!(coverage.known(), NOTED_OUTCOMES.len());
        for (number, (branch, text, runs)) in (0..).zip(NOTED_OUTCOMES) {
            assert_eq!((coverage.branch_of(number), coverage.runs_of(number)), (branch, runs), "{text}");
            assert_eq!(coverage.text(number), text);
            let all = coverage.outcomes_of(branch);
            assert!(all.contains(&number), "{text}");
            let branch = BRANCH_TABLE.get(usize::try_from(branch).unwrap()).unwrap_or(&TRIED_BRANCH);
            let hit = Hit { branch, outcome: number - all.start };
            assert_eq!(
                (coverage.known_outcome(hit), coverage.outcome(hit)),
                (Some(number), number),
                "{text}"
            );
        }
        let missing: Vec<&str> =
            NOTED_OUTCOMES.iter().filter(|(.., runs)| *runs == 0).map(|(_, text, _)| *text).collect();
        assert_eq!(coverage.missing().collect::<Vec<_>>(), missing);
        // Of each branch: whether an outcome is left, the fewest runs, and how many after it are not reached.
        let branches = (0..4).map(|branch| {
            (coverage.is_open(branch), coverage.rarest(branch), coverage.unreached_after(branch))
        });
        assert_eq!(branches.collect::<Vec<_>>(), [(false, 1, 0), (true, 0, 1), (true, 0, 0), (true, 0, 0)]);
    }

    #[test]
    fn what_was_entered_and_not_run_counts_as_known() {
        let mut coverage = Coverage::default();
        assert_eq!(coverage.take(&recorded(&[&BRANCH_TABLE], &[])), Vec::<u32>::new());
        assert_eq!((coverage.known(), coverage.covered(), coverage.missing().count()), (6, 0, 6));
        assert_eq!((0..3).map(|branch| coverage.unreached_after(branch)).collect::<Vec<_>>(), [2, 1, 0]);
    }
}
