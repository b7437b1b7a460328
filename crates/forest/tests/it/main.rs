//! The tests of the forest: catalogs of every kind of graph, lookups, choosers, solutions, text, reports and limits, each
//! against brute force or figures from elsewhere.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

mod chain;
mod fixtures;

mod catalogs;
mod choosers;
mod deep_structures;
mod distributions;
mod graphs;
mod lookups;
mod odds;
mod path_conditions;
mod reports;
mod ron;
mod solutions;
