//! Quotient DP: works on classes of structures that no attribute in use tells apart.
//!
//! Sizes go up; for each size, each type and constructor, and each split of the size among the recursive slots,
//! one task runs the predicate over holes that hold *all* classes of their type and size. A run that
//! accepts is a *leaf* ([`super::leaf`]): productions of the classes with the leaf's attribute values. Tasks run in
//! parallel and are merged in task order ([`super::merge`]). Read `README.md` here for why this is right.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use smallvec::SmallVec;

use super::builder::{Builder, Ended, until_no_attribute_is_new};
use crate::classes::Classes;
use crate::error::BuildError;
use crate::run::Model;
use crate::tasks::{Part, Task, inhabited};
use crate::watch::Watch;
use dpgen_forest::Catalog;
use dpgen_forest::Count;
use dpgen_forest::index::{CtorIx, TypeIx, shown};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::scope::Scope;
use dpgen_forest::{Algorithm, Fields, RoundReport, SizeReport};

/// Builds by sizes.
pub(crate) fn build(
    model: &Arc<Model>,
    scope: &Scope,
    watch: &Watch,
    fields: Fields,
) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let (builder, complete) =
        until_no_attribute_is_new(model, scope, fields, |builder| run(builder, scope, watch))?;
    Ok(builder.finish(model, scope, Algorithm::Quotient, complete, watch, begin))
}

fn run(builder: &mut Builder<'_>, scope: &Scope, watch: &Watch) -> Result<Ended, BuildError> {
    let schema = builder.model.schema.clone();
    let mut total = Count::ZERO;
    for size in 0..=scope.max_size() {
        let begin = Instant::now();
        watch.progress.size.store(size, Ordering::Relaxed);
        let mut round = RoundReport::default();
        for ty in schema.order() {
            let tasks = splits(builder, *ty, size);
            let leaves = builder.judge(&tasks, watch);
            if let Some(ended) = builder.take_stock(&leaves, &mut round)? {
                return Ok(ended);
            }
            if watch.stopped().is_some() {
                return Ok(Ended::At(size));
            }
            let (classes, accepted) = builder.merge(*ty, size, &tasks, leaves)?;
            round.classes += classes;
            round.accepted += accepted;
        }
        round.runs = round.candidates;
        round.time = begin.elapsed();
        builder.report.sizes.push(SizeReport {
            candidates: round.candidates,
            runs: round.runs,
            classes: round.classes,
            productions: round.accepted,
            time: round.time,
        });
        watch.progress.accepted.fetch_add(round.accepted, Ordering::Relaxed);
        builder.report.rounds.push(round);
        if let Some(wanted) = watch.structures {
            total += &builder.count_roots(size);
            if total >= Count::from(wanted) && size < scope.max_size() {
                watch.enough();
                return Ok(Ended::At(size + 1));
            }
        }
    }
    Ok(Ended::At(scope.max_size() + 1))
}

/// The ways to split a size among the recursive slots of a type's constructors, in rank order.
fn splits(builder: &Builder<'_>, ty: TypeIx, size: u32) -> Vec<Task> {
    let schema = &builder.model.schema;
    let mut tasks = Vec::new();
    for ctor in schema.constructors_of(ty) {
        if let Some(rest) = size.checked_sub(schema.constructor(ctor).weight)
            && inhabited(schema, ctor)
        {
            split(builder, &builder.classes, ctor, (size, rest), &mut SmallVec::new(), &mut tasks);
        }
    }
    tasks
}

fn split(
    builder: &Builder<'_>,
    classes: &Classes,
    ctor: CtorIx,
    (size, rest): (u32, u32),
    parts: &mut SmallVec<[Part; 3]>,
    tasks: &mut Vec<Task>,
) {
    let constructor = builder.model.schema.constructor(ctor);
    let Some(slot) = constructor.recursive.get(parts.len()) else {
        if rest == 0 {
            tasks.push(Task { ctor, size, parts: parts.clone() });
        }
        return;
    };
    let SlotKind::Recursive(ty) = constructor.slots[*slot].kind else { return };
    let last = parts.len() + 1 == constructor.recursive.len();
    for part_size in if last { rest..=rest } else { 0..=rest } {
        let bucket = classes.bucket(ty, part_size);
        let len = shown(classes.of_bucket(bucket).len());
        if len == 0 {
            continue;
        }
        parts.push(Part { bucket, from: 0, len });
        split(builder, classes, ctor, (size, rest - part_size), parts, tasks);
        parts.pop();
    }
}
