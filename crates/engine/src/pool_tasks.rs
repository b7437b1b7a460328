//! The tasks of a pool and size: a task for each constructor and each split of the size among its recursive slots.
//!
//! For engines that go by sizes. The rounds of the paper have tasks of their own (`round_tasks.rs`).

use smallvec::SmallVec;

use dpgen_forest::schema::{Schema, SlotKind};

use crate::context_pools::{Layout, PoolSize};
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::choice_stack::Portion;
use crate::round_tasks::{BucketPart, Buckets, Task, is_inhabited};

/// The number of tasks made between two polls of the limits.
const TASKS_PER_POLL: usize = 1024;

/// The tasks of a pool and size, in rank order. From `min_open_size_slots` recursive slots on, a constructor has one task, in which the
/// sizes of its parts are open, unless fields to the left decide from which pool a part comes.
pub(crate) fn tasks_of_pool<B: Buckets>(
    schema: &Schema,
    buckets: &B,
    (pool, size): PoolSize,
    min_open_size_slots: usize,
    watch: &LimitMonitor,
) -> Vec<Task> {
    let mut splits = Splits { schema, buckets, watch, tasks: Vec::new() };
    for ctor in schema.constructors_of(buckets.pools().type_of(pool)) {
        let Some(rest) = size.checked_sub(schema.constructor(ctor).weight) else { continue };
        if !is_inhabited(schema, buckets.pools(), pool, ctor) {
            continue;
        }
        let layout = buckets.pools().layout(pool, ctor).map(|layout| &**layout);
        let has_open_sizes = schema.constructor(ctor).recursive.len() >= min_open_size_slots
            && !layout.is_some_and(Layout::has_open_parts);
        let (parts, portion) = (SmallVec::new(), Portion::ALL);
        let mut task = Task { ctor, pool, size, parts, has_open_sizes, portion };
        if has_open_sizes {
            splits.tasks.push(task);
        } else {
            splits.push(&mut task, layout, rest);
        }
    }
    splits.tasks
}

/// The ways to split sizes, as far as they are tasks by now.
struct Splits<'a, B> {
    schema: &'a Schema,
    buckets: &'a B,
    watch: &'a LimitMonitor,
    tasks: Vec<Task>,
}

impl<B: Buckets> Splits<'_, B> {
    /// Adds a task for each way to split what is left of a size among the slots of a task that have no part yet.
    fn push(&mut self, task: &mut Task, layout: Option<&Layout>, rest: u32) {
        let (buckets, number) = (self.buckets, task.parts.len());
        let constructor = self.schema.constructor(task.ctor);
        let Some(slot) = constructor.recursive.get(number) else {
            if rest == 0 {
                self.tasks.push(task.clone());
                if self.tasks.len().is_multiple_of(TASKS_PER_POLL) {
                    self.watch.is_over();
                }
            }
            return;
        };
        let SlotKind::Recursive(ty) = constructor.slots[*slot].kind else { return };
        let pool = layout.map_or(Some(ty.word()), |layout| layout.pool(number));
        let exact = [rest];
        let all: SmallVec<[u32; 32]>;
        let sizes = match pool {
            _ if number + 1 == constructor.recursive.len() => &exact[..],
            Some(pool) => buckets.sizes_of_pool(pool),
            // Which pool it is, and which sizes that has, is known in a run.
            None => {
                all = (self.schema.ty(ty).min_size.unwrap_or(0)..=rest).collect();
                &all
            }
        };
        for part_size in sizes.iter().copied().take_while(|size| *size <= rest) {
            let bucket = buckets.bucket_of_pool(pool.unwrap_or(ty.word()), part_size);
            let (_, len) = buckets.extent(bucket);
            if len == 0 && pool.is_some() {
                continue;
            }
            if self.watch.stopped().is_some() {
                return;
            }
            task.parts.push(BucketPart { bucket, from: 0, len });
            self.push(task, layout, rest - part_size);
            task.parts.pop();
        }
    }
}
