//! Findings: cases on which subjects differ, stored in a file, and grouped by their difference.
//!
//! Read `finding.rs`, then `finding_store.rs`; `difference_kind.rs` has the kinds of differences of images.
//! `finding_groups.rs` groups findings (`group.rs`, with `causes.rs`), by their answers (`symptom.rs`) and by names that
//! `group_naming.rs` takes from their structures; `known_groups.rs` has the groups that reports leave out.

mod causes;
pub(crate) mod difference_kind;
pub(crate) mod finding;
pub(crate) mod finding_groups;
pub(crate) mod finding_store;
pub(crate) mod group;
pub(crate) mod group_naming;
pub(crate) mod known_groups;
pub(crate) mod symptom;
