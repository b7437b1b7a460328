//! The RON of a spec as a tree in which everything knows its place.
//!
//! `tokens.rs` cuts the text into tokens, `tree.rs` builds the tree, `literal.rs` says what strings and numbers
//! mean; there the crate `ron` reads escapes and digits, so that they are those of RON. All of RON that a spec
//! can use is read, and nothing that `ron` would refuse. Read `entry_reader.rs` next, which takes from a tree what the
//! entries of a spec ask for.

pub(crate) mod entry_reader;
pub(crate) mod literal;
pub(crate) mod tokens;
pub(crate) mod tree;
