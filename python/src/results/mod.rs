//! The result of a build: `catalog.rs` is its class; its structures as columns (`arrow_columns.rs`) and pictures
//! (`tree_drawing.rs`), and the report of the build (`report.rs`).

mod arrow_columns;
pub(crate) mod catalog;
pub(crate) mod report;
mod tree_drawing;
