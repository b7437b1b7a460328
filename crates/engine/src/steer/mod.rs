//! Runs of a *program* over open integers, steered from outside. Explorations are sequences of such runs.
//!
//! A [`Trial`] takes the predicate's place by any code that compares [`Int`](crate::Int)s. Its integers are the variables
//! of a solver's store. Each comparison asks a [`Steering`]. It repeats an outcome that its path has met before; of a new
//! comparison it gets the possible outcomes and takes one, which is assumed from then on. The engine knows nothing of trees of
//! paths, strategies or coverage: these belong to the steering.
//!
//! `steering.rs` is the trait; `assumptions.rs` the assumptions of a path, kept from one run to the next, and
//! `difference_zone.rs` their form as a matrix; `open_structure.rs` a structure with open integers, `steered_nodes.rs` the nodes and integers of the run, `open_comparisons.rs` the comparisons; `trial.rs` runs programs.
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
