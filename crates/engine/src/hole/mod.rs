//! The engine that works on one hole for the whole structure: Korat's search, the reference for the others.
//!
//! `source.rs` is the nodes of its runs, `remembered.rs` what they answered, `style.rs` which predicates judge which
//! nodes, `top_down.rs` the search, `judge.rs` what it asks of a structure, `steps.rs` from where a run goes on,
//! `completions.rs` and `found.rs` the structures that it finds.

mod completions;
mod found;
mod judge;
mod remembered;
mod source;
mod steps;
mod style;
mod top_down;

pub(crate) use found::TopDownFound;
pub(crate) use style::Style;
pub(crate) use top_down::{build as build_top_down, run_search};
