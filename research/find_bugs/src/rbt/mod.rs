//! A red-black tree of keys, and the bugs that can be put into it.
//!
//! The tree and its insertion are in `tree.rs`, deletion in `delete.rs`, and what they are tested with in `cases.rs`.

mod cases;
mod delete;
mod tree;

pub use cases::hunt;
pub use delete::delete;
pub use tree::{Color, Link, Tree, insert, leaf, parts, union};

/// The bugs, from number 1 on.
pub const BUGS: [&str; 14] = [
    "insert leaves the root red",
    "insert makes new nodes black",
    "balance forgets a red node left of a red left part",
    "balance forgets a red node left of a red right part",
    "balance exchanges the inner parts while it rotates",
    "balance forgets to recolour the left part",
    "insert gives a known key a second node",
    "delete leaves the root red",
    "delete does not rebalance on the left",
    "delete forgets to recolour the right sibling",
    "delete forgets to recolour the far nephew",
    "delete exchanges the parts of a red middle",
    "delete does not rebalance what it has joined",
    "union leaves out the root's key of the right tree",
];
