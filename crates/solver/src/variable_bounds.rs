//! [`Domains`]: the bounds of each variable during propagation and search, with an undo trail.
//!
//! Invariant: no domain is empty, and word 0 is `0..=0`, the domain of [`Var::ZERO`]. Changes are recorded on a trail, so
//! that a search undoes them without copying. [`propagator`](super::propagator) narrows domains; [`search`](super::search)
//! splits them.

use super::dbm::Dbm;
use super::error::{SolverError, check_domain};
use super::linear_term::Var;

/// The effect of a change of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// The bound was implied already.
    Same,
    /// The domain became smaller.
    Narrowed,
    /// The domain would have become empty; it was left as it is.
    Emptied,
}

/// A lower and an upper bound for each variable.
#[derive(Debug, Clone)]
pub(crate) struct Domains {
    bounds: Vec<(i64, i64)>,
    trail: Vec<(Var, (i64, i64))>,
}

impl Domains {
    /// The domains of variables 1, 2 and so on.
    ///
    /// # Errors
    /// When a domain is empty or beyond ±2<sup>60</sup>, or there are too many variables.
    pub(crate) fn new(domains: impl IntoIterator<Item = (i64, i64)>) -> Result<Domains, SolverError> {
        let mut bounds = vec![(0, 0)];
        for (lo, hi) in domains {
            check_domain(lo, hi)?;
            bounds.push((lo, hi));
        }
        Var::from_index(bounds.len() - 1).ok_or(SolverError::TooManyVariables)?;
        Ok(Domains { bounds, trail: Vec::new() })
    }

    /// Bounds of variables 1, 2 and so on, which a store has checked.
    pub(crate) fn within(bounds: &[(i64, i64)]) -> Domains {
        let bounds = std::iter::once((0, 0)).chain(bounds.iter().copied()).collect();
        Domains { bounds, trail: Vec::new() }
    }

    /// The bounds of a matrix's variables.
    pub(crate) fn of(dbm: &Dbm) -> Domains {
        let bounds = [Var::ZERO].into_iter().chain(dbm.vars()).map(|var| dbm.bounds(var)).collect();
        Domains { bounds, trail: Vec::new() }
    }

    /// The least and the largest value of a variable.
    ///
    /// # Panics
    /// If there is no such variable.
    #[inline]
    #[must_use]
    pub(crate) fn bounds(&self, var: Var) -> (i64, i64) {
        self.bounds[var.index()]
    }

    /// All variables' bounds by [`Var::index`].
    #[inline]
    #[must_use]
    pub(crate) fn all(&self) -> &[(i64, i64)] {
        &self.bounds
    }

    /// Raises a lower bound.
    ///
    /// # Panics
    /// If there is no such variable.
    #[inline]
    pub(crate) fn at_least(&mut self, var: Var, value: i64) -> Change {
        let (lo, hi) = self.bounds[var.index()];
        self.set(var, value.max(lo), hi)
    }

    /// Lowers an upper bound.
    ///
    /// # Panics
    /// If there is no such variable.
    #[inline]
    pub(crate) fn at_most(&mut self, var: Var, value: i64) -> Change {
        let (lo, hi) = self.bounds[var.index()];
        self.set(var, lo, value.min(hi))
    }

    /// Replaces a domain by a part of it.
    #[inline]
    fn set(&mut self, var: Var, lo: i64, hi: i64) -> Change {
        let domain = &mut self.bounds[var.index()];
        if lo > hi {
            return Change::Emptied;
        }
        if *domain == (lo, hi) {
            return Change::Same;
        }
        self.trail.push((var, *domain));
        *domain = (lo, hi);
        Change::Narrowed
    }

    /// The current position on the trail.
    #[inline]
    #[must_use]
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The variables that changed since `mark`, with repetitions.
    #[inline]
    pub(crate) fn changed_since(&self, mark: usize) -> impl Iterator<Item = Var> {
        self.trail.iter().skip(mark).map(|&(var, _)| var)
    }

    /// Undoes all changes since `mark`.
    #[inline]
    pub(crate) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((var, bounds)) = self.trail.pop() {
                self.bounds[var.index()] = bounds;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Domains};
    use crate::linear_term::Var;

    #[test]
    fn changes_are_undone() {
        let mut domains = Domains::new([(0, 9)]).expect("a small domain");
        let x = Var::new(1);
        let mark = domains.mark();
        assert_eq!(domains.at_least(x, 4), Change::Narrowed);
        assert_eq!(domains.at_most(x, 3), Change::Emptied);
        assert_eq!(domains.bounds(x), (4, 9));
        domains.undo(mark);
        assert_eq!(domains.bounds(x), (0, 9));
    }
}
