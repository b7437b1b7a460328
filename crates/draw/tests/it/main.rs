//! Drawings of trees that dpgen makes: every small one, and large ones drawn at random.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod deep;
mod graphviz;
mod labels;
mod overlaps;
mod trees;
