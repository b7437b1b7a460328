//! Judging tasks: the predicate is run over a task's holes until every choice has been taken.
//!
//! Every run starts anew with the next choices; one that accepts is handed to [`Leaves::add`]. Workers judge
//! neighbouring tasks together, so that what these have in common is looked up and allocated once.

use std::hash::{Hash, Hasher};
use std::time::Instant;

use bumpalo::Bump;
use rustc_hash::FxHasher;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{at, wide};
use dpgen_forest::schema::SlotKind;

use super::leaf::add::{LeafAnswers, fail_with};
use super::leaf::condition::{happens, is_possible};
use super::leaf::leaves::{Leaves, TaskLeaves};
use super::memo::script::Recording;
use super::memo::{Memo, Recall};
use super::source::{ClassRun, ClassSource};
use super::spread::Holes;
use crate::run::choices::Read;
use crate::run::evaluation::enter;
use crate::run::failure::{Failure, guarded, internal, raise};
use crate::run::handle::Handle;
use crate::run::model::{Attribute, Encoder, Model, Predicate};
use crate::run::state::{ANSWERED, SlotState};
use crate::tasks::Task;
use crate::watch::Watch;

/// How many runs pass between two looks at the limits.
const POLL: u64 = 1024;

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
                None => leaves.judge(model, task, watch),
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
fn start(run: &mut ClassRun, task: &Task, holes: &Holes) -> Handle {
    run.restart();
    run.source.spread.clone_from(&holes.spread);
    let mut sets = holes.sets.iter();
    let root = run.push_root(task.ctor);
    let layer = run.push_layer(task.ctor, |run, _, kind| match kind {
        SlotKind::Data(domain) => run.unknown_data(domain),
        SlotKind::Recursive(_) => {
            let Some(set) = sets.next() else { internal("a task has a part for each recursive slot") };
            SlotState::Node(run.push_classes(*set))
        }
    });
    run.set_node(root, layer);
    run.handle(root)
}

/// Which candidates of a task with symbolic data were accepted and rejected, by hash. One candidate can have many runs,
/// by its data: it is rejected if none of them accepts.
#[derive(Debug, Default)]
struct Verdicts {
    accepted: SmallVec<[u64; 8]>,
    rejected: SmallVec<[u64; 8]>,
}

impl Verdicts {
    fn accept(&mut self, candidate: Option<u64>) {
        self.accepted.extend(candidate.filter(|new| self.accepted.last() != Some(new)));
    }

    fn reject(&mut self, candidate: Option<u64>) {
        self.rejected.extend(candidate.filter(|new| self.rejected.last() != Some(new)));
    }

    /// The candidate of a run with symbolic data, by what its nodes were narrowed to.
    fn candidate(run: &ClassRun) -> Option<u64> {
        let mut hash = FxHasher::default();
        run.is_symbolic().then(|| {
            run.nodes.hash(&mut hash);
            hash.finish()
        })
    }

    fn rejections(mut self) -> u64 {
        self.accepted.sort_unstable();
        self.rejected.sort_unstable();
        self.rejected.dedup();
        let rejected = |candidate: &&u64| self.accepted.binary_search(candidate).is_err();
        wide(self.rejected.iter().filter(rejected).count())
    }
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
        let before = self.runs;
        let key = match self.recall(memo, task) {
            Recall::Done => {
                let polls = self.runs / POLL - before / POLL;
                return polls == 0 || !watch.spend(polls * POLL);
            }
            Recall::Judge => return self.judge(model, task, watch),
            Recall::Record(key) => key,
        };
        let splits = take_splits();
        ClassRun::with(|run| run.symbols().recording = Some(Recording::new()));
        let mut own = Self { runs: before, ..Self::new(self.worker) };
        let goes_on = own.judge(model, task, watch);
        let recording = ClassRun::with(|run| run.symbols().recording.take());
        let found = (own, take_splits());
        add_splits(&splits);
        if !goes_on {
            self.failure = found.0.failure;
            return false;
        }
        let known = |run: &mut ClassRun| {
            memo.remember(key, (&model.schema, task), recording, found, &run.source.parts)
        };
        let is_known = ClassRun::with(known);
        is_known && matches!(self.recall(memo, task), Recall::Done) || self.judge(model, task, watch)
    }

    fn recall(&mut self, memo: &mut Memo, task: &Task) -> Recall {
        ClassRun::with(|run| memo.recall(run.parts(), task, self))
    }

    /// Judges one task; whether the next is to follow.
    fn judge(&mut self, model: &Model, task: &Task, watch: &Watch) -> bool {
        let ty = model.schema.constructor(task.ctor).ty;
        let attributes = ClassRun::with(|run| run.attributes.clone());
        let of_type: SmallVec<[&Attribute; 8]> =
            attributes.of(ty).map(|(_, attribute)| &**attribute).collect();
        let root_ok = model.root_ok.as_ref().filter(|_| ty == model.schema.root());
        let rep_ok = model.rep_ok[ty.index()].as_ref();
        let begin = Instant::now();
        let before = self.runs;
        let mut verdicts = Verdicts::default();
        let mut bump = Bump::new();
        let holes = ClassRun::with(|run| {
            run.choices.begin(task.portion);
            run.holes(task)
        });
        let Some(holes) = holes else {
            self.found.push(TaskLeaves { end: self.productions.len(), ..TaskLeaves::default() });
            return true;
        };
        loop {
            let handle = ClassRun::with(|run| start(run, task, &holes));
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
                    self.reject(run.condition);
                    verdicts.reject(Verdicts::candidate(run));
                }),
                Ok(Some((root, candidate))) => {
                    bump.reset();
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
            if self.runs.is_multiple_of(POLL) && watch.spend(POLL) {
                return false;
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

    fn reject(&mut self, condition: Option<u32>) {
        if let Some(condition) = condition.map(at) {
            let len = self.rejected.len().max(condition + 1);
            self.rejected.resize(len, 0);
            self.rejected[condition] += 1;
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
