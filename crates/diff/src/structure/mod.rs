//! Structures by the names of their constructors and fields, containment of structures, and smaller structures.
//!
//! `vocabulary.rs` has the constructors, `term.rs` a structure of them; `containment.rs` decides whether a structure contains
//! another one, and `reduction_steps.rs` makes the structures with one thing left out. `lowering.rs` and `lowering_steps.rs` do the
//! same where values may be replaced by earlier ones, too. `embedding_table.rs` is the computation that containment and lowering
//! have in common.

pub(crate) mod containment;
mod embedding_table;
pub(crate) mod lowering;
pub(crate) mod lowering_steps;
pub(crate) mod reduction_steps;
pub(crate) mod term;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
pub(crate) mod test_pages;
pub(crate) mod vocabulary;
