//! [`Strategy`]: chooses the next path. One file per strategy.
//!
//! | strategy | takes next | from |
//! |---|---|---|
//! | [`DepthFirst`] | the way that became possible last | King, CACM 1976 |
//! | [`BreadthFirst`] | the one that became possible first | |
//! | [`Random`] | any, with equal probability | |
//! | [`Uncovered`] | one next to an outcome that no run had; past the end of a run; the rarest | the default; a random tail |
//! | [`Learned`] | the way most likely to cover something new | weights that ship, trained on Karel programs |
//! | [`Tardis`] | one whose path condition looks feasible | Braione and Denaro, arXiv 2005.09317 |
//! | [`Suffix`] | one whose last constraint has been feasible before | Thompson sampling (Biometrika, 1933) |
//! | [`PySe`] | the way of the longest expected path, by Q-learning | Koo, Saumya, Kulkarni and Bagchi, ICST 2019 |
//! | [`Policy`] | the way that a table of branches gives | WISE (ICSE 2009), SPF-WCA (ICST 2017) |
//!
//! A strategy is offered the ways that paths have left (*items*); it names the one to take next, and decides what that path
//! does from there on. Laws: an item that is offered is given back at most once; with a fixed seed the order is fixed.

mod breadth_first;
mod depth_first;
mod learned;
mod policy_table;
mod pyse;
mod random;
mod suffix_bandit;
mod tardis;
mod uncovered_first;

pub use breadth_first::BreadthFirst;
pub use depth_first::DepthFirst;
pub use learned::{FEATURE_NAMES, Features, Learned, Lesson, Lessons, Weights};
pub(crate) use policy_table::context;
pub use policy_table::{Context, Policy};
pub use pyse::PySe;
pub use random::Random;
pub use suffix_bandit::Suffix;
pub use tardis::{Indices, Tardis};
pub use uncovered_first::Uncovered;

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use dpgen_engine::steer::{BranchQuestion, Site};

use crate::coverage::Coverage;
use crate::path_fingerprint::{Clause, Fingerprint};

/// A way that some path could have taken and did not.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its number: items are numbered in the order in which they are offered.
    pub number: u64,
    pub(crate) place: crate::path_tree::Place,
    /// The branch of the program that this decides, if one was noted after the decision: by its number in the coverage.
    pub aim: Option<u32>,
    /// The way that it takes at its comparison.
    pub way: u32,
    /// The number of decisions that lead to it.
    pub depth: u32,
    /// Its path condition, and the last clause without constants, for strategies that ask for it.
    pub condition: Option<Condition>,
}

/// The path condition of an item, as far as strategies use it.
#[derive(Debug, Clone)]
pub struct Condition {
    /// The slice of the last clause.
    pub fingerprint: Fingerprint,
    /// The last clause, without constants, as a hash.
    pub suffix: u64,
    /// Branches on the way there that have an outcome which no run had.
    pub branches: Vec<u32>,
}

/// A comparison that a path has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The place in the program.
    pub site: Site,
    /// The way that it took.
    pub way: u32,
    /// Whether it could have taken another.
    pub was_open: bool,
    /// Whether the program compared, and did not look something up in a table.
    pub compares: bool,
}

/// A place on a path: what it has covered last, by the number of the outcome, how many decisions it has made since, and where it
/// compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The latest outcome; none if there was none, or if its branch is new.
    pub latest: Option<u32>,
    /// The decisions since.
    pub since: u32,
    /// The comparison.
    pub site: Site,
}

/// A decision of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The place in the program.
    pub spot: Spot,
    /// The way that it took.
    pub way: u32,
    /// The outcome that was covered first after it, before the next decision; by its number in the coverage.
    pub next: Option<u32>,
}

/// A comparison at which a path goes on, past what an item has decided.
#[derive(Debug)]
pub struct Fork<'a> {
    /// What is compared, and where; nothing where the structure is chosen.
    pub asked: Option<BranchQuestion>,
    /// The ways that are possible and still have paths to be taken.
    pub ways: &'a [u32],
    /// The comparisons of this path so far.
    pub history: &'a [Taken],
    /// What has been covered by now.
    pub coverage: &'a Coverage,
    /// Where on the path it is, for strategies that ask for spots; nothing where the structure is chosen.
    pub spot: Option<Spot>,
}

/// The result of a run, for strategies that learn.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// Whether the input satisfies what is assumed of inputs: `true` unless that is asked after the run.
    pub is_feasible: bool,
    /// The comparisons that it made.
    pub history: &'a [Taken],
    /// The fingerprints of the beginnings of its path, from shorter to longer, for strategies that ask for conditions.
    pub beginnings: &'a [Condition],
    /// Its decisions, without which structure to begin with, for strategies that ask for spots.
    pub steps: &'a [Step],
    /// The number of its decisions, including the choice of the structure to begin with.
    pub decisions: u32,
}

impl Outcome<'_> {
    /// Where its last decision was, and the way that it took, if nothing was covered after it; for strategies that ask for spots.
    #[must_use]
    pub fn dead_end(&self) -> Option<(Spot, u32)> {
        let last = self.steps.last().filter(|last| last.next.is_none())?;
        Some((last.spot, last.way))
    }
}

/// A strategy of exploration: chooses the next path.
pub trait Strategy: Debug {
    /// Whether items come with their path conditions.
    fn wants_conditions(&self) -> bool {
        false
    }
    /// Whether forks and outcomes come with spots.
    fn wants_spots(&self) -> bool {
        false
    }
    /// Adds an item.
    fn offer(&mut self, item: Item);
    /// The item to take next; `None` to begin at the root, where [`choose`](Self::choose) decides everything.
    fn next(&mut self, coverage: &Coverage) -> Option<Item>;
    /// Chooses the way of a path, by its position among at least two possible ways.
    fn choose(&mut self, _fork: &Fork<'_>) -> usize {
        0
    }
    /// Learns from the result of a run; `item` is the item that it took, if there was one.
    fn learn(&mut self, _item: Option<&Item>, _outcome: &Outcome<'_>) {}
}

/// A strategy that is kept, to go on in another exploration with what it has learned.
impl<S: Strategy> Strategy for Rc<RefCell<S>> {
    fn wants_conditions(&self) -> bool {
        self.borrow().wants_conditions()
    }

    fn wants_spots(&self) -> bool {
        self.borrow().wants_spots()
    }

    fn offer(&mut self, item: Item) {
        self.borrow_mut().offer(item);
    }

    fn next(&mut self, coverage: &Coverage) -> Option<Item> {
        self.borrow_mut().next(coverage)
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        self.borrow_mut().choose(fork)
    }

    fn learn(&mut self, item: Option<&Item>, outcome: &Outcome<'_>) {
        self.borrow_mut().learn(item, outcome);
    }
}

/// The condition of the last clause of a path.
pub(crate) fn condition_of(clauses: &[Clause], branches: Vec<u32>) -> Option<Condition> {
    let suffix = clauses.last()?.pattern();
    Some(Condition { fingerprint: Fingerprint::of_slice(clauses), suffix, branches })
}
