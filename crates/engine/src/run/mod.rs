//! One evaluation ("run") of a predicate over holes and unknowns, with recorded and replayed choices.
//!
//! From the bottom up: `not_send.rs`, `int.rs`, `handle.rs` (what views hold), `conjunction.rs` and `model.rs`
//! (predicates and attributes), `attributes_in_use.rs` (those in use), `failure.rs` (evaluations without a result),
//! `choices.rs` (the odometer), `evaluation.rs` (the thread-local), `operators.rs`, `comparison_operators.rs` and `table_lookup.rs`
//! (what views can do), `sign_cases.rs` (what comparisons of symbols tell apart), `undo_marks.rs` (where a run stood), `state.rs` (the
//! run, and the trait by which an engine says what its nodes are), `undo.rs` (going back), `node.rs`, `int_terms.rs`, `int_comparison.rs`, `view_queries.rs`, `partial_text.rs`. Read `README.md` here for the whole picture.

pub(crate) mod attributes_in_use;
pub(crate) mod choices;
mod comparison_operators;
mod conjunction;
pub(crate) mod evaluation;
pub(crate) mod failure;
pub(crate) mod handle;
pub(crate) mod int;
mod int_comparison;
mod int_terms;
pub(crate) mod model;
mod node;
mod not_send;
mod operators;
pub(crate) mod partial_text;
pub(crate) mod sign_cases;
pub(crate) mod state;
mod table_lookup;
mod undo;
mod undo_marks;
mod view_queries;

pub use conjunction::Conjunction;
pub use evaluation::{ask, recall, reject, remember, try_schema, view, with_schema};
pub use failure::{Failure, fail, guarded, overflow, raise};
pub use handle::{Handle, Layer, SlotHandle};
pub use int::Int;
pub use model::{AttrKey, Attribute, Encoder, Model, Predicate};
