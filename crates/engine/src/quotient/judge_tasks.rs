//! Judges tasks: runs the predicate over the holes of each task until every choice has been taken.
//!
//! Every run takes the next choices, from the condition that made the one in which it differs from the run before
//! ([`ConditionSteps`]); an accepting one is handed to [`BatchLeaves::add`]. Workers judge a batch of
//! neighbouring tasks together, so that what these have in common is looked up and allocated once. With a memory,
//! `judge_with_memo.rs` makes no runs for tasks like earlier ones.

use std::ops::ControlFlow;
use std::time::Instant;

use bumpalo::Bump;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{CtorIx, at, wide};
use dpgen_forest::schema::SlotKind;

use super::condition_steps::ConditionSteps;
use super::memo::Memo;
use super::rejection_counter::RejectionCounter;
use crate::limit_monitor::LimitMonitor;
use crate::place_parts::{PlaceParts, apply_rules};
use crate::predicate_run::Conjunction;
use crate::predicate_run::choice_stack::Portion;
use crate::predicate_run::current_run::enter;
use crate::predicate_run::failure::{Failure, guarded, internal, raise};
use crate::predicate_run::model::{Attribute, Encoder, Model, Predicate};
use crate::predicate_run::run_state::{ANSWER_TAG, SlotState};
use crate::predicate_run::view_handles::Handle;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, TaskResult};
use crate::quotient::leaf::productions_of_leaf::{LeafAnswers, fail_with};
use crate::quotient::leaf::project_condition::{is_feasible, is_reachable_failure};
use crate::quotient::reads::holes::{Holes, NO_SET};
use crate::quotient::run_state::class_nodes::{ClassNode, ClassRun, ClassSource};
use crate::quotient::run_state::prefix_tree::NextEvent;
use crate::round_tasks::Task;

/// The maximum number of runs between two polls of the limits.
pub(super) const MAX_RUNS_PER_POLL: u64 = 1024;
/// The number of classes that runs may go through between two polls: a run can go through all classes of a hole.
const CLASSES_PER_POLL: u64 = 1 << 18;

/// The number of runs over these holes between two polls of the limits.
fn runs_per_poll(run: &mut ClassRun, holes: &Holes) -> u64 {
    let sets = holes.sets.iter().filter(|set| **set != NO_SET);
    let classes = sets.map(|set| wide(run.sets().members(*set).len())).max();
    (CLASSES_PER_POLL / classes.unwrap_or(0).max(1)).clamp(1, MAX_RUNS_PER_POLL)
}

/// The state of a thread that is kept from batch to batch: its sets of classes, and its memory of tasks.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) source: ClassSource,
    /// With symbolic data, if tasks are remembered.
    pub(crate) memo: Option<Memo>,
}

/// Judges a batch of tasks of one type: for each, all runs of the predicate over its holes.
pub(crate) fn judge(
    model: &Model,
    (run, mut memo): (Box<ClassRun>, Option<Memo>),
    tasks: &[Task],
    watch: &LimitMonitor,
) -> (Worker, BatchLeaves) {
    let mut leaves = BatchLeaves::default();
    let mut judged = 0;
    let (mut run, ()) = enter(run, || {
        for task in tasks {
            let before = leaves.runs;
            let flow = match &mut memo {
                Some(memo) => leaves.recall_or_judge_task(memo, model, task, watch),
                None => leaves.judge_task(model, task, watch),
            };
            judged += leaves.runs - before;
            if flow.is_break() {
                return;
            }
        }
    });
    watch.spend(judged % MAX_RUNS_PER_POLL);
    if let Some(memo) = &mut memo {
        memo.end_batch(&mut leaves);
    }
    leaves.count_sets(run.sets());
    leaves.discovered.append(&mut run.discovered);
    leaves.demands.append(&mut run.source.demands);
    leaves.splits.extend(run.choices.splits.drain());
    (Worker { source: run.source, memo }, leaves)
}

/// The conditions of a predicate.
fn conditions_of(predicate: Option<&Predicate>) -> Option<&dyn Conjunction> {
    match predicate? {
        Predicate::Observed { conditions, .. } => Some(&**conditions),
        Predicate::Opaque(_) => internal("opaque predicates are judged by DP"),
    }
}

/// Lays out the candidates of a run: a hole for each recursive slot, an unknown for each data slot.
fn lay_out(run: &mut ClassRun, ctor: CtorIx, holes: &Holes) -> Handle {
    run.restart();
    run.source.size_bounds.clone_from(&holes.size_bounds);
    run.source.pool = holes.pool;
    let mut sets = holes.sets.iter();
    let root = run.push_root(ctor);
    let layout = holes.layout.as_deref();
    let layer = run.push_layer(ctor, |run, slot, kind| match kind {
        SlotKind::Data(domain) => match layout.and_then(|layout| layout.interval(slot)) {
            // The rules restrict symbolic data.
            Some(allowed) if !ClassSource::is_symbolic(run, domain) => run.data_within(domain, allowed),
            _ => run.unknown_data(domain),
        },
        SlotKind::Recursive(ty) => {
            let Some(set) = sets.next() else { internal("a task has a part for each recursive slot") };
            SlotState::Node(match *set {
                NO_SET => run.push_node(ClassNode::Unplaced(ty)),
                set => run.push_classes(set),
            })
        }
    });
    run.set_node(root, layer);
    run.handle(root)
}

