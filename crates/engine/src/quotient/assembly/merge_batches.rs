//! Merges the leaves of batches into classes, in the order of tasks: productions with the same key make one class.
//!
//! A batch goes through three steps. All that its productions name by index gets an id in the graph, batch by batch; the
//! batch is translated into records ([`super::translate_leaves`]), range by range of its tasks, which needs nothing but these ids; its records are appended
//! ([`super::append_batches`]), batch by batch after the last one has got its ids. Threads that are free translate batches
//! while one of them does a step that goes by order.

use std::sync::Arc;

use dpgen_forest::graph::Span;
use dpgen_forest::index::at;

use super::append_batches::{BatchAppender, BatchQueue};
use super::batch::{Batch, BatchIds};
use super::intern_answers::AnswerInterner;
use super::new_classes::{NewClasses, append_members};
use crate::error::{BuildError, MAX_COUNT_BITS};
use crate::limit_monitor::LimitMonitor;
use crate::quotient::build_state::Builder;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::quotient::table::class_table::ClassTable;
use crate::round_tasks::Task;

/// The number of classes made between two polls of the limits.
const CLASSES_PER_POLL: u64 = 1024;

impl Builder<'_> {
    /// Assigns ids to all that a batch names by index; not to all of it if the build is to stop.
    pub(crate) fn assign_ids(
        &mut self,
        leaves: &mut BatchLeaves,
        watch: &LimitMonitor,
    ) -> Result<BatchIds, BuildError> {
        let classes = Arc::make_mut(&mut self.classes);
        let conditions = Arc::make_mut(&mut self.conditions);
        let slot_sets =
            leaves.families_of_slot_sets(&self.model.schema, classes, &mut self.families_of_sets, watch)?;
        let mut ids = BatchIds { slot_sets, ..BatchIds::default() };
        let has_room = watch.reserve(&mut ids.conditions, leaves.conditions.len())
            && watch.reserve(&mut ids.paths, leaves.paths.len())
            && watch.reserve(&mut ids.spans, leaves.spans.len())
            && conditions.reserve(leaves.conditions.len(), leaves.paths.len(), watch);
        if !has_room {
            return Ok(ids);
        }
        for condition in &leaves.conditions {
            ids.conditions.push(conditions.intern(condition)?);
        }
        for path in &leaves.paths {
            ids.paths.push(conditions.intern_path(path)?);
        }
        let mut pace = watch.pace();
        for (lo, hi) in &leaves.spans {
            if pace.step() || !classes.reserve_union(0, watch) {
                break;
            }
            ids.spans.push(classes.span(*lo, *hi).map(Span::word)?);
        }
        Ok(ids)
    }

    /// Adds the productions and classes of a pool and size to the graph. Returns how many classes and productions there
    /// are; `None` if the build is to stop before.
    pub(crate) fn merge(
        &mut self,
        (pool, size): (u32, u32),
        tasks: &[Task],
        leaves: Vec<BatchLeaves>,
        watch: &LimitMonitor,
    ) -> Result<Option<(u64, u64)>, BuildError> {
        let schema = &*self.model.schema;
        let ty = self.classes.pools.type_of(pool);
        let is_root = pool == self.classes.root_pool;
        let mut rest = tasks;
        let batches = leaves.into_iter().map(|leaves| {
            let (tasks, after) = rest.split_at(leaves.task_results.len());
            rest = after;
            let ranges = leaves.task_ranges(tasks);
            (leaves, tasks, ranges)
        });
        let batches: Vec<_> = batches.collect();
        let range_count = batches.iter().map(|(.., ranges)| ranges.len()).sum();
        let queue = BatchQueue::new(range_count);
        // No other thread need be woken up for a single range.
        let is_one = range_count == 1 || rayon::current_num_threads() == 1;
        let all_assigned = rayon::scope_fifo(|scope| {
            let mut new_classes = NewClasses::default();
            let mut indices = 0..range_count;
            for (mut leaves, tasks, ranges) in batches {
                if watch.is_over() {
                    return Ok(false);
                }
                let ids = self.assign_ids(&mut leaves, watch)?;
                let classes = new_classes.classes_of_keys(&leaves, &ids, watch)?;
                if watch.stopped().is_some() {
                    return Ok(false);
                }
                let table = Arc::make_mut(&mut self.classes);
                let convolved = table.convolve(schema, tasks, &leaves, &ids)?;
                let batch = Arc::new(Batch { tasks, leaves, ids, classes, convolved });
                for (range, index) in ranges.into_iter().zip(&mut indices) {
                    let (batch, queue) = (batch.clone(), &queue);
                    let translate = move || queue.put(index, batch.records(schema, range, watch));
                    if is_one {
                        translate();
                    } else {
                        scope.spawn_fifo(move |_| translate());
                    }
                }
            }
            let roots = is_root.then(|| &mut self.roots[at(size)]);
            let dag = &mut Arc::make_mut(&mut self.classes).dag;
            queue.open(BatchAppender::new(dag, roots, new_classes, watch));
            Ok::<_, BuildError>(true)
        });
        let appender = queue.close();
        if !all_assigned? || watch.stopped().is_some() {
            return Ok(None);
        }
        let (mut new_classes, accepted) = match appender {
            Some(appender) => appender.finish()?,
            None => return Ok(None),
        };
        let member_counts = new_classes.member_counts();
        let ClassTable { dag, tables, .. } = Arc::make_mut(&mut self.classes);
        let batches = std::mem::take(&mut new_classes.batches);
        let mut interner = AnswerInterner::new(&self.attributes, ty, tables, watch);
        let (has_room, answers) = rayon::join(
            || append_members(dag, batches, &member_counts, watch),
            || interner.answers_of_classes(&new_classes, &member_counts),
        );
        let answers = answers?;
        if !has_room || watch.stopped().is_some() {
            return Ok(None);
        }
        let NewClasses { shapes, keys, counts, .. } = new_classes;
        let with_members =
            keys.iter().zip(member_counts).zip(counts).filter(|((_, members), _)| *members > 0);
        let mut number = 0;
        for (((key, members), count), answers) in with_members.zip(answers) {
            number += 1;
            if number % CLASSES_PER_POLL == 0 && watch.is_over() {
                return Ok(None);
            }
            if count.bits() > MAX_COUNT_BITS {
                return Err(BuildError::TooMany { ty: schema.ty(ty).name.clone(), size });
            }
            let classes = Arc::make_mut(&mut self.classes);
            let bucket = classes.bucket_of_pool(pool, size);
            if watch.stopped().is_some() || !classes.reserve(bucket, 0, watch) {
                return Ok(None);
            }
            let family = classes.dag.push_union_of_next(members, count)?;
            classes.add_class(bucket, &answers, shapes[at(key.shape)].condition, family)?;
        }
        Ok(Some((number, accepted)))
    }
}
