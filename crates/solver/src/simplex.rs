//! [`Simplex`]: the general simplex, which brings linear forms over rationals within their bounds.
//!
//! After Dutertre and de Moura, *A Fast Linear-BranchAndBound Solver for DPLL(T)* (CAV 2006). A *column* is a variable or a
//! form, which is a sum of variables with coefficients. A form is a fact without bounds: it stays when the bounds
//! that were asserted on it are undone, so that going back is undoing bounds, and a form that comes again costs nothing.
//!
//! Invariants: each *basic* column is a sum of columns that are not (its row), and has the value of that sum; a column
//! that is not basic lies within its bounds. [`Simplex::check`] exchanges columns until the basic ones do, too, always
//! the first that can be (Bland's rule), so that it ends. [`branch_and_bound`](super::branch_and_bound) makes values integers.

use super::interrupt::{Interrupt, UnknownReason};
use super::rational::Rational;
use super::search_limit::Limit;
use std::collections::BTreeMap;

/// The exchanges between two polls of the interrupt.
const EXCHANGES_PER_POLL: u64 = 64;

/// The rows without bounds that are kept for each row with some.
const IDLE_ROWS_PER_ROW: usize = 1;

/// The rows without bounds that are kept beside those.
const SPARE_IDLE_ROWS: usize = 32;

/// The number of a column.
pub(crate) type Column = usize;

/// A variable or form.
#[derive(Debug, Clone)]
struct State {
    bounds: [Option<Rational>; 2],
    value: Rational,
    /// Its row, if it is basic.
    row: Option<usize>,
}

/// A basic column as a sum of others, which ascend.
#[derive(Debug, Clone)]
struct Row {
    basic: Column,
    terms: Vec<(Column, Rational)>,
}

/// The side of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Lower,
    Upper,
}

impl Side {
    const fn place(self) -> usize {
        match self {
            Side::Lower => 0,
            Side::Upper => 1,
        }
    }

    const fn other(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// Whether a value is beyond a bound on this side.
    fn excludes(self, bound: &Rational, value: &Rational) -> bool {
        match self {
            Side::Lower => value < bound,
            Side::Upper => value > bound,
        }
    }
}

/// The outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SimplexOutcome {
    /// All columns are within their bounds.
    Feasible,
    /// They can not be.
    Infeasible,
    /// The work ran out.
    Stopped(UnknownReason),
}

/// A limit on the steps of a question, with its interrupt.
#[derive(Debug)]
pub(crate) struct WorkMeter<'i> {
    limit: Limit,
    left: u64,
    interrupt: &'i Interrupt,
}

impl<'i> WorkMeter<'i> {
    pub(crate) fn new(limit: Limit, interrupt: &'i Interrupt) -> WorkMeter<'i> {
        WorkMeter { limit, left: limit.nodes, interrupt }
    }

    /// Whether the interrupt is raised.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Takes one step; the reason to stop, if there is one.
    pub(crate) fn step(&mut self) -> Option<UnknownReason> {
        let Some(left) = self.left.checked_sub(1) else { return Some(UnknownReason::Limit(self.limit)) };
        self.left = left;
        (left.is_multiple_of(EXCHANGES_PER_POLL) && self.interrupt.is_raised())
            .then_some(UnknownReason::Interrupted)
    }
}

/// Forms over rational variables, with bounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Simplex {
    columns: Vec<State>,
    rows: Vec<Row>,
    forms: BTreeMap<Box<[(Column, i64)]>, Column>,
    /// By column that is a form: its sum of variables.
    sums: BTreeMap<Column, Box<[(Column, i64)]>>,
    trail: Vec<(Column, Side, Option<Rational>)>,
    /// Columns of forms that were dropped.
    free: Vec<Column>,
}

impl Simplex {
    /// Adds a variable without bounds.
    pub(crate) fn add_variable(&mut self) -> Column {
        self.columns.push(State { bounds: [None, None], value: Rational::ZERO, row: None });
        self.columns.len() - 1
    }

