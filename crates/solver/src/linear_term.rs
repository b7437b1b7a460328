//! [`Linear`]: linear terms over integer variables, such as `2·x - y + 3`.
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
/// assert_eq!((x.index(), x.number()), (1, 1));
/// assert_eq!(x, Var::new(1));
/// assert_eq!(Var::ZERO.index(), 0);
/// assert_eq!(x.to_string(), "v1");
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
    ///
    /// ```
    /// use dpgen_solver::Var;
    /// assert_eq!(Var::from_index(3), Some(Var::new(3)));
    /// assert_eq!(Var::from_index(usize::MAX), None);
    /// ```
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
/// let a = Linear::new([(y, -1), (x, 1), (x, 2)], 4)?; // x occurs twice
/// assert_eq!(a.to_string(), "3*v1 - v2 + 4");
/// assert_eq!(a.terms(), [(x, 3), (y, -1)]);
/// assert_eq!(a.constant_part(), 4);
/// assert_eq!(a.as_constant(), None);
/// assert_eq!(Linear::new([(x, 1), (x, -1)], 4)?.as_constant(), Some(4));
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
    /// ```
    /// use dpgen_solver::{Linear, NORM_LIMIT, SolverError, Var};
    ///
    /// let price = Linear::new([(Var::new(1), 3), (Var::new(2), 5)], 10)?; // 3 + 5 + 10 is its norm
    /// assert_eq!(price.terms().len(), 2);
    /// assert_eq!(Linear::new([(Var::new(1), NORM_LIMIT)], 1), Err(SolverError::TermTooLarge));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
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
    /// ```
    /// use dpgen_solver::{Linear, NORM_LIMIT, SolverError};
    /// assert_eq!(Linear::constant(1 << 40)?.as_constant(), Some(1 << 40));
    /// assert_eq!(Linear::constant(NORM_LIMIT + 1), Err(SolverError::TermTooLarge));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
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

    /// `self + other`.
    ///
    /// ```
    /// # use dpgen_solver::{Linear, Var};
    /// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
    /// assert_eq!(x.checked_add(&y)?.checked_add(&x)?.to_string(), "2*v1 + v2");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
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
    /// ```
    /// # use dpgen_solver::{Linear, Var};
    /// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
    /// assert_eq!(x.checked_sub(&y)?.to_string(), "v1 - v2");
    /// assert_eq!(x.checked_sub(&x)?.as_constant(), Some(0));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn checked_sub(&self, other: &Linear) -> Result<Linear, SolverError> {
        self.checked_add(&other.negated())
    }

    /// `self + value`.
    ///
    /// ```
    /// # use dpgen_solver::{Linear, SolverError, Var};
    /// let next = Linear::from(Var::new(1)).plus(1)?;
    /// assert_eq!(next.to_string(), "v1 + 1");
    /// assert_eq!(next.plus(i64::MAX), Err(SolverError::TermTooLarge));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn plus(&self, value: i64) -> Result<Linear, SolverError> {
        let constant = self.constant.checked_add(value).ok_or(SolverError::TermTooLarge)?;
        Linear::new(self.terms.iter().copied(), constant)
    }

    /// `self * factor`.
    ///
    /// ```
    /// # use dpgen_solver::{Linear, Var};
    /// let width = Linear::new([(Var::new(2), 1), (Var::new(1), -1)], 1)?;
    /// assert_eq!(width.checked_scale(4)?.to_string(), "-4*v1 + 4*v2 + 4");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the norm would exceed [`NORM_LIMIT`].
    pub fn checked_scale(&self, factor: i64) -> Result<Linear, SolverError> {
        let times = |part: i64| part.checked_mul(factor).ok_or(SolverError::TermTooLarge);
        let terms: Result<Vec<_>, _> = self.terms.iter().map(|&(var, by)| Ok((var, times(by)?))).collect();
        Linear::new(terms?, times(self.constant)?)
    }

    /// `-self`. The norm does not change, so this cannot fail.
    ///
    /// ```
    /// # use dpgen_solver::{Linear, Var};
    /// let term = Linear::new([(Var::new(1), 2)], -7)?;
    /// assert_eq!(term.negated().to_string(), "-2*v1 + 7");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn negated(&self) -> Linear {
        let terms = self.terms.iter().map(|&(var, coefficient)| (var, -coefficient)).collect();
        Linear { terms, constant: -self.constant }
    }

    /// The same term over other variables; two variables may become one.
    ///
    /// ```
    /// # use dpgen_solver::{Linear, Var};
    /// let gap = Linear::new([(Var::new(1), 1), (Var::new(2), -1)], 3)?;
    /// assert_eq!(gap.renamed(|var| var.shifted(4))?.to_string(), "v5 - v6 + 3");
    /// assert_eq!(gap.renamed(|_| Var::new(1))?.as_constant(), Some(3));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`]; it cannot occur when the new names are distinct.
    pub fn renamed(&self, mut name: impl FnMut(Var) -> Var) -> Result<Linear, SolverError> {
        Linear::new(self.terms.iter().map(|&(var, by)| (name(var), by)), self.constant)
    }

    /// The value when variable `v` is `row[v.index()]`, or `None` if `row` is too short.
    ///
    /// ```
    /// # use dpgen_solver::{Linear, Var};
    /// let term = Linear::new([(Var::new(1), 3), (Var::new(2), -2)], 3)?;
    /// assert_eq!(term.value(&[0, 10, 4]), Some(25)); // v1 = 10, v2 = 4
    /// assert_eq!(term.value(&[0, 10]), None);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
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
