//! Views: the Python objects that a predicate sees in the place of a structure's parts.
//!
//! `instance_view.rs`, `list_view.rs`, `collection_view.rs` and `int_view.rs` are their classes, `to_python.rs` picks the one for a node or slot;
//! `node_search.rs` finds the node that a reference leads to.
//! `attribute.rs` is asked of views; `answer_encoding.rs` writes its answers for an engine.

mod answer_encoding;
pub(crate) mod attribute;
pub(crate) mod collection_view;
pub(crate) mod instance_view;
pub(crate) mod int_view;
pub(crate) mod list_view;
mod node_search;
pub(crate) mod to_python;
