//! [`BranchAndBound`]: finds integer models of linear constraints by branch and bound over a simplex.
//!
//! It keeps the constraints of a store in a [`Simplex`] and follows the store back and forth: the loaded constraints are a
//! prefix of the store's lists, cut back when the store is, and extended at the next question. A variable whose value is no
//! integer splits the question in two, at most the integer below and at least the one above; a `!=` is considered only when
//! a model does not meet it, and splits the same way. Dutertre and de Moura (CAV 2006) describe both.

use super::assignment::Assignment;
use super::constraint::{Constraint, Relation};
use super::interrupt::{Interrupt, UnknownReason};
use super::linear_term::Var;
use super::rational::Rational;
use super::search::Outcome;
use super::search_limit::Limit;
use super::simplex::{Column, Side, Simplex, SimplexOutcome, WorkMeter};
use super::uniform_int::within;
use rand_core::Rng;

/// The constraints of a store, oldest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredConstraints<'s> {
    /// The domains of variables 1, 2 and so on.
    pub(crate) domains: &'s [(i64, i64)],
    /// Bounds `x - y <= c`.
    pub(crate) differences: &'s [(Var, Var, i64)],
    pub(crate) general: &'s [Constraint],
    /// Bounds of the variables that follow from all of it: the domains, if nothing better is known.
    pub(crate) bounds: &'s [(i64, i64)],
}

/// The lengths of the loaded prefixes of a store's lists.
#[derive(Debug, Clone, Copy, Default)]
struct Lengths {
    domains: usize,
    differences: usize,
    general: usize,
}

/// The constraints that were loaded by one question.
#[derive(Debug, Clone)]
struct LoadStep {
    until: Lengths,
    mark: usize,
    unequal: usize,
    feasible: bool,
}

/// A solver that keeps the constraints of a store as bounds of a simplex.
#[derive(Debug, Clone, Default)]
pub(crate) struct BranchAndBound {
    simplex: Simplex,
    /// By variable, from 1 on.
    columns: Vec<Column>,
    loads: Vec<LoadStep>,
    /// Forms, and the value that each must not have.
    unequal: Vec<(Column, i64)>,
}

/// A split, with the side that is left to try.
struct Split {
    mark: usize,
    other: Option<(Column, Side, i64)>,
}

