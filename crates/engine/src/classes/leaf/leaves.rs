//! What the leaves of some tasks give: productions, and what they name by place.
//!
//! A production is [`HEAD`] words and one a slot; each word is a place in an interned list of the lot, so that it does
//! not depend on the worker. `merge.rs` turns places into the graph's numbers.

use std::time::Duration;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::index::signed;
use dpgen_forest::path::PathCondition;

use super::part::SlotSet;
use crate::classes::condition::Condition;
use crate::classes::partition::Partitions;
use crate::run::attributes::Discovered;
use crate::run::choices::Read;
use crate::run::failure::Failure;
use crate::run::model::Encoder;
use crate::watch::Watch;

/// Entries with their places.
pub(crate) type Interned<T> = IndexSet<T, FxBuildHasher>;

/// What the classes of a leaf have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct KeyShape {
    /// For each attribute of the type: how many decided words its answer has, how many integers, and the words.
    answers: SmallVec<[i64; 24]>,
    /// The condition, a place among those of the lot.
    pub(crate) condition: u32,
}

/// A key of a class.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ClassKey {
    /// A place among shapes.
    pub(crate) shape: u32,
    /// The integers of the answers, one after the other.
    pub(crate) ints: SmallVec<[i64; 4]>,
}

/// How many words a production has before its slots: class (place in the lot's keys), whether `root_ok` holds, path
/// condition (place among the lot's).
pub(crate) const HEAD: usize = 3;

/// What one task found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TaskLeaves {
    /// Where its productions end.
    pub(crate) end: usize,
    /// How many runs it took.
    pub(crate) runs: u64,
    /// How many of its candidates were rejected, if data is symbolic.
    pub(crate) rejected: u64,
    pub(crate) time: Duration,
}

/// What some tasks found, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Leaves {
    /// Task by task; if the engine was stopped, fewer than there are tasks.
    pub(crate) found: Vec<TaskLeaves>,
    /// The number of the worker that judged them.
    pub(crate) worker: u32,
    /// Productions: [`HEAD`], then a place in `parts` or `spans` for each slot.
    pub(crate) productions: Vec<u32>,
    pub(crate) shapes: Interned<KeyShape>,
    pub(crate) keys: Interned<ClassKey>,
    pub(crate) spans: Interned<(u32, u32)>,
    pub(crate) parts: Interned<SlotSet>,
    pub(crate) conditions: Interned<Condition>,
    pub(crate) paths: Interned<PathCondition>,
    /// By place in `parts`: how many structures it holds. Of sets, once they are counted; of others, once they are in the
    /// graph; of sets of several sizes, never.
    pub(crate) counts: Vec<Count>,
    /// By set of the worker: its place among the parts.
    pub(crate) set_places: FxHashMap<u32, u32>,
    pub(crate) runs: u64,
    /// How many of them were made, and not taken over.
    pub(crate) made: u64,
    pub(crate) rejected: Vec<u64>,
    /// What caused how many of the runs.
    pub(crate) splits: Vec<(Read, u64)>,
    pub(crate) discovered: Discovered,
    pub(crate) failure: Option<(Failure, String)>,
}

impl KeyShape {
    pub(crate) fn new(answers: &[Encoder], condition: u32) -> Self {
        let mut flat = SmallVec::new();
        for Encoder { words, ints } in answers {
            flat.extend([signed(words.len()), signed(ints.len())]);
            flat.extend_from_slice(words);
        }
        Self { answers: flat, condition }
    }

    /// The same answers with another condition.
    pub(crate) fn with_condition(&self, condition: u32) -> Self {
        Self { answers: self.answers.clone(), condition }
    }

    /// The answers of a key of this shape: words and integers.
    pub(crate) fn answers<'a>(&'a self, key: &'a ClassKey) -> impl Iterator<Item = (&'a [i64], &'a [i64])> {
        let (mut words, mut ints) = (&self.answers[..], &key.ints[..]);
        std::iter::from_fn(move || {
            let [word_count, int_count, rest @ ..] = words else { return None };
            let count = |signed: i64| usize::try_from(signed).unwrap_or_default();
            let (own_words, rest) = rest.split_at(count(*word_count));
            let (own_ints, after) = ints.split_at(count(*int_count));
            (words, ints) = (rest, after);
            Some((own_words, own_ints))
        })
    }
}

impl Leaves {
    pub(crate) fn new(worker: u32) -> Self {
        Self { worker, ..Self::default() }
    }

    /// Makes room for a production with so many slots, and for what it names; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, slots: usize, watch: &Watch) -> bool {
        watch.reserve(&mut self.productions, HEAD + slots)
            && watch.reserve(&mut self.keys, 1)
            && watch.reserve(&mut self.shapes, 1)
            && watch.reserve(&mut self.spans, slots)
            && watch.reserve(&mut self.parts, slots)
            && watch.reserve(&mut self.set_places, slots)
    }

    /// Counts the structures of the sets among the parts.
    pub(crate) fn count_sets(&mut self, partitions: &mut Partitions) {
        let counts = self.parts.iter().map(|part| match part {
            SlotSet::Classes(set, members) if !partitions.classes.has_sizes(members) => {
                partitions.count(*set).clone()
            }
            _ => Count::ZERO,
        });
        self.counts = counts.collect();
    }
}
