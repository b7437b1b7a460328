//! The paper's loop, shared by DP and LazyDP: pool, last round, this round.
//!
//! Each round judges every combination with at least one member of the last round ([`super::combinations`]).
//! What is accepted becomes this round; at its end the last round joins the pool and this round becomes the
//! last. The loop stops when a round adds nothing. Tasks run in parallel and are merged in task order, so
//! the result does not depend on the number of threads. When a run asks for an attribute that nobody
//! remembers yet, its column is filled and the round is done again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::columns::Columns;
use crate::coin::{Coin, CoinToss};
use crate::error::BuildError;
use crate::pool::Pool;
use crate::run::{Failure, Model, Run};
use crate::tasks::{Task, tasks};
use crate::watch::Watch;
use dpgen_forest::graph::Dag;
use dpgen_forest::index::{CtorIx, TypeIx, at, shown, wide};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::scope::Scope;
use dpgen_forest::{Algorithm, AttributeReport, ConditionReport, Report, RoundReport, SizeReport};
use dpgen_forest::{Catalog, Roots};

/// What one task found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Accepted records, one after the other.
    pub(crate) words: Vec<u32>,
    /// Runs of the predicate.
    pub(crate) runs: u64,
    /// Runs that accepted.
    pub(crate) accepting: u64,
    pub(crate) expanded: u64,
    /// How many candidates each condition rejected.
    pub(crate) rejected: Vec<u64>,
    pub(crate) discovered: Vec<(TypeIx, Arc<crate::run::Attribute>)>,
    pub(crate) failure: Option<(Failure, String)>,
    pub(crate) time: Duration,
}

impl Found {
    /// Takes over what the run gathered besides structures.
    pub(crate) fn close(&mut self, run: &mut Run, expanded: u64) {
        self.discovered.append(&mut run.discovered);
        self.expanded += expanded;
    }

    pub(crate) fn reject(&mut self, condition: Option<u32>) {
        if let Some(condition) = condition {
            let condition = at(condition);
            if self.rejected.len() <= condition {
                self.rejected.resize(condition + 1, 0);
            }
            self.rejected[condition] += 1;
        }
    }
}

/// What the loop leaves behind.
pub(crate) struct Ended<'a> {
    pub(crate) columns: Columns<'a>,
    pub(crate) report: Report,
    /// How many sizes are complete.
    pub(crate) complete: u32,
}

/// Builds by rounds.
pub(crate) fn build(
    model: &Arc<Model>,
    scope: &Scope,
    watch: &Watch,
    algorithm: Algorithm,
    coin: Option<CoinToss>,
) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let mut ended = run(model, scope, watch, algorithm, coin)?;
    let accepted = ended.columns.root_accepted(ended.complete)?;
    finish(model, scope, algorithm, ended, accepted, watch, begin)
}

/// The loop.
pub(crate) fn run<'a>(
    model: &'a Model,
    scope: &Scope,
    watch: &Watch,
    algorithm: Algorithm,
    coin: Option<CoinToss>,
) -> Result<Ended<'a>, BuildError> {
    let schema = &*model.schema;
    let max_size = scope.max_size();
    let mut columns = Columns::new(model, Pool::new(schema.types(), max_size)?, max_size);
    let mut report = Report { sizes: vec![SizeReport::default(); at(max_size) + 1], ..Report::default() };
    let mut rejected = vec![0; model.conditions.len()];
    let latest = latest_rounds(schema, max_size);
    let mut coin = coin.map(Coin::new);
    let mut complete = 0;
    for round in 0_u32.. {
        let round_begin = Instant::now();
        watch.progress.size.store(round, std::sync::atomic::Ordering::Relaxed);
        let (found, tasks, pruned) = loop {
            columns.fill(watch)?;
            let (tasks, pruned) = tasks(schema, &*columns.pool, max_size, round == 0);
            let found = judge(model, &columns, &tasks, watch, algorithm);
            if !columns.discover(found.iter().flat_map(|found| &found.discovered))
                || watch.stopped().is_some()
            {
                break (found, tasks, pruned);
            }
        };
        let mut line = RoundReport { pruned, ..RoundReport::default() };
        for (task, found) in tasks.iter().zip(&found) {
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
            if let Some((failure, structure)) = &found.failure {
                return Err(BuildError::failed(failure.clone(), structure.clone()));
            }
        }
        if watch.stopped().is_some() {
            line.time = round_begin.elapsed();
            report.rounds.push(line);
            break;
        }
        line.accepted = merge(schema, &mut columns, &tasks, found, coin.as_mut())?;
        line.classes = line.accepted;
        line.time = round_begin.elapsed();
        let done = line.accepted == 0;
        watch.progress.accepted.fetch_add(line.accepted, std::sync::atomic::Ordering::Relaxed);
        report.rounds.push(line);
        complete = shown(latest.iter().take_while(|latest| **latest <= round).count());
        if done {
            complete = max_size + 1;
            break;
        }
        if enough(model, &mut columns, complete, watch)? {
            watch.enough();
            break;
        }
    }
    columns.fill_for_root(watch)?;
    for (attr, (ty, attribute)) in columns.attributes.list.iter().enumerate() {
        report.attributes.push(AttributeReport {
            ty: schema.ty(*ty).name.clone(),
            name: attribute.name.clone(),
            answers: columns.pool.columns.get(attr).map_or(0, |column| wide(column.table.len())),
        });
    }
    for (bucket, structures) in columns.pool.buckets.iter().enumerate() {
        let (_, size) = columns.pool.type_and_size(shown(bucket));
        report.sizes[at(size)].classes += wide(structures.ids.len());
        report.sizes[at(size)].productions += wide(structures.ids.len());
    }
    let texts = model.conditions.iter().zip(rejected);
    report.conditions =
        texts.map(|(text, rejected)| ConditionReport { text: text.clone(), rejected }).collect();
    Ok(Ended { columns, report, complete })
}

