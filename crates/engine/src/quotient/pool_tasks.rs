//! The tasks of a pool and size: a task for each constructor and each split of the size among its recursive slots.
//!
//! A constructor with many recursive slots has one task, in which the sizes of its parts are open, unless fields to the left
//! decide from which pool a part comes.

use smallvec::SmallVec;

use dpgen_forest::index::small;
use dpgen_forest::schema::SlotKind;

use super::build_state::Builder;
use crate::context_pools::Layout;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::choice_stack::Portion;
use crate::round_tasks::{BucketPart, Task, inhabited};

/// The number of tasks made between two polls of the limits.
const TASKS_PER_POLL: usize = 1024;
/// From this many recursive slots on, a constructor has one task a size, in which the sizes of parts are open.
const MIN_OPEN_SIZE_SLOTS: usize = 3;

/// The tasks of a pool and size: the ways to split the size among the recursive slots of its constructors, in rank order.
pub(super) fn tasks_of_pool(
    builder: &Builder<'_>,
    (pool, size): (u32, u32),
    watch: &LimitMonitor,
) -> Vec<Task> {
    let schema = &builder.model.schema;
    let mut tasks = Vec::new();
    for ctor in schema.constructors_of(builder.classes.pools.type_of(pool)) {
        let layout = builder.classes.pools.layout(pool, ctor).map(|layout| &**layout);
        if let Some(rest) = size.checked_sub(schema.constructor(ctor).weight)
            && inhabited(schema, ctor)
            && !layout.is_some_and(Layout::is_void)
        {
            if schema.constructor(ctor).recursive.len() >= MIN_OPEN_SIZE_SLOTS
                && !layout.is_some_and(Layout::has_open_parts)
            {
                tasks.push(Task {
                    ctor,
                    pool,
                    size,
                    parts: SmallVec::new(),
                    has_open_sizes: true,
                    portion: Portion::ALL,
                });
                continue;
            }
            let of = Task {
                ctor,
                pool,
                size,
                parts: SmallVec::new(),
                has_open_sizes: false,
                portion: Portion::ALL,
            };
            push_splits((builder, watch), (&of, layout), rest, &mut SmallVec::new(), &mut tasks);
        }
    }
    tasks
}

/// Adds a task for each way to split what is left of a size among the slots after `parts`.
fn push_splits(
    (builder, watch): (&Builder<'_>, &LimitMonitor),
    (of, layout): (&Task, Option<&Layout>),
    rest: u32,
    parts: &mut SmallVec<[BucketPart; 3]>,
    tasks: &mut Vec<Task>,
) {
    let classes = &*builder.classes;
    let constructor = builder.model.schema.constructor(of.ctor);
    let Some(slot) = constructor.recursive.get(parts.len()) else {
        if rest == 0 {
            tasks.push(Task { parts: parts.clone(), ..of.clone() });
            if tasks.len().is_multiple_of(TASKS_PER_POLL) {
                watch.is_over();
            }
        }
        return;
    };
    let SlotKind::Recursive(ty) = constructor.slots[*slot].kind else { return };
    let last = parts.len() + 1 == constructor.recursive.len();
    let pool = layout.map_or(Some(ty.word()), |layout| layout.pool(parts.len()));
    let exact = [rest];
    let all: SmallVec<[u32; 32]>;
    let sizes = match pool {
        _ if last => &exact[..],
        Some(pool) => classes.sizes_of_pool(pool),
        // Which pool it is, and which sizes that has, is known in a run.
        None => {
            all = (builder.model.schema.ty(ty).min_size.unwrap_or(0)..=rest).collect();
            &all
        }
    };
    for part_size in sizes.iter().copied().take_while(|size| *size <= rest) {
        let bucket = classes.bucket_of_pool(pool.unwrap_or(ty.word()), part_size);
        let len = small(classes.of_bucket(bucket).len());
        if len == 0 && pool.is_some() {
            continue;
        }
        if watch.stopped().is_some() {
            return;
        }
        parts.push(BucketPart { bucket, from: 0, len });
        push_splits((builder, watch), (of, layout), rest - part_size, parts, tasks);
        parts.pop();
    }
}
