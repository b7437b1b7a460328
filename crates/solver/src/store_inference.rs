//! Adding constraints to a [`Store`], and answering questions about them.
//!
//! A constraint is first *reduced*: variables whose bounds meet are replaced by their values. A reduced difference goes to the
//! matrix, an implied constraint nowhere; the rest stays general. As long as general constraints are open, each addition
//! lets them and the matrix narrow one another, and looks for a witness among the known models. Only [`Store::possible`]
//! searches, and only where all of this is not enough.

use super::assignment::Assignment;
use super::constraint::{Constraint, Difference, Relation};
use super::feasibility::{Feasibility, Possibility};
use super::linear_term::{Linear, Var};
use super::search::Outcome;
use super::store::Store;
use super::variable_bounds::Domains;
use std::borrow::Cow;

/// The most models that are kept to answer questions by.
const MAX_WITNESSES: usize = 4;

impl Store {
    /// Adds a constraint, with propagation and without search: `Infeasible` and
    /// `Feasible` are certain, and an exact store never answers `Unknown`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Feasibility, Linear, Store};
    /// let mut store = Store::new();
    /// let (x, y) = (Linear::from(store.new_var(0, 9)?), Linear::from(store.new_var(0, 9)?));
    /// assert_eq!(store.add(&Constraint::lt(&x, &y)?), Feasibility::Feasible);
    /// assert_eq!(store.add(&Constraint::lt(&y, &x)?), Feasibility::Infeasible);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If the constraint mentions a variable that is not of this store.
    pub fn add(&mut self, constraint: &Constraint) -> Feasibility {
        assert!(constraint.last_var().is_none_or(|var| var.index() <= self.len()));
        if !self.dbm.is_feasible() {
            return Feasibility::Infeasible;
        }
        let reduced = self.reduced(constraint);
        if self.entails_reduced(&reduced) {
            return self.feasibility();
        }
        if reduced.as_constant().is_some() {
            self.dbm.refute();
        } else if let Some(bounds) = self.as_bounds(&reduced) {
            for (x, y, c) in bounds.into_iter().flatten() {
                self.dbm.add(x, y, c);
                self.differences.push((x, y, c));
            }
            if matches!(reduced, Cow::Owned(_)) {
                // The matrix says the same; this is for the checker, and for search.
                self.push_general(constraint);
            }
        } else {
            self.push_general(constraint);
            self.exact = false;
        }
        if self.exact {
            // The matrix finds a model when one is asked for.
            self.witnesses.clear();
        } else {
            self.tighten();
            self.renew_witnesses(constraint);
        }
        self.feasibility()
    }

    /// Whether the constraint is certain to hold in every model. `true` is proven; `false` may only mean
    /// that no proof was found, unless the store [is exact](Store::is_exact) and the constraint is a
    /// difference.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Store};
    /// let mut store = Store::new();
    /// let (x, y) = (Linear::from(store.new_var(1, 3)?), Linear::from(store.new_var(1, 3)?));
    /// store.add(&Constraint::lt(&x, &y)?);
    /// assert!(store.entails(&Constraint::ne(&x, &Linear::from(3))?));
    /// assert!(!store.entails(&Constraint::ne(&x, &Linear::from(2))?));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If the constraint mentions a variable that is not of this store.
    #[must_use]
    pub fn entails(&self, constraint: &Constraint) -> bool {
        !self.dbm.is_feasible()
            || self.entails_reduced(&self.reduced(constraint))
            || self.general.contains(constraint)
    }

    /// Whether some model meets the constraint. Searches only if the matrix cannot tell.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Possibility, Store};
    /// let mut store = Store::new();
    /// let (x, y) = (Linear::from(store.new_var(1, 3)?), Linear::from(store.new_var(1, 3)?));
    /// store.add(&Constraint::lt(&x, &y)?);
    /// assert_eq!(store.possible(&Constraint::eq(&y, &Linear::from(2))?), Possibility::Yes);
    /// assert_eq!(store.possible(&Constraint::eq(&x, &y)?), Possibility::No);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If the constraint mentions a variable that is not of this store.
    pub fn possible(&mut self, constraint: &Constraint) -> Possibility {
        let reduced = self.reduced(constraint);
        let certain = if self.dbm.is_feasible() {
            match (reduced.as_constant(), reduced.as_difference()) {
                (Some(false), _) => Some(false),
                (None, Some(difference)) if !self.fits(difference) => Some(false),
                (Some(true), _) | (None, Some(_)) => self.exact.then_some(true),
                (None, None) => None,
            }
        } else {
            Some(false)
        };
        match certain {
            Some(true) => return Possibility::Yes,
            Some(false) => return Possibility::No,
            None => {}
        }
        if self.witnesses.iter().any(|witness| holds(constraint, witness)) {
            return Possibility::Yes;
        }
        // Adding drops witnesses that may be needed for the next question.
        let mut known = std::mem::take(&mut self.witnesses);
        let mut found = None;
        self.push();
        let answer = match self.add(constraint) {
            Feasibility::Feasible => Possibility::Yes,
            Feasibility::Infeasible => Possibility::No,
            Feasibility::Unknown => match self.find_any() {
                Outcome::Sat(model) => {
                    found = Some(model);
                    Possibility::Yes
                }
                Outcome::Unsat => Possibility::No,
                Outcome::Unknown(reason) => Possibility::Unknown(reason),
            },
        };
        found = found.or_else(|| self.witnesses.pop());
        self.pop();
        if let Some(found) = found {
            if known.len() == MAX_WITNESSES {
                known.remove(0);
            }
            known.push(found);
        }
        self.witnesses = known;
        answer
    }

    fn push_general(&mut self, constraint: &Constraint) {
        self.propagator.push(constraint);
        self.general.push(constraint.clone());
    }