impl BranchAndBound {
    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        // Without variables there may be loads, too: of constraints that are constant.
        if !self.loads.is_empty() || !self.columns.is_empty() {
            *self = BranchAndBound::default();
        }
    }

    /// Cuts the loaded constraints back to those of a store.
    pub(crate) fn cut(&mut self, stored: StoredConstraints<'_>) {
        let is_beyond = |step: &LoadStep| {
            let Lengths { domains, differences, general } = step.until;
            domains > stored.domains.len()
                || differences > stored.differences.len()
                || general > stored.general.len()
        };
        while let Some(step) = self.loads.pop_if(|step| is_beyond(step)) {
            self.simplex.undo(step.mark);
            self.unequal.truncate(step.unequal);
        }
    }

    /// Loads the constraints that a store got since; whether the bounds of each column agree.
    fn load(&mut self, stored: StoredConstraints<'_>) -> bool {
        let (from, feasible) =
            self.loads.last().map_or((Lengths::default(), true), |last| (last.until, last.feasible));
        let StoredConstraints { domains, differences, general, .. } = stored;
        let until =
            Lengths { domains: domains.len(), differences: differences.len(), general: general.len() };
        if (from.domains, from.differences, from.general) == (until.domains, until.differences, until.general)
        {
            return feasible;
        }
        let (mark, unequal) = (self.simplex.mark(), self.unequal.len());
        self.simplex.drop_idle_forms();
        let mut feasible = feasible;
        for (var, (lo, hi)) in domains.iter().enumerate().skip(from.domains) {
            if var >= self.columns.len() {
                let column = self.simplex.add_variable();
                self.columns.push(column);
            }
            feasible &= self.bound(self.columns[var], Some(*lo), Some(*hi));
        }
        for (x, y, c) in &differences[from.differences..] {
            let terms = [(*x, 1), (*y, -1)];
            let (column, sign) = self.form(terms.into_iter().filter(|(var, _)| *var != Var::ZERO));
            feasible &= match column {
                Some(column) if sign > 0 => self.bound(column, None, Some(*c)),
                Some(column) => self.bound(column, Some(c.saturating_neg()), None),
                None => *c >= 0,
            };
        }
        for constraint in &general[from.general..] {
            feasible &= self.load_general(constraint);
        }
        self.loads.push(LoadStep { until, mark, unequal, feasible });
        feasible
    }

    fn load_general(&mut self, constraint: &Constraint) -> bool {
        let (column, sign) = self.form(constraint.term().terms().iter().copied());
        let Some(column) = column else { return constraint.as_constant() == Some(true) };
        // sign * form + constant compared with zero; norms keep constants far from the ends of words.
        let value = -sign * constraint.term().constant_part();
        match constraint.relation() {
            Relation::Le if sign > 0 => self.bound(column, None, Some(value)),
            Relation::Le => self.bound(column, Some(value), None),
            Relation::Eq => self.bound(column, Some(value), Some(value)),
            Relation::Ne => {
                self.unequal.push((column, value));
                true
            }
        }
    }

    /// The column of a sum, whose first factor is positive, and the sign that it was given.
    fn form(&mut self, terms: impl Iterator<Item = (Var, i64)>) -> (Option<Column>, i64) {
        let mut sum: Vec<(Column, i64)> =
            terms.map(|(var, by)| (self.columns[var.index() - 1], by)).collect();
        sum.sort_unstable();
        let Some((_, first)) = sum.first() else { return (None, 1) };
        let sign = first.signum();
        sum.iter_mut().for_each(|(_, by)| *by *= sign);
        (Some(self.simplex.form(&sum)), sign)
    }

    fn bound(&mut self, column: Column, lo: Option<i64>, hi: Option<i64>) -> bool {
        let rational = |bound: i64| Rational::integer(bound.into());
        lo.is_none_or(|lo| self.simplex.assert(column, Side::Lower, rational(lo)))
            && hi.is_none_or(|hi| self.simplex.assert(column, Side::Upper, rational(hi)))
    }

    /// Looks for a model of a store's constraints.
    pub(crate) fn solve(
        &mut self,
        stored: StoredConstraints<'_>,
        limit: Limit,
        interrupt: &Interrupt,
    ) -> Outcome {
        self.begin(stored, &mut WorkMeter::new(limit, interrupt)).1
    }

    /// Loads what is missing and looks for a model: the mark to undo the bounds to, and the outcome.
    fn begin(&mut self, stored: StoredConstraints<'_>, work: &mut WorkMeter<'_>) -> (usize, Outcome) {
        if work.is_interrupted() {
            return (self.simplex.mark(), Outcome::Unknown(UnknownReason::Interrupted));
        }
        self.cut(stored);
        let feasible = self.load(stored);
        let mark = self.simplex.mark();
        let bounds = self.columns.clone().into_iter().zip(stored.bounds);
        if !feasible || !bounds.into_iter().all(|(column, (lo, hi))| self.bound(column, Some(*lo), Some(*hi)))
        {
            self.simplex.undo(mark);
            return (mark, Outcome::Unsat);
        }
        let outcome = self.branch(work);
        if !matches!(outcome, Outcome::Sat(_)) {
            self.simplex.undo(mark);
        }
        (mark, outcome)
    }

    /// The lexicographically least model.
    pub(crate) fn smallest(
        &mut self,
        stored: StoredConstraints<'_>,
        limit: Limit,
        interrupt: &Interrupt,
    ) -> Outcome {
        // The least value lies between the domain's and that of a model with the values found so far.
        self.fix_all(stored, limit, interrupt, |domain, value| {
            (domain.0 < value).then(|| (domain.0 + (value - domain.0) / 2, Side::Upper))
        })
    }

    /// A model that random choices lead to: what a variable may still be is cut in two at random, until it is a value.
    pub(crate) fn random(
        &mut self,
        stored: StoredConstraints<'_>,
        limit: Limit,
        interrupt: &Interrupt,
        rng: &mut dyn Rng,
    ) -> Outcome {
        self.fix_all(stored, limit, interrupt, |domain, _| {
            let side = if within(rng, 0, 1) == 0 { Side::Lower } else { Side::Upper };
            (domain.0 < domain.1).then(|| (within(rng, domain.0, domain.1 - 1), side))
        })
    }

    /// Finds a model and fixes one variable after the other. `ask` is given what the variable may still be and its value
    /// in the latest model; while it names a value and a side, the variable is kept on that side (at most the value, or
    /// above it) if some model is there, and on the other side if none is.
    fn fix_all(
        &mut self,
        stored: StoredConstraints<'_>,
        limit: Limit,
        interrupt: &Interrupt,
        mut ask: impl FnMut((i64, i64), i64) -> Option<(i64, Side)>,
    ) -> Outcome {
        let mut work = WorkMeter::new(limit, interrupt);
        let (mark, outcome) = self.begin(stored, &mut work);
        let Outcome::Sat(mut model) = outcome else { return outcome };
        for (var, domain) in stored.domains.iter().enumerate() {
            let ((mut lo, mut hi), column) = (*domain, self.columns[var]);
            while let Some((middle, side)) = ask((lo, hi), model.values()[var]) {
                let (below, above) = ((None, Some(middle)), (Some(middle + 1), None));
                let (first, second) = if side == Side::Upper { (below, above) } else { (above, below) };
                let inner = self.simplex.mark();
                let outcome = match self.bound(column, first.0, first.1) {
                    true => self.branch(&mut work),
                    false => Outcome::Unsat,
                };
                let kept = match outcome {
                    Outcome::Sat(found) => {
                        model = found;
                        first
                    }
                    Outcome::Unsat => {
                        self.simplex.undo(inner);
                        self.bound(column, second.0, second.1);
                        second
                    }
                    stopped @ Outcome::Unknown(_) => {
                        self.simplex.undo(mark);
                        return stopped;
                    }
                };
                (lo, hi) = (kept.0.unwrap_or(lo), kept.1.unwrap_or(hi));
            }
            let value = model.values()[var];
            self.bound(column, Some(value), Some(value));
        }
        self.simplex.undo(mark);
        Outcome::Sat(model)
    }

    /// Looks for a model within the bounds.
    fn branch(&mut self, work: &mut WorkMeter<'_>) -> Outcome {
        let begin = self.simplex.mark();
        let mut splits: Vec<Split> = Vec::new();
        let outcome = loop {
            let next = match self.simplex.check(work) {
                SimplexOutcome::Stopped(reason) => break Outcome::Unknown(reason),
                SimplexOutcome::Infeasible => None,
                SimplexOutcome::Feasible => match self.split() {
                    Ok(model) => break Outcome::Sat(model),
                    Err(split) => Some(split),
                },
            };
            if let Some(reason) = work.step() {
                break Outcome::Unknown(reason);
            }
            let mut side = next.map(|(column, below, above)| {
                splits.push(Split { mark: self.simplex.mark(), other: Some((column, Side::Lower, above)) });
                (column, Side::Upper, below)
            });
            // Sides that a bound excludes are done at once.
            let found = loop {
                if let Some((column, end, bound)) = side
                    && self.simplex.assert(column, end, Rational::integer(bound.into()))
                {
                    break true;
                }
                let Some(split) = splits.last_mut() else { break false };
                self.simplex.undo(split.mark);
                side = split.other.take();
                if side.is_none() {
                    splits.pop();
                }
            };
            if !found {
                break Outcome::Unsat;
            }
        };
        self.simplex.undo(begin);
        outcome
    }

    /// The model that the values are, or a column that has to be at most the one or at least the other value.
    fn split(&self) -> Result<Assignment, (Column, i64, i64)> {
        let used = self.loads.last().map_or(0, |last| last.until.domains);
        let mut values = Vec::with_capacity(used);
        for column in &self.columns[..used] {
            let value = self.simplex.value(*column);
            // Values lie within domains, so that they fit a word.
            let below = value.floor().unwrap_or(0);
            if !value.is_integer() {
                return Err((*column, below, below + 1));
            }
            values.push(below);
        }
        let is_met = |(column, value): &&(Column, i64)| {
            *self.simplex.value(*column) != Rational::integer((*value).into())
        };
        match self.unequal.iter().find(|unequal| !is_met(unequal)) {
            Some((column, value)) => Err((*column, value - 1, value + 1)),
            None => Ok(Assignment::new(values)),
        }
    }
}

#[cfg(test)]
mod tests;
