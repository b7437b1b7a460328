//! [`CompactIter`]: iterates over the compact words of structures in rank order, within limits.
//!
//! Concrete structures are lent from the walk's buffer; with symbolic data, each rank's path condition is solved. Invariant:
//! no rank is skipped. The iteration ends after the last structure, or at a limit ([`CompactIter::stopped`]), or at a path
//! condition that can not be solved ([`CompactIter::failure`]).

use crate::catalog::iteration::compact_step::CompactStep;
use crate::catalog::iteration::structure_walk::Walk;
use crate::catalog::roots::Roots;
use crate::catalog::symbolic::rank_solver::RankSolver;
use crate::catalog::symbolic::solve_error::{SolveError, SolveFailure};
use crate::count::Count;
use std::sync::Arc;

use crate::limits::budget::Budget;
use crate::limits::{Limits, StopReason};

/// The most structures that are skipped one by one; more are skipped by a jump to a rank.
const MAX_SINGLE_STEPS: u128 = 16;

/// The number of concrete structures between two polls of the limits.
const STRUCTURES_PER_POLL: u128 = 1024;

/// Visits compact structures. Not an [`Iterator`], as the words are lent from one reused buffer.
///
/// The words of a structure are its layers in preorder: the constructor's number in the schema, then each
/// slot in order, a data slot as the index of its value.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// let mut structures = trees.catalog().iter_compact(5);
/// assert_eq!((structures.remaining(), structures.next_rank()), (42, Count::ZERO));
/// let mut leaves = 0;
/// while let Some(words) = structures.next() {
///     leaves += words.iter().filter(|word| **word == 0).count();
/// }
/// assert_eq!(leaves, 42 * 6);
/// assert_eq!((structures.remaining(), structures.next_rank()), (0, Count::new(42)));
/// assert!(structures.stopped().is_none() && structures.failure().is_none()); // it went to the end
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct CompactIter<'a> {
    walk: Walk<'a>,
    roots: Option<&'a Roots>,
    /// The rank of the first structure, or of the target of the last jump; and the number of structures left there.
    start: Count,
    left_at_start: u128,
    left: u128,
    started: bool,
    /// Whether there is a solver or a limit, so that each step takes the longer route.
    checked: bool,
    solver: Option<RankSolver<'a>>,
    budget: Option<Arc<Budget>>,
    end: Option<End>,
}

/// The reason for an end before the last structure.
#[derive(Debug, Clone)]
enum End {
    Stopped(StopReason),
    Failed(Box<SolveError>),
}

impl<'a> CompactIter<'a> {
    /// The structures of a walk from rank `start` on, as many as are `left`.
    pub(crate) fn new(
        walk: Walk<'a>,
        roots: Option<&'a Roots>,
        start: Count,
        left: u128,
        solver: Option<RankSolver<'a>>,
    ) -> Self {
        let checked = solver.is_some();
        Self {
            walk,
            roots,
            start,
            left_at_start: left,
            left,
            started: false,
            checked,
            solver,
            budget: None,
            end: None,
        }
    }

