//! [`Store`]: variables and constraints, with backtracking, and questions about further constraints.
//!
//! Difference bounds live in a closed [`Dbm`]; everything else (more than two variables, other coefficients, holes left by
//! `!=`) is a *general* constraint. General constraints narrow the matrix's bounds by propagation, and a variable whose
//! bounds meet counts as a constant, so that many of them turn into difference bounds. While the matrix entails all general
//! constraints, the store is *exact*: every question is answered from the matrix, without search.
//!
//! Invariants: every model of the constraints solves the matrix; an exact store's matrix has no other solutions; each witness
//! is a model. Read [`store_inference`](super::store_inference) (adding and asking), then
//! [`store_models`](super::store_models).

use super::assignment::Assignment;
use super::branch_and_bound::{BranchAndBound, StoredConstraints};
use super::constraint::Constraint;
use super::dbm::Dbm;
use super::error::SolverError;
use super::feasibility::Feasibility;
use super::interrupt::Interrupt;
use super::linear_term::Var;
use super::propagator::Propagator;
use super::search_limit::Limit;

/// The cells of the matrix that are visited between two polls of the interrupt.
const CELLS_PER_POLL: usize = 1 << 20;

/// Bounded integer variables and linear constraints, with backtracking.
///
/// ```
/// use dpgen_solver::{Constraint, Feasibility, Limit, Linear, Mode, Store};
///
/// let mut store = Store::new();
/// assert!(store.is_empty());
/// let (x, y) = (store.new_var(1, 3)?, store.new_var(1, 3)?);
/// let below = Constraint::lt(&x.into(), &y.into())?;
/// assert_eq!(store.add(&below), Feasibility::Feasible);
/// assert_eq!(store.feasibility(), Feasibility::Feasible);
/// assert_eq!(store.len(), 2);
/// assert_eq!((store.bounds(x), store.bounds(y)), ((1, 2), (2, 3)));
/// assert_eq!(store.constraints(), [below]);
/// assert!(store.is_exact() && store.dbm().entails(x, y, -1));
/// assert_eq!(store.solve(Mode::Smallest).assignment().unwrap().values(), [1, 2]);
/// assert_eq!(store.all(Limit::default()).count(), 3);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Store {
    pub(super) dbm: Dbm,
    /// The domains that variables 1, 2 and so on were made with.
    pub(super) domains: Vec<(i64, i64)>,
    /// The difference bounds that were added, `x - y <= c`.
    pub(super) differences: Vec<(Var, Var, i64)>,
    /// The other constraints, as they were added.
    pub(super) general: Vec<Constraint>,
    /// The general constraints, prepared.
    pub(super) propagator: Propagator,
    pub(super) exact: bool,
    /// Known models, the latest last.
    pub(super) witnesses: Vec<Assignment>,
    /// The constraints in a simplex, for questions that neither the matrix nor a witness answers.
    pub(super) branch_and_bound: Box<BranchAndBound>,
    levels: Vec<Level>,
    pub(super) limit: Limit,
    pub(super) interrupt: Interrupt,
    /// The cells of the matrix that were visited since the last poll of the interrupt.
    unpolled: usize,
}

/// The state that [`Store::push`] saves beside the matrix: lengths to cut back to.
#[derive(Debug, Clone)]
struct Level {
    domains: usize,
    differences: usize,
    general: usize,
    exact: bool,
}

impl Store {
    /// A store without variables, whose searches end at the default [`Limit`].
    #[must_use]
    pub fn new() -> Store {
        Store::with_limit(Limit::default())
    }

