//! Cuts heavy tasks into portions, by their likely work, so that threads share them.
//!
//! A size of a type with one recursive slot is a single task. A task is cut by the answers of its first choice
//! ([`Portion`]): its portions together judge the same candidates as the whole task, in the same order. How tasks are cut depends on
//! classes and domains, never on the number of threads.

use dpgen_forest::index::wide;
use dpgen_forest::schema::{Schema, SlotKind};

use crate::predicate_run::choice_stack::Portion;
use crate::quotient::table::class_table::ClassTable;
use crate::round_tasks::{Buckets as _, Task};

/// The most portions of a task that is all the work of its type and size.
const MAX_PORTIONS: u64 = 16;
/// The least number of combinations of a portion, about, unless tests ask for less.
const MIN_PORTION_COMBINATIONS: u64 = 1 << 10;

/// How many combinations a task has of classes of its parts and values of its data.
fn combinations(task: &Task, schema: &Schema, classes: &ClassTable) -> u64 {
    let mut parts = task.parts.iter();
    let layout = classes.pools.layout(task.pool, task.ctor);
    let mut number = 0;
    let slots = schema.constructor(task.ctor).slots.iter().enumerate().map(|(at, slot)| match slot.kind {
        SlotKind::Data(domain) => layout
            .and_then(|layout| layout.values_left(at))
            .unwrap_or_else(|| u64::from(schema.domain(domain).len())),
        SlotKind::Recursive(ty) => match parts.next() {
            // Of a part whose pool is not known yet, one.
            Some(part) => u64::from(part.len.max(1)),
            None => {
                let pool = layout.and_then(|layout| layout.pool(number)).unwrap_or(ty.word());
                number += 1;
                let sizes = classes.sizes_of_pool(pool).iter().take_while(|size| **size <= task.size);
                sizes.map(|size| wide(classes.of_bucket(classes.bucket_of_pool(pool, *size)).len())).sum()
            }
        },
    });
    slots.fold(1, u64::saturating_mul)
}

/// Cuts the tasks that are a large share of all work of their pool, though not into portions of less than `chunk` combinations for each
/// of the `pools` that are judged together: threads share these, too.
pub(crate) fn cut_heavy_tasks(
    tasks: Vec<Task>,
    schema: &Schema,
    classes: &ClassTable,
    (chunk, pools): (u64, usize),
) -> Vec<Task> {
    let weights: Vec<u64> = tasks.iter().map(|task| combinations(task, schema, classes)).collect();
    let all = weights.iter().fold(0, |sum: u64, weight| sum.saturating_add(*weight));
    let max_weight =
        (all / MAX_PORTIONS).max(chunk.clamp(1, MIN_PORTION_COMBINATIONS).saturating_mul(wide(pools)));
    let mut portions = Vec::with_capacity(tasks.len());
    for (task, weight) in tasks.into_iter().zip(weights) {
        let of = u32::try_from((weight / max_weight).max(1)).unwrap_or(1);
        portions.extend((0..of).map(|number| Task { portion: Portion { number, of }, ..task.clone() }));
    }
    portions
}
