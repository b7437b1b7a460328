//! [`Feasibility`] and [`Possibility`]: the answers of a store: whether there is a model, and whether there is one that
//! meets a constraint.
//!
//! Every answer is certain; where only a search could tell, or ended too soon, it is `Unknown`. Read
//! [`store`](super::store) next.

use super::interrupt::UnknownReason;

/// Whether the constraints of a store have a model, as far as it is known without a search.
///
/// ```
/// use dpgen_solver::{Constraint, Feasibility, Linear, Store};
///
/// let mut store = Store::new();
/// let (x, y) = (Linear::from(store.new_var(0, 9)?), Linear::from(store.new_var(0, 9)?));
/// assert_eq!(store.add(&Constraint::lt(&x, &Linear::from(5))?), Feasibility::Feasible);
/// assert_eq!(store.add(&Constraint::ne(&x, &y)?), Feasibility::Unknown); // bounds alone do not tell
/// assert_eq!(store.add(&Constraint::eq(&x, &y)?), Feasibility::Infeasible);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feasibility {
    /// There is a model.
    Feasible,
    /// There is none.
    Infeasible,
    /// Only a search can tell.
    Unknown,
}

/// Whether a constraint may hold.
///
/// ```
/// use dpgen_solver::{Constraint, Linear, Possibility, Store};
///
/// let mut store = Store::new();
/// let age = Linear::from(store.new_var(18, 99)?);
/// assert_eq!(store.possible(&Constraint::le(&age, &Linear::from(18))?), Possibility::Yes);
/// assert_eq!(store.possible(&Constraint::lt(&age, &Linear::from(18))?), Possibility::No);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Possibility {
    /// Some model meets it.
    Yes,
    /// None does.
    No,
    /// The search ended before either was certain.
    Unknown(UnknownReason),
}
