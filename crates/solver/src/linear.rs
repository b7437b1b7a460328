//! Linear terms over integer variables: `2·x - y + 3`.
//!
//! A [`Linear`] is kept canonical: its variables ascend, no coefficient is zero, [`Var::ZERO`] does not
//! occur, and its norm (the sum of all magnitudes) is at most [`NORM_LIMIT`]. Equal terms are therefore
//! equal values, and evaluating one in `i128` cannot overflow. [`constraint`](super::constraint), which
//! compares two terms, comes next.

use super::error::{NORM_LIMIT, SolverError};
use std::fmt;

/// A variable: its number in the store or matrix that made it.
///
/// ```
/// use dpgen_solver::{Dbm, Var};
///
/// let mut dbm = Dbm::new();
/// let x = dbm.add_var(1, 5)?;
/// assert_eq!(x.index(), 1);
/// assert_eq!(Var::ZERO.index(), 0);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The constant zero, written as a variable: `x <= 5` is `x - ZERO <= 5`.
    pub const ZERO: Var = Var(0);

    /// The variable with this number; [`Var::ZERO`] is number 0.
    #[inline]
    #[must_use]
    pub const fn new(number: u32) -> Var {
        Var(number)
    }

    /// The variable with this index, unless it is beyond `u32`.
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Option<Var> {
        u32::try_from(index).ok().map(Var)
    }

    /// The variable's row in a matrix and its position in [`Assignment::row`](super::Assignment::row).
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        widen(self.0)
    }

    /// The variable's number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The name this variable has after [`Dbm::embed`](super::Dbm::embed) answered `offset`.
    /// Zero stays zero.
    ///
    /// ```
    /// use dpgen_solver::Var;
    /// assert_eq!(Var::new(2).shifted(5), Var::new(7));
    /// assert_eq!(Var::ZERO.shifted(5), Var::ZERO);
    /// ```
    #[inline]
    #[must_use]
    pub const fn shifted(self, offset: u32) -> Var {
        if self.0 == 0 { Var::ZERO } else { Var(self.0.saturating_add(offset)) }
    }
}

/// The one place where a `u32` becomes a `usize`. On a 16-bit target the answer saturates, and the
/// indexing that follows panics instead of reading the wrong element.
#[inline]
fn widen(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A linear term: a sum of coefficients times variables, plus a constant.
///
/// ```
/// use dpgen_solver::{Linear, Var};
///
/// let (x, y) = (Var::new(1), Var::new(2));
/// let a = Linear::new([(x, 2), (y, -1), (x, 1)], 4)?;
/// assert_eq!(a.terms(), [(x, 3), (y, -1)]);
/// let b = a.checked_sub(&Linear::from(y))?.plus(-1)?;
/// assert_eq!(b.to_string(), "3*v1 - 2*v2 + 3");
/// assert_eq!(b.value(&[0, 10, 4]), Some(25));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: Vec<(Var, i64)>,
    constant: i64,
}

