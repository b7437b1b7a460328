//! The sets of classes that workers meet, and how reads split them.
//!
//! [`shared_sets`] has the sets of all workers, [`class_sets`] is what a worker does with them, [`splitter`] splits the members of a set
//! by an attribute's answer, [`class_productions`] looks into members, and [`production_lists`] interns what a set becomes then.
//! [`set_partition`] has the parts of a set that a leaf tells apart, [`threshold_regions`] where an attribute's values cut the interval
//! of a data slot; [`split_by_integers`] makes these two.

mod class_productions;
pub(crate) mod class_sets;
pub(crate) mod production_lists;
pub(crate) mod set_partition;
pub(crate) mod shared_sets;
mod split_by_integers;
mod splitter;
pub(crate) mod threshold_regions;
