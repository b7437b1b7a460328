//! [`Assumptions`]: the variables of a steered run, and the constraints that its path has assumed.
//!
//! Paths of one exploration share their beginnings, so the store keeps a level a constraint: the next run goes back to where
//! it first assumes something else. Invariant: the store has the base and then the constraints of `log`, each on a level
//! of its own; the first `next` of them are those of the run under way.

use super::difference_zone::Zone;
use dpgen_solver::{
    Constraint, Dbm, Feasibility, Interrupt, Limit, Outcome, Possibility, SolverError, SparseStore, Store,
    Var,
};

/// The form in which assumptions are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AssumptionForm {
    /// As a graph, with a level a constraint: for long paths, which begin alike.
    #[default]
    Sparse,
    /// As a matrix of all differences, which can be [projected](super::forget_but): for short ones, over a few hundred
    /// variables.
    Matrix,
}

/// The assumptions of a run.
#[derive(Debug)]
pub(super) struct Assumptions {
    store: ConstraintStore,
    /// For each of the trial's variables, its variable in the store; none if it was forgotten.
    names: Vec<Option<Var>>,
    log: Vec<Constraint>,
    next: usize,
    limit: Limit,
    interrupt: Interrupt,
    /// The setup that the base is from.
    base: Option<u64>,
    /// Whether some answer was that nothing could be told.
    pub(super) is_uncertain: bool,
}

#[derive(Debug)]
enum ConstraintStore {
    Sparse(Box<SparseStore>),
    Matrix(Box<Zone>),
}

impl Assumptions {
    pub(super) fn new(memory: AssumptionForm, limit: Limit, interrupt: Interrupt) -> Self {
        let store = Self::empty(memory, limit, &interrupt);
        let (names, log) = (Vec::new(), Vec::new());
        Self { store, names, log, next: 0, limit, interrupt, base: None, is_uncertain: false }
    }

    fn empty(memory: AssumptionForm, limit: Limit, interrupt: &Interrupt) -> ConstraintStore {
        match memory {
            AssumptionForm::Sparse => {
                ConstraintStore::Sparse(Box::new(SparseStore::new(limit).with_interrupt(interrupt.clone())))
            }
            AssumptionForm::Matrix => {
                ConstraintStore::Matrix(Box::new(Zone::new(Self::zone(limit, interrupt))))
            }
        }
    }

    fn zone(limit: Limit, interrupt: &Interrupt) -> Store {
        Store::with_limit(limit).with_interrupt(interrupt.clone())
    }

    /// Begins a run over these variables, of which this is known. Equal numbers are equal setups.
    pub(super) fn begin(
        &mut self,
        setup: u64,
        domains: &[(i64, i64)],
        constraints: &[Constraint],
    ) -> Result<(), SolverError> {
        self.next = 0;
        self.is_uncertain = false;
        if self.base == Some(setup) {
            if let ConstraintStore::Matrix(zone) = &mut self.store {
                zone.begin();
                self.names = (1..=self.names.len()).map(Var::from_index).collect();
            }
            return Ok(());
        }
        let memory = if matches!(self.store, ConstraintStore::Sparse(_)) {
            AssumptionForm::Sparse
        } else {
            AssumptionForm::Matrix
        };
        self.store = Self::empty(memory, self.limit, &self.interrupt);
        self.log.clear();
        self.names.clear();
        self.base = None;
        for (lo, hi) in domains {
            let var = match &mut self.store {
                ConstraintStore::Sparse(store) => store.new_var(*lo, *hi)?,
                ConstraintStore::Matrix(zone) => zone.base().new_var(*lo, *hi)?,
            };
            self.names.push(Some(var));
        }
        for constraint in constraints {
            self.add(constraint);
        }
        self.base = Some(setup);
        Ok(())
    }

    fn add(&mut self, constraint: &Constraint) -> Feasibility {
        match &mut self.store {
            ConstraintStore::Sparse(store) => store.add(constraint),
            ConstraintStore::Matrix(zone) => zone.base().add(constraint),
        }
    }

    /// The store's variable for one of the trial's; none if it was forgotten.
    pub(super) fn name(&self, variable: u32) -> Option<Var> {
        self.names[dpgen_forest::index::at(variable)]
    }

    /// Assumes a constraint that is possible.
    pub(super) fn assume(&mut self, constraint: Constraint) {
        if let ConstraintStore::Matrix(zone) = &mut self.store {
            zone.assume(constraint);
            return;
        }
        if self.log.get(self.next) != Some(&constraint) {
            self.cut();
            if let ConstraintStore::Sparse(store) = &mut self.store {
                store.push();
                store.add(&constraint);
            }
            self.log.push(constraint);
        }
        self.next += 1;
    }

    /// Takes back what earlier runs assumed and this one has not.
    fn cut(&mut self) {
        if let ConstraintStore::Sparse(store) = &mut self.store {
            for _ in self.next..self.log.len() {
                store.pop();
            }
        }
        self.log.truncate(self.next);
    }

    /// Whether a constraint is possible. What can not be told counts as possible, and is noted.
    pub(super) fn can_be(&mut self, constraint: &Constraint) -> bool {
        self.cut();
        let possible = match &mut self.store {
            ConstraintStore::Sparse(store) => store.possible(constraint),
            ConstraintStore::Matrix(zone) => zone.possible(constraint),
        };
        self.is_uncertain |= matches!(possible, Possibility::Unknown(_));
        possible != Possibility::No
    }

    /// The assumptions of the run beyond its setup, if they are stored as constraints.
    pub(super) fn constraints(&self) -> &[Constraint] {
        &self.log[..self.next]
    }

    /// A solution of what has been assumed.
    pub(super) fn solve(&mut self) -> Outcome {
        self.cut();
        match &mut self.store {
            ConstraintStore::Sparse(store) => store.solve(),
            ConstraintStore::Matrix(zone) => zone.solve(),
        }
    }

    /// All differences between some of the store's variables that follow; `None` without a matrix.
    pub(super) fn project(&mut self, keep: &[Var]) -> Option<Dbm> {
        match &mut self.store {
            ConstraintStore::Sparse(_) => None,
            ConstraintStore::Matrix(zone) => Some(zone.project(keep)),
        }
    }

    /// Forgets all that was assumed: of the variables `shown`, `known` holds, in their order; others are gone.
    pub(super) fn forget(&mut self, shown: &[u32], known: &Dbm) -> Result<(), SolverError> {
        let empty = || Self::zone(self.limit, &self.interrupt);
        if let ConstraintStore::Sparse(_) = &self.store {
            (self.store, self.base) = (ConstraintStore::Matrix(Box::new(Zone::new(empty()))), None);
        }
        if let ConstraintStore::Matrix(zone) = &mut self.store {
            zone.go_on(empty, known)?;
        }
        self.names.iter_mut().for_each(|name| *name = None);
        for (variable, var) in shown.iter().zip(known.vars()) {
            self.names[dpgen_forest::index::at(*variable)] = Some(var);
        }
        Ok(())
    }
}
