//! LazyDP: a candidate's substructures stay parts of buckets, its data whole domains, until read.
//!
//! One run of the predicate judges every candidate that agrees with what it read. A run that accepts
//! leaves the rest open, and all of it is accepted; one that rejects has rejected all of it.

use super::columns::{Columns, opaque_holds};
use super::rounds::Found;
use crate::run::{
    Handle, Model, NodeState, PoolSource, Predicate, Run, SlotState, Source, enter, guarded, with,
};
use crate::tasks::Task;
use crate::watch::Watch;
use dpgen_forest::index::{CtorIx, shown};
use dpgen_forest::schema::SlotKind;

/// How many candidates pass between two looks at the limits.
const POLL: u64 = 1024;

/// Candidates that were judged, and whether the build is to stop.
struct Budget<'a> {
    watch: &'a Watch,
    unspent: u64,
    stopped: bool,
}

impl Budget<'_> {
    fn spend(&mut self, candidates: u64) {
        self.unspent += candidates;
        if self.unspent >= POLL {
            self.stopped |= self.watch.spend(self.unspent);
            self.unspent = 0;
        }
    }
}

/// Judges the candidates of a task.
pub(crate) fn judge(model: &Model, columns: &Columns<'_>, task: &Task, watch: &Watch) -> Found {
    let ty = model.schema.constructor(task.ctor).ty;
    let predicate = model.rep_ok[ty.index()].clone();
    let source = Source::Pool(PoolSource::new(columns.pool.clone()));
    let run = Run::new(model, columns.attributes.clone(), source);
    let mut found = Found::default();
    let mut budget = Budget { watch, unspent: 0, stopped: false };
    let (mut run, ()) = enter(run, || {
        loop {
            let handle = with(|run| start(run, task));
            let verdict = match &predicate {
                None => Ok(true),
                Some(Predicate::Observed { test, .. }) => guarded(|| test(handle)),
                Some(Predicate::Opaque(_)) => unreachable!("opaque predicates are judged by DP"),
            };
            found.runs += 1;
            match verdict {
                Ok(true) => {
                    found.accepting += 1;
                    with(|run| accept(run, handle, &mut found.words, &mut budget));
                }
                Ok(false) => {
                    found.reject(with(|run| run.condition));
                    budget.spend(1);
                }
                Err(failure) => {
                    found.failure = Some((failure, with(|run| run.describe(handle.node))));
                    return;
                }
            }
            if budget.stopped || !with(|run| run.choices.advance()) {
                return;
            }
        }
    });
    watch.spend(budget.unspent);
    let expanded = match &run.source {
        Source::Pool(source) => source.expanded,
        _ => 0,
    };
    found.close(&mut run, expanded);
    found
}

/// Lays out the candidate: a node for each part, an unknown for each data slot.
fn start(run: &mut Run, task: &Task) -> Handle {
    run.restart();
    let mut parts = task.parts.iter();
    let root = run.push_node(NodeState::Structure(0));
    let layer = run.push_layer(task.ctor, |run, _, kind| match kind {
        SlotKind::Data(domain) => run.fresh_data(domain),
        SlotKind::Recursive(_) => {
            let part = parts.next().unwrap_or_else(|| unreachable!("a part for each recursive slot"));
            SlotState::Node(run.push_node(NodeState::Bucket {
                bucket: part.bucket,
                from: part.from,
                len: part.len,
            }))
        }
    });
    run.set_root(root, layer);
    run.handle(root)
}

/// Writes every structure that the run left open, in the order of the slots.
fn accept(run: &Run, root: Handle, words: &mut Vec<u32>, budget: &mut Budget<'_>) {
    let Some((ctor, first)) = run.layer_of(root.node) else { return };
    let slots = &run.schema.constructor(ctor).slots;
    let choices: smallvec::SmallVec<[Ways<'_>; 5]> =
        (0..slots.len()).map(|slot| ways(run, ctor, first, slot, slots[slot].kind)).collect();
    let mut picked: smallvec::SmallVec<[u32; 5]> = choices.iter().map(|_| 0).collect();
    loop {
        budget.spend(1);
        if budget.stopped {
            return;
        }
        words.push(ctor.word());
        words.extend(choices.iter().zip(&picked).map(|(ways, at)| ways.get(*at)));
        let Some(last) = (0..slots.len()).rev().find(|slot| picked[*slot] + 1 < choices[*slot].len()) else {
            return;
        };
        picked[last] += 1;
        for later in &mut picked[last + 1..] {
            *later = 0;
        }
    }
}

/// What a slot can still hold.
enum Ways<'a> {
    One(u32),
    Structures(&'a [u32]),
    Values(u32, u32),
}

impl Ways<'_> {
    fn len(&self) -> u32 {
        match self {
            Self::One(_) => 1,
            Self::Structures(ids) => shown(ids.len()),
            Self::Values(lo, hi) => hi - lo + 1,
        }
    }

    fn get(&self, way: u32) -> u32 {
        match self {
            Self::One(word) => *word,
            Self::Structures(ids) => ids[dpgen_forest::index::at(way)],
            Self::Values(lo, _) => lo + way,
        }
    }
}

fn ways(run: &Run, ctor: CtorIx, first: u32, slot: usize, kind: SlotKind) -> Ways<'_> {
    match kind {
        SlotKind::Data(_) => {
            let (lo, hi) = run.data_interval(ctor, first, slot);
            Ways::Values(lo, hi)
        }
        SlotKind::Recursive(_) => match run.node_structures(ctor, first, slot) {
            Ok(structure) => Ways::One(structure),
            Err(ids) => Ways::Structures(ids),
        },
    }
}

/// Judges a finished structure with any predicate, for DP.
pub(crate) fn holds(
    model: &Model,
    predicate: Option<&Predicate>,
    handle: Handle,
    words: &[u32],
) -> Result<bool, (crate::run::Failure, String)> {
    match predicate {
        None => Ok(true),
        Some(Predicate::Observed { test, .. }) => {
            guarded(|| test(handle)).map_err(|failure| (failure, with(|run| run.describe(handle.node))))
        }
        Some(Predicate::Opaque(test)) => opaque_holds(&model.schema, &**test, words),
    }
}
