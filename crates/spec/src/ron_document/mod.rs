//! The RON of a spec as a tree with the place of each of its values.
//!
//! `tokens.rs` cuts the text into tokens, `tree.rs` builds the tree, `literal.rs` decodes strings and numbers with the crate
//! `ron`, so that escapes and digits are those of RON. All of RON that a spec can use is read, and nothing that `ron` would
//! refuse. Read `entry_reader.rs` next, which reads the entries of a spec from the tree.

pub(crate) mod entry_reader;
pub(crate) mod literal;
pub(crate) mod tokens;
pub(crate) mod tree;
