//! Judging tasks: the predicate is run over a task's holes until every choice has been taken.
//!
//! Every run starts anew with the next choices; one that accepts is handed to [`BatchLeaves::add`]. Workers judge
//! neighbouring tasks together, so that what these have in common is looked up and allocated once.

use std::time::Instant;

use bumpalo::Bump;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{CtorIx, at, wide};
use dpgen_forest::schema::SlotKind;

use super::memo::{Memo, Recall};
use super::rejection_counter::RejectionCounter;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, TaskResult};
use crate::quotient::leaf::productions_of_leaf::{LeafAnswers, fail_with};
use crate::quotient::leaf::project_condition::{is_feasible, is_reachable_failure};
use crate::quotient::memo::group_by_prefix::CandidateSets;
use crate::quotient::reads::holes::Holes;
use crate::quotient::run_state::class_source::{ClassRun, ClassSource};
use crate::quotient::run_state::prefix_tree::NextEvent;
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::run::choices::{Portion, Read};
use crate::run::evaluation::enter;
use crate::run::failure::{Failure, guarded, internal, raise};
use crate::run::handle::Handle;
use crate::run::model::{Attribute, Encoder, Model, Predicate};
use crate::run::state::{ANSWERED, SlotState};
use crate::tasks::Task;
use crate::watch::Watch;

/// How many runs pass between two looks at the limits.
const MAX_RUNS_PER_POLL: u64 = 1024;
/// How many classes runs may go through between two looks: a run can go through all that a hole holds.
const CLASSES_PER_POLL: u64 = 1 << 18;

/// How many runs over these holes pass between two looks at the limits.
fn runs_per_poll(run: &mut ClassRun, holes: &Holes) -> u64 {
    let classes = holes.sets.iter().map(|set| wide(run.sets().members(*set).len())).max();
    (CLASSES_PER_POLL / classes.unwrap_or(0).max(1)).clamp(1, MAX_RUNS_PER_POLL)
}

/// What a thread keeps from call to call: its sets of classes, and what it remembers of tasks.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) source: ClassSource,
    /// With symbolic data, if tasks are remembered.
    pub(crate) memo: Option<Memo>,
}

/// Judges tasks of one type: for each, every run of the predicate over its holes.
pub(crate) fn judge(
    model: &Model,
    (mut run, mut memo): (Box<ClassRun>, Option<Memo>),
    tasks: &[Task],
    watch: &Watch,
) -> (Worker, BatchLeaves) {
    let mut leaves = BatchLeaves::new(run.sets().worker);
    let mut judged = 0;
    let (mut run, ()) = enter(run, || {
        for task in tasks {
            let before = leaves.runs;
            let goes_on = match &mut memo {
                Some(memo) => leaves.recall_or_judge_task(memo, model, task, watch),
                None => leaves.judge_task(model, task, watch),
            };
            judged += leaves.runs - before;
            if !goes_on {
                return;
            }
        }
    });
    watch.spend(judged % MAX_RUNS_PER_POLL);
    leaves.splits.extend(memo.iter_mut().flat_map(Memo::end_batch));
    leaves.count_sets(run.sets());
    leaves.discovered.append(&mut run.discovered);
    leaves.splits.extend(run.choices.splits.drain());
    (Worker { source: run.source, memo }, leaves)
}

fn holds(predicate: Option<&Predicate>, handle: Handle) -> bool {
    match predicate {
        None => true,
        Some(Predicate::Observed { conditions, .. }) => conditions.hold(handle),
        Some(Predicate::Opaque(_)) => internal("opaque predicates are judged by DP"),
    }
}

/// Lays out the task: a hole for each recursive slot, an unknown for each data slot.
fn start(run: &mut ClassRun, ctor: CtorIx, holes: &Holes) -> Handle {
    run.restart();
    run.source.size_bounds.clone_from(&holes.size_bounds);
    let mut sets = holes.sets.iter();
    let root = run.push_root(ctor);
    let layer = run.push_layer(ctor, |run, _, kind| match kind {
        SlotKind::Data(domain) => run.unknown_data(domain),
        SlotKind::Recursive(_) => {
            let Some(set) = sets.next() else { internal("a task has a part for each recursive slot") };
            SlotState::Node(run.push_classes(*set))
        }
    });
    run.set_node(root, layer);
    run.handle(root)
}

/// What caused how many runs, which the run no longer counts.
fn take_splits() -> Vec<(Read, u64)> {
    ClassRun::with(|run| run.choices.splits.drain().collect())
}

