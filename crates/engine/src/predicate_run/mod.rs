//! One evaluation ("run") of a predicate over holes and unknowns, with recorded and replayed choices.
//!
//! `README.md` here has the whole picture, and lists the files from the bottom up.

pub(crate) mod attributes_in_use;
pub(crate) mod choice_stack;
mod comparison_operators;
pub(crate) mod conformance;
mod conjunction;
pub(crate) mod context_query;
pub(crate) mod context_rules;
pub(crate) mod current_run;
pub(crate) mod failure;
mod find_node;
mod int_comparison;
mod int_reply;
mod int_terms;
pub(crate) mod model;
mod node_states;
mod node_types;
mod not_send;
mod operators;
pub(crate) mod partial_structure_text;
pub(crate) mod predicate_int;
mod reference_counters;
mod reference_rules;
pub(crate) mod run_state;
pub(crate) mod sign_cases;
mod table_lookup;
mod undo;
mod undo_marks;
pub(crate) mod view_handles;
mod view_queries;

pub use conjunction::Conjunction;
pub use context_query::context;
pub use context_rules::{AllowedValues, ContextRules, ContextWords, Give, Narrow, Rule, SlotRule};
pub use current_run::{
    ask, recall, recall_value_of_part, reject, remember, single_value, try_schema, view, with_schema,
};
pub use failure::{Failure, fail, guarded, overflow, raise};
pub use find_node::find_node;
pub use int_reply::IntReply;
pub use model::{AttrKey, Attribute, Encoder, Model, Predicate};
pub use node_types::Numbering;
pub use predicate_int::Int;
pub use reference_rules::number_of_node;
pub use view_handles::{Handle, Layer, SlotHandle};