impl Linear {
    /// The sum of `coefficient * variable` over `terms`, plus `constant`. A variable may occur repeatedly.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn new(terms: impl IntoIterator<Item = (Var, i64)>, constant: i64) -> Result<Linear, SolverError> {
        let mut all: Vec<(Var, i64)> = terms.into_iter().filter(|&(var, _)| var != Var::ZERO).collect();
        all.sort_by_key(|&(var, _)| var);
        let mut merged: Vec<(Var, i64)> = Vec::with_capacity(all.len());
        for (var, coefficient) in all {
            match merged.last_mut() {
                Some((last, sum)) if *last == var => {
                    *sum = sum.checked_add(coefficient).ok_or(SolverError::TermTooLarge)?;
                }
                _ => merged.push((var, coefficient)),
            }
        }
        merged.retain(|&(_, coefficient)| coefficient != 0);
        let norm = merged
            .iter()
            .map(|&(_, coefficient)| coefficient)
            .chain([constant])
            .try_fold(0_u64, |norm, part| norm.checked_add(part.unsigned_abs()));
        match norm {
            Some(norm) if norm <= NORM_LIMIT.unsigned_abs() => Ok(Linear { terms: merged, constant }),
            _ => Err(SolverError::TermTooLarge),
        }
    }

    /// A term without variables.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] beyond ±[`NORM_LIMIT`]. (`Linear::from` takes an `i32` and cannot fail.)
    pub fn constant(value: i64) -> Result<Linear, SolverError> {
        Linear::new([], value)
    }

    /// A term from parts that are canonical and small enough already.
    #[inline]
    pub(super) fn from_parts(terms: Vec<(Var, i64)>, constant: i64) -> Linear {
        debug_assert!(terms.is_sorted_by(|a, b| a.0 < b.0), "variables must ascend");
        debug_assert!(terms.iter().all(|&(var, by)| var != Var::ZERO && by != 0));
        Linear { terms, constant }
    }

    /// The variables with their coefficients: ascending, none zero.
    #[inline]
    #[must_use]
    pub fn terms(&self) -> &[(Var, i64)] {
        &self.terms
    }

    /// The part without a variable.
    #[inline]
    #[must_use]
    pub fn constant_part(&self) -> i64 {
        self.constant
    }

    /// The value of a term that has no variables.
    #[inline]
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, when the term is nothing else.
    #[inline]
    #[must_use]
    pub fn as_var(&self) -> Option<Var> {
        match (self.terms.as_slice(), self.constant) {
            ([(var, 1)], 0) => Some(*var),
            ([], 0) => Some(Var::ZERO),
            _ => None,
        }
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn checked_add(&self, other: &Linear) -> Result<Linear, SolverError> {
        let constant = self.constant.checked_add(other.constant);
        let terms = self.terms.iter().chain(&other.terms).copied();
        Linear::new(terms, constant.ok_or(SolverError::TermTooLarge)?)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn checked_sub(&self, other: &Linear) -> Result<Linear, SolverError> {
        self.checked_add(&other.negated())
    }

    /// `self + value`.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn plus(&self, value: i64) -> Result<Linear, SolverError> {
        let constant = self.constant.checked_add(value).ok_or(SolverError::TermTooLarge)?;
        Linear::new(self.terms.iter().copied(), constant)
    }

    /// `self * factor`.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn checked_scale(&self, factor: i64) -> Result<Linear, SolverError> {
        let times = |part: i64| part.checked_mul(factor).ok_or(SolverError::TermTooLarge);
        let terms: Result<Vec<_>, _> = self.terms.iter().map(|&(var, by)| Ok((var, times(by)?))).collect();
        Linear::new(terms?, times(self.constant)?)
    }

    /// `-self`. The norm does not change, so this cannot fail.
    #[must_use]
    pub fn negated(&self) -> Linear {
        let terms = self.terms.iter().map(|&(var, coefficient)| (var, -coefficient)).collect();
        Linear { terms, constant: -self.constant }
    }

    /// The same term over other variables; two variables may become one.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`]; it cannot occur when the new names are distinct.
    pub fn renamed(&self, mut name: impl FnMut(Var) -> Var) -> Result<Linear, SolverError> {
        Linear::new(self.terms.iter().map(|&(var, by)| (name(var), by)), self.constant)
    }

    /// The value when variable `v` is `row[v.index()]`, or `None` if `row` is too short.
    #[must_use]
    pub fn value(&self, row: &[i64]) -> Option<i128> {
        self.terms.iter().try_fold(i128::from(self.constant), |sum, &(var, coefficient)| {
            let value = row.get(var.index())?;
            sum.checked_add(i128::from(coefficient) * i128::from(*value))
        })
    }
}

impl From<Var> for Linear {
    #[inline]
    fn from(var: Var) -> Linear {
        let terms = if var == Var::ZERO { Vec::new() } else { vec![(var, 1)] };
        Linear { terms, constant: 0 }
    }
}

impl From<i32> for Linear {
    #[inline]
    fn from(value: i32) -> Linear {
        Linear { terms: Vec::new(), constant: i64::from(value) }
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, &(var, coefficient)) in self.terms.iter().enumerate() {
            match (position, coefficient < 0) {
                (0, false) => {}
                (0, true) => write!(f, "-")?,
                (_, false) => write!(f, " + ")?,
                (_, true) => write!(f, " - ")?,
            }
            match coefficient.unsigned_abs() {
                1 => write!(f, "{var}")?,
                magnitude => write!(f, "{magnitude}*{var}")?,
            }
        }
        match self.constant {
            constant if self.terms.is_empty() => write!(f, "{constant}"),
            0 => Ok(()),
            constant if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            constant => write!(f, " + {constant}"),
        }
    }
}