fn add_splits(splits: &[(Read, u64)]) {
    ClassRun::with(|run| {
        for (read, runs) in splits {
            *run.choices.splits.entry(*read).or_default() += runs;
        }
    });
}

impl BatchLeaves {
    /// Judges one task, or takes over what one like it found; whether the next is to follow.
    fn recall_or_judge_task(&mut self, memo: &mut Memo, model: &Model, task: &Task, watch: &Watch) -> bool {
        if task.has_open_sizes || task.portion != Portion::ALL {
            ClassRun::with(|run| run.begin_prefix(None));
            return self.judge_task(model, task, watch);
        }
        ClassRun::with(|run| run.begin_prefix(Some(task.ctor)));
        let Some(holes) = ClassRun::with(|run| run.holes(task)) else { return true };
        let first = self.task_results.len();
        let plan = ClassRun::with(|run| memo.plan(run, (task.ctor, holes.sets)));
        let mut whole = TaskResult::default();
        for (condition, times) in plan.reject {
            self.reject(condition, times);
            whole.runs += times;
            whole.rejected += times;
        }
        if self.add_recalled_runs(whole.runs, watch) {
            return false;
        }
        for sets in plan.judge {
            if !self.recall_or_judge_candidates(memo, model, (task.ctor, sets), watch) {
                self.task_results.truncate(first);
                return false;
            }
        }
        for part in self.task_results.drain(first..) {
            whole.runs += part.runs;
            whole.rejected += part.rejected;
            whole.time += part.time;
        }
        self.task_results.push(TaskResult { end: self.productions.len(), ..whole });
        true
    }

    /// Counts runs that were not made; whether the build is to stop.
    fn add_recalled_runs(&mut self, runs: u64, watch: &Watch) -> bool {
        let before = self.runs;
        self.runs += runs;
        let polls = self.runs / MAX_RUNS_PER_POLL - before / MAX_RUNS_PER_POLL;
        polls > 0 && watch.spend(polls * MAX_RUNS_PER_POLL)
    }

    /// Judges candidates of a constructor whose parts are of these sets, or takes over what was found of some like them;
    /// whether the next are to follow.
    fn recall_or_judge_candidates(
        &mut self,
        memo: &mut Memo,
        model: &Model,
        (ctor, sets): (CtorIx, CandidateSets),
        watch: &Watch,
    ) -> bool {
        let before = self.runs;
        let key = match self.recall(memo, (ctor, &sets)) {
            Recall::Done(runs) => return !self.add_recalled_runs(runs, watch),
            Recall::Judge => {
                return self.judge_candidates(model, ctor, (&Holes::of_one_size(sets), Portion::ALL), watch);
            }
            Recall::Record(key) => key,
        };
        let holes = Holes::of_one_size(sets);
        let splits = take_splits();
        ClassRun::with(|run| run.symbols().recorder = Some(TraceRecorder::new()));
        let mut own = Self { runs: before, ..Self::new(self.worker) };
        let goes_on = own.judge_candidates(model, ctor, (&holes, Portion::ALL), watch);
        let recording = ClassRun::with(|run| run.symbols().recorder.take());
        let found = (own, take_splits());
        add_splits(&splits);
        self.executed_runs += found.0.executed_runs;
        if !goes_on {
            self.failure = found.0.failure;
            return false;
        }
        let known = |run: &mut ClassRun| {
            memo.remember(key, (&model.schema, (ctor, &holes.sets)), recording, found, &run.source.sets)
        };
        let is_known = ClassRun::with(known);
        if is_known && let Recall::Done(runs) = self.recall(memo, (ctor, &holes.sets)) {
            self.runs += runs;
            return true;
        }
        self.judge_candidates(model, ctor, (&holes, Portion::ALL), watch)
    }

    fn recall(&mut self, memo: &mut Memo, candidates: (CtorIx, &[u32])) -> Recall {
        ClassRun::with(|run| memo.recall(run.sets(), candidates, self))
    }

    /// Judges one task; whether the next is to follow.
    fn judge_task(&mut self, model: &Model, task: &Task, watch: &Watch) -> bool {
        let Some(holes) = ClassRun::with(|run| run.holes(task)) else {
            self.task_results.push(TaskResult { end: self.productions.len(), ..TaskResult::default() });
            return true;
        };
        self.judge_candidates(model, task.ctor, (&holes, task.portion), watch)
    }

