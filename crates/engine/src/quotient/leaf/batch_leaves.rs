//! The leaves of a batch of tasks: productions, and tables of all that these name by index.
//!
//! The productions of a leaf are a product ([`leaf_product`](super::leaf_product)) of indices into interned tables of the batch,
//! so that they do not depend on the worker. `assembly/merge_batches.rs` replaces indices by ids of the graph.

use std::hash::{Hash, Hasher};
use std::time::Duration;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::index::signed;
use dpgen_forest::path_condition::PathCondition;

use super::recalled_leaves::{RecalledLeaves, SharedNames};
use super::slot_set::SlotSet;
use crate::context_pools::Demand;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::attributes_in_use::DiscoveredAttributes;
use crate::predicate_run::choice_stack::Read;
use crate::predicate_run::failure::Failure;
use crate::predicate_run::model::Encoder;
use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::table::class_conditions::Condition;

/// An interned table: entries with their indices.
pub(crate) type Interned<T> = IndexSet<T, FxBuildHasher>;

/// The part of a class's key that all classes of a leaf share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct KeyShape {
    /// For each attribute of the type: how many decided words its answer has, how many integers, and the words.
    answers: SmallVec<[i64; 24]>,
    /// The index of the condition.
    pub(crate) condition: u32,
}

/// The key of a class: its answers and its condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClassKey {
    /// The index of the shape.
    pub(crate) shape: u32,
    /// The integers of the answers, one after the other.
    pub(crate) ints: SmallVec<[i64; 4]>,
}

impl Hash for ClassKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.shape);
        self.ints.iter().for_each(|int| state.write_i64(*int));
    }
}

/// The counts of one judged task, and where its productions are.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TaskResult {
    /// The end of its productions among those of the batch.
    pub(crate) end: usize,
    /// The end of its recalled leaves among those of the batch.
    pub(crate) recalled_end: usize,
    /// The number of runs that it took.
    pub(crate) runs: u64,
    /// The number of its candidates that were rejected, if data is symbolic.
    pub(crate) rejected: u64,
    pub(crate) time: Duration,
}

/// The leaves of a batch of tasks, task by task.
#[derive(Debug, Default)]
pub(crate) struct BatchLeaves {
    /// By task; if the engine was stopped, fewer than there are tasks.
    pub(crate) task_results: Vec<TaskResult>,
    /// The productions of each leaf ([`leaf_product`](super::leaf_product)), with indices into `keys`, `slot_sets` and `spans`.
    pub(crate) productions: Vec<u32>,
    /// Leaves that are not written into `productions`, in order.
    pub(crate) recalled: Vec<RecalledLeaves>,
    /// The names of recalled leaves.
    pub(crate) shared_names: Vec<SharedNames>,
    pub(crate) shapes: Interned<KeyShape>,
    pub(crate) keys: Interned<ClassKey>,
    pub(crate) spans: Interned<(u32, u32)>,
    /// Each once: sets and partitions of classes by `set_indices` and `partition_indices`, others by `other_indices`.
    pub(crate) slot_sets: Vec<SlotSet>,
    pub(crate) conditions: Interned<Condition>,
    pub(crate) paths: Interned<PathCondition>,
    /// By slot set: how many structures it holds. Of sets of classes, once they are counted; of others, once they are in
    /// the graph; of partitions and of sets of several sizes, never.
    pub(crate) counts: Vec<Count>,
    /// By set of classes: its index among the slot sets.
    pub(crate) set_indices: FxHashMap<u32, u32>,
    /// By partition: its index among the slot sets.
    pub(crate) partition_indices: FxHashMap<u32, u32>,
    /// By slot set that is neither a set of classes nor a partition: its index.
    pub(crate) other_indices: FxHashMap<SlotSet, u32>,
    /// The number of runs that the tasks took.
    pub(crate) runs: u64,
    /// The number of runs that were made, and not saved by the memory.
    pub(crate) executed_runs: u64,
    /// By condition of the predicate: how many runs it rejected.
    pub(crate) rejected: Vec<u64>,
    /// By read: how many runs it caused.
    pub(crate) splits: Vec<(Read, u64)>,
    pub(crate) discovered: DiscoveredAttributes,
    /// What has to be built before the tasks can be judged. If there is something, the leaves do not count.
    pub(crate) demands: Vec<Demand>,
    /// The failure that ended the build, and the structure.
    pub(crate) failure: Option<(Failure, String)>,
}

impl KeyShape {
    /// The shape of answers and the index of a condition.
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

impl BatchLeaves {
    /// Adds the result of a task or of candidates whose leaves are here.
    pub(crate) fn push_result(&mut self, result: TaskResult) {
        let (end, recalled_end) = (self.productions.len(), self.recalled.len());
        self.task_results.push(TaskResult { end, recalled_end, ..result });
    }

    /// Makes room for a leaf of this many words, and for the entries that it names; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, words: usize, slots: usize, watch: &LimitMonitor) -> bool {
        watch.reserve(&mut self.productions, words)
            && watch.reserve(&mut self.shapes, 1)
            && watch.reserve(&mut self.spans, slots)
            && watch.reserve(&mut self.slot_sets, slots)
            && watch.reserve(&mut self.set_indices, slots)
    }

    /// Counts the structures of the sets and partitions of classes among the slot sets.
    pub(crate) fn count_sets(&mut self, class_sets: &ClassSets) {
        let Self { slot_sets, counts, .. } = self;
        counts.extend(slot_sets.iter().map(|part| match part {
            SlotSet::Classes(set, members) if !class_sets.classes.has_sizes(members) => {
                class_sets.count(*set).clone()
            }
            SlotSet::Partition(_, partition) => {
                partition.count_parts(|members| class_sets.classes.count(members));
                Count::ZERO
            }
            _ => Count::ZERO,
        }));
    }
}
