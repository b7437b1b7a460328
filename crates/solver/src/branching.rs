//! Branch and bound: integer models of linear constraints.
//!
//! [`Arithmetic`] keeps the constraints of a store in a [`Simplex`] and follows the store back and forth: what it has
//! loaded is a beginning of the store's lists, cut back when the store is, and what is missing is loaded when a
//! question comes. A variable whose value is no integer splits the question in two, at most the integer below and at
//! least the one above; a `!=` is looked at only when a model does not meet it, and splits the same way.
//! Dutertre and de Moura (CAV 2006) describe both.

use super::assignment::Assignment;
use super::constraint::{Constraint, Relation};
use super::draw::within;
use super::interrupt::{Interrupt, Reason};
use super::limit::Limit;
use super::linear::Var;
use super::rational::Rational;
use super::search::Outcome;
use super::simplex::{Checked, Column, End, Simplex, Work};
use rand_core::Rng;

/// What a store has been told, oldest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told<'s> {
    /// The domains of variables 1, 2 and so on.
    pub(crate) domains: &'s [(i64, i64)],
    /// Bounds `x - y <= c`.
    pub(crate) differences: &'s [(Var, Var, i64)],
    pub(crate) general: &'s [Constraint],
    /// Bounds of the variables that follow from all of it: the domains, if nothing better is known.
    pub(crate) bounds: &'s [(i64, i64)],
}

/// How much of it has been loaded.
#[derive(Debug, Clone, Copy, Default)]
struct Lengths {
    domains: usize,
    differences: usize,
    general: usize,
}

/// What was loaded at once.
#[derive(Debug, Clone)]
struct Portion {
    upto: Lengths,
    mark: usize,
    unequal: usize,
    feasible: bool,
}

/// The constraints of a store, as bounds of a simplex.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arithmetic {
    simplex: Simplex,
    /// By variable, from 1 on.
    columns: Vec<Column>,
    portions: Vec<Portion>,
    /// Forms, and the value that each must not have.
    unequal: Vec<(Column, i64)>,
}

/// A split: what is left to try, once the first side is done.
struct Split {
    mark: usize,
    other: Option<(Column, End, i64)>,
}

impl Arithmetic {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        // Without variables there may be portions, too: of constraints that are constant.
        if !self.portions.is_empty() || !self.columns.is_empty() {
            *self = Arithmetic::default();
        }
    }

    /// Cuts what was loaded back to what a store has.
    pub(crate) fn cut(&mut self, told: Told<'_>) {
        let is_beyond = |portion: &Portion| {
            let Lengths { domains, differences, general } = portion.upto;
            domains > told.domains.len()
                || differences > told.differences.len()
                || general > told.general.len()
        };
        while let Some(portion) = self.portions.pop_if(|portion| is_beyond(portion)) {
            self.simplex.undo(portion.mark);
            self.unequal.truncate(portion.unequal);
        }
    }

    /// Loads what a store has been told since; whether the bounds of each column agree.
    fn load(&mut self, told: Told<'_>) -> bool {
        let (from, feasible) =
            self.portions.last().map_or((Lengths::default(), true), |last| (last.upto, last.feasible));
        let Told { domains, differences, general, .. } = told;
        let upto = Lengths { domains: domains.len(), differences: differences.len(), general: general.len() };
        if (from.domains, from.differences, from.general) == (upto.domains, upto.differences, upto.general) {
            return feasible;
        }
        let (mark, unequal) = (self.simplex.mark(), self.unequal.len());
        self.simplex.tidy();
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
        self.portions.push(Portion { upto, mark, unequal, feasible });
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
        lo.is_none_or(|lo| self.simplex.assert(column, End::Lower, rational(lo)))
            && hi.is_none_or(|hi| self.simplex.assert(column, End::Upper, rational(hi)))
    }

    /// Looks for a model of all that a store has been told.
    pub(crate) fn solve(&mut self, told: Told<'_>, limit: Limit, interrupt: &Interrupt) -> Outcome {
        self.begin(told, &mut Work::new(limit, interrupt)).1
    }

    /// Loads what is missing and looks for a model: where the bounds are to be undone to, and what was found.
    fn begin(&mut self, told: Told<'_>, work: &mut Work<'_>) -> (usize, Outcome) {
        if work.is_interrupted() {
            return (self.simplex.mark(), Outcome::Unknown(Reason::Interrupted));
        }
        self.cut(told);
        let feasible = self.load(told);
        let mark = self.simplex.mark();
        let bounds = self.columns.clone().into_iter().zip(told.bounds);
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
    pub(crate) fn smallest(&mut self, told: Told<'_>, limit: Limit, interrupt: &Interrupt) -> Outcome {
        // The least value lies between the domain's and that of a model with the values found so far.
        self.fix_all(told, limit, interrupt, |domain, value| {
            (domain.0 < value).then(|| (domain.0 + (value - domain.0) / 2, End::Upper))
        })
    }

    /// A model that random choices lead to: what a variable may still be is cut in two at random, until it is a value.
    pub(crate) fn random(
        &mut self,
        told: Told<'_>,
        limit: Limit,
        interrupt: &Interrupt,
        rng: &mut dyn Rng,
    ) -> Outcome {
        self.fix_all(told, limit, interrupt, |domain, _| {
            let side = if within(rng, 0, 1) == 0 { End::Lower } else { End::Upper };
            (domain.0 < domain.1).then(|| (within(rng, domain.0, domain.1 - 1), side))
        })
    }

    /// Finds a model and fixes one variable after the other. `ask` is given what the variable may still be and its value
    /// in the latest model; while it names a value and a side, the variable is kept on that side (at most the value, or
    /// above it) if some model is there, and on the other side if none is.
    fn fix_all(
        &mut self,
        told: Told<'_>,
        limit: Limit,
        interrupt: &Interrupt,
        mut ask: impl FnMut((i64, i64), i64) -> Option<(i64, End)>,
    ) -> Outcome {
        let mut work = Work::new(limit, interrupt);
        let (mark, outcome) = self.begin(told, &mut work);
        let Outcome::Sat(mut model) = outcome else { return outcome };
        for (var, domain) in told.domains.iter().enumerate() {
            let ((mut lo, mut hi), column) = (*domain, self.columns[var]);
            while let Some((middle, side)) = ask((lo, hi), model.values()[var]) {
                let (below, above) = ((None, Some(middle)), (Some(middle + 1), None));
                let (first, second) = if side == End::Upper { (below, above) } else { (above, below) };
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
    fn branch(&mut self, work: &mut Work<'_>) -> Outcome {
        let begin = self.simplex.mark();
        let mut splits: Vec<Split> = Vec::new();
        let outcome = loop {
            let next = match self.simplex.check(work) {
                Checked::Stopped(reason) => break Outcome::Unknown(reason),
                Checked::Infeasible => None,
                Checked::Feasible => match self.split() {
                    Ok(model) => break Outcome::Sat(model),
                    Err(split) => Some(split),
                },
            };
            if let Some(reason) = work.step() {
                break Outcome::Unknown(reason);
            }
            let mut side = next.map(|(column, below, above)| {
                splits.push(Split { mark: self.simplex.mark(), other: Some((column, End::Lower, above)) });
                (column, End::Upper, below)
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
        let used = self.portions.last().map_or(0, |last| last.upto.domains);
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