    /// Judges candidates of a constructor whose holes hold this, by a portion of their runs; whether the next are to
    /// follow.
    fn judge_candidates(
        &mut self,
        model: &Model,
        ctor: CtorIx,
        (holes, portion): (&Holes, Portion),
        watch: &Watch,
    ) -> bool {
        let ty = model.schema.constructor(ctor).ty;
        let attributes = ClassRun::with(|run| {
            run.choices.begin(portion);
            run.attributes.clone()
        });
        let of_type: SmallVec<[&Attribute; 8]> =
            attributes.of(ty).map(|(_, attribute)| &**attribute).collect();
        let root_ok = model.root_ok.as_ref().filter(|_| ty == model.schema.root());
        let rep_ok = model.rep_ok[ty.index()].as_ref();
        let begin = Instant::now();
        let before = self.runs;
        let mut verdicts = RejectionCounter::default();
        let mut bump = Bump::new();
        let runs_per_poll = ClassRun::with(|run| runs_per_poll(run, holes));
        let mut runs_left = runs_per_poll;
        loop {
            let handle = ClassRun::with(|run| start(run, ctor, holes));
            let mut answers = LeafAnswers::new();
            let verdict = guarded(|| {
                if !holds(rep_ok, handle) {
                    return None;
                }
                let candidate = ClassRun::with(|run| RejectionCounter::candidate(run));
                answers.extend(of_type.iter().map(|attribute| answer_of(attribute, handle)));
                Some((holds(root_ok, handle), candidate))
            });
            match verdict {
                Ok(None) => ClassRun::with(|run| {
                    if run.choices.is_elsewhere() {
                        return;
                    }
                    self.reject(run.condition, 1);
                    let condition = run.condition;
                    run.record_next(|tree, _| tree.end(NextEvent::Reject(condition)));
                    verdicts.reject(RejectionCounter::candidate(run));
                }),
                Ok(Some((root, candidate))) => {
                    bump.reset();
                    ClassRun::with(ClassRun::end_prefix);
                    let added = guarded(|| {
                        ClassRun::with(|run| {
                            if is_feasible(run) && run.sizes_add_up() {
                                verdicts.accept(candidate);
                                self.add(run, &bump, handle, answers, (root, watch));
                            }
                        });
                    });
                    match added {
                        Ok(()) | Err(Failure::Empty) => {}
                        Err(failure) => return self.fail(failure, handle),
                    }
                }
                Err(Failure::Empty) => {}
                Err(failure) => match guarded(|| ClassRun::with(|run| is_reachable_failure(run, &failure))) {
                    Ok(false) | Err(Failure::Empty) => {}
                    Ok(true) => return self.fail(failure, handle),
                    Err(other) => return self.fail(other, handle),
                },
            }
            if ClassRun::with(|run| run.choices.is_elsewhere()) {
                self.task_results.push(TaskResult { end: self.productions.len(), ..TaskResult::default() });
                return true;
            }
            self.runs += 1;
            self.executed_runs += 1;
            if self.runs.is_multiple_of(MAX_RUNS_PER_POLL) && watch.spend(MAX_RUNS_PER_POLL) {
                return false;
            }
            runs_left -= 1;
            if runs_left == 0 {
                if runs_per_poll < MAX_RUNS_PER_POLL && watch.is_over() {
                    return false;
                }
                runs_left = runs_per_poll;
            }
            let (discovered, more) =
                ClassRun::with(|run| (!run.discovered.is_empty(), run.choices.advance()));
            if discovered {
                return false;
            }
            let more = match more {
                Ok(more) => more,
                Err(failure) => return self.fail(failure, handle),
            };
            if !more {
                self.task_results.push(TaskResult {
                    end: self.productions.len(),
                    runs: self.runs - before,
                    rejected: verdicts.count(),
                    time: begin.elapsed(),
                });
                return true;
            }
        }
    }

    /// Notes a failure of the predicate; nothing follows.
    fn fail(&mut self, failure: Failure, handle: Handle) -> bool {
        self.failure = Some((failure, ClassRun::with(|run| run.describe(handle.node))));
        false
    }

    /// Notes that a condition rejected so many runs.
    fn reject(&mut self, condition: Option<u32>, runs: u64) {
        if let Some(condition) = condition.map(at) {
            let len = self.rejected.len().max(condition + 1);
            self.rejected.resize(len, 0);
            self.rejected[condition] += runs;
        }
    }
}

/// What an attribute answers at a leaf; that it fails is an answer too.
fn answer_of(attribute: &Attribute, handle: Handle) -> Encoder {
    let mut out = Encoder { words: smallvec![ANSWERED], ints: SmallVec::new() };
    match guarded(|| (attribute.eval)(handle, &mut out)) {
        Ok(()) => {}
        Err(failure) if failure.is_answer() => fail_with(&mut out, failure),
        Err(failure) => raise(failure),
    }
    out
}
