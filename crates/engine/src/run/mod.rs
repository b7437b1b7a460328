//! One evaluation ("run") of a predicate over holes and unknowns, with recorded and replayed choices.
//!
//! From the bottom up: `not_send.rs`, `int.rs`, `handle.rs` (what views hold), `conjunction.rs` and `model.rs`
//! (predicates and attributes), `attributes.rs` (those in use), `failure.rs` (evaluations without a result),
//! `choices.rs` (the odometer), `evaluation.rs` (the thread-local), `operators.rs`, `comparisons.rs` and `table.rs`
//! (what views can do), `side.rs` (what comparisons of symbols tell apart), `mark.rs` (where a run stood), `state.rs` (the
//! run, and the trait by which an engine says what its nodes are), `undo.rs` (going back), `node.rs`, `term.rs`, `compare.rs`, `answers.rs`, `describe.rs`. Read `README.md` here for the whole picture.

mod answers;
pub(crate) mod attributes;
pub(crate) mod choices;
mod compare;
mod comparisons;
mod conjunction;
pub(crate) mod describe;
pub(crate) mod evaluation;
pub(crate) mod failure;
pub(crate) mod handle;
pub(crate) mod int;
mod mark;
pub(crate) mod model;
mod node;
mod not_send;
mod operators;
pub(crate) mod side;
pub(crate) mod state;
mod table;
mod term;
mod undo;

pub use conjunction::Conjunction;
pub use evaluation::{ask, recall, reject, remember, try_schema, view, with_schema};
pub use failure::{Failure, fail, guarded, overflow, raise};
pub use handle::{Handle, Layer, SlotHandle};
pub use int::Int;
pub use model::{AttrKey, Attribute, Encoder, Model, Predicate};
