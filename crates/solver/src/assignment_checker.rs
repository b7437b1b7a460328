//! Checks assignments independently of the rest of the solver.
//!
//! It shares no evaluation code with the other files: it looks at bounds, at terms as they are written, and adds up in
//! `i128`. Every assignment that a [`Store`](super::Store) or [`ModelIter`](super::ModelIter) returns is passed to it in
//! debug builds.

use super::assignment::Assignment;
use super::constraint::{Constraint, Relation};
use super::linear_term::Var;
use std::fmt;

/// The reason for which an assignment does not solve a system.
///
/// ```
/// use dpgen_solver::{Assignment, Var, Violation, check};
///
/// let found = check(&[(0, 5), (0, 5)], [], &Assignment::new([2, 9]));
/// assert_eq!(found, Err(Violation::Domain { var: Var::new(2), value: 9, lo: 0, hi: 5 }));
/// assert_eq!(found.unwrap_err().to_string(), "v2 = 9 is outside of 0..=5");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// The assignment has more or fewer values than there are variables.
    Length {
        /// The number of values of the assignment.
        found: usize,
        /// The number of variables.
        expected: usize,
    },
    /// A value is outside of its variable's domain.
    Domain {
        /// The variable.
        var: Var,
        /// Its value in the assignment.
        value: i64,
        /// The least value that is allowed.
        lo: i64,
        /// The largest value that is allowed.
        hi: i64,
    },
    /// A constraint does not hold.
    Broken {
        /// The constraint.
        constraint: Constraint,
        /// The value of its term.
        value: i128,
    },
    /// A constraint mentions a variable that the assignment does not have, or its value is beyond `i128`.
    Unevaluable {
        /// The constraint.
        constraint: Constraint,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Length { found, expected } => {
                write!(f, "the assignment has {found} values for {expected} variables")
            }
            Violation::Domain { var, value, lo, hi } => {
                write!(f, "{var} = {value} is outside of {lo}..={hi}")
            }
            Violation::Broken { constraint, value } => {
                write!(f, "{constraint} does not hold: the left side is {value}")
            }
            Violation::Unevaluable { constraint } => write!(f, "{constraint} cannot be evaluated"),
        }
    }
}

impl std::error::Error for Violation {}

/// Checks that `assignment` gives each variable a value in its domain and meets every constraint.
///
/// `domains` are those of variables 1, 2 and so on.
///
/// ```
/// use dpgen_solver::{Constraint, Linear, Assignment, Var, check};
///
/// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
/// let ordered = Constraint::lt(&x, &y)?;
/// let domains = [(0, 5), (0, 5)];
/// assert!(check(&domains, [&ordered], &Assignment::new([2, 3])).is_ok());
/// assert_eq!(
///     check(&domains, [&ordered], &Assignment::new([3, 3])).unwrap_err().to_string(),
///     "v1 - v2 + 1 <= 0 does not hold: the left side is 1"
/// );
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
///
/// # Errors
/// The first [`Violation`] found.
pub fn check<'a>(
    domains: &[(i64, i64)],
    constraints: impl IntoIterator<Item = &'a Constraint>,
    assignment: &Assignment,
) -> Result<(), Violation> {
    let values = assignment.values();
    if values.len() != domains.len() {
        return Err(Violation::Length { found: values.len(), expected: domains.len() });
    }
    for (position, (&value, &(lo, hi))) in values.iter().zip(domains).enumerate() {
        if value < lo || hi < value {
            let var = Var::from_index(position + 1).unwrap_or(Var::ZERO);
            return Err(Violation::Domain { var, value, lo, hi });
        }
    }
    for constraint in constraints {
        let mut sum = i128::from(constraint.term().constant_part());
        for &(var, coefficient) in constraint.term().terms() {
            let product =
                assignment.get(var).and_then(|value| i128::from(value).checked_mul(i128::from(coefficient)));
            sum = match product.and_then(|product| sum.checked_add(product)) {
                Some(sum) => sum,
                None => {
                    return Err(Violation::Unevaluable { constraint: constraint.clone() });
                }
            };
        }
        let holds = match constraint.relation() {
            Relation::Le => sum <= 0,
            Relation::Eq => sum == 0,
            Relation::Ne => sum != 0,
        };
        if !holds {
            return Err(Violation::Broken { constraint: constraint.clone(), value: sum });
        }
    }
    Ok(())
}
