//! [`ModelIter`]: iterates over all models of a system.
//!
//! It wraps a [`Search`]: it spends a [`Limit`] across calls, reports whether that ended the iteration, and has every model
//! checked in debug builds.

use super::assignment::Assignment;
use super::assignment_checker;
use super::constraint::Constraint;
use super::error::SolverError;
use super::interrupt::{Interrupt, UnknownReason};
use super::search::{Mode, Outcome, Search};
use super::search_limit::Limit;
use super::variable_bounds::Domains;

/// The lexicographically ascending models of a system, one by one.
///
/// The iterator ends when there are no more, when the limit is reached or when it is interrupted; [`stopped`](ModelIter::stopped)
/// tells which, and [`resume`](ModelIter::resume) goes on.
///
/// ```
/// use dpgen_solver::{Constraint, Limit, Linear, Relation, Store};
///
/// let mut store = Store::new();
/// let (twos, fives) = (store.new_var(0, 9)?, store.new_var(0, 9)?);
/// store.add(&Constraint::new(Linear::new([(twos, 2), (fives, 5)], -20)?, Relation::Eq));
/// let mut ways = store.all(Limit::NONE);
/// let found: Vec<_> = ways.by_ref().map(|way| (way[twos], way[fives])).collect();
/// assert_eq!(found, [(0, 4), (5, 2)]);
/// assert_eq!(ways.stopped(), None); // these were all
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug)]
pub struct ModelIter {
    search: Search<'static>,
    domains: Vec<(i64, i64)>,
    constraints: Vec<Constraint>,
    limit: Limit,
    left: u64,
    stopped: Option<UnknownReason>,
}

impl ModelIter {
    /// The models that `search` finds; `domains` and `constraints` are for the checker.
    pub(super) fn new(
        search: Search<'static>,
        domains: Vec<(i64, i64)>,
        constraints: Vec<Constraint>,
        limit: Limit,
    ) -> ModelIter {
        ModelIter { search, domains, constraints, limit, left: limit.nodes, stopped: None }
    }

    /// The models of a system, from propagation and search alone: for systems with so many variables that a
    /// [`Store`](super::Store), whose matrix has a cell for each pair, would not fit.
    ///
    /// ```
    /// use dpgen_solver::{ModelIter, Constraint, Interrupt, Limit, Linear, Relation, Var};
    ///
    /// let below = Constraint::new(Linear::new([(Var::new(1), 1), (Var::new(2), -1)], 1)?, Relation::Le);
    /// let models = ModelIter::of(&[(0, 2), (0, 2)], &[below], Limit::NONE, Interrupt::NEVER)?;
    /// assert_eq!(models.count(), 3); // 0 < 1, 0 < 2, 1 < 2
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When a domain is empty or too wide for the solver.
    pub fn of(
        domains: &[(i64, i64)],
        constraints: &[Constraint],
        limit: Limit,
        interrupt: Interrupt,
    ) -> Result<ModelIter, SolverError> {
        let search = Search::new(Domains::new(domains.iter().copied())?, constraints, Mode::Smallest);
        Ok(ModelIter::new(search.with_interrupt(interrupt), domains.to_vec(), constraints.to_vec(), limit))
    }

    /// The reason why the iteration ended early: the limit or an interrupt. After the last model, `None` says that
    /// these were all.
    ///
    /// ```
    /// use dpgen_solver::{Limit, UnknownReason, Store};
    ///
    /// let mut store = Store::new();
    /// store.new_var(1, 1000)?;
    /// let mut models = store.all(Limit::nodes(5));
    /// assert!(models.by_ref().count() < 1000);
    /// assert_eq!(models.stopped(), Some(UnknownReason::Limit(Limit::nodes(5))));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn stopped(&self) -> Option<UnknownReason> {
        self.stopped
    }

    /// Allows as many further nodes, so that iteration can go on where it stopped.
    ///
    /// ```
    /// use dpgen_solver::{Limit, Store};
    ///
    /// let mut store = Store::new();
    /// store.new_var(1, 1000)?;
    /// let mut models = store.all(Limit::nodes(5));
    /// let mut found = models.by_ref().count();
    /// models.resume(Limit::NONE);
    /// found += models.count();
    /// assert_eq!(found, 1000);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn resume(&mut self, limit: Limit) {
        self.limit = limit;
        self.left = limit.nodes;
        self.stopped = None;
    }
}

impl Iterator for ModelIter {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        let before = self.search.nodes();
        let outcome = self.search.next(Limit::nodes(self.left));
        self.left = self.left.saturating_sub(self.search.nodes() - before);
        match outcome {
            Outcome::Sat(model) => {
                debug_assert_eq!(assignment_checker::check(&self.domains, &self.constraints, &model), Ok(()));
                Some(model)
            }
            Outcome::Unsat => None,
            Outcome::Unknown(reason) => {
                self.stopped = Some(match reason {
                    // The search was given what is left of it.
                    UnknownReason::Limit(_) => UnknownReason::Limit(self.limit),
                    UnknownReason::Interrupted => reason,
                });
                None
            }
        }
    }
}
