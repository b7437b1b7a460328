//! Judging tasks: the predicate is run over a task's holes until every choice has been taken.
//!
//! Every run starts anew with the next choices; one that accepts is handed to [`Leaves::add`]. Workers judge
//! neighbouring tasks together, so that what these have in common is looked up and allocated once.

use std::time::Instant;

use bumpalo::Bump;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{CtorIx, at, wide};
use dpgen_forest::schema::SlotKind;

use super::leaf::add::{LeafAnswers, fail_with};
use super::leaf::condition::{happens, is_possible};
use super::leaf::leaves::{Leaves, TaskLeaves};
use super::memo::apart::PartSets;
use super::memo::opening::Next;
use super::memo::script::Recording;
use super::memo::{Memo, Recall};
use super::source::{ClassRun, ClassSource};
use super::spread::Holes;
use super::verdicts::Verdicts;
use crate::run::choices::{Portion, Read};
use crate::run::evaluation::enter;
use crate::run::failure::{Failure, guarded, internal, raise};
use crate::run::handle::Handle;
use crate::run::model::{Attribute, Encoder, Model, Predicate};
use crate::run::state::{ANSWERED, SlotState};
use crate::tasks::Task;
use crate::watch::Watch;

/// How many runs pass between two looks at the limits.
const POLL: u64 = 1024;
/// How many classes runs may go through between two looks: a run can go through all that a hole holds.
const CLASSES_PER_POLL: u64 = 1 << 18;

/// How many runs over these holes pass between two looks at the limits.
fn runs_per_poll(run: &mut ClassRun, holes: &Holes) -> u64 {
    let classes = holes.sets.iter().map(|set| wide(run.parts().members(*set).len())).max();
    (CLASSES_PER_POLL / classes.unwrap_or(0).max(1)).clamp(1, POLL)
}

