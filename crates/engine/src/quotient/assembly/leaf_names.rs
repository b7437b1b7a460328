//! [`LeafNames`]: what the indices of a leaf stand for, in leaves that a batch has written or recalled.

use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::at;

use super::batch::BatchIds;
use crate::predicate_run::failure::internal;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::quotient::leaf::recalled_leaves::{RecalledLeaves, SharedNames, Subsets};
use crate::quotient::leaf::slot_set::SlotSet;

/// What the indices of a leaf stand for.
pub(super) trait LeafNames {
    /// Whether there is room for the records of the leaves.
    const IS_RESERVED: bool;

    /// The family of a set, as a word, and how many structures it holds.
    fn set(&self, index: u32) -> (u32, &Count);
    /// By part of a partition: how many structures it holds, and its family as a word.
    fn partition(&self, index: u32) -> (&[Count], &[u32]);
    /// The index of a span in the tables of the batch.
    fn span(&self, index: u32) -> u32;
    /// The index of a key in the tables of the batch.
    fn key(&self, index: u32) -> u32;
    /// The index of a path condition in the tables of the batch.
    fn path(&self, index: u32) -> u32;
}

/// The names of leaves that a batch has written.
pub(super) struct WrittenNames<'a> {
    pub(super) leaves: &'a BatchLeaves,
    pub(super) ids: &'a BatchIds,
}

impl LeafNames for WrittenNames<'_> {
    const IS_RESERVED: bool = false;

    fn set(&self, index: u32) -> (u32, &Count) {
        (self.ids.slot_sets.families[at(index)].word(), &self.leaves.counts[at(index)])
    }

    fn partition(&self, index: u32) -> (&[Count], &[u32]) {
        match &self.leaves.slot_sets[at(index)] {
            SlotSet::Partition(_, partition) => (partition.counts(), &self.ids.slot_sets.parts[&index]),
            _ => internal("a column of parts names a partition"),
        }
    }

    fn span(&self, index: u32) -> u32 {
        index
    }

    fn key(&self, index: u32) -> u32 {
        index
    }

    fn path(&self, index: u32) -> u32 {
        index
    }
}

/// The names of recalled leaves.
pub(super) struct RecalledNames<'a> {
    slot_sets: &'a [(usize, usize)],
    names: &'a SharedNames,
    /// By recursive slot: its subsets, and their families.
    subsets: SmallVec<[(&'a Subsets, &'a [Family]); 2]>,
}

impl<'a> RecalledNames<'a> {
    /// The names of leaves whose families are known.
    pub(super) fn new(recalled: &'a RecalledLeaves, leaves: &'a BatchLeaves) -> Self {
        let subsets = recalled.subsets.iter().map(|subsets| match subsets.families.get() {
            Some(families) => (&**subsets, &families[..]),
            None => internal("subsets have their families before leaves are translated"),
        });
        Self {
            slot_sets: &recalled.leaves.slot_sets,
            names: &leaves.shared_names[at(recalled.names)],
            subsets: subsets.collect(),
        }
    }
}

impl LeafNames for RecalledNames<'_> {
    /// It is made for all of them at once.
    const IS_RESERVED: bool = true;

    fn set(&self, index: u32) -> (u32, &Count) {
        let (slot, number) = self.slot_sets[at(index)];
        let (subsets, families) = &self.subsets[slot];
        (families[number].word(), &subsets.counts[number])
    }

    fn partition(&self, _: u32) -> (&[Count], &[u32]) {
        internal("leaves with symbolic data name no partition")
    }

    fn span(&self, index: u32) -> u32 {
        self.names.spans[at(index)]
    }

    fn key(&self, index: u32) -> u32 {
        self.names.keys[at(index)]
    }

    fn path(&self, index: u32) -> u32 {
        self.names.paths[at(index)]
    }
}