    /// The column of a sum of variables, which ascend.
    pub(crate) fn form(&mut self, sum: &[(Column, i64)]) -> Column {
        if let [(variable, 1)] = sum {
            return *variable;
        }
        if let Some(known) = self.forms.get(sum) {
            return *known;
        }
        let mut terms = Vec::new();
        let mut value = Rational::ZERO;
        for (column, factor) in sum {
            let factor = Rational::integer((*factor).into());
            value = value.plus(&factor.times(&self.columns[*column].value));
            terms = match self.columns[*column].row {
                Some(row) => added(&terms, &factor, &self.rows[row].terms),
                None => added(&terms, &factor, &[(*column, Rational::ONE)]),
            };
        }
        let state = State { bounds: [None, None], value, row: Some(self.rows.len()) };
        let basic = self.free.pop().unwrap_or(self.columns.len());
        match self.columns.get_mut(basic) {
            Some(place) => *place = state,
            None => self.columns.push(state),
        }
        self.rows.push(Row { basic, terms });
        self.forms.insert(sum.into(), basic);
        self.sums.insert(basic, sum.into());
        basic
    }

    /// The value of a column.
    pub(crate) fn value(&self, column: Column) -> &Rational {
        &self.columns[column].value
    }

    /// Asserts a bound; whether the other bound admits it.
    pub(crate) fn assert(&mut self, column: Column, side: Side, bound: Rational) -> bool {
        let state = &self.columns[column];
        if state.bounds[side.place()].as_ref().is_some_and(|known| !side.other().excludes(known, &bound)) {
            return true;
        }
        if state.bounds[side.other().place()]
            .as_ref()
            .is_some_and(|other| side.other().excludes(other, &bound))
        {
            return false;
        }
        if state.row.is_none() && side.excludes(&bound, &state.value) {
            self.set(column, &bound);
        }
        let before = self.columns[column].bounds[side.place()].replace(bound);
        self.trail.push((column, side, before));
        true
    }

