//! [`SparseStore`]: a store for many variables, without a matrix, as the long paths of explorations need it.
//!
//! It answers the questions of a [`Store`](super::Store): differences are a graph with one solution, which answers most
//! questions by itself; a `!=` between two variables is considered when that solution does not meet it, and splits it; all
//! other constraints go to search and to branch and bound. It tells neither bounds nor projections. Memory is linear in the
//! number of variables and constraints.

use super::assignment::Assignment;
use super::assignment_checker;
use super::branch_and_bound::{BranchAndBound, StoredConstraints};
use super::constraint::{Constraint, Difference, Relation};
use super::difference_graph::DifferenceGraph;
use super::error::SolverError;
use super::feasibility::{Feasibility, Possibility};
use super::interrupt::{Interrupt, UnknownReason};
use super::linear_term::Var;
use super::search::{Mode, Outcome};
use super::search_limit::Limit;
use super::simplex::WorkMeter;
use super::solver_portfolio::solve_portfolio;
use super::store_inference::holds;

/// Bounded integer variables and linear constraints, with backtracking and without a matrix.
///
/// ```
/// use dpgen_solver::{Constraint, Feasibility, Limit, Possibility, SparseStore};
///
/// let mut store = SparseStore::new(Limit::default());
/// let keys: Vec<_> = (0..2_000).map(|_| store.new_var(0, 5_000)).collect::<Result<_, _>>()?;
/// for pair in keys.windows(2) {
///     store.add(&Constraint::lt(&pair[0].into(), &pair[1].into())?);
/// }
/// store.push();
/// let last_first = Constraint::lt(&keys[1_999].into(), &keys[0].into())?;
/// assert_eq!(store.possible(&last_first), Possibility::No);
/// assert_eq!(store.add(&last_first), Feasibility::Infeasible);
/// assert!(store.pop());
/// let model = store.solve().assignment().expect("0, 1, 2, ...");
/// assert!(model.values().is_sorted());
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SparseStore {
    graph: DifferenceGraph,
    domains: Vec<(i64, i64)>,
    differences: Vec<(Var, Var, i64)>,
    /// The constraints that are no bounds on differences.
    general: Vec<Constraint>,
    branch_and_bound: BranchAndBound,
    /// A model of everything, if one is known.
    witness: Option<Assignment>,
    levels: Vec<Level>,
    limit: Limit,
    interrupt: Interrupt,
}

/// The state at a level, beside the graph's.
#[derive(Debug, Clone, Copy)]
struct Level {
    domains: usize,
    differences: usize,
    general: usize,
}

impl SparseStore {
    /// A store without variables, whose searches end at a limit.
    #[must_use]
    pub fn new(limit: Limit) -> SparseStore {
        SparseStore {
            graph: DifferenceGraph::new(),
            domains: Vec::new(),
            differences: Vec::new(),
            general: Vec::new(),
            branch_and_bound: BranchAndBound::default(),
            witness: Some(Assignment::new([])),
            levels: Vec::new(),
            limit,
            interrupt: Interrupt::NEVER,
        }
    }

