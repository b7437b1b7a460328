//! What a build did, as plain data: the command line's table, the benches and the tests read these.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What one round did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundReport {
    /// Candidates judged: accepted substructures, a constructor and data.
    pub candidates: u64,
    /// Evaluations of the predicate.
    pub runs: u64,
    /// Structures (in Quotient DP: productions) accepted.
    pub accepted: u64,
    /// Combinations left out because they exceed the maximum size.
    pub pruned: u64,
    /// Substructures that the predicate made the engine look into.
    pub expanded: u64,
    /// Classes that the round made; in DP and LazyDP each structure is its own.
    pub classes: u64,
    /// How long it took.
    pub time: Duration,
}

impl RoundReport {
    /// Adds another round's figures.
    pub fn add(&mut self, other: &Self) {
        self.candidates += other.candidates;
        self.runs += other.runs;
        self.accepted += other.accepted;
        self.pruned += other.pruned;
        self.expanded += other.expanded;
        self.classes += other.classes;
        self.time += other.time;
    }
}

/// What was done for structures of one size, over all types and rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SizeReport {
    /// Candidates judged.
    pub candidates: u64,
    /// Evaluations of the predicate.
    pub runs: u64,
    /// Classes of this size.
    pub classes: u64,
    /// Productions of this size.
    pub productions: u64,
    /// Time spent on this size: in engines that go by rounds, its evaluations, summed over threads.
    pub time: Duration,
}

/// An attribute in use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AttributeReport {
    /// Its type's name.
    pub ty: String,
    /// Its name.
    pub name: String,
    /// How many different answers it gives.
    pub answers: u64,
}

impl AttributeReport {
    /// An attribute of a type, and how many different answers it gives.
    #[must_use]
    pub const fn new(ty: String, name: String, answers: u64) -> Self {
        Self { ty, name, answers }
    }
}

/// A kind of read, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadReport {
    /// What the predicate did, as in ``asking for `height` of `Tree` ``.
    pub read: String,
    /// How many more runs there were because it could go more than one way.
    pub runs: u64,
}

impl ReadReport {
    /// What the predicate did, and how many more runs that made.
    #[must_use]
    pub const fn new(read: String, runs: u64) -> Self {
        Self { read, runs }
    }
}

/// A condition of the predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionReport {
    /// Its text.
    pub text: String,
    /// How many candidates it rejected.
    pub rejected: u64,
}

/// What a build did.
///
/// ```
/// # use dpgen::prelude::*;
/// # #[derive(DpGen, Debug, Clone, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// let report = trees.report();
/// assert_eq!(report.sizes[5].classes, 1); // no attribute tells trees of one size apart
/// assert_eq!(report.totals().runs, report.rounds.iter().map(|round| round.runs).sum::<u64>());
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Round by round.
    pub rounds: Vec<RoundReport>,
    /// Size by size.
    pub sizes: Vec<SizeReport>,
    /// The attributes in use.
    pub attributes: Vec<AttributeReport>,
    /// What split runs, the most expensive first; engines that work on classes tell.
    pub reads: Vec<ReadReport>,
    /// The conditions of a spec, with what each rejected.
    pub conditions: Vec<ConditionReport>,
    /// What is worth knowing: a fallback, a predicate without attributes.
    pub notes: Vec<String>,
    /// How long the build took.
    pub time: Duration,
}

impl Report {
    /// All rounds together.
    #[must_use]
    pub fn totals(&self) -> RoundReport {
        let mut sum = RoundReport::default();
        for round in &self.rounds {
            sum.add(round);
        }
        sum
    }
}
