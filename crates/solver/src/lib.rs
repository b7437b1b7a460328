//! The built-in solver: linear constraints over bounded integers.
//!
//! You probably want [`Store`]: it takes variables and constraints, says at once when a constraint cannot
//! hold, backtracks, and gives models. It knows nothing of structures or schemas.
//!
//! ```
//! use dpgen_solver::{Constraint, Linear, Mode, Store};
//!
//! // Three keys in order, whose sum is 10.
//! let mut store = Store::new();
//! let keys = [store.new_var(1, 9)?, store.new_var(1, 9)?, store.new_var(1, 9)?];
//! for pair in keys.windows(2) {
//!     store.add(&Constraint::lt(&pair[0].into(), &pair[1].into())?);
//! }
//! assert_eq!(store.bounds(keys[0]), (1, 7)); // known without search
//!
//! let sum = Linear::new(keys.map(|key| (key, 1)), 0)?;
//! store.add(&Constraint::eq(&sum, &Linear::from(10))?);
//! let model = store.solve(Mode::Smallest).assignment().expect("1 + 2 + 7");
//! assert_eq!(model.values(), [1, 2, 7]);
//! # Ok::<(), dpgen_solver::SolverError>(())
//! ```
//!
//! From the bottom up:
//!
//! | module | concept |
//! |---|---|
//! | `error` | errors in the input, and the limits that make arithmetic exact |
//! | `linear_term` | variables and linear terms |
//! | `constraint` | a term compared with zero; which constraints are differences |
//! | `assignment`, `assignment_checker` | a value for each variable; an independent check of it |
//! | `dbm`, `dbm_queries` | closed difference-bound matrices: O(v²) to add, O(1) to ask |
//! | `dbm_union` | several matrices as one |
//! | `dbm_projection` | matrices as exact summaries of a few variables, and as hash keys |
//! | `difference_system` | differences over many variables, solved once |
//! | `difference_graph` | differences over many variables, with backtracking and without a matrix |
//! | `variable_bounds`, `propagator` | bounds with an undo trail; bounds propagation |
//! | `search_limit`, `interrupt` | a limit on the work; an interrupt from outside |
//! | `uniform_int`, `search` | uniform integers; depth-first search within a limit: the least model, a random one |
//! | `rational`, `simplex` | exact rationals; bounds on linear forms over them |
//! | `branch_and_bound` | integer models where differences and search are not enough |
//! | `solver_portfolio` | search, and branch and bound, in turns |
//! | `model_iter` | all models, as an iterator |
//! | `feasibility` | the answers of a store |
//! | `store`, `store_inference`, `store_models` | all of these together: the state, adding and asking, models |
//! | `sparse_store` | a store without a matrix, for the long paths of explorations |
//!
//! An answer is [`Outcome::Sat`], [`Outcome::Unsat`], or [`Outcome::Unknown`] when a [`Limit`] was
//! reached or an [`Interrupt`] raised; only unrepresentable input is an error. In debug builds, [`check`] checks
//! every model that a store returns.

mod assignment;
mod assignment_checker;
mod branch_and_bound;
#[cfg(test)]
mod brute_force;
mod constraint;
mod dbm;
mod dbm_projection;
mod dbm_queries;
mod dbm_union;
mod difference_graph;
mod difference_system;
mod error;
mod feasibility;
mod interrupt;
mod linear_term;
mod model_iter;
mod propagator;
mod rational;
mod search;
mod search_limit;
mod simplex;
mod solver_portfolio;
mod sparse_store;
mod store;
mod store_inference;
mod store_models;
mod uniform_int;
mod variable_bounds;

pub use assignment::Assignment;
pub use assignment_checker::{Violation, check};
pub use constraint::{Constraint, Difference, Relation};
pub use dbm::Dbm;
pub use difference_system::DifferenceSystem;
pub use error::{DOMAIN_LIMIT, NORM_LIMIT, SolverError};
pub use feasibility::{Feasibility, Possibility};
pub use interrupt::{Interrupt, UnknownReason};
pub use linear_term::{Linear, Var};
pub use model_iter::ModelIter;
pub use search::{Mode, Outcome};
pub use search_limit::Limit;
pub use sparse_store::SparseStore;
pub use store::Store;
