//! [`Assignment`]: one value for each variable.
//!
//! Word 0 is always 0, the value of [`Var::ZERO`], so that a variable's index finds its value.
//! [`assignment_checker`](super::assignment_checker) checks whether an assignment solves a system.

use super::linear_term::Var;
use std::ops::Index;

/// One value for each variable of a system.
///
/// ```
/// use dpgen_solver::{Assignment, Var};
///
/// let assignment = Assignment::new([7, -2]);
/// assert_eq!(assignment[Var::new(1)], 7);
/// assert_eq!(assignment[Var::ZERO], 0);
/// assert_eq!(assignment.values(), [7, -2]);
/// assert_eq!(assignment.row(), [0, 7, -2]);
/// assert_eq!(assignment.get(Var::new(3)), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assignment(Vec<i64>);

impl Assignment {
    /// An assignment that gives variable 1 the first value, variable 2 the second, and so on.
    pub fn new(values: impl IntoIterator<Item = i64>) -> Assignment {
        Assignment([0].into_iter().chain(values).collect())
    }

    /// The value of a variable, or `None` if the assignment has no such variable.
    #[inline]
    #[must_use]
    pub fn get(&self, var: Var) -> Option<i64> {
        self.0.get(var.index()).copied()
    }

    /// The values of the variables, [`Var::ZERO`] left out.
    #[inline]
    #[must_use]
    pub fn values(&self) -> &[i64] {
        self.0.get(1..).unwrap_or_default()
    }

    /// Adds the value of one more variable.
    pub(super) fn push(&mut self, value: i64) {
        self.0.push(value);
    }

    /// Forgets all variables but the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len + 1);
    }

    /// The values by [`Var::index`]: word 0 is the zero of [`Var::ZERO`].
    #[inline]
    #[must_use]
    pub fn row(&self) -> &[i64] {
        &self.0
    }
}

impl Index<Var> for Assignment {
    type Output = i64;

    /// # Panics
    /// If the assignment has no such variable.
    #[inline]
    fn index(&self, var: Var) -> &i64 {
        &self.0[var.index()]
    }
}
