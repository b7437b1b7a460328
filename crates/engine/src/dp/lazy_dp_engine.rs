//! LazyDP: a candidate's substructures stay parts of buckets, its data whole domains, until read.
//!
//! One run of the predicate judges every candidate that agrees with what it read. A run that accepts
//! leaves the rest open, and all of it is accepted; one that rejects has rejected all of it.

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use super::attribute_columns::Columns;
use super::group_by_answer::StructureList;
use super::pool_nodes::{DpNode, DpRun, DpSource};
use super::task_result::DpTaskResult;
use crate::limit_monitor::LimitMonitor;
use crate::round_tasks::Task;
use crate::run::current_run::enter;
use crate::run::failure::{guarded, internal};
use crate::run::model::{Model, Predicate};
use crate::run::run_state::{Run, SlotState};
use crate::run::view_handles::Handle;

/// The number of candidates between two polls of the limits.
const CANDIDATES_PER_POLL: u64 = 1024;

/// Candidates that were judged, and whether the build is to stop.
struct Budget<'a> {
    watch: &'a LimitMonitor,
    unspent: u64,
    stopped: bool,
}

impl Budget<'_> {
    fn spend(&mut self, candidates: u64) {
        self.unspent += candidates;
        if self.unspent >= CANDIDATES_PER_POLL {
            self.stopped |= self.watch.spend(self.unspent);
            self.unspent = 0;
        }
    }
}

/// Judges the candidates of a task.
pub(crate) fn judge(model: &Model, columns: &Columns<'_>, task: &Task, watch: &LimitMonitor) -> DpTaskResult {
    let ty = model.schema.constructor(task.ctor).ty;
    let predicate = model.rep_ok[ty.index()].clone();
    let run = Run::new(model, columns.attributes.clone(), DpSource::new(columns.pool.clone()));
    let mut found = DpTaskResult::default();
    let mut budget = Budget { watch, unspent: 0, stopped: false };
    let (mut run, ()) = enter(run, || {
        loop {
            let handle = DpRun::with(|run| start(run, task));
            let verdict = match &predicate {
                None => Ok(true),
                Some(Predicate::Observed { conditions, .. }) => guarded(|| conditions.hold(handle)),
                Some(Predicate::Opaque(_)) => internal("opaque predicates are judged by DP"),
            };
            found.runs += 1;
            match verdict {
                Ok(true) => {
                    found.accepting += 1;
                    DpRun::with(|run| accept(run, handle, &mut found.words, &mut budget));
                }
                Ok(false) => {
                    found.reject(DpRun::with(|run| run.condition));
                    budget.spend(1);
                }
                Err(failure) => {
                    found.failure = Some((failure, DpRun::with(|run| run.describe(handle.node))));
                    return;
                }
            }
            if budget.stopped {
                return;
            }
            match DpRun::with(|run| run.choices.advance()) {
                Ok(true) => {}
                Ok(false) => return,
                Err(failure) => {
                    found.failure = Some((failure, DpRun::with(|run| run.describe(handle.node))));
                    return;
                }
            }
        }
    });
    watch.spend(budget.unspent);
    found.discovered.append(&mut run.discovered);
    found.expanded += run.source.expanded;
    found
}

/// Lays out the candidate: a node for each part, an unknown for each data slot.
fn start(run: &mut DpRun, task: &Task) -> Handle {
    run.restart();
    let mut parts = task.parts.iter();
    let root = run.push_root(task.ctor);
    let layer = run.push_undecided(task.ctor, |run, _| {
        let Some(part) = parts.next() else { internal("a task has a part for each recursive slot") };
        run.push_node(DpNode::AnyOf(StructureList::Part {
            bucket: part.bucket,
            from: part.from,
            len: part.len,
        }))
    });
    run.set_node(root, layer);
    run.handle(root)
}

/// Writes every structure that the run left open, in the order of the slots.
fn accept(run: &DpRun, root: Handle, words: &mut Vec<u32>, budget: &mut Budget<'_>) {
    let Some((ctor, first)) = run.layer_of(root.node) else { return };
    let choices: SmallVec<[SlotOptions<'_>; 5]> =
        run.layer_slots(ctor, first).iter().map(|slot| ways(run, *slot)).collect();
    let mut picked: SmallVec<[u32; 5]> = choices.iter().map(|_| 0).collect();
    loop {
        budget.spend(1);
        budget.stopped |= !budget.watch.reserve(words, choices.len() + 1);
        if budget.stopped {
            return;
        }
        words.push(ctor.word());
        words.extend(choices.iter().zip(&picked).map(|(ways, at)| ways.get(*at)));
        let Some(last) = (0..choices.len()).rev().find(|slot| picked[*slot] + 1 < choices[*slot].len())
        else {
            return;
        };
        picked[last] += 1;
        for later in &mut picked[last + 1..] {
            *later = 0;
        }
    }
}

/// The contents that a slot can still have.
enum SlotOptions<'a> {
    One(u32),
    Structures(&'a [u32]),
    Values(u32, u32),
}

impl SlotOptions<'_> {
    fn len(&self) -> u32 {
        match self {
            Self::One(_) => 1,
            Self::Structures(ids) => small(ids.len()),
            Self::Values(lo, hi) => hi - lo + 1,
        }
    }

    fn get(&self, way: u32) -> u32 {
        match self {
            Self::One(word) => *word,
            Self::Structures(ids) => ids[at(way)],
            Self::Values(lo, _) => lo + way,
        }
    }
}

fn ways(run: &DpRun, slot: SlotState) -> SlotOptions<'_> {
    match slot {
        SlotState::Data(..) => {
            let (lo, hi) = run.data_interval(slot);
            SlotOptions::Values(lo, hi)
        }
        SlotState::Node(node) => match run.node_structures(node) {
            Ok(Some(structure)) => SlotOptions::One(structure),
            Ok(None) => SlotOptions::Structures(&[]),
            Err(ids) => SlotOptions::Structures(ids),
        },
    }
}