    /// The same store, whose searches hear an interrupt.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> SparseStore {
        SparseStore { interrupt, ..self }
    }

    /// The number of variables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether there is no variable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a variable with values `lo..=hi`.
    ///
    /// # Errors
    /// When the domain is empty or beyond ±2<sup>60</sup>, or there are too many variables.
    pub fn new_var(&mut self, lo: i64, hi: i64) -> Result<Var, SolverError> {
        let var = self.graph.add_var(lo, hi)?;
        self.domains.push((lo, hi));
        if let Some(witness) = &mut self.witness {
            witness.push(lo);
        }
        Ok(var)
    }

    /// Adds a constraint. `Infeasible` and `Feasible` are certain; `Unknown` says that only [`solve`](SparseStore::solve)
    /// can tell.
    ///
    /// # Panics
    /// If the constraint mentions a variable that is not of this store.
    pub fn add(&mut self, constraint: &Constraint) -> Feasibility {
        assert!(
            constraint.last_var().is_none_or(|var| var.index() <= self.len()),
            "a variable of another store"
        );
        if let Some(bounds) = as_bounds(constraint) {
            for (x, y, c) in bounds.into_iter().flatten() {
                self.graph.add(x, y, c);
                self.differences.push((x, y, c));
            }
        } else {
            self.general.push(constraint.clone());
        }
        self.witness = self.witness.take().filter(|witness| holds(constraint, witness));
        if self.general.is_empty() {
            // The solution of the graph has to meet nothing else.
            return if self.graph.is_feasible() { Feasibility::Feasible } else { Feasibility::Infeasible };
        }
        if self.witness.is_none() {
            let model = self.graph.model();
            self.witness = model.filter(|model| self.general.iter().all(|general| holds(general, model)));
        }
        match (&self.witness, self.graph.is_feasible() && constraint.as_constant() != Some(false)) {
            (_, false) => Feasibility::Infeasible,
            (Some(_), _) => Feasibility::Feasible,
            (None, _) => Feasibility::Unknown,
        }
    }

    /// Whether some model meets a constraint.
    ///
    /// # Panics
    /// If the constraint mentions a variable that is not of this store.
    pub fn possible(&mut self, constraint: &Constraint) -> Possibility {
        if self.witness.as_ref().is_some_and(|witness| holds(constraint, witness)) {
            return Possibility::Yes;
        }
        if let (true, Some([Some((x, y, c)), None])) = (self.general.is_empty(), as_bounds(constraint)) {
            return if self.graph.admits(x, y, c) { Possibility::Yes } else { Possibility::No };
        }
        self.push();
        let known = self.witness.clone();
        let answer = match self.add(constraint) {
            Feasibility::Feasible => Possibility::Yes,
            Feasibility::Infeasible => Possibility::No,
            Feasibility::Unknown => match self.solve() {
                Outcome::Sat(_) => Possibility::Yes,
                Outcome::Unsat => Possibility::No,
                Outcome::Unknown(reason) => Possibility::Unknown(reason),
            },
        };
        let found = self.witness.take();
        self.pop();
        // A model that meets what was asked is one of the rest, too.
        self.witness = found.or(known);
        answer
    }

    /// Looks for a model.
    pub fn solve(&mut self) -> Outcome {
        if let Some(witness) = &self.witness {
            return Outcome::Sat(witness.clone());
        }
        let is_difference = |general: &Constraint| general.as_difference().is_some();
        let outcome = if self.general.iter().all(is_difference) {
            self.split()
        } else {
            let SparseStore { domains, differences, general, branch_and_bound, .. } = self;
            match self.graph.is_feasible() {
                true => {
                    let stored = StoredConstraints { domains, differences, general, bounds: domains };
                    solve_portfolio(stored, branch_and_bound, Mode::Any, (self.limit, &self.interrupt))
                }
                false => Outcome::Unsat,
            }
        };
        if let Outcome::Sat(model) = &outcome {
            debug_assert_eq!(assignment_checker::check(&self.domains, &self.general, model), Ok(()));
            self.witness = Some(model.clone());
        }
        outcome
    }

    /// Splits at each `!=` that the graph's solution does not meet.
    fn split(&mut self) -> Outcome {
        let interrupt = self.interrupt.clone();
        let mut work = WorkMeter::new(self.limit, &interrupt);
        // The sides that are left to try, each behind a level of the graph.
        let mut sides: Vec<Option<(Var, Var, i64)>> = Vec::new();
        let outcome = loop {
            if work.is_interrupted() {
                break Outcome::Unknown(UnknownReason::Interrupted);
            }
            let model = self.graph.model();
            let missed = model.as_ref().map(|model| self.general.iter().find(|ne| !holds(ne, model)));
            match (model, missed) {
                (Some(model), Some(None)) => break Outcome::Sat(model),
                (Some(_), Some(Some(missed))) => {
                    if let Some(reason) = work.step() {
                        break Outcome::Unknown(reason);
                    }
                    let Some(Difference { x, y, c, .. }) = missed.as_difference() else {
                        break Outcome::Unsat;
                    };
                    self.graph.push();
                    self.graph.add(x, y, c - 1);
                    sides.push(Some((y, x, -c - 1)));
                }
                _ => {
                    while let Some(side) = sides.last_mut() {
                        self.graph.pop();
                        if let Some((x, y, c)) = side.take() {
                            self.graph.push();
                            self.graph.add(x, y, c);
                            break;
                        }
                        sides.pop();
                    }
                }
            }
            if sides.is_empty() {
                break Outcome::Unsat;
            }
        };
        for _ in sides {
            self.graph.pop();
        }
        outcome
    }

    /// Saves everything; [`pop`](SparseStore::pop) brings it back.
    pub fn push(&mut self) {
        self.graph.push();
        let (domains, differences) = (self.domains.len(), self.differences.len());
        self.levels.push(Level { domains, differences, general: self.general.len() });
    }

    /// Undoes everything since the last [`push`](SparseStore::push), variables included; `false` if there was none.
    pub fn pop(&mut self) -> bool {
        let Some(level) = self.levels.pop() else { return false };
        self.graph.pop();
        self.domains.truncate(level.domains);
        self.differences.truncate(level.differences);
        self.general.truncate(level.general);
        let SparseStore { domains, differences, general, branch_and_bound, .. } = self;
        branch_and_bound.cut(StoredConstraints { domains, differences, general, bounds: &[] });
        if let Some(witness) = &mut self.witness {
            witness.truncate(level.domains);
        }
        true
    }
}

/// The bounds on a difference that say the same as a constraint, if there are such.
fn as_bounds(constraint: &Constraint) -> Option<[Option<(Var, Var, i64)>; 2]> {
    let Difference { x, y, relation, c } = constraint.as_difference()?;
    match relation {
        Relation::Le => Some([Some((x, y, c)), None]),
        Relation::Eq => Some([Some((x, y, c)), Some((y, x, -c))]),
        Relation::Ne => None,
    }
}
