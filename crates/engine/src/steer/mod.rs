//! Runs of a *program* over open integers, steered from outside. Explorations are sequences of such runs.
//!
//! A [`Trial`] takes the predicate's place by any code that compares [`Int`](crate::Int)s. Its integers are the variables
//! of a solver's store. A comparison asks a [`Steering`], which knows what this path has met before, and else is told
//! which answers are possible and takes one; what it takes is assumed from then on. So the engine knows nothing of trees of
//! paths, strategies or coverage, which are the business of whoever steers.
//!
//! `steering.rs` is what a trial asks; `assumptions.rs` what a path has assumed, kept from one run to the next,
//! `difference_zone.rs` as a matrix; `open_structure.rs` a structure with open integers, `steered_nodes.rs` the nodes and integers of the run, `open_comparisons.rs` the comparisons; `trial.rs` runs programs.
//! Invariant: the constraints assumed are those of the answers taken, in order, and each was possible when it was taken
//! (or could not be told to be impossible).

mod assumptions;
mod difference_zone;
mod open_comparisons;
mod open_structure;
mod steered_nodes;
mod steering;
mod trial;

pub use assumptions::AssumptionForm;
pub use open_structure::{OpenNode, OpenSlot};
pub use steering::{BranchQuestion, KnownWay, QuestionKind, Site, Steering, end_impure, end_run};
pub use trial::{CheckpointState, Setup, Trial, accepts, forget_but, whole, with_steering};