impl BatchLeaves {
    /// Judges one task. Breaks if no more tasks are to be judged.
    pub(super) fn judge_task(&mut self, model: &Model, task: &Task, watch: &LimitMonitor) -> ControlFlow<()> {
        let Some(holes) = ClassRun::with(|run| run.holes(task)) else {
            self.push_result(TaskResult::default());
            return ControlFlow::Continue(());
        };
        self.judge_candidates(model, task.ctor, (&holes, task.portion), watch)
    }

    /// Judges the candidates of a constructor with these holes, or the portion of them that some runs are. Breaks if no
    /// more candidates are to be judged.
    pub(super) fn judge_candidates(
        &mut self,
        model: &Model,
        ctor: CtorIx,
        (holes, portion): (&Holes, Portion),
        watch: &LimitMonitor,
    ) -> ControlFlow<()> {
        let ty = model.schema.constructor(ctor).ty;
        let (attributes, is_root, is_symbolic) = ClassRun::with(|run| {
            run.choices.begin(portion);
            let is_root = run.sets().classes.root_pool == holes.pool;
            (run.attributes.clone(), is_root, run.is_symbolic())
        });
        let of_type: SmallVec<[&Attribute; 8]> =
            attributes.of(ty).map(|(_, attribute)| &**attribute).collect();
        let root_ok = conditions_of(model.root_ok.as_ref().filter(|_| is_root));
        let layout = holes.layout.as_deref().filter(|layout| is_symbolic || layout.has_open_rules());
        let rules = model.contexts.as_deref().zip(layout);
        let rep_ok = conditions_of(model.rep_ok[ty.index()].as_ref());
        let begin = Instant::now();
        let before = self.runs;
        let mut rejections = RejectionCounter::default();
        let mut bump = Bump::new();
        let runs_per_poll = ClassRun::with(|run| runs_per_poll(run, holes));
        let mut runs_left = runs_per_poll;
        let mut steps = ConditionSteps::default();
        loop {
            let (handle, resumed) = ClassRun::with(|run| match steps.go_back(run) {
                Some(condition) => (run.handle(0), Some(condition)),
                None => (lay_out(run, ctor, holes), None),
            });
            let mut answers = LeafAnswers::new();
            let verdict = guarded(|| {
                if resumed.is_none()
                    && let Some((rules, layout)) = rules
                {
                    apply_rules::<ClassSource>(rules, (handle, ctor), (layout, &holes.sizes))?;
                }
                let first = resumed.unwrap_or_default();
                if rep_ok.is_some_and(|conditions| !steps.hold(conditions, handle, first)) {
                    return Ok(None);
                }
                let candidate = ClassRun::with(|run| RejectionCounter::candidate(run));
                answers.extend(of_type.iter().map(|attribute| answer_of(attribute, handle)));
                Ok(Some((root_ok.is_none_or(|conditions| conditions.hold(handle)), candidate)))
            })
            .and_then(|verdict| verdict);
            match verdict {
                Ok(None) => ClassRun::with(|run| {
                    if run.choices.is_elsewhere() {
                        return;
                    }
                    self.count_rejected(run.condition, 1);
                    let condition = run.condition;
                    run.record_next(|tree, _| tree.end(NextEvent::Reject(condition)));
                    rejections.reject(RejectionCounter::candidate(run));
                }),
                Ok(Some((root, candidate))) => {
                    bump.reset();
                    ClassRun::with(ClassRun::end_prefix);
                    let added = guarded(|| {
                        ClassRun::with(|run| {
                            if is_feasible(run) && run.sizes_add_up() {
                                rejections.accept(candidate);
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
                self.push_result(TaskResult::default());
                return ControlFlow::Continue(());
            }
            self.runs += 1;
            self.executed_runs += 1;
            if self.runs.is_multiple_of(MAX_RUNS_PER_POLL) && watch.spend(MAX_RUNS_PER_POLL) {
                return ControlFlow::Break(());
            }
            runs_left -= 1;
            if runs_left == 0 {
                if runs_per_poll < MAX_RUNS_PER_POLL && watch.is_over() {
                    return ControlFlow::Break(());
                }
                runs_left = runs_per_poll;
            }
            let (discovered, more) =
                ClassRun::with(|run| (!run.discovered.is_empty(), run.choices.advance()));
            if discovered {
                return ControlFlow::Break(());
            }
            let more = match more {
                Ok(more) => more,
                Err(failure) => return self.fail(failure, handle),
            };
            if !more {
                self.push_result(TaskResult {
                    runs: self.runs - before,
                    rejected: rejections.count(),
                    time: begin.elapsed(),
                    ..TaskResult::default()
                });
                return ControlFlow::Continue(());
            }
        }
    }

    /// Notes a failure of the predicate, and breaks.
    fn fail(&mut self, failure: Failure, handle: Handle) -> ControlFlow<()> {
        self.failure = Some((failure, ClassRun::with(|run| run.describe(handle.node))));
        ControlFlow::Break(())
    }

    /// Counts runs that a condition rejected.
    pub(super) fn count_rejected(&mut self, condition: Option<u32>, runs: u64) {
        if let Some(condition) = condition.map(at) {
            let len = self.rejected.len().max(condition + 1);
            self.rejected.resize(len, 0);
            self.rejected[condition] += runs;
        }
    }
}

/// The answer of an attribute at a leaf; a failure is an answer too.
fn answer_of(attribute: &Attribute, handle: Handle) -> Encoder {
    let mut out = Encoder { words: smallvec![ANSWER_TAG], ints: SmallVec::new() };
    match guarded(|| (attribute.eval)(handle, &mut out)) {
        Ok(()) => {}
        Err(failure) if failure.is_answer() => fail_with(&mut out, failure),
        Err(failure) => raise(failure),
    }
    out
}
