//! The top-down engine: Korat's search from one hole for the whole structure, the reference for the other engines.
//!
//! `source.rs` is the nodes of its runs, `answer_cache.rs` what they answered, `judging_style.rs` which predicates judge which
//! nodes, `korat_search.rs` the search, `judge.rs` what it asks of a structure, `judging_steps.rs` from where a run goes on,
//! `completions.rs` and `structure_records.rs` the structures that it finds.

mod answer_cache;
mod completions;
mod judge;
mod judging_steps;
mod judging_style;
mod korat_search;
mod source;
mod structure_records;

pub(crate) use judging_style::Style;
pub(crate) use korat_search::{build as build_top_down, run_search};
pub(crate) use structure_records::TopDownFound;
