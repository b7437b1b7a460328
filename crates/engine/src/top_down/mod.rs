//! The top-down engine: Korat's search from one hole for the whole structure, the reference for the other engines.
//!
//! `open_nodes.rs` is the nodes of its runs, `answer_cache.rs` what they answered, `judged_parts.rs` which predicates judge which
//! nodes, `korat_search.rs` the search, `search_branches.rs` its threads, `judge.rs` what it asks of a structure, `resume_points.rs` from where a run goes on,
//! `enumerate_unread_parts.rs` and `structure_records.rs` the structures that it finds.

mod answer_cache;
mod enumerate_unread_parts;
mod judge;
mod judged_parts;
mod korat_search;
mod open_nodes;
mod resume_points;
mod search_branches;
mod structure_records;

pub(crate) use judged_parts::JudgedParts;
pub(crate) use korat_search::{build as build_top_down, run_search};
pub(crate) use structure_records::TopDownFound;
