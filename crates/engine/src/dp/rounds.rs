//! The paper's loop, shared by DP and LazyDP: pool, last round, this round.
//!
//! Each round judges every combination with at least one member of the last round ([`crate::round_tasks`]).
//! Accepted structures become this round; at its end the last round joins the pool and this round becomes the
//! last. The loop stops when a round adds nothing. Tasks run in parallel and are merged in task order, so
//! the result does not depend on the number of threads. When a run asks for an attribute that has
//! no column yet, the column is filled and the round is done again.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use dpgen_forest::graph::Dag;
use dpgen_forest::index::{CtorIx, shown};
use dpgen_forest::schema::Schema;
use dpgen_forest::{Algorithm, Catalog, Report, Roots, RoundReport};

use super::attribute_columns::Columns;
use super::judge_tasks::{FinishedRounds, Judge, RejectedBySize, enough, judge_all, report_columns, tally};
use super::pools_by_demand;
use super::shared_records::share_equal_records;
use super::structure_pool::{Bucket, Pool};
use super::task_result::DpTaskResult;
use crate::build_job::Job;
use crate::coin_toss_sampling::Coin;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::context_rules::ContextRules;
use crate::round_bounds::latest_rounds;
use crate::round_tasks::{Task, tasks};

/// The number of structures between two polls of the limits.
const STRUCTURES_PER_POLL: u64 = 4096;

/// Builds by rounds.
pub(crate) fn build(job: &Job<'_>, algorithm: Algorithm, judge: Judge) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let mut ended = run(job, judge)?;
    let accepted = std::mem::take(&mut ended.columns.accepted);
    finish(job, algorithm, ended, accepted, begin)
}

/// The loop.
pub(crate) fn run<'a>(job: &Job<'a>, judge: Judge) -> Result<FinishedRounds<'a>, BuildError> {
    let Job { model, scope, watch, .. } = *job;
    if model.contexts.as_deref().is_some_and(ContextRules::has_contexts) {
        return pools_by_demand::run(job, judge);
    }
    let schema = &*model.schema;
    let max_size = watch.tabled_size::<Bucket>(schema.types(), scope.max_size());
    let reach = schema.size_bounds(max_size);
    let mut columns = Columns::new(model, Pool::new(schema.types(), schema.root(), max_size)?, reach.clone());
    columns.pool_mut().pools.lay_out_types(model)?;
    let mut report = Report::up_to(max_size);
    let mut rejected = RejectedBySize::default();
    let latest = latest_rounds(schema, max_size, watch);
    let mut coin = job.coin.map(Coin::new);
    let mut complete = 0;
    for round in 0_u32.. {
        let round_begin = Instant::now();
        watch.progress.size.store(round, Ordering::Relaxed);
        let (found, tasks, pruned) = loop {
            columns.fill(watch)?;
            let (tasks, pruned) = tasks(schema, &*columns.pool, &reach, round == 0, (job.chunk, watch));
            let found = judge_all(model, &columns, &tasks, watch, judge);
            if !columns.discover(found.iter().flat_map(|found| &found.discovered))? || watch.is_over() {
                break (found, tasks, pruned);
            }
        };
        let mut line = RoundReport::without(pruned);
        tally(schema, (&tasks, &found), &mut report, (&mut line, &mut rejected))?;
        let accepted = if watch.is_over() {
            None
        } else {
            merge(schema, &mut columns, &tasks, found, coin.as_mut(), watch)?
        };
        line.time = round_begin.elapsed();
        let Some(accepted) = accepted else {
            report.rounds.push(line);
            break;
        };
        line.accepted = accepted;
        line.classes = accepted;
        watch.progress.accepted.fetch_add(accepted, Ordering::Relaxed);
        report.rounds.push(line);
        complete = shown(latest.iter().take_while(|latest| **latest <= round).count());
        if accepted == 0 {
            complete = max_size + 1;
        }
        // Judged while the build may go on, so that a build that stops knows its complete sizes.
        columns.fill_for_root(watch)?;
        columns.judge_roots(&mut complete, watch)?;
        if accepted == 0 {
            break;
        }
        if enough(&mut columns, &mut complete, watch)? {
            watch.enough();
            break;
        }
    }
    report_columns(&columns, &mut report, &rejected);
    Ok(FinishedRounds { columns, report, complete, rejected })
}

/// Adds what the tasks accepted to the pool, in task order: this round becomes the last. How many, or `None` if the
/// build is to stop.
fn merge(
    schema: &Schema,
    columns: &mut Columns<'_>,
    tasks: &[Task],
    found: Vec<DpTaskResult>,
    mut coin: Option<&mut Coin>,
    watch: &LimitMonitor,
) -> Result<Option<u64>, BuildError> {
    let mut accepted = 0;
    let pool = columns.pool_mut();
    pool.close_round();
    for (task, found) in tasks.iter().zip(found) {
        let constructor = schema.constructor(task.ctor);
        let bucket = pool.bucket(constructor.ty, task.size);
        for record in found.words.chunks_exact(constructor.slots.len() + 1) {
            if coin.as_mut().is_some_and(|coin| !coin.keeps(task.size)) {
                continue;
            }
            if !pool.reserve(bucket, record.len(), watch) {
                return Ok(None);
            }
            pool.push(bucket, record)?;
            accepted += 1;
            if u64::is_multiple_of(accepted, STRUCTURES_PER_POLL) && watch.is_over() {
                return Ok(None);
            }
        }
    }
    columns.round_done()?;
    Ok(Some(accepted))
}

/// Puts the root's structures of each size into the documented order: constructor, sizes of the slots, age.
fn in_order(schema: &Schema, pool: &Pool, structures: Vec<u32>) -> Vec<u32> {
    let mut groups: std::collections::BTreeMap<Vec<u32>, Vec<u32>> = std::collections::BTreeMap::new();
    let mut key = Vec::new();
    for structure in structures {
        let record = pool.records.get(structure);
        key.clear();
        key.push(record[0]);
        let ctor = schema.constructor(CtorIx::from_word(record[0]));
        key.extend(ctor.recursive.iter().map(|slot| pool.size_of(record[slot + 1])));
        match groups.get_mut(&key) {
            Some(group) => group.push(structure),
            None => {
                groups.insert(key.clone(), vec![structure]);
            }
        }
    }
    groups.into_values().flatten().collect()
}

fn finish(
    job: &Job<'_>,
    algorithm: Algorithm,
    ended: FinishedRounds<'_>,
    accepted: Vec<Vec<u32>>,
    begin: Instant,
) -> Result<Catalog, BuildError> {
    let schema = &*job.model.schema;
    let FinishedRounds { columns, mut report, complete, .. } = ended;
    let lists: Vec<Vec<u32>> =
        accepted.into_iter().map(|structures| in_order(schema, &columns.pool, structures)).collect();
    let pool = Arc::try_unwrap(columns.pool).unwrap_or_else(|shared| (*shared).clone());
    let (records, lists) = match &job.model.contexts {
        Some(_) => share_equal_records(schema, &pool.records, lists)?,
        None => (pool.records, lists),
    };
    let dag = Dag::unit(records);
    let roots = lists.into_iter().map(|list| Roots::new(schema, &dag, list)).collect();
    report.time = begin.elapsed();
    let (schema, scope) = (job.model.schema.clone(), job.scope.clone());
    Ok(Catalog::new(schema, scope, algorithm, dag, roots, complete, job.watch.stopped(), report))
}
