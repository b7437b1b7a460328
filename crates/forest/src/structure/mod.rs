//! One structure in its forms: compact words, nodes, RON and `Debug` text, and the conversions between them.
//!
//! The *compact words* of a structure are its layers in preorder: the constructor's number in the schema, then each slot
//! in order, a data slot as the index of its value. Every other form is made from them by the schema. Invariant: no
//! conversion recurses, as a structure can be deeper than a thread's stack. Read `value_nodes.rs`, `debug_text.rs`,
//! `node_numbers.rs`, then `ron/`; `node_paths.rs` says where nodes stand, `word_check.rs` checks words from outside.

pub(crate) mod debug_text;
pub(crate) mod node_numbers;
pub(crate) mod node_paths;
pub(crate) mod ron;
pub(crate) mod value_nodes;
pub(crate) mod word_check;

pub use debug_text::debug_text;
pub use node_numbers::NodeNumbers;
pub use node_paths::NodePaths;
pub use ron::notation;
pub use ron::parser::from_ron;
pub use ron::ron_error::RonError;
pub use ron::writer::to_ron;
pub use value_nodes::{ValueNode, in_domains, nodes_of, nodes_with_data, words_of};
pub use word_check::{WordError, check_words};