    /// The same, which stops at the limits on time and memory, counted from now, and on being cancelled; inside a solver's
    /// search and a large structure, too.
    ///
    /// The other limits are for builds, and are ignored here. Beside the catalog, an iterator holds one structure, with
    /// its constraints if data is symbolic, and tables whose size does not depend on how many structures there are; but a
    /// structure alone can be large, as parts that are shared in the catalog are spelled out in it.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use dpgen::{CancelToken, Limits, StopReason};
    ///
    /// let token = CancelToken::new();
    /// let limits = Limits::none().cancel(token.clone());
    /// let mut structures = trees.catalog().iter_compact(5).with_limits(&limits);
    /// token.cancel();
    /// assert_eq!(structures.next(), None);
    /// assert_eq!(structures.stopped(), Some(StopReason::Cancelled));
    /// assert_eq!(structures.remaining(), 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn with_limits(self, limits: &Limits) -> Self {
        self.with_budget(Arc::new(Budget::from_now(limits)))
    }

    /// As [`with_limits`](Self::with_limits), with limits that count from an earlier moment.
    #[must_use]
    pub fn with_budget(mut self, budget: Arc<Budget>) -> Self {
        let interrupt = budget.interrupt();
        if let Some(solver) = &mut self.solver {
            solver.set_interrupt(&interrupt);
        }
        self.walk.set_interrupt(interrupt);
        self.budget = Some(budget);
        self.checked = true;
        self
    }

    /// The next structure; `None` after the last one, and after [`stopped`](Self::stopped) or
    /// [`failure`](Self::failure) has something to say.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut one = trees.catalog().iter_compact(1);
    /// assert_eq!(one.next(), Some(&[1, 0, 0][..])); // a node, and its two leaves
    /// assert_eq!(one.next(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "the words are lent, which Iterator can not say")]
    pub fn next(&mut self) -> Option<&[u32]> {
        if self.checked {
            return self.next_checked();
        }
        if self.step() { Some(self.walk.words()) } else { None }
    }

    /// The next structure, with the place of its first word that may differ from what this method lent before: the words
    /// before that are the same, whatever came in between.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let (mut structures, mut words) = (trees.catalog().iter_compact(5), Vec::new());
    /// while let Some(step) = structures.next_step() {
    ///     words.truncate(step.changed);
    ///     words.extend_from_slice(&step.words[step.changed..]);
    ///     assert_eq!(words, step.words);
    /// }
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[inline(always)]
    pub fn next_step(&mut self) -> Option<CompactStep<'_>> {
        if self.checked {
            self.next_checked()?;
        } else if !self.step() {
            return None;
        }
        Some(match &self.solver {
            // Solutions have little in common.
            Some(solver) => CompactStep::unrelated(solver.words()),
            None => self.walk.step(),
        })
    }

    /// Goes to the next structure, or path condition.
    #[inline]
    fn step(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if !self.started {
            self.started = true;
            if !self.start.is_zero() {
                return self.jump().is_some();
            }
        }
        self.walk.next().is_some()
    }

    fn next_checked(&mut self) -> Option<&[u32]> {
        if self.end.is_some() {
            return None;
        }
        if self.solver.is_some() {
            return self.next_solved();
        }
        if (!self.started || self.left.is_multiple_of(STRUCTURES_PER_POLL))
            && let Some(reason) = self.reached()
        {
            self.end = Some(End::Stopped(reason));
            return None;
        }
        if self.step_complete() { Some(self.walk.words()) } else { None }
    }

    /// As [`step`](Self::step), but ends where the walk was interrupted within the structure.
    fn step_complete(&mut self) -> bool {
        let is_there = self.step();
        if is_there && self.walk.is_interrupted() {
            self.fail(SolveFailure::Interrupted);
            return false;
        }
        is_there
    }

    /// The limit that is reached, if one is.
    fn reached(&self) -> Option<StopReason> {
        self.budget.as_ref().and_then(|budget| budget.reached())
    }

    fn next_solved(&mut self) -> Option<&[u32]> {
        loop {
            if self.next_solution()? {
                return self.solver.as_ref().map(RankSolver::words);
            }
            if !self.step_complete() {
                return None;
            }
            let records = self.walk.words();
            if let Some(Err(failure)) = self.solver.as_mut().map(|solver| solver.solve(records)) {
                self.fail(failure);
                return None;
            }
        }
    }

    /// Another solution of the current rank: `None` when there is no other, as always for concrete data and unless all
    /// solutions were asked for. [`next`](Self::next) goes on to the next rank in that case.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
    /// let digits = Generator::<Digits>::up_to(1).fields(Fields::Symbolic).build()?;
    /// let all = (Count::ZERO..digits.count(1), dpgen::Solutions::All);
    /// let mut words = digits.catalog().compact_with(1, all.0, all.1, 0);
    /// assert_eq!(words.next(), Some(&[1, 0, 0][..])); // the first digit, and the end
    /// assert_eq!(words.next_same_rank(), Some(&[1, 1, 0][..]));
    /// assert_eq!(words.next_same_rank(), Some(&[1, 2, 0][..]));
    /// assert_eq!(words.next_same_rank(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn next_same_rank(&mut self) -> Option<&[u32]> {
        if self.next_solution()? { self.solver.as_ref().map(RankSolver::words) } else { None }
    }

    /// Whether there is another solution of the current rank; `None` if that can not be told.
    fn next_solution(&mut self) -> Option<bool> {
        if self.end.is_some() {
            return None;
        }
        match self.solver.as_mut()?.next() {
            Ok(more) => Some(more),
            Err(failure) => {
                self.fail(failure);
                None
            }
        }
    }

    /// Ends it at the current rank, which counts as one that is left.
    fn fail(&mut self, failure: SolveFailure) {
        self.left += 1;
        self.end = match (&self.solver, failure) {
            (Some(solver), failure) if failure != SolveFailure::Interrupted => {
                Some(End::Failed(Box::new(solver.error(failure))))
            }
            _ => Some(End::Stopped(self.reached().unwrap_or(StopReason::Deadline))),
        };
    }

    /// The path condition that could not be solved, if that is why it ended.
    #[must_use]
    pub fn failure(&self) -> Option<&SolveError> {
        match &self.end {
            Some(End::Failed(error)) => Some(error),
            _ => None,
        }
    }

    /// The limit that ended it before its last structure, if one did: see [`with_limits`](Self::with_limits).
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        match &self.end {
            Some(End::Stopped(reason)) => Some(*reason),
            _ => None,
        }
    }

    /// How many structures (path conditions, if data is symbolic) are left, if 128 bits can tell.
    #[must_use]
    pub const fn remaining(&self) -> u128 {
        self.left
    }

    /// The rank of the next structure (path condition, if data is symbolic), if there is one.
    #[must_use]
    pub fn next_rank(&self) -> Count {
        self.start.clone() + Count::new(self.left_at_start - self.left)
    }

    /// Skips a number of structures (path conditions, if data is symbolic), or all that are left. The next one is
    /// found by its rank: it takes no longer to pass over many.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(50).build()?;
    /// let mut words = trees.catalog().iter_compact(50);
    /// words.advance(1_000_000_000_000_000_000_000_000);
    /// let rank = words.next_rank();
    /// assert_eq!(words.next().map(<[u32]>::to_vec), trees.catalog().nth_compact(50, &rank).unwrap());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn advance(&mut self, count: u128) {
        let count = count.min(self.left);
        if self.end.is_some() || count == 0 {
            return;
        }
        if self.started && !self.checked && count <= MAX_SINGLE_STEPS {
            for _ in 0..count {
                self.step();
            }
            return;
        }
        self.start = self.next_rank() + Count::new(count);
        self.left -= count;
        self.left_at_start = self.left;
        self.started = false;
        if let Some(solver) = &mut self.solver {
            solver.restart(&self.start);
        }
    }

    fn jump(&mut self) -> Option<()> {
        let (place, rest) = self.roots?.locate(self.walk.schema(), self.walk.dag(), &self.start)?;
        self.walk.seek(place, rest);
        Some(())
    }
}
