//! Laws of the forest's parts, each held against brute force or figures from elsewhere: whole catalogs of every kind of
//! graph, path conditions, values as text, reports and memory.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

mod catalogs;
mod distributions;
mod graphs;
mod paths;
mod reports;
mod texts;
