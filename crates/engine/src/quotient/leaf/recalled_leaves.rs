//! [`RecalledLeaves`]: the leaves of a task or of candidates that are like those of earlier ones.
//!
//! A worker's memory has the leaves of each kind of task once, as [`SharedLeaves`]. They name sets of classes by their numbers in
//! lists of [`Subsets`], one for each recursive slot, and all else by indices that a batch gives a meaning by [`SharedNames`]. So a
//! batch refers to leaves and writes none; `assembly/batch.rs` turns them into records.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::graph::Family;

/// Leaves that several tasks have in common.
#[derive(Debug, Default)]
pub(crate) struct SharedLeaves {
    /// The sets of classes, in the order in which leaves first name them: the recursive slot, and the number of the set in the list of
    /// the slot.
    pub(crate) slot_sets: Vec<(usize, usize)>,
    /// The productions of each leaf ([`leaf_product`](super::leaf_product)), with indices into `slot_sets` and [`SharedNames`].
    pub(crate) productions: Vec<u32>,
    /// The number of productions.
    pub(crate) production_count: usize,
}

/// Subsets of a worker's set of classes.
#[derive(Debug)]
pub(crate) struct Subsets {
    /// The worker's numbers of the subsets.
    pub(crate) sets: Vec<u32>,
    /// By subset: its classes.
    pub(crate) members: Vec<Arc<[u32]>>,
    /// By subset: how many structures it holds.
    pub(crate) counts: Vec<Count>,
    /// By subset: its family, once all of them are in the graph.
    pub(crate) families: OnceLock<Box<[Family]>>,
}

/// The indices in the tables of a batch of all that shared leaves name but sets of classes.
#[derive(Debug)]
pub(crate) struct SharedNames {
    pub(crate) paths: SmallVec<[u32; 8]>,
    pub(crate) keys: SmallVec<[u32; 16]>,
    pub(crate) spans: SmallVec<[u32; 8]>,
}

/// Shared leaves, as those of a task or of candidates.
#[derive(Debug)]
pub(crate) struct RecalledLeaves {
    pub(crate) leaves: Arc<SharedLeaves>,
    /// By recursive slot: what `leaves` chooses from.
    pub(crate) subsets: SmallVec<[Arc<Subsets>; 2]>,
    /// The index of the batch's names.
    pub(crate) names: u32,
    /// The number of words of the batch's productions before them.
    pub(crate) place: usize,
    /// The number of the batch's slot sets before them.
    pub(crate) slot_sets_before: usize,
}
