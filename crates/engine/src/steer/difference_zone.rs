//! [`Zone`]: the assumptions of a short run, as a matrix of all differences between the variables.
//!
//! Runs from one state to the next are short and many, and their matrices large, so that work on the whole matrix is put
//! off: a run that only follows a known path never has one, and what a path is known to assume is added when
//! something is asked, the latest first. What a program compares late often implies what it compared before, as in a
//! search for a place among sorted keys, and costs nothing then. Invariant: the assumptions are those of the store, or of the
//! base if there is none, and those that are pending.

use dpgen_solver::{Constraint, Dbm, Outcome, Possibility, SolverError, Store, Var};

/// A matrix, with work that is put off.
#[derive(Debug)]
pub(super) struct Zone {
    /// The zone of the setup, with which every run begins.
    base: Store,
    /// The zone of the current run; none before its first question.
    store: Option<Store>,
    /// The matrix that a run went on with, and its store: the next run mostly goes on with the same.
    resumed: Option<(Dbm, Store)>,
    pending: Vec<Constraint>,
}

impl Zone {
    /// Nothing is assumed but what a store says.
    pub(super) const fn new(base: Store) -> Self {
        Self { base, store: None, resumed: None, pending: Vec::new() }
    }

    /// Begins a new run.
    pub(super) fn begin(&mut self) {
        self.store = None;
        self.pending.clear();
    }

    /// The store that every run begins with, to add to it before the first one.
    pub(super) const fn base(&mut self) -> &mut Store {
        &mut self.base
    }

    /// Goes on with nothing but a matrix, whose variables keep their names.
    pub(super) fn go_on(&mut self, empty: impl FnOnce() -> Store, known: &Dbm) -> Result<(), SolverError> {
        self.pending.clear();
        let store = match &self.resumed {
            Some((same, store)) if same == known => store.clone(),
            _ => {
                let mut store = empty();
                store.embed(known)?;
                self.resumed = Some((known.clone(), store.clone()));
                store
            }
        };
        self.store = Some(store);
        Ok(())
    }

    /// Assumes a constraint that is possible.
    pub(super) fn assume(&mut self, constraint: Constraint) {
        self.pending.push(constraint);
    }

    /// The store, with all that is assumed.
    fn settled(&mut self) -> &mut Store {
        let store = self.store.get_or_insert_with(|| self.base.clone());
        while let Some(constraint) = self.pending.pop() {
            store.add(&constraint);
        }
        store
    }

    /// Whether a constraint is possible.
    pub(super) fn possible(&mut self, constraint: &Constraint) -> Possibility {
        self.settled().possible(constraint)
    }

    /// A solution of what has been assumed.
    pub(super) fn solve(&mut self) -> Outcome {
        self.settled().solve(dpgen_solver::Mode::Any)
    }

    /// All differences between some of the store's variables that follow.
    pub(super) fn project(&mut self, keep: &[Var]) -> Dbm {
        self.settled().dbm().project(keep)
    }
}

#[cfg(test)]
mod tests {
    use dpgen_solver::{Constraint, Possibility, Store};

    use super::Zone;

    /// Runs do not see what others assumed, and a run that goes on sees what it was told only.
    #[test]
    fn runs_are_apart() -> Result<(), dpgen_solver::SolverError> {
        let mut base = Store::new();
        let (x, y) = (base.new_var(0, 9)?, base.new_var(0, 9)?);
        let (below, above) = (Constraint::difference(x, y, -1)?, Constraint::difference(y, x, -1)?);
        let mut zone = Zone::new(base);
        zone.assume(below.clone());
        assert_eq!(zone.possible(&above), Possibility::No);
        let known = zone.project(&[y, x]);
        assert_eq!(known.bound(y, x), -1);
        zone.begin();
        assert_eq!(zone.possible(&above), Possibility::Yes);
        // Of the variables in the other order: the second is less than the first.
        zone.begin();
        zone.assume(above.clone());
        zone.go_on(Store::new, &known)?;
        assert_eq!(zone.possible(&above), Possibility::Yes);
        assert_eq!(zone.possible(&below), Possibility::No);
        Ok(())
    }
}
