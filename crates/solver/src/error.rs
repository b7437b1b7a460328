//! [`SolverError`]: errors in the input of the solver, and the limits that make its arithmetic exact.
//!
//! Only *input* is an error: an empty domain, or a number so large that exact arithmetic could overflow.
//! A question without a solution is an answer ([`Outcome::Unsat`](super::Outcome::Unsat)), and so is a
//! search that hit its limit. Read [`linear`](super::linear_term) next.

use std::fmt;

/// The largest magnitude of a variable's bound: 2<sup>60</sup>.
///
/// DifferenceSystem of two values then stay within 2<sup>61</sup>, and the sums of three such numbers that
/// closing a matrix needs stay within an `i64`.
pub const DOMAIN_LIMIT: i64 = 1 << 60;

/// The largest norm of a term, the sum of the magnitudes of its coefficients and its constant: 2<sup>62</sup>.
///
/// The value of a term then stays within 2<sup>122</sup> whatever its variables are, so that `i128`
/// arithmetic is exact.
pub const NORM_LIMIT: i64 = 1 << 62;

/// A question that the solver cannot represent.
///
/// ```
/// use dpgen_solver::{SolverError, Store};
///
/// let error = Store::new().new_var(3, 2).unwrap_err();
/// assert_eq!(error, SolverError::EmptyDomain { lo: 3, hi: 2 });
/// assert_eq!(error.to_string(), "the domain 3..=2 is empty");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverError {
    /// A variable's domain holds no value.
    EmptyDomain {
        /// The lower bound that was asked for.
        lo: i64,
        /// The upper bound that was asked for.
        hi: i64,
    },
    /// A variable's bound is beyond ±[`DOMAIN_LIMIT`].
    BoundTooLarge {
        /// The bound that was asked for.
        bound: i64,
    },
    /// The coefficients and constant of a term add up to more than [`NORM_LIMIT`].
    TermTooLarge,
    /// More variables than a [`Var`](super::Var) can number.
    TooManyVariables,
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::EmptyDomain { lo, hi } => write!(f, "the domain {lo}..={hi} is empty"),
            SolverError::BoundTooLarge { bound } => write!(f, "the bound {bound} is outside of -2^60..=2^60"),
            SolverError::TermTooLarge => {
                f.write_str("the coefficients and constant of a linear term add up to more than 2^62")
            }
            SolverError::TooManyVariables => f.write_str("there are more than 2^32 - 1 variables"),
        }
    }
}

impl std::error::Error for SolverError {}

/// Checks a variable's domain: not empty, and within [`DOMAIN_LIMIT`].
pub(super) fn check_domain(lo: i64, hi: i64) -> Result<(), SolverError> {
    for bound in [lo, hi] {
        if !(-DOMAIN_LIMIT..=DOMAIN_LIMIT).contains(&bound) {
            return Err(SolverError::BoundTooLarge { bound });
        }
    }
    if lo > hi {
        return Err(SolverError::EmptyDomain { lo, hi });
    }
    Ok(())
}
