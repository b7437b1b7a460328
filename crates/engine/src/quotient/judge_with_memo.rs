//! Judges tasks with a worker's memory: candidates like earlier ones are not run.
//!
//! A task is split into candidates by the first reads of its runs. For each, the memory has the outcome, or it is judged
//! and maybe recorded. The leaves and their order are those of judging the task without a memory.

use std::ops::ControlFlow;

use dpgen_forest::index::CtorIx;

use super::judge_tasks::MAX_RUNS_PER_POLL;
use super::memo::{Memo, Recall};
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::choice_stack::{Portion, Read};
use crate::predicate_run::failure::guarded;
use crate::predicate_run::model::Model;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, TaskResult};
use crate::quotient::memo::group_by_prefix::CandidateSets;
use crate::quotient::reads::holes::Holes;
use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::round_tasks::Task;

/// Takes the counts of runs by the read that caused them out of the run.
fn take_splits() -> Vec<(Read, u64)> {
    ClassRun::with(|run| run.choices.splits.drain().collect())
}

/// Adds such counts to the run.
fn add_splits(splits: &[(Read, u64)]) {
    ClassRun::with(|run| {
        for (read, runs) in splits {
            *run.choices.splits.entry(*read).or_default() += runs;
        }
    });
}

impl BatchLeaves {
    /// Judges one task, as far as the outcome of its candidates is not known. Breaks if no more tasks are to be judged.
    pub(super) fn recall_or_judge_task(
        &mut self,
        memo: &mut Memo,
        model: &Model,
        task: &Task,
        watch: &LimitMonitor,
    ) -> ControlFlow<()> {
        if task.has_open_sizes || task.portion != Portion::ALL {
            ClassRun::with(|run| run.begin_prefix(None));
            return self.judge_task(model, task, watch);
        }
        ClassRun::with(|run| run.begin_prefix(Some(task.ctor)));
        let Some(holes) = ClassRun::with(|run| run.holes(task)) else { return ControlFlow::Continue(()) };
        let of_task = (task.ctor, &holes.sets[..]);
        if let Some(runs) = ClassRun::with(|run| memo.recall_task(run.sets(), of_task, self)) {
            return self.add_recalled_runs(runs, watch);
        }
        let first = self.task_results.len();
        let plan = match guarded(|| ClassRun::with(|run| memo.plan(run, (task.ctor, holes.sets.clone())))) {
            Ok(plan) => plan,
            Err(failure) => {
                self.failure = Some((failure, String::new()));
                return ControlFlow::Break(());
            }
        };
        let mut whole = TaskResult::default();
        for (condition, times) in &plan.reject {
            self.count_rejected(*condition, *times);
            whole.runs += times;
            whole.rejected += times;
        }
        self.add_recalled_runs(whole.runs, watch)?;
        // The templates of the candidates, as long as each has one.
        let mut templates = Some(Vec::new());
        for sets in &plan.judge {
            match self.recall_or_judge_candidates(memo, model, (task.ctor, sets.clone()), watch) {
                ControlFlow::Continue(template) => {
                    templates = templates.zip(template).map(|(mut templates, template)| {
                        templates.push(template);
                        templates
                    });
                }
                ControlFlow::Break(()) => {
                    self.task_results.truncate(first);
                    return ControlFlow::Break(());
                }
            }
        }
        if let Some(templates) = templates {
            ClassRun::with(|run| memo.remember_task(run.sets(), of_task, (&plan, &templates)));
        }
        for part in self.task_results.drain(first..) {
            whole.runs += part.runs;
            whole.rejected += part.rejected;
            whole.time += part.time;
        }
        self.push_result(whole);
        ControlFlow::Continue(())
    }

    /// Counts runs that were not made. Breaks if the build is to stop.
    fn add_recalled_runs(&mut self, runs: u64, watch: &LimitMonitor) -> ControlFlow<()> {
        let before = self.runs;
        self.runs += runs;
        let polls = self.runs / MAX_RUNS_PER_POLL - before / MAX_RUNS_PER_POLL;
        match polls > 0 && watch.spend(polls * MAX_RUNS_PER_POLL) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Judges the candidates of a constructor whose parts are of these sets, unless their outcome is known: then the index of its
    /// template is returned. Breaks if no more candidates are to be judged.
    fn recall_or_judge_candidates(
        &mut self,
        memo: &mut Memo,
        model: &Model,
        (ctor, sets): (CtorIx, CandidateSets),
        watch: &LimitMonitor,
    ) -> ControlFlow<(), Option<usize>> {
        let before = self.runs;
        let pool = model.schema.constructor(ctor).ty.word();
        let key = match self.recall(memo, (ctor, &sets)) {
            Recall::Done(template, runs) => {
                self.add_recalled_runs(runs, watch)?;
                return ControlFlow::Continue(Some(template));
            }
            Recall::Judge => {
                let holes = Holes::of_one_size(pool, sets);
                self.judge_candidates(model, ctor, (&holes, Portion::ALL), watch)?;
                return ControlFlow::Continue(None);
            }
            Recall::Record(key) => key,
        };
        let holes = Holes::of_one_size(pool, sets);
        let splits = take_splits();
        ClassRun::with(|run| run.symbols().recorder = Some(TraceRecorder::new()));
        let mut own = Self { runs: before, ..Self::default() };
        let flow = own.judge_candidates(model, ctor, (&holes, Portion::ALL), watch);
        let recorder = ClassRun::with(|run| run.symbols().recorder.take());
        let found = (own, take_splits());
        add_splits(&splits);
        self.executed_runs += found.0.executed_runs;
        if flow.is_break() {
            self.failure = found.0.failure;
            return ControlFlow::Break(());
        }
        let remember = |run: &mut ClassRun| {
            memo.remember(key, (&model.schema, (ctor, &holes.sets)), recorder, found, &run.source.sets)
        };
        if ClassRun::with(remember)
            && let Recall::Done(template, runs) = self.recall(memo, (ctor, &holes.sets))
        {
            self.runs += runs;
            return ControlFlow::Continue(Some(template));
        }
        self.judge_candidates(model, ctor, (&holes, Portion::ALL), watch)?;
        ControlFlow::Continue(None)
    }

    fn recall(&mut self, memo: &mut Memo, candidates: (CtorIx, &[u32])) -> Recall {
        ClassRun::with(|run| memo.recall(run.sets(), candidates, self))
    }
}
