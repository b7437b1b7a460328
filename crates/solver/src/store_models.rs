//! Models of a [`Store`]: one, or all of them.
//!
//! The models of an exact store come from its matrix, those of another from a [`portfolio`](super::solver_portfolio) of search
//! within the matrix's bounds and branch and bound. In debug builds the [`assignment_checker`] checks each.

use super::assignment::Assignment;
use super::assignment_checker;
use super::branch_and_bound::{BranchAndBound, StoredConstraints};
use super::constraint::Constraint;
use super::linear_term::Var;
use super::model_iter::ModelIter;
use super::search::{Mode, Outcome, Search};
use super::search_limit::Limit;
use super::solver_portfolio::solve_portfolio;
use super::store::Store;
use super::variable_bounds::Domains;

impl Store {
    /// Looks for a model.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Mode, Outcome, Store};
    /// let mut store = Store::new();
    /// let (x, y) = (store.new_var(1, 9)?, store.new_var(1, 9)?);
    /// let sum = Linear::new([(x, 1), (y, 1)], 0)?;
    /// store.add(&Constraint::eq(&sum, &Linear::from(11))?);
    /// let model = store.solve(Mode::Smallest).assignment().unwrap();
    /// assert_eq!((model[x], model[y]), (2, 9));
    /// store.add(&Constraint::eq(&x.into(), &y.into())?);
    /// assert_eq!(store.solve(Mode::Smallest), Outcome::Unsat); // 11 is odd
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn solve(&self, mode: Mode<'_>) -> Outcome {
        let known = |model: Option<Assignment>| model.map_or(Outcome::Unsat, Outcome::Sat);
        let outcome = match mode {
            _ if !self.dbm.is_feasible() => Outcome::Unsat,
            Mode::Random(rng) if self.exact => known(self.dbm.random(rng)),
            Mode::Smallest | Mode::Any if self.exact => known(self.dbm.smallest()),
            mode => self.search_for_model(&mut BranchAndBound::default(), mode),
        };
        if let Outcome::Sat(model) = &outcome {
            debug_assert_eq!(assignment_checker::check(&self.domains, &self.constraints(), model), Ok(()));
        }
        outcome
    }

    /// Looks for any model, with the simplex of the questions before.
    pub(super) fn find_any(&mut self) -> Outcome {
        let mut branch_and_bound = std::mem::take(&mut self.branch_and_bound);
        let outcome = self.search_for_model(&mut branch_and_bound, Mode::Any);
        self.branch_and_bound = branch_and_bound;
        outcome
    }

    /// Looks for a model by search and by branch and bound.
    fn search_for_model(&self, branch_and_bound: &mut BranchAndBound, mode: Mode<'_>) -> Outcome {
        let bounds: Vec<(i64, i64)> = self.dbm.vars().map(|var| self.dbm.bounds(var)).collect();
        let Store { domains, differences, general, .. } = self;
        let stored = StoredConstraints { domains, differences, general, bounds: &bounds };
        solve_portfolio(stored, branch_and_bound, mode, (self.limit, &self.interrupt))
    }

    /// All models, in lexicographic order of the variables' values.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Limit, Linear, Store};
    /// let mut store = Store::new();
    /// let (x, y) = (store.new_var(0, 9)?, store.new_var(0, 9)?);
    /// let sum = Linear::new([(x, 1), (y, 1)], 0)?;
    /// store.add(&Constraint::eq(&sum, &Linear::from(2))?);
    /// let models: Vec<_> = store.all(Limit::default()).map(|model| model.values().to_vec()).collect();
    /// assert_eq!(models, [[0, 2], [1, 1], [2, 0]]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn all(&self, limit: Limit) -> ModelIter {
        let search = self.search(Mode::Smallest);
        ModelIter::new(search, self.domains.clone(), self.constraints(), limit)
    }

    /// Everything that was added and not implied when it was.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Store};
    /// let mut store = Store::new();
    /// let x = Linear::from(store.new_var(0, 9)?);
    /// let low = Constraint::le(&x, &Linear::from(4))?;
    /// store.add(&low);
    /// store.add(&Constraint::le(&x, &Linear::from(6))?); // is implied
    /// assert_eq!(store.constraints(), [low]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn constraints(&self) -> Vec<Constraint> {
        let differences = self.differences.iter();
        let bounds = differences.filter_map(|&(x, y, c)| Constraint::difference(x, y, c).ok());
        bounds.chain(self.general.iter().cloned()).collect()
    }

    /// A search for the models, within the matrix's bounds.
    fn search<'r>(&self, mode: Mode<'r>) -> Search<'r> {
        let mut propagator = self.propagator.clone();
        for &(x, y, c) in &self.differences {
            propagator.push_difference(x, y, c);
        }
        if !self.dbm.is_feasible() {
            propagator.push_difference(Var::ZERO, Var::ZERO, -1);
        }
        let domains = Domains::of(&self.dbm);
        Search::with_propagator(domains, propagator, mode).with_interrupt(self.interrupt.clone())
    }
}
