//! SymboLazyDP, the paper's third algorithm: builds by rounds as LazyDP does, with symbolic data.
//!
//! A run collects a path condition; branches that the solver finds impossible are never taken. The path
//! condition, not a solution, is stored with the structure, and every structure that it becomes a part of reuses the
//! projection of the condition. Each path condition gives one structure (or, on demand, all).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use dpgen_forest::index::{at, shown};
use dpgen_forest::{Algorithm, Catalog, Count, Fields, RoundReport, SizeReport};

use super::build_state::{Builder, PassEnd, restart_until_attributes_known};
use super::pools_by_demand::build_pools_by_demand;
use crate::build_job::Job;
use crate::coin_toss_sampling::Coin;
use crate::error::BuildError;
use crate::predicate_run::attributes_in_use::Attributes;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::round_bounds::latest_rounds;
use crate::round_tasks::{Task, tasks};

/// Builds the catalog by rounds.
pub(crate) fn build(job: &Job<'_>) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let pass = |builder: &mut Builder<'_>| run_pass(builder, job);
    let (builder, complete) =
        restart_until_attributes_known(job, Fields::Symbolic, Attributes::default(), pass)?;
    Ok(builder.finish(job, Algorithm::SymbolazyDp, complete, begin))
}

/// One pass over the rounds.
fn run_pass(builder: &mut Builder<'_>, job: &Job<'_>) -> Result<PassEnd, BuildError> {
    let Job { scope, watch, .. } = *job;
    if builder.classes.has_contexts {
        // Which contexts there are is found from the whole downwards, not round by round.
        return build_pools_by_demand(builder, job);
    }
    builder.lay_out_types()?;
    let mut coin = job.coin.map(Coin::new);
    let schema = builder.model.schema.clone();
    let reach = schema.size_bounds(scope.max_size());
    let latest = latest_rounds(&schema, scope.max_size(), watch);
    builder.report.sizes = vec![SizeReport::default(); at(scope.max_size()) + 1];
    let mut complete = 0;
    for round in 0_u32.. {
        let begin = Instant::now();
        watch.progress.size.store(round, Ordering::Relaxed);
        let (tasks, pruned) = tasks(&schema, &*builder.classes, &reach, round == 0, (job.chunk, watch));
        let ty = |task: &Task| schema.constructor(task.ctor).ty;
        let by_type: Vec<&[Task]> = tasks.chunk_by(|a, b| ty(a) == ty(b)).collect();
        let judged: Vec<Vec<BatchLeaves>> = by_type.iter().map(|tasks| builder.judge(tasks, watch)).collect();
        let mut line = RoundReport::without(pruned);
        for leaves in &judged {
            if let Some(ended) = builder.tally(leaves, &mut line)? {
                return Ok(ended);
            }
        }
        if watch.is_over() {
            builder.report.rounds.push(line);
            return Ok(PassEnd::Complete(complete));
        }
        line.runs = line.candidates;
        line.candidates = 0;
        builder.close_round();
        'merging: for (tasks, leaves) in by_type.iter().zip(judged) {
            let mut tasks = tasks.iter();
            for leaves in leaves {
                let Some(first) = tasks.as_slice().first() else { break };
                let Some(batch) = builder.translate_batch(ty(first), leaves, watch)? else { break 'merging };
                let mut start = 0;
                for (result, task) in batch.task_results().iter().zip(&mut tasks) {
                    // A task may give few structures, and there may be millions of tasks.
                    if watch.is_over() {
                        break 'merging;
                    }
                    let accepted =
                        builder.add_singleton_classes(task, (&batch, start..result.end), &mut coin, watch)?;
                    start = result.end;
                    let of_size = &mut builder.report.sizes[at(task.size)];
                    of_size.candidates += accepted + result.rejected;
                    of_size.runs += result.runs;
                    of_size.time += result.time;
                    of_size.productions += accepted;
                    of_size.classes += accepted;
                    line.candidates += accepted + result.rejected;
                    line.accepted += accepted;
                }
            }
        }
        line.classes = line.accepted;
        line.time = begin.elapsed();
        watch.progress.accepted.fetch_add(line.accepted, Ordering::Relaxed);
        let done = line.accepted == 0;
        builder.report.rounds.push(line);
        if watch.stopped().is_some() {
            return Ok(PassEnd::Complete(complete));
        }
        complete = shown(latest.iter().take_while(|latest| **latest <= round).count());
        if done {
            return Ok(PassEnd::Complete(scope.max_size() + 1));
        }
        if let Some(wanted) = watch.structures {
            let found: Count = (0..complete).map(|size| builder.count_roots(size)).sum();
            if found >= Count::from(wanted) {
                watch.enough();
                return Ok(PassEnd::Complete(complete));
            }
        }
    }
    Ok(PassEnd::Complete(complete))
}

impl Builder<'_> {
    /// The last round joins the pool.
    fn close_round(&mut self) {
        Arc::make_mut(&mut self.classes).close_round();
    }
}
