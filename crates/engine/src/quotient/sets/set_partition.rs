//! [`SetPartition`]: a set of classes, split by the values of some integers of their answers.
//!
//! A leaf whose answers depend on a hole has a production for each part of such a partition. Other leaves depend on the same hole in
//! the same way, also in other tasks, so that partitions are interned: their parts are counted once, and get their families in
//! the graph once.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::index::AttrIx;

use crate::predicate_run::failure::internal;

/// Integers of answers: attribute and position.
pub(crate) type AnswerInts = SmallVec<[(AttrIx, u32); 2]>;

/// The parts of a set, by the values of some integers.
#[derive(Debug)]
pub(crate) struct SetPartition {
    /// Part by part: the value of each integer.
    values: Vec<i64>,
    /// By part: the number of its set.
    sets: Vec<u32>,
    /// By part: the classes.
    members: Vec<Arc<[u32]>>,
    /// By part: how many structures it holds, once that was asked.
    counts: OnceLock<Box<[Count]>>,
}

/// Whether parts have been counted makes no difference, and sets of the same number have the same members.
impl PartialEq for SetPartition {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values && self.sets == other.sets
    }
}

impl Eq for SetPartition {}

impl SetPartition {
    /// A partition with these parts.
    pub(super) const fn new(values: Vec<i64>, sets: Vec<u32>, members: Vec<Arc<[u32]>>) -> Self {
        Self { values, sets, members, counts: OnceLock::new() }
    }

    /// The number of parts.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The value of each integer in a part.
    pub(crate) fn values(&self, part: usize) -> &[i64] {
        let width = self.values.len() / self.sets.len();
        &self.values[part * width..(part + 1) * width]
    }

    /// By part: the number of its set.
    pub(crate) fn sets(&self) -> &[u32] {
        &self.sets
    }

    /// By part: the classes.
    pub(crate) fn members(&self) -> &[Arc<[u32]>] {
        &self.members
    }

    /// Counts the structures of each part, unless that was done.
    pub(crate) fn count_parts(&self, count: impl Fn(&[u32]) -> Count) {
        self.counts.get_or_init(|| self.members.iter().map(|members| count(members)).collect());
    }

    /// By part: how many structures it holds, once they are [counted](Self::count_parts).
    pub(crate) fn counts(&self) -> &[Count] {
        match self.counts.get() {
            Some(counts) => counts,
            None => internal("the parts of a partition are counted before they are merged"),
        }
    }
}