    /// A store without variables, whose searches end at `limit`.
    ///
    /// ```
    /// use dpgen_solver::{Constraint, Limit, Linear, Mode, Outcome, UnknownReason, Relation, Store};
    ///
    /// let mut store = Store::with_limit(Limit::nodes(0)); // no search at all
    /// let (x, y) = (store.new_var(0, 999)?, store.new_var(0, 999)?);
    /// store.add(&Constraint::new(Linear::new([(x, 7), (y, 9)], -5000)?, Relation::Eq));
    /// assert_eq!(store.solve(Mode::Smallest), Outcome::Unknown(UnknownReason::Limit(Limit::nodes(0))));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn with_limit(limit: Limit) -> Store {
        Store {
            dbm: Dbm::new(),
            domains: Vec::new(),
            differences: Vec::new(),
            general: Vec::new(),
            propagator: Propagator::new(),
            exact: true,
            witnesses: Vec::new(),
            branch_and_bound: Box::default(),
            levels: Vec::new(),
            limit,
            interrupt: Interrupt::NEVER,
            unpolled: 0,
        }
    }

    /// The same store, whose searches and long propagations poll an interrupt. Questions while it is raised may
    /// be answered with `Unknown`; what is certain stays certain.
    ///
    /// ```
    /// use dpgen_solver::{Interrupt, Limit, Store};
    ///
    /// let mut store = Store::new().with_interrupt(Interrupt::new(|| true));
    /// let x = store.new_var(0, 9)?;
    /// assert_eq!(store.bounds(x), (0, 9)); // needs no search
    /// assert_eq!(store.all(Limit::NONE).next(), None);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Store {
        Store { interrupt, ..self }
    }

    /// Counts work on the matrix and polls the interrupt now and then; whether it is raised.
    #[inline]
    pub(super) fn is_interrupted(&mut self, cells: usize) -> bool {
        self.unpolled = self.unpolled.saturating_add(cells);
        if self.unpolled < CELLS_PER_POLL {
            return false;
        }
        self.unpolled = 0;
        self.interrupt.is_raised()
    }

    /// Removes everything but the limit and the interrupt, and keeps the memory.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Feasibility, Linear, Store};
    /// let mut store = Store::new();
    /// let x = store.new_var(0, 9)?;
    /// store.add(&Constraint::lt(&x.into(), &Linear::from(0))?);
    /// store.reset();
    /// assert_eq!((store.len(), store.feasibility()), (0, Feasibility::Feasible));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn reset(&mut self) {
        self.dbm.reset();
        self.domains.clear();
        self.differences.clear();
        self.general.clear();
        self.propagator.truncate(0);
        self.exact = true;
        self.witnesses.clear();
        self.branch_and_bound.clear();
        self.levels.clear();
    }

    /// The number of variables, zero not counted.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.dbm.len()
    }

    /// Whether there is no variable.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dbm.is_empty()
    }

    /// The difference bounds that are known. If the store [is exact](Store::is_exact), these are
    /// everything; otherwise some of the matrix's solutions may be no models.
    #[inline]
    #[must_use]
    pub fn dbm(&self) -> &Dbm {
        &self.dbm
    }

    /// Whether the models are exactly the matrix's solutions, so that its projections are exact too.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Relation, Store};
    /// let mut store = Store::new();
    /// let (x, y) = (store.new_var(0, 9)?, store.new_var(0, 9)?);
    /// store.add(&Constraint::difference(x, y, -1)?);
    /// assert!(store.is_exact());
    /// store.add(&Constraint::new(Linear::new([(x, 1), (y, 1)], -9)?, Relation::Eq)); // no difference
    /// assert!(!store.is_exact());
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Bounds on a variable's values; attained by models if the store [is exact](Store::is_exact).
    ///
    /// # Panics
    /// If the variable is not of this store.
    #[inline]
    #[must_use]
    pub fn bounds(&self, x: Var) -> (i64, i64) {
        self.dbm.bounds(x)
    }

    /// Whether there is a model, as far as it is known without a search.
    #[inline]
    #[must_use]
    pub fn feasibility(&self) -> Feasibility {
        if !self.dbm.is_feasible() {
            Feasibility::Infeasible
        } else if self.exact || !self.witnesses.is_empty() {
            Feasibility::Feasible
        } else {
            Feasibility::Unknown
        }
    }

    /// Adds a variable with values `lo..=hi`.
    ///
    /// ```
    /// # use dpgen_solver::{SolverError, Store};
    /// let mut store = Store::new();
    /// let day = store.new_var(1, 31)?;
    /// assert_eq!(store.bounds(day), (1, 31));
    /// assert_eq!(store.new_var(1, 0), Err(SolverError::EmptyDomain { lo: 1, hi: 0 }));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When the domain is empty or beyond ±2<sup>60</sup>, or there are too many variables.
    pub fn new_var(&mut self, lo: i64, hi: i64) -> Result<Var, SolverError> {
        let var = self.dbm.add_var(lo, hi)?;
        self.domains.push((lo, hi));
        self.witnesses.iter_mut().for_each(|witness| witness.push(lo));
        Ok(var)
    }

    /// Appends a matrix's variables with their bounds, and returns the offset of their names: its variable
    /// `v` is now `v.shifted(offset)`.
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Store};
    /// let mut ordered = Dbm::new();
    /// let (a, b) = (ordered.add_var(0, 9)?, ordered.add_var(0, 9)?);
    /// ordered.add(a, b, -1);
    ///
    /// let mut store = Store::new();
    /// store.new_var(5, 5)?;
    /// let offset = store.embed(&ordered)?;
    /// assert_eq!(store.bounds(b.shifted(offset)), (1, 9));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many variables.
    pub fn embed(&mut self, other: &Dbm) -> Result<u32, SolverError> {
        let offset = self.dbm.embed(other)?;
        for x in other.vars() {
            let (lo, hi) = other.bounds(x);
            self.domains.push((lo, hi));
            self.witnesses.iter_mut().for_each(|witness| witness.push(lo));
            let row = other.row(x);
            for ((y, c), from_zero) in other.vars().zip(&row[1..]).zip(&other.row(Var::ZERO)[1..]) {
                if *c < row[0] + from_zero && x != y {
                    self.differences.push((x.shifted(offset), y.shifted(offset), *c));
                }
            }
        }
        Ok(offset)
    }

    /// Saves everything; [`pop`](Store::pop) brings it back.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Store};
    /// let mut store = Store::new();
    /// let x = store.new_var(0, 9)?;
    /// store.push();
    /// store.add(&Constraint::gt(&x.into(), &Linear::from(5))?);
    /// assert_eq!(store.bounds(x), (6, 9));
    /// store.pop();
    /// assert_eq!(store.bounds(x), (0, 9));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn push(&mut self) {
        self.dbm.push();
        self.levels.push(Level {
            domains: self.domains.len(),
            differences: self.differences.len(),
            general: self.general.len(),
            exact: self.exact,
        });
    }

    /// Undoes everything since the last [`push`](Store::push), variables included. Returns `false` if
    /// there was none.
    ///
    /// ```
    /// # use dpgen_solver::Store;
    /// let mut store = Store::new();
    /// store.push();
    /// store.new_var(0, 9)?;
    /// assert!(store.pop());
    /// assert!(store.is_empty());
    /// assert!(!store.pop());
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn pop(&mut self) -> bool {
        let Some(level) = self.levels.pop() else {
            return false;
        };
        self.dbm.pop();
        self.domains.truncate(level.domains);
        self.differences.truncate(level.differences);
        self.general.truncate(level.general);
        self.propagator.truncate(level.general);
        self.exact = level.exact;
        // A model of more constraints is one of fewer.
        self.witnesses.iter_mut().for_each(|witness| witness.truncate(level.domains));
        let Store { domains, differences, general, branch_and_bound, .. } = self;
        branch_and_bound.cut(StoredConstraints { domains, differences, general, bounds: &[] });
        true
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}
