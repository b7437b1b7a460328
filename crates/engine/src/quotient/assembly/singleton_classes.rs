//! Merges the leaves of SymboLazyDP, where every structure is a class of its own, with its path condition.
//!
//! A production over sets of structures becomes one class for each combination; the coin, if there is one, decides which are
//! kept.

use std::ops::Range;
use std::sync::Arc;

use dpgen_forest::graph::Family;
use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::SlotKind;

use super::batch::BatchIds;
use super::intern_answers::{AnswerInterner, Answers};
use crate::coin_toss_sampling::Coin;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::build_state::{Builder, RootSegment};
use crate::quotient::leaf::batch_leaves::{BatchLeaves, TaskResult};
use crate::quotient::leaf::leaf_product::leaves;
use crate::quotient::leaf::slot_set::SlotSet;
use crate::quotient::run_state::symbolic_store::SYMBOLIC_SPAN;
use crate::round_tasks::Task;

/// The number of structures made between two polls of the limits.
const STRUCTURES_PER_POLL: u64 = 4096;

/// A batch whose productions can be turned into classes.
pub(crate) struct TranslatedBatch {
    leaves: BatchLeaves,
    ids: BatchIds,
    /// By index of a key: the answers of the class, and its condition.
    keys: Vec<(Answers, u32)>,
}

impl TranslatedBatch {
    /// The results of the batch's tasks.
    pub(crate) fn task_results(&self) -> &[TaskResult] {
        &self.leaves.task_results
    }
}

impl Builder<'_> {
    /// Assigns ids to all that a batch of tasks of one type names; `None` if the build is to stop.
    pub(crate) fn translate_batch(
        &mut self,
        ty: TypeIx,
        mut leaves: BatchLeaves,
        watch: &LimitMonitor,
    ) -> Result<Option<TranslatedBatch>, BuildError> {
        let ids = self.assign_ids(&mut leaves, watch)?;
        let mut pace = watch.pace();
        let tables = &mut Arc::make_mut(&mut self.classes).tables;
        let mut interner = AnswerInterner::new(&self.attributes, ty, tables, watch);
        let mut keys = Vec::with_capacity(leaves.keys.len());
        for key in &leaves.keys {
            if pace.step() || watch.stopped().is_some() {
                return Ok(None);
            }
            let shape = &leaves.shapes[at(key.shape)];
            keys.push((interner.answers(shape, key)?, ids.condition(shape)));
        }
        if watch.stopped().is_some() {
            return Ok(None);
        }
        Ok(Some(TranslatedBatch { leaves, ids, keys }))
    }

    /// Adds the structures of a task, which are those of a range of the batch's productions, as classes. Returns how many;
    /// ends early when a limit is hit.
    pub(crate) fn add_singleton_classes(
        &mut self,
        task: &Task,
        (batch, range): (&TranslatedBatch, Range<usize>),
        coin: &mut Option<Coin>,
        watch: &LimitMonitor,
    ) -> Result<u64, BuildError> {
        let schema = self.model.schema.clone();
        let constructor = schema.constructor(task.ctor);
        let is_root = constructor.ty == schema.root();
        let classes = Arc::make_mut(&mut self.classes);
        let bucket = classes.bucket(constructor.ty, task.size);
        let sizes = task.parts.iter().map(|part| classes.size_of_bucket(part.bucket));
        let order = std::iter::once(task.ctor.word()).chain(sizes).collect();
        let mut roots = RootSegment { order, ..RootSegment::default() };
        let mut accepted = 0;
        let mut tosses = 0_u64;
        let productions = leaves(&batch.leaves.productions[range])
            .flat_map(|leaf| leaf.productions().map(move |(key, slots)| (leaf, key, slots)));
        for (leaf, key, slots) in productions {
            let path = batch.ids.paths.get(at(leaf.path)).copied();
            let ways: Vec<Vec<u32>> = constructor
                .slots
                .iter()
                .zip(&slots)
                .map(|(slot, word)| match slot.kind {
                    SlotKind::Data(domain) if path.is_some() && schema.domain(domain).is_range() => {
                        vec![SYMBOLIC_SPAN.word()]
                    }
                    SlotKind::Data(_) => {
                        let (lo, hi) = batch.leaves.spans[at(*word)];
                        (lo..=hi).collect()
                    }
                    SlotKind::Recursive(_) => match &batch.leaves.slot_sets[at(*word)] {
                        SlotSet::Classes(_, members) => {
                            members.iter().map(|class| classes.family(*class).word()).collect()
                        }
                        _ => vec![batch.ids.slot_sets.families[at(*word)].word()],
                    },
                })
                .collect();
            let (answers, condition) = &batch.keys[at(key)];
            let mut picked = vec![0; ways.len()];
            loop {
                tosses += 1;
                if tosses.is_multiple_of(STRUCTURES_PER_POLL) && watch.spend(0) {
                    return Ok(accepted);
                }
                let has_room = classes.reserve(bucket, 1, watch)
                    && watch.can_grow(classes.dag.growth(1, ways.len() + 1))
                    && watch.reserve(&mut roots.records, 1);
                if !has_room {
                    return Ok(accepted);
                }
                if coin.as_mut().is_none_or(|coin| coin.keeps(task.size)) {
                    let mut record = vec![task.ctor.word()];
                    record.extend(ways.iter().zip(&picked).map(|(ways, picked)| ways[*picked]));
                    let number = classes.dag.records.push(&record)?;
                    classes.dag.paths.extend(path);
                    let count = classes.dag.record_count(&schema, &record);
                    if is_root && leaf.root_ok {
                        roots.records.push(number);
                        roots.count += &count;
                    }
                    let family = classes.dag.push_union([Family::record(number)], count)?;
                    classes.add_class(bucket, answers, *condition, family)?;
                    accepted += 1;
                }
                let Some(last) = (0..picked.len()).rev().find(|slot| picked[*slot] + 1 < ways[*slot].len())
                else {
                    break;
                };
                picked[last] += 1;
                picked[last + 1..].fill(0);
            }
        }
        if !roots.records.is_empty() {
            self.roots[at(task.size)].push(roots);
        }
        Ok(accepted)
    }
}
