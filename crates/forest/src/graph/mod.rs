//! The packed forest: productions, and unions of productions, behind `u32` ids.
//!
//! From the bottom up: `record_references.rs` (one word for a set of structures or values), `records.rs` (productions as flat
//! words), `decoded_record.rs` (the slots that a record's words stand for), `dag.rs` (records with unions and their
//! counts), `graph_validation.rs` (the invariants of a graph that was read from a file).

pub(crate) mod dag;
pub(crate) mod decoded_record;
pub(crate) mod record_references;
pub(crate) mod records;

#[cfg(all(test, feature = "save"))]
pub(crate) mod corrupt_graphs;
#[cfg(feature = "save")]
pub(crate) mod graph_validation;

pub use dag::Dag;
pub use decoded_record::{DecodedRecord, Section, SlotContent};
pub use record_references::{Family, Span};
pub use records::Records;