/// Judges tasks of one type: for each, every run of the predicate over its holes.
pub(crate) fn judge(
    model: &Model,
    mut run: Box<ClassRun>,
    tasks: &[Task],
    watch: &Watch,
) -> (ClassSource, Leaves) {
    let mut leaves = Leaves::new(run.parts().worker);
    let mut judged = 0;
    let mut memo = run.source.memo.take();
    let (mut run, ()) = enter(run, || {
        for task in tasks {
            let before = leaves.runs;
            let goes_on = match &mut memo {
                Some(memo) => leaves.recall_or_judge(memo, model, task, watch),
                None => leaves.judge_task(model, task, watch),
            };
            judged += leaves.runs - before;
            if !goes_on {
                return;
            }
        }
    });
    watch.spend(judged % POLL);
    leaves.splits.extend(memo.iter_mut().flat_map(Memo::end_lot));
    run.source.memo = memo;
    leaves.count_sets(run.parts());
    leaves.discovered.append(&mut run.discovered);
    leaves.splits.extend(run.choices.splits.drain());
    (run.source, leaves)
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
    run.source.spread.clone_from(&holes.spread);
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

impl Leaves {
    /// Judges one task, or takes over what one like it found; whether the next is to follow.
    fn recall_or_judge(&mut self, memo: &mut Memo, model: &Model, task: &Task, watch: &Watch) -> bool {
        if task.spread || task.portion != Portion::ALL {
            ClassRun::with(|run| run.begin_openings(None));
            return self.judge_task(model, task, watch);
        }
        ClassRun::with(|run| run.begin_openings(Some(task.ctor)));
        let Some(holes) = ClassRun::with(|run| run.holes(task)) else { return true };
        let first = self.found.len();
        let plan = match guarded(|| ClassRun::with(|run| memo.plan(run, (task.ctor, holes.sets)))) {
            Ok(plan) => plan,
            Err(failure) => {
                self.failure = Some((failure, String::new()));
                return false;
            }
        };
        let mut whole = TaskLeaves::default();
        for (condition, times) in plan.reject {
            self.reject(condition, times);
            whole.runs += times;
            whole.rejected += times;
        }
        if self.has_taken_over(whole.runs, watch) {
            return false;
        }
        for sets in plan.judge {
            if !self.recall_or_judge_whole(memo, model, (task.ctor, sets), watch) {
                self.found.truncate(first);
                return false;
            }
        }
        for part in self.found.drain(first..) {
            whole.runs += part.runs;
            whole.rejected += part.rejected;
            whole.time += part.time;
        }
        self.found.push(TaskLeaves { end: self.productions.len(), ..whole });
        true
    }

    /// Counts runs that were not made; whether the build is to stop.
    fn has_taken_over(&mut self, runs: u64, watch: &Watch) -> bool {
        let before = self.runs;
        self.runs += runs;
        let polls = self.runs / POLL - before / POLL;
        polls > 0 && watch.spend(polls * POLL)
    }

    /// Judges candidates of a constructor whose parts are of these sets, or takes over what was found of some like them;
    /// whether the next are to follow.
    fn recall_or_judge_whole(
        &mut self,
        memo: &mut Memo,
        model: &Model,
        (ctor, sets): (CtorIx, PartSets),
        watch: &Watch,
    ) -> bool {
        let before = self.runs;
        let key = match self.recall(memo, (ctor, &sets)) {
            Recall::Done(runs) => return !self.has_taken_over(runs, watch),
            Recall::Judge => return self.judge(model, ctor, (&Holes::of(sets), Portion::ALL), watch),
            Recall::Record(key) => key,
        };
        let holes = Holes::of(sets);
        let splits = take_splits();
        ClassRun::with(|run| run.symbols().recording = Some(Recording::new()));
        let mut own = Self { runs: before, ..Self::new(self.worker) };
        let goes_on = own.judge(model, ctor, (&holes, Portion::ALL), watch);
        let recording = ClassRun::with(|run| run.symbols().recording.take());
        let found = (own, take_splits());
        add_splits(&splits);
        self.made += found.0.made;
        if !goes_on {
            self.failure = found.0.failure;
            return false;
        }
        let known = |run: &mut ClassRun| {
            memo.remember(key, (&model.schema, (ctor, &holes.sets)), recording, found, &run.source.parts)
        };
        let is_known = ClassRun::with(known);
        if is_known && let Recall::Done(runs) = self.recall(memo, (ctor, &holes.sets)) {
            self.runs += runs;
            return true;
        }
        self.judge(model, ctor, (&holes, Portion::ALL), watch)
    }

    fn recall(&mut self, memo: &mut Memo, candidates: (CtorIx, &[u32])) -> Recall {
        ClassRun::with(|run| memo.recall(run.parts(), candidates, self))
    }

    /// Judges one task; whether the next is to follow.
    fn judge_task(&mut self, model: &Model, task: &Task, watch: &Watch) -> bool {
        let Some(holes) = ClassRun::with(|run| run.holes(task)) else {
            self.found.push(TaskLeaves { end: self.productions.len(), ..TaskLeaves::default() });
            return true;
        };
        self.judge(model, task.ctor, (&holes, task.portion), watch)
    }

    /// Judges candidates of a constructor whose holes hold this, by a portion of their runs; whether the next are to
    /// follow.
    fn judge(
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
        let mut verdicts = Verdicts::default();
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
                let candidate = ClassRun::with(|run| Verdicts::candidate(run));
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
                    run.note_opening(|openings, _| openings.ends(Next::Reject(condition)));
                    verdicts.reject(Verdicts::candidate(run));
                }),
                Ok(Some((root, candidate))) => {
                    bump.reset();
                    ClassRun::with(ClassRun::end_opening);
                    let added = guarded(|| {
                        ClassRun::with(|run| {
                            if is_possible(run) && run.adds_up() {
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
                Err(failure) => match guarded(|| ClassRun::with(|run| happens(run, &failure))) {
                    Ok(false) | Err(Failure::Empty) => {}
                    Ok(true) => return self.fail(failure, handle),
                    Err(other) => return self.fail(other, handle),
                },
            }
            if ClassRun::with(|run| run.choices.is_elsewhere()) {
                self.found.push(TaskLeaves { end: self.productions.len(), ..TaskLeaves::default() });
                return true;
            }
            self.runs += 1;
            self.made += 1;
            if self.runs.is_multiple_of(POLL) && watch.spend(POLL) {
                return false;
            }
            runs_left -= 1;
            if runs_left == 0 {
                if runs_per_poll < POLL && watch.is_over() {
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
                self.found.push(TaskLeaves {
                    end: self.productions.len(),
                    runs: self.runs - before,
                    rejected: verdicts.rejections(),
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
