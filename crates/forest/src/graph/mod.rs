//! The packed forest: productions, and unions of productions, behind `u32` ids.
//!
//! From the bottom up: `record_references.rs` (one word for a set of structures or values), `records.rs` (productions as flat
//! words), `record_product.rs`, `record_words.rs` and `record_blocks.rs` (productions as products, and the words of one),
//! `stored_records.rs` (either),
//! `decoded_record.rs` (the slots that a record's words stand for), `production_dag.rs` (records with unions and their
//! counts), `running_counts.rs` (sums of counts within a union), `graph_validation.rs` (the invariants of a graph that was read
//! from a file).

pub(crate) mod decoded_record;
pub(crate) mod production_dag;
pub(crate) mod record_blocks;
pub(crate) mod record_product;
pub(crate) mod record_references;
pub(crate) mod record_words;
pub(crate) mod records;
pub(crate) mod running_counts;
pub(crate) mod stored_records;

#[cfg(all(test, feature = "save"))]
pub(crate) mod corrupt_graphs;
#[cfg(feature = "save")]
pub(crate) mod graph_validation;

pub use decoded_record::{DecodedRecord, Section, SlotContent};
pub use production_dag::Dag;
pub use record_blocks::RecordBlocks;
pub use record_product::{Column, MAX_AXES, RecordProduct};
pub use record_references::{Family, Span};
pub use record_words::RecordWords;
pub use records::Records;
pub use stored_records::StoredRecords;
