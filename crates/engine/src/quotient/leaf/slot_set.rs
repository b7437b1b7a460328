//! Sets of structures that slots of a leaf hold, in a form that does not depend on the worker.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dpgen_forest::graph::Family;
use dpgen_forest::index::CtorIx;

use crate::quotient::sets::set_partition::SetPartition;
use crate::quotient::table::class_table::OwnedRecord;

/// The set of structures that a slot holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SlotSet {
    /// A set of classes: its number, and its members.
    Classes(u32, Arc<[u32]>),
    /// A partition of a set of classes: its number, and its parts.
    Partition(u32, Arc<SetPartition>),
    /// Productions, each with its class.
    Records(Arc<[OwnedRecord]>),
    /// One layer: constructor; for each slot, the index of a slot set or the bounds of an interval; the rests that follow,
    /// if these are not all slots, and its path condition, if data is symbolic; the class that it is a part of.
    Layer(CtorIx, Vec<(u32, u32)>, (Option<Family>, Option<u32>), Option<u32>),
}

impl Hash for SlotSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            // Sets and partitions have numbers of their own.
            Self::Classes(set, _) => set.hash(state),
            Self::Partition(number, _) => number.hash(state),
            Self::Records(records) => records.hash(state),
            Self::Layer(ctor, slots, end, _) => (ctor, slots, end).hash(state),
        }
    }
}