    /// The constraint with fixed variables replaced by their values, unless it is a difference anyway.
    fn reduced<'c>(&self, constraint: &'c Constraint) -> Cow<'c, Constraint> {
        let terms = constraint.term().terms();
        let fixed = |var| self.dbm.value(var);
        if constraint.as_difference().is_some() || terms.iter().all(|&(v, _)| fixed(v).is_none()) {
            return Cow::Borrowed(constraint);
        }
        let mut constant = i128::from(constraint.term().constant_part());
        let mut open = Vec::with_capacity(terms.len());
        for &(var, coefficient) in terms {
            match fixed(var) {
                Some(value) => constant += i128::from(coefficient) * i128::from(value),
                None => open.push((var, coefficient)),
            }
        }
        let term = i64::try_from(constant).ok().and_then(|c| Linear::new(open, c).ok());
        term.map_or(Cow::Borrowed(constraint), |term| {
            Cow::Owned(Constraint::new(term, constraint.relation()))
        })
    }

    /// The bounds that say the same as a reduced constraint, given what is known, if there are such. A
    /// `!=` is one when it forbids the least or the largest difference.
    fn as_bounds(&self, reduced: &Constraint) -> Option<[Option<(Var, Var, i64)>; 2]> {
        let Difference { x, y, relation, c } = reduced.as_difference()?;
        match relation {
            Relation::Le => Some([Some((x, y, c)), None]),
            Relation::Eq => Some([Some((x, y, c)), Some((y, x, -c))]),
            Relation::Ne if c == self.dbm.bound(x, y) => Some([Some((x, y, c - 1)), None]),
            Relation::Ne if -c == self.dbm.bound(y, x) => Some([Some((y, x, -c - 1)), None]),
            Relation::Ne => None,
        }
    }

    /// Whether some solution of the matrix meets the difference.
    fn fits(&self, Difference { x, y, relation, c }: Difference) -> bool {
        let least = -self.dbm.bound(y, x);
        let greatest = self.dbm.bound(x, y);
        match relation {
            Relation::Le => least <= c,
            Relation::Eq => least <= c && c <= greatest,
            Relation::Ne => least != c || c != greatest,
        }
    }

    /// Whether the matrix entails a reduced constraint.
    fn entails_reduced(&self, reduced: &Constraint) -> bool {
        if let Some(Difference { x, y, relation, c }) = reduced.as_difference() {
            let opposite = match relation {
                Relation::Le => return self.dbm.entails(x, y, c),
                Relation::Eq => Relation::Ne,
                Relation::Ne => Relation::Eq,
            };
            return !self.fits(Difference { x, y, relation: opposite, c });
        }
        let constant = i128::from(reduced.term().constant_part());
        let (mut least, mut greatest) = (constant, constant);
        for &(var, coefficient) in reduced.term().terms() {
            let (lo, hi) = self.dbm.bounds(var);
            let (a, b) = (i128::from(coefficient) * i128::from(lo), i128::from(coefficient) * i128::from(hi));
            least += a.min(b);
            greatest += a.max(b);
        }
        match reduced.relation() {
            Relation::Le => greatest <= 0,
            Relation::Eq => least == 0 && greatest == 0,
            Relation::Ne => greatest < 0 || 0 < least,
        }
    }

    /// Lets the general constraints narrow the matrix, and the matrix them, for a few rounds, unless it is
    /// interrupted: what has been narrowed by then is right.
    fn tighten(&mut self) {
        const MAX_TIGHTENING_ROUNDS: usize = 8;
        let cells = self.dbm.len() * self.dbm.len();
        for _ in 0..MAX_TIGHTENING_ROUNDS {
            let mut domains = Domains::of(&self.dbm);
            if !self.dbm.is_feasible() || !self.propagator.propagate(&mut domains) {
                self.dbm.refute();
                return;
            }
            let mut narrowed = false;
            for var in self.dbm.vars() {
                let (lo, hi) = domains.bounds(var);
                if self.dbm.bounds(var) != (lo, hi) {
                    narrowed = true;
                    if self.is_interrupted(cells) {
                        self.exact = false;
                        return;
                    }
                    self.dbm.add(var, Var::ZERO, hi);
                    self.dbm.add(Var::ZERO, var, -lo);
                }
            }
            self.exact = true;
            for position in 0..self.general.len() {
                let reduced = self.reduced(&self.general[position]);
                if self.entails_reduced(&reduced) {
                    continue;
                }
                if reduced.as_constant().is_some() {
                    self.dbm.refute();
                    return;
                }
                let Some(bounds) = self.as_bounds(&reduced) else {
                    self.exact = false;
                    continue;
                };
                narrowed = true;
                if self.is_interrupted(cells) {
                    self.exact = false;
                    return;
                }
                for (x, y, c) in bounds.into_iter().flatten() {
                    self.dbm.add(x, y, c);
                }
            }
            if !narrowed {
                return;
            }
        }
    }

    /// Keeps the witnesses that meet a new constraint; if none does, tries the matrix's least solution.
    fn renew_witnesses(&mut self, constraint: &Constraint) {
        self.witnesses.retain(|witness| holds(constraint, witness));
        if self.witnesses.is_empty() {
            let least = self.dbm.smallest();
            self.witnesses
                .extend(least.filter(|least| self.general.iter().all(|general| holds(general, least))));
        }
    }
}

/// Whether a model meets a constraint.
pub(super) fn holds(constraint: &Constraint, model: &Assignment) -> bool {
    let value = constraint.term().value(model.row());
    value.is_some_and(|value| match constraint.relation() {
        Relation::Le => value <= 0,
        Relation::Eq => value == 0,
        Relation::Ne => value != 0,
    })
}
