//! [`Propagator`]: bounds propagation, which narrows the bounds of variables by linear constraints.
//!
//! For `a·x + rest <= 0`, the least value of `rest` bounds `a·x` from above; a `==` is two such
//! constraints; a `!=` speaks once all of its variables but one are fixed, and then moves a bound that it
//! forbids. A queue holds the constraints whose variables changed.
//!
//! Only values that no solution has are removed (*sound*), but not all of them (*incomplete*), and a
//! propagation that creeps, as `2·x < 3·y` and `3·y < 2·x` can over large domains, is given up after
//! a fixed number of steps. [`search`](super::search) decides what is left.

use super::constraint::{Constraint, Relation};
use super::linear_term::Var;
use super::variable_bounds::{Change, Domains};
use std::collections::VecDeque;

/// Linear constraints, prepared for propagation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Propagator {
    rows: Vec<Row>,
    /// The rows' terms, one row behind the other.
    terms: Vec<(Var, i64)>,
    /// By variable: the rows that mention it, ascending.
    watchers: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
    /// By row: whether it is in the queue.
    queued: Vec<bool>,
    /// The number of constraints propagated so far.
    steps: u64,
}

/// One constraint: where its terms are, its constant, and how it compares with zero.
#[derive(Debug, Clone)]
struct Row {
    start: usize,
    end: usize,
    constant: i64,
    relation: Relation,
}

impl Propagator {
    /// A propagator without constraints.
    #[must_use]
    pub(crate) fn new() -> Propagator {
        Propagator::default()
    }

    /// The number of constraints propagated so far: a measure of work.
    #[must_use]
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds a constraint.
    pub(crate) fn push(&mut self, constraint: &Constraint) {
        let term = constraint.term();
        self.push_row(term.terms(), term.constant_part(), constraint.relation());
    }

    /// Adds `x - y <= c`, for any `c` beyond which a difference cannot be.
    pub(crate) fn push_difference(&mut self, x: Var, y: Var, c: i64) {
        let terms = [(x, 1), (y, -1)];
        let kept = match (x, y) {
            (Var::ZERO, Var::ZERO) => &terms[..0],
            (Var::ZERO, _) => &terms[1..],
            (_, Var::ZERO) => &terms[..1],
            _ => &terms[..],
        };
        self.push_row(kept, c.saturating_neg(), Relation::Le);
    }

    fn push_row(&mut self, terms: &[(Var, i64)], constant: i64, relation: Relation) {
        let row = self.rows.len();
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        for &(var, _) in terms {
            if self.watchers.len() <= var.index() {
                self.watchers.resize_with(var.index() + 1, Vec::new);
            }
            self.watchers[var.index()].push(row);
        }
        self.rows.push(Row { start, end: self.terms.len(), constant, relation });
        self.queued.push(false);
    }

    /// Forgets all constraints but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        for row in self.rows.drain(len.min(self.rows.len())..).rev() {
            for &(var, _) in &self.terms[row.start..row.end] {
                self.watchers[var.index()].pop();
            }
            self.terms.truncate(row.start);
        }
        self.queued.truncate(len);
    }

    /// Narrows the domains by all constraints. Returns `false` if they have no solution there; the domains
    /// are then only good to be undone.
    ///
    /// # Panics
    /// If a constraint mentions a variable without a domain.
    pub(crate) fn propagate(&mut self, domains: &mut Domains) -> bool {
        self.queue.extend(0..self.rows.len());
        self.queued.fill(true);
        self.run(domains)
    }

    /// Narrows the domains after the domain of `var` changed.
    ///
    /// # Panics
    /// If a constraint mentions a variable without a domain.
    pub(crate) fn propagate_from(&mut self, var: Var, domains: &mut Domains) -> bool {
        self.wake(var, None);
        self.run(domains)
    }

    /// Whether the constraints hold, when every variable has one value.
    #[must_use]
    pub(crate) fn holds(&self, domains: &Domains) -> bool {
        self.rows.iter().all(|row| {
            let terms = &self.terms[row.start..row.end];
            let value = least(terms, row.constant, 1, domains);
            match row.relation {
                Relation::Le => value <= 0,
                Relation::Eq => value == 0,
                Relation::Ne => value != 0,
            }
        })
    }

    /// Queues the constraints that mention `var`.
    fn wake(&mut self, var: Var, except: Option<usize>) {
        let Some(watchers) = self.watchers.get(var.index()) else {
            return;
        };
        for &row in watchers {
            if !self.queued[row] && except != Some(row) {
                self.queued[row] = true;
                self.queue.push_back(row);
            }
        }
    }

    /// Works through the queue, and leaves it empty.
    fn run(&mut self, domains: &mut Domains) -> bool {
        let mut left = 256 + 16 * self.rows.len();
        let mut consistent = true;
        while let Some(row) = self.queue.pop_front() {
            self.queued[row] = false;
            if !consistent || left == 0 {
                continue;
            }
            left -= 1;
            self.steps = self.steps.wrapping_add(1);
            let mark = domains.mark();
            let Row { start, end, constant, relation } = self.rows[row];
            let terms = &self.terms[start..end];
            consistent = match relation {
                Relation::Le => below(terms, constant, 1, domains),
                Relation::Eq => below(terms, constant, 1, domains) && below(terms, constant, -1, domains),
                Relation::Ne => differs(terms, constant, domains),
            };
            // One pass over a `<=` leaves nothing for a second; the others may narrow once more.
            let except = (relation == Relation::Le).then_some(row);
            for var in domains.changed_since(mark) {
                self.wake(var, except);
            }
        }
        consistent
    }
}