    /// The current position on the trail.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all bounds since a mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (column, side, before) in self.trail.drain(mark..).rev() {
            self.columns[column].bounds[side.place()] = before;
        }
    }

    /// Drops forms without bounds, if there are many.
    pub(crate) fn drop_idle_forms(&mut self) {
        let is_idle = |state: &State| state.bounds.iter().all(Option::is_none);
        let idle = self.rows.iter().filter(|row| is_idle(&self.columns[row.basic])).count();
        if idle <= (self.rows.len() - idle) * IDLE_ROWS_PER_ROW + SPARE_IDLE_ROWS {
            return;
        }
        // Variables that are basic are needed to tell values; forms are not.
        let (columns, forms, sums, free) =
            (&mut self.columns, &mut self.forms, &mut self.sums, &mut self.free);
        self.rows.retain(|row| {
            let goes = is_idle(&columns[row.basic]) && sums.contains_key(&row.basic);
            if goes && let Some(sum) = sums.remove(&row.basic) {
                forms.remove(&sum);
                free.push(row.basic);
            }
            !goes
        });
        for (place, row) in self.rows.iter().enumerate() {
            self.columns[row.basic].row = Some(place);
        }
    }

    /// Brings all columns within their bounds, if that is possible.
    pub(crate) fn check(&mut self, work: &mut WorkMeter<'_>) -> SimplexOutcome {
        loop {
            let mut wrong: Option<(Column, usize, Side)> = None;
            for (place, row) in self.rows.iter().enumerate() {
                let state = &self.columns[row.basic];
                let side = [Side::Lower, Side::Upper].into_iter().find(|side| {
                    state.bounds[side.place()]
                        .as_ref()
                        .is_some_and(|bound| side.excludes(bound, &state.value))
                });
                if let Some(side) = side
                    && wrong.is_none_or(|(first, ..)| row.basic < first)
                {
                    wrong = Some((row.basic, place, side));
                }
            }
            let Some((basic, place, side)) = wrong else { return SimplexOutcome::Feasible };
            if let Some(reason) = work.step() {
                return SimplexOutcome::Stopped(reason);
            }
            // The column that moves the basic one back: up if its factor has the sign of the way to go.
            let entering = self.rows[place].terms.iter().find(|(column, factor)| {
                let up = factor.is_positive() == (side == Side::Lower);
                let state = &self.columns[*column];
                let stop = if up { Side::Upper } else { Side::Lower };
                state.bounds[stop.place()].as_ref().is_none_or(|bound| *bound != state.value)
            });
            let Some(entering) = entering.map(|(column, _)| *column) else {
                return SimplexOutcome::Infeasible;
            };
            let Some(bound) = self.columns[basic].bounds[side.place()].clone() else {
                return SimplexOutcome::Infeasible;
            };
            self.exchange(place, entering, &bound);
        }
    }

    /// Gives a column that is not basic a value.
    fn set(&mut self, column: Column, value: &Rational) {
        let change = value.minus(&self.columns[column].value);
        self.columns[column].value = value.clone();
        for row in &self.rows {
            if let Ok(place) = row.terms.binary_search_by_key(&column, |(column, _)| *column) {
                let basic = &mut self.columns[row.basic];
                basic.value = basic.value.plus(&row.terms[place].1.times(&change));
            }
        }
    }

    /// Makes a column basic instead of that of a row, which gets a value.
    fn exchange(&mut self, place: usize, entering: Column, value: &Rational) {
        let leaving = self.rows[place].basic;
        let Some(factor) = factor_of(&self.rows[place].terms, entering) else { return };
        let inverse = factor.inverse();
        let change = value.minus(&self.columns[leaving].value).times(&inverse);
        let target = self.columns[entering].value.plus(&change);
        self.set(entering, &target);
        self.columns[leaving].value = value.clone();
        // leaving = factor * entering + rest, so entering = leaving / factor - rest / factor.
        let mut solved: Vec<(Column, Rational)> = Vec::with_capacity(self.rows[place].terms.len());
        for (column, by) in &self.rows[place].terms {
            if *column != entering {
                solved.push((*column, by.times(&inverse).negated()));
            }
        }
        let at = solved.partition_point(|(column, _)| *column < leaving);
        solved.insert(at, (leaving, inverse));
        for (other, row) in self.rows.iter_mut().enumerate() {
            if other != place
                && let Ok(at) = row.terms.binary_search_by_key(&entering, |(column, _)| *column)
            {
                let (_, by) = row.terms.remove(at);
                row.terms = added(&row.terms, &by, &solved);
            }
        }
        self.rows[place] = Row { basic: entering, terms: solved };
        self.columns[entering].row = Some(place);
        self.columns[leaving].row = None;
    }
}

fn factor_of(terms: &[(Column, Rational)], column: Column) -> Option<Rational> {
    let place = terms.binary_search_by_key(&column, |(column, _)| *column).ok()?;
    Some(terms[place].1.clone())
}

/// A sum with a multiple of another added.
fn added(
    terms: &[(Column, Rational)],
    by: &Rational,
    other: &[(Column, Rational)],
) -> Vec<(Column, Rational)> {
    let mut sum = Vec::with_capacity(terms.len() + other.len());
    let (mut left, mut right) = (terms.iter().peekable(), other.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (Some((a, own)), Some((b, more))) if a == b => {
                let factor = own.plus(&by.times(more));
                if !factor.is_zero() {
                    sum.push((*a, factor));
                }
                left.next();
                right.next();
            }
            (Some((a, own)), other) if other.is_none_or(|(b, _)| a < b) => {
                sum.push((*a, own.clone()));
                left.next();
            }
            (_, Some((b, more))) => {
                sum.push((*b, by.times(more)));
                right.next();
            }
            _ => return sum,
        }
    }
}
