//! DP and LazyDP over pools of contexts: each size of each pool is built when a larger structure asks for it.
//!
//! The order is that of Quotient DP (`quotient/pools_by_demand.rs`, which says why it ends), not that of the paper's rounds: a
//! context is known before the parts that stand in it, and which contexts there are is found from the whole downwards. What is
//! built between two evaluations of attributes is a round here.

use std::sync::atomic::Ordering;
use std::time::Instant;

use dpgen_forest::{Report, RoundReport};

use super::attribute_columns::Columns;
use super::judge_tasks::{FinishedRounds, Judge, RejectedBySize, enough, judge_all, report_columns, tally};
use super::structure_pool::{Bucket, Pool};
use crate::build_job::Job;
use crate::context_pools::{Demand, PoolSize};
use crate::error::BuildError;
use crate::pool_tasks::tasks_of_pool;

/// The loop over the sizes of the whole.
pub(super) fn run<'a>(job: &Job<'a>, judge: Judge) -> Result<FinishedRounds<'a>, BuildError> {
    let Job { model, scope, watch, .. } = *job;
    let schema = &*model.schema;
    let max_size = watch.tabled_size::<Bucket>(schema.types(), scope.max_size());
    let mut pool = Pool::new(schema.types(), schema.root(), max_size)?;
    if let Some(rules) = &model.contexts {
        pool.root_pool = pool.pools.intern_root(schema.root(), rules.root())?;
    }
    pool.add_buckets(watch)?;
    let root_pool = pool.root_pool;
    let mut columns = Columns::new(model, pool, schema.size_bounds(max_size));
    let mut report = Report::up_to(max_size);
    let mut rejected = RejectedBySize::default();
    let mut complete = 0;
    for size in 0..=max_size {
        let begin = Instant::now();
        watch.progress.size.store(size, Ordering::Relaxed);
        let mut line = RoundReport::default();
        complete_pool(
            &mut columns,
            (root_pool, size),
            (job, judge),
            (&mut report, &mut line, &mut rejected),
        )?;
        line.time = begin.elapsed();
        watch.progress.accepted.fetch_add(line.accepted, Ordering::Relaxed);
        report.rounds.push(line);
        if watch.stopped().is_some() {
            break;
        }
        complete = size + 1;
        columns.fill_for_root(watch)?;
        columns.judge_roots(&mut complete, watch)?;
        if complete <= size || watch.stopped().is_some() {
            break;
        }
        if size < max_size && enough(&mut columns, &mut complete, watch)? {
            watch.enough();
            break;
        }
    }
    report_columns(&columns, &mut report, &rejected);
    Ok(FinishedRounds { columns, report, complete, rejected })
}

/// Completes a pool up to a size, and all that this needs, unless the build is to stop.
fn complete_pool(
    columns: &mut Columns<'_>,
    wanted: PoolSize,
    (job, judge): (&Job<'_>, Judge),
    (report, line, rejected): (&mut Report, &mut RoundReport, &mut RejectedBySize),
) -> Result<(), BuildError> {
    let Job { model, watch, .. } = *job;
    let schema = &*model.schema;
    let mut stack = vec![vec![wanted]];
    while let Some(batch) = stack.last() {
        let ready = columns.pool.pools.next_sizes(batch);
        if ready.is_empty() {
            stack.pop();
            continue;
        }
        if watch.is_over() {
            return Ok(());
        }
        let pool = columns.pool_mut();
        let first = pool.pools.parts_of(model, &ready)?;
        let Some(first) = first else {
            watch.evaluation_was_ended();
            return Ok(());
        };
        if !pool.add_buckets(watch)? {
            return Ok(());
        }
        if !first.is_empty() {
            stack.push(first);
            continue;
        }
        let mut ends = Vec::new();
        let mut tasks = Vec::new();
        for of in &ready {
            tasks.extend(tasks_of_pool(schema, &*columns.pool, *of, usize::MAX, watch));
            ends.push(tasks.len());
        }
        columns.fill(watch)?;
        let found = judge_all(model, columns, &tasks, watch, judge);
        if columns.discover(found.iter().flat_map(|found| &found.discovered))? {
            // They are judged again, with the answers remembered.
            continue;
        }
        let mut demands: Vec<Demand> = Vec::new();
        let mut begin = 0;
        for ((pool, size), end) in ready.into_iter().zip(ends) {
            let (tasks, found) = (&tasks[begin..end], &found[begin..end]);
            begin = end;
            if found.iter().any(|found| !found.demands.is_empty()) {
                demands.extend(found.iter().flat_map(|found| found.demands.clone()));
                continue;
            }
            tally(schema, (tasks, found), report, (line, rejected))?;
            if watch.is_over() {
                return Ok(());
            }
            let of_columns = columns.pool_mut();
            let bucket = of_columns.bucket_of_pool(pool, size);
            for (task, found) in tasks.iter().zip(found) {
                for record in found.words.chunks_exact(schema.constructor(task.ctor).slots.len() + 1) {
                    if !of_columns.reserve(bucket, record.len(), watch) {
                        return Ok(());
                    }
                    of_columns.push(bucket, record)?;
                    line.accepted += 1;
                    line.classes += 1;
                }
            }
            of_columns.pools.complete_next(pool);
        }
        columns.round_done()?;
        if !demands.is_empty() {
            let pool = columns.pool_mut();
            let first = pool.pools.demanded(&demands)?;
            if !pool.add_buckets(watch)? {
                return Ok(());
            }
            stack.push(first);
        }
    }
    Ok(())
}
