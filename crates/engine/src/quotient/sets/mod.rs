//! A worker's sets of classes, and how reads split them.
//!
//! [`class_sets`] interns sets and remembers their splits, [`splitter`] splits the members of a set by an attribute's
//! answer, [`production_lists`] interns what a set becomes once it was looked into.

pub(crate) mod class_sets;
pub(crate) mod production_lists;
mod splitter;