/// The least value of `sign * (terms + constant)`. Norms keep it within `i128`.
fn least(terms: &[(Var, i64)], constant: i64, sign: i128, domains: &Domains) -> i128 {
    terms.iter().fold(sign * i128::from(constant), |sum, &(var, coefficient)| {
        sum + least_product(sign * i128::from(coefficient), domains.bounds(var))
    })
}

/// The least value of `coefficient * x` for `x` within the bounds.
fn least_product(coefficient: i128, (lo, hi): (i64, i64)) -> i128 {
    coefficient * i128::from(if coefficient > 0 { lo } else { hi })
}

/// Narrows by `sign * (terms + constant) <= 0`.
fn below(terms: &[(Var, i64)], constant: i64, sign: i128, domains: &mut Domains) -> bool {
    let slack = -least(terms, constant, sign, domains);
    if slack < 0 {
        return false;
    }
    for &(var, coefficient) in terms {
        let coefficient = sign * i128::from(coefficient);
        let (lo, hi) = domains.bounds(var);
        // From its best bound, the variable can move by no more than this many steps.
        let steps = slack.div_euclid(coefficient.abs());
        let width = i128::from(hi) - i128::from(lo);
        if steps >= width {
            continue;
        }
        // 0 <= steps < width < 2^62, so the conversion succeeds.
        let Ok(steps) = i64::try_from(steps) else {
            continue;
        };
        let change = if coefficient > 0 {
            domains.at_most(var, lo + steps)
        } else {
            domains.at_least(var, hi - steps)
        };
        debug_assert_eq!(change, Change::Narrowed);
    }
    true
}

/// Narrows by `terms + constant != 0`.
fn differs(terms: &[(Var, i64)], constant: i64, domains: &mut Domains) -> bool {
    let mut sum = i128::from(constant);
    let mut open = None;
    for &(var, coefficient) in terms {
        let (lo, hi) = domains.bounds(var);
        if lo == hi {
            sum += i128::from(coefficient) * i128::from(lo);
        } else if open.replace((var, i128::from(coefficient))).is_some() {
            return true;
        }
    }
    let Some((var, coefficient)) = open else {
        return sum != 0;
    };
    if sum % coefficient != 0 {
        return true;
    }
    let Ok(forbidden) = i64::try_from(-sum / coefficient) else {
        return true;
    };
    let (lo, hi) = domains.bounds(var);
    let change = if forbidden == lo {
        domains.at_least(var, lo + 1)
    } else if forbidden == hi {
        domains.at_most(var, hi - 1)
    } else {
        Change::Same
    };
    change != Change::Emptied
}

#[cfg(test)]
mod tests {
    use super::Propagator;
    use crate::constraint::{Constraint, Relation};
    use crate::linear_term::{Linear, Var};
    use crate::variable_bounds::Domains;

    const X: Var = Var::new(1);
    const Y: Var = Var::new(2);

    fn digits() -> Domains {
        Domains::new([(0, 9), (0, 9)]).expect("small domains")
    }

    #[test]
    fn an_equation_bounds_its_variables() {
        let mut domains = digits();
        let mut propagator = Propagator::new();
        // 3x + 2y == 12
        let term = Linear::new([(X, 3), (Y, 2)], -12).expect("a small term");
        propagator.push(&Constraint::new(term, Relation::Eq));
        assert!(propagator.propagate(&mut domains));
        assert_eq!((domains.bounds(X), domains.bounds(Y)), ((0, 4), (0, 6)));
    }

    #[test]
    fn truncated_rows_are_forgotten() {
        let mut domains = digits();
        let mut propagator = Propagator::new();
        propagator.push(&Constraint::difference(X, Y, -1).expect("a small bound"));
        propagator.push(&Constraint::difference(Y, X, -1).expect("a small bound"));
        let mark = domains.mark();
        assert!(!propagator.propagate(&mut domains));
        domains.undo(mark);
        propagator.truncate(1);
        assert!(propagator.propagate(&mut domains));
        assert_eq!((domains.bounds(X), domains.bounds(Y)), ((0, 8), (1, 9)));
    }
}
