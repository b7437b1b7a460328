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
//! | `error` | what cannot be asked, and the limits that make arithmetic exact |
//! | `linear` | variables and linear terms |
//! | `constraint` | a term compared with zero; which constraints are differences |
//! | `assignment`, `checker` | a value for each variable; an independent judge of it |
//! | `dbm`, `entailment` | closed difference-bound matrices: O(v²) to add, O(1) to ask |
//! | `projection` | matrices as exact summaries of a few variables, and as hash keys |
//! | `difference` | sparse difference constraints over many variables |
//! | `graph` | differences over many variables, with backtracking and without a matrix |
//! | `domains`, `propagate` | bounds with an undo trail; what constraints say about them |
//! | `interrupt` | why a search ended early: a limit, or an interrupt from outside |
//! | `search` | depth-first search within a limit: the least model, a random one |
//! | `rational`, `simplex` | exact rationals; bounds on linear forms over them |
//! | `branching` | integer models by branch and bound, where differences and search do not do |
//! | `turns` | search, and branch and bound, in turns |
//! | `assignments` | all models, as an iterator |
//! | `answer` | what a store answers |
//! | `store`, `inference`, `solving` | all of these together: the state, what is concluded from it, its models |
//! | `sparse` | a store without a matrix, for the long paths of explorations |
//!
//! An answer is [`Outcome::Sat`], [`Outcome::Unsat`], or [`Outcome::Unknown`] when a [`Limit`] was
//! reached or an [`Interrupt`] raised; only unrepresentable input is an error. In debug builds, [`check`] judges
//! every model that a store returns.

mod answer;
mod assignment;
mod assignments;
mod branching;
mod checker;
mod constraint;
mod dbm;
mod difference;
mod domains;
mod draw;
mod entailment;
mod error;
mod graph;
mod inference;
mod interrupt;
#[cfg(test)]
mod laws;
mod limit;
mod linear;
mod projection;
mod propagate;
mod rational;
mod search;
mod simplex;
mod solving;
mod sparse;
mod store;
mod turns;

pub use answer::{Feasibility, Possibility};
pub use assignment::Assignment;
pub use assignments::Assignments;
pub use checker::{Violation, check};
pub use constraint::{Constraint, Difference, Relation};
pub use dbm::Dbm;
pub use difference::Differences;
pub use error::{DOMAIN_LIMIT, NORM_LIMIT, SolverError};
pub use interrupt::{Interrupt, Reason};
pub use limit::Limit;
pub use linear::{Linear, Var};
pub use search::{Mode, Outcome};
pub use sparse::SparseStore;
pub use store::Store;
