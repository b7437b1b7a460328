//! The tests of the solver that use its public interface only: shortest paths, interrupts, and the store without a matrix.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

mod dijkstra;
mod interrupts;
mod sparse_store;
