//! LazyDP: a candidate's substructures stay parts of buckets, its data whole domains, until read.
//!
//! One run of the predicate judges every candidate that agrees with what it read. A run that accepts
//! leaves the rest open, and all of it is accepted; one that rejects has rejected all of it.

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};
use dpgen_forest::schema::SlotKind;

use super::attribute_columns::Columns;
use super::group_by_answer::StructureList;
use super::judge_structure::write_compact;
use super::pool_nodes::{DpNode, DpRun, DpSource};
use super::task_result::DpTaskResult;
use crate::context_pools::Layout;
use crate::limit_monitor::LimitMonitor;
use crate::place_parts::apply_rules;
use crate::predicate_run::current_run::enter;
use crate::predicate_run::failure::{Failure, guarded, internal};
use crate::predicate_run::model::{Model, Predicate};
use crate::predicate_run::run_state::{Run, SlotState};
use crate::predicate_run::view_handles::Handle;
use crate::round_tasks::Task;

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
    judge_runs(model, columns, (task, false), watch)
}

/// Judges the candidates of a task one by one, each decided in full: DP where contexts say which parts go together.
pub(super) fn judge_decided(
    model: &Model,
    columns: &Columns<'_>,
    task: &Task,
    watch: &LimitMonitor,
) -> DpTaskResult {
    judge_runs(model, columns, (task, true), watch)
}

fn judge_runs(
    model: &Model,
    columns: &Columns<'_>,
    (task, is_decided): (&Task, bool),
    watch: &LimitMonitor,
) -> DpTaskResult {
    let ty = model.schema.constructor(task.ctor).ty;
    let predicate = model.rep_ok[ty.index()].clone();
    let run = Run::new(model, columns.attributes.clone(), DpSource::new(columns.pool.clone()));
    let mut found = DpTaskResult::default();
    let mut budget = Budget { watch, unspent: 0, stopped: false };
    let layout = columns.pool.pools.layout(task.pool, task.ctor).cloned();
    let rules = model.contexts.as_deref().zip(layout.as_deref());
    let sizes = rules.map(|_| task.parts.iter().map(|part| columns.pool.type_and_size(part.bucket).1));
    let sizes: SmallVec<[u32; 4]> = sizes.into_iter().flatten().collect();
    let (mut run, ()) = enter(run, || {
        loop {
            let handle = DpRun::with(|run| start(run, task, layout.as_deref()));
            let verdict = guarded(|| {
                if let Some((rules, layout)) = rules {
                    apply_rules::<DpSource>(rules, (handle, task.ctor), (layout, &sizes))?;
                }
                if is_decided {
                    DpRun::with(|run| run.decide_all(handle.node));
                }
                Ok(match &predicate {
                    None => true,
                    Some(Predicate::Observed { conditions, .. }) => conditions.hold(handle),
                    Some(Predicate::Opaque(test)) => {
                        test(&model.schema, &DpRun::with(|run| decided_words(run, handle)))
                    }
                })
            })
            .and_then(|verdict| verdict);
            found.runs += 1;
            match verdict {
                Ok(true) => {
                    found.accepting += 1;
                    DpRun::with(|run| accept(run, handle, &mut found.words, &mut budget));
                }
                Err(Failure::Empty) => budget.spend(1),
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
    found.demands.append(&mut run.source.demands);
    found.expanded += run.source.expanded;
    found
}

/// Lays out the candidate: a node for each part, an unknown for each data slot.
fn start(run: &mut DpRun, task: &Task, layout: Option<&Layout>) -> Handle {
    run.restart();
    run.source.task_pool = task.pool;
    let mut parts = task.parts.iter().enumerate();
    let root = run.push_root(task.ctor);
    let layer = run.push_layer(task.ctor, |run, slot, kind| match kind {
        SlotKind::Data(domain) => match layout.and_then(|layout| layout.interval(slot)) {
            Some(allowed) => run.data_within(domain, allowed),
            None => run.fresh_data(domain),
        },
        SlotKind::Recursive(ty) => {
            let Some((number, part)) = parts.next() else {
                internal("a task has a part for each recursive slot")
            };
            let is_open = layout.is_some_and(|layout| layout.pool(number).is_none());
            SlotState::Node(run.push_node(match is_open {
                true => DpNode::Unplaced(ty),
                false => {
                    DpNode::AnyOf(StructureList::Part { bucket: part.bucket, from: part.from, len: part.len })
                }
            }))
        }
    });
    run.set_node(root, layer);
    run.handle(root)
}

/// The compact words of a candidate that is decided in full.
fn decided_words(run: &DpRun, root: Handle) -> Vec<u32> {
    let Some((ctor, first)) = run.layer_of(root.node) else { return Vec::new() };
    let mut words = vec![ctor.word()];
    for slot in run.layer_slots(ctor, first) {
        match (ways(run, *slot), slot) {
            (SlotOptions::One(structure), SlotState::Node(_)) => {
                write_compact(&run.schema, &run.source.pool.records, structure, &mut words, || false);
            }
            (options, _) => words.push(options.get(0)),
        }
    }
    words
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
