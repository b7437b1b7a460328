//! A worker's sets of classes, and how reads split them.
//!
//! [`class_sets`] interns sets and remembers their splits, [`splitter`] splits the members of a set by an attribute's
//! answer, [`production_lists`] interns what a set becomes once it was looked into. [`set_partition`] has the parts of a set that a
//! leaf tells apart, [`threshold_regions`] where an attribute's values cut the interval of a data slot; [`split_by_integers`] makes
//! these two.

pub(crate) mod class_sets;
pub(crate) mod production_lists;
pub(crate) mod set_partition;
mod split_by_integers;
mod splitter;
pub(crate) mod threshold_regions;
