//! The engine that works on one hole for the whole structure: Korat's search.

mod completions;
pub(crate) mod top_down;

pub(crate) use top_down::{Search, Style, run_search};