/// Judges every task, in parallel.
fn judge(
    model: &Model,
    columns: &Columns<'_>,
    tasks: &[Task],
    watch: &Watch,
    algorithm: Algorithm,
) -> Vec<Found> {
    let one = |task: &Task| {
        if watch.stopped().is_some() {
            return Found::default();
        }
        let begin = Instant::now();
        let mut found = match algorithm {
            Algorithm::Dp => super::dp::judge(model, columns, task, watch),
            _ => super::lazy_dp::judge(model, columns, task, watch),
        };
        found.time = begin.elapsed();
        found
    };
    tasks.par_iter().map(one).collect()
}

/// Adds what the tasks accepted to the pool, in task order: this round becomes the last.
fn merge(
    schema: &Schema,
    columns: &mut Columns<'_>,
    tasks: &[Task],
    found: Vec<Found>,
    mut coin: Option<&mut Coin>,
) -> Result<u64, BuildError> {
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
            pool.push(bucket, record)?;
            accepted += 1;
        }
    }
    columns.round_done();
    Ok(accepted)
}

/// Whether the complete sizes hold as many structures as the limit asks for.
fn enough(
    model: &Model,
    columns: &mut Columns<'_>,
    complete: u32,
    watch: &Watch,
) -> Result<bool, BuildError> {
    let Some(wanted) = watch.structures else { return Ok(false) };
    let root = model.schema.root();
    let all: usize = (0..complete).map(|size| columns.pool.ids(columns.pool.bucket(root, size)).len()).sum();
    if wide(all) < wanted {
        return Ok(false);
    }
    let accepted = columns.root_accepted(complete)?;
    Ok(wide(accepted.iter().map(Vec::len).sum()) >= wanted)
}

/// For each size, the last round in which a structure of that size (or of a smaller one) can be accepted.
pub(crate) fn latest_rounds(schema: &Schema, max_size: u32) -> Vec<u32> {
    let mut depth = vec![vec![None::<u32>; at(max_size) + 1]; schema.types()];
    for size in 0..=max_size {
        for ty in schema.order() {
            let mut deepest = None;
            for ctor in schema.constructors_of(*ty).map(|ctor| schema.constructor(ctor)) {
                let Some(rest) = size.checked_sub(ctor.weight) else { continue };
                if ctor.recursive.is_empty() {
                    deepest = deepest.max((rest == 0).then_some(0));
                }
                for slot in &ctor.recursive {
                    let SlotKind::Recursive(part) = ctor.slots[*slot].kind else { continue };
                    let largest = depth[part.index()][..=at(rest)].iter().copied().flatten().max();
                    deepest = deepest.max(largest.map(|depth| depth + 1));
                }
            }
            depth[ty.index()][at(size)] = deepest;
        }
    }
    let mut latest: Vec<u32> = Vec::new();
    for size in 0..=at(max_size) {
        let here = depth.iter().filter_map(|sizes| sizes[size]).max().unwrap_or(0);
        latest.push(latest.last().copied().unwrap_or(0).max(here));
    }
    latest
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
    model: &Arc<Model>,
    scope: &Scope,
    algorithm: Algorithm,
    ended: Ended<'_>,
    accepted: Vec<Vec<u32>>,
    watch: &Watch,
    begin: Instant,
) -> Result<Catalog, BuildError> {
    let schema = &*model.schema;
    let Ended { columns, mut report, complete } = ended;
    let lists: Vec<Vec<u32>> =
        accepted.into_iter().map(|structures| in_order(schema, &columns.pool, structures)).collect();
    let pool = Arc::try_unwrap(columns.pool).unwrap_or_else(|shared| (*shared).clone());
    let dag = Dag::unit(pool.records);
    let roots = lists.into_iter().map(|list| Roots::new(schema, &dag, list)).collect();
    report.time = begin.elapsed();
    Ok(Catalog::new(
        model.schema.clone(),
        scope.clone(),
        algorithm,
        dag,
        roots,
        complete,
        watch.stopped(),
        report,
    ))
}
