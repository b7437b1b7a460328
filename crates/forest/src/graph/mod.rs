//! The packed forest: productions, and unions of productions, behind `u32` ids.
//!
//! From the bottom up: `reference.rs` (one word for a set of structures or values), `records.rs` (productions as flat
//! words), `decoded_record.rs` (the slots that a record's words stand for), `dag.rs` (records with unions and their
//! counts), `validation.rs` (the invariants of a graph that was read from a file).

pub(crate) mod dag;
pub(crate) mod decoded_record;
pub(crate) mod records;
pub(crate) mod reference;

#[cfg(all(test, feature = "save"))]
pub(crate) mod corrupt_graphs;
#[cfg(feature = "save")]
pub(crate) mod validation;

pub use dag::Dag;
pub use decoded_record::{DecodedRecord, Section, SlotContent};
pub use records::Records;
pub use reference::{Family, Span};
