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
use dpgen_forest::index::{CtorIx, at, shown, wide};
use dpgen_forest::schema::Schema;
use dpgen_forest::{Algorithm, AttributeReport, Catalog, ConditionReport, Report, Roots, RoundReport};

use super::attribute_columns::Columns;
use super::pools_by_demand;
use super::shared_records::share_equal_records;
use super::structure_pool::{Bucket, Pool};
use super::task_result::DpTaskResult;
use crate::build_job::Job;
use crate::coin_toss_sampling::Coin;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::parallel_map;
use crate::predicate_run::context_rules::ContextRules;
use crate::predicate_run::failure::Failure;
use crate::predicate_run::model::Model;
use crate::round_bounds::latest_rounds;
use crate::round_tasks::{Task, tasks};

/// The number of structures between two polls of the limits.
const STRUCTURES_PER_POLL: u64 = 4096;

/// An engine's function that judges a task.
pub(crate) type Judge = fn(&Model, &Columns<'_>, &Task, &LimitMonitor) -> DpTaskResult;

/// The result of the loop.
pub(crate) struct FinishedRounds<'a> {
    pub(crate) columns: Columns<'a>,
    pub(crate) report: Report,
    /// The number of complete sizes.
    pub(crate) complete: u32,
}

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
    let mut rejected = vec![0; model.conditions.len()];
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
    report_columns(&columns, &mut report, rejected);
    Ok(FinishedRounds { columns, report, complete })
}

/// Adds the attributes, the conditions and the structures of each size to the report.
pub(super) fn report_columns(columns: &Columns<'_>, report: &mut Report, rejected: Vec<u64>) {
    let (model, schema) = (columns.model, &*columns.model.schema);
    for (attr, ty, attribute) in columns.attributes.iter() {
        let answers = columns.pool.columns.get(attr.index()).map_or(0, |column| wide(column.table.len()));
        let (ty, name) = (schema.ty(ty).name.clone(), attribute.name.clone());
        report.attributes.push(AttributeReport::new(ty, name, answers));
    }
    for (bucket, structures) in (0..).zip(&columns.pool.buckets) {
        let (_, size) = columns.pool.type_and_size(bucket);
        report.sizes[at(size)].classes += wide(structures.ids.len());
        report.sizes[at(size)].productions += wide(structures.ids.len());
    }
    let texts = model.conditions.iter().zip(rejected);
    report.conditions = texts.map(|(text, rejected)| ConditionReport::new(text.clone(), rejected)).collect();
}

/// Adds the counts of tasks to the report, to the line of a round, and to the counts of each condition.
pub(super) fn tally(
    schema: &Schema,
    (tasks, found): (&[Task], &[DpTaskResult]),
    report: &mut Report,
    (line, rejected): (&mut RoundReport, &mut [u64]),
) -> Result<(), BuildError> {
    for (task, found) in tasks.iter().zip(found) {
        let of_size = &mut report.sizes[at(task.size)];
        // A run that accepts judges every structure it leaves open; one that rejects counts once.
        let width = schema.constructor(task.ctor).slots.len() + 1;
        let candidates = found.runs - found.accepting + wide(found.words.len() / width);
        of_size.candidates += candidates;
        of_size.runs += found.runs;
        of_size.time += found.time;
        line.candidates += candidates;
        line.runs += found.runs;
        line.expanded += found.expanded;
        for (sum, rejected) in rejected.iter_mut().zip(&found.rejected) {
            *sum += rejected;
        }
        if let Some((failure, structure)) =
            found.failure.as_ref().filter(|failed| failed.0 != Failure::Stopped)
        {
            return Err(BuildError::failed(failure.clone(), structure.clone()));
        }
    }
    Ok(())
}

/// Judges every task, in parallel.
pub(super) fn judge_all(
    model: &Model,
    columns: &Columns<'_>,
    tasks: &[Task],
    watch: &LimitMonitor,
    judge: Judge,
) -> Vec<DpTaskResult> {
    let one = |task: &Task| {
        if watch.stopped().is_some() {
            return DpTaskResult::default();
        }
        let begin = Instant::now();
        let mut found = judge(model, columns, task, watch);
        found.time = begin.elapsed();
        found
    };
    parallel_map::map(tasks, usize::MAX, one)
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

/// Whether the complete sizes hold as many structures as the limit asks for.
pub(super) fn enough(
    columns: &mut Columns<'_>,
    complete: &mut u32,
    watch: &LimitMonitor,
) -> Result<bool, BuildError> {
    let Some(wanted) = watch.structures else { return Ok(false) };
    let pool = &*columns.pool;
    let all: usize =
        (0..*complete).map(|size| pool.ids(pool.bucket_of_pool(pool.root_pool, size)).len()).sum();
    if wide(all) < wanted {
        return Ok(false);
    }
    columns.judge_roots(complete, watch)?;
    Ok(wide(columns.accepted.iter().map(Vec::len).sum()) >= wanted)
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
    let FinishedRounds { columns, mut report, complete } = ended;
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
