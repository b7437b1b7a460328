//! DP: each candidate is fully built before `rep_ok` judges it, and every valuation of its data is tried.

use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::{Schema, SlotKind};

use super::buckets::Pool;
use super::columns::Columns;
use super::found::Judged;
use super::source::{PoolRun, PoolSource};
use super::verdict::{holds, write_compact};
use crate::run::evaluation::enter;
use crate::run::handle::Handle;
use crate::run::int::Int;
use crate::run::model::Model;
use crate::run::state::{Run, SlotState};
use crate::tasks::Task;
use crate::watch::Watch;

/// How many candidates pass between two looks at the limits.
const POLL: u64 = 1024;

/// Judges the candidates of a task.
pub(crate) fn judge(model: &Model, columns: &Columns<'_>, task: &Task, watch: &Watch) -> Judged {
    let schema = &*model.schema;
    let ty = schema.constructor(task.ctor).ty;
    let predicate = model.rep_ok[ty.index()].as_ref();
    let run = Run::new(model, columns.attributes.clone(), PoolSource::new(columns.pool.clone()));
    let mut found = Judged::default();
    let mut candidate = Candidate::first(schema, task);
    let mut words = Vec::new();
    let mut expanded = 0;
    let (mut run, ()) = enter(run, || {
        loop {
            let record = candidate.record(schema, &columns.pool, task);
            words.clear();
            expanded += build(schema, &columns.pool, &record, &mut words);
            let handle = PoolRun::with(|run| start(run, schema, &record, task));
            found.runs += 1;
            match holds(model, predicate, handle, &words) {
                Ok(true) => {
                    found.accepting += 1;
                    found.words.extend(&record);
                }
                Ok(false) => found.reject(PoolRun::with(|run| run.condition)),
                Err(failure) => {
                    found.failure = Some(failure);
                    return;
                }
            }
            let stop = found.runs.is_multiple_of(POLL) && watch.spend(POLL);
            if stop || !candidate.next() {
                return;
            }
        }
    });
    watch.spend(found.runs % POLL);
    found.discovered.append(&mut run.discovered);
    found.expanded += expanded;
    found
}

/// An odometer over the parts and domains of a task's slots.
struct Candidate {
    picked: Vec<u32>,
    bounds: Vec<u32>,
}

impl Candidate {
    fn first(schema: &Schema, task: &Task) -> Self {
        let mut parts = task.parts.iter();
        let slots = &schema.constructor(task.ctor).slots;
        let bounds: Vec<u32> = slots
            .iter()
            .map(|slot| match slot.kind {
                SlotKind::Data(domain) => schema.domain(domain).len(),
                SlotKind::Recursive(_) => parts.next().map_or(0, |part| part.len),
            })
            .collect();
        Self { picked: vec![0; bounds.len()], bounds }
    }

    fn next(&mut self) -> bool {
        let Some(last) =
            (0..self.picked.len()).rev().find(|slot| self.picked[*slot] + 1 < self.bounds[*slot])
        else {
            return false;
        };
        self.picked[last] += 1;
        self.picked[last + 1..].fill(0);
        true
    }

    /// The candidate as a record.
    fn record(&self, schema: &Schema, pool: &Pool, task: &Task) -> Vec<u32> {
        let mut parts = task.parts.iter();
        let mut record = vec![task.ctor.word()];
        let slots = schema.constructor(task.ctor).slots.iter();
        record.extend(slots.zip(&self.picked).map(|(slot, picked)| match slot.kind {
            SlotKind::Data(_) => *picked,
            SlotKind::Recursive(_) => {
                parts.next().map_or(0, |part| pool.ids(part.bucket)[at(part.from) + at(*picked)])
            }
        }));
        record
    }
}

/// Builds the candidate in full, as compact words; how many substructures that took.
fn build(schema: &Schema, pool: &Pool, record: &[u32], words: &mut Vec<u32>) -> u64 {
    words.push(record[0]);
    let ctor = schema.constructor(CtorIx::from_word(record[0]));
    let mut expanded = 0;
    for (slot, word) in ctor.slots.iter().zip(&record[1..]) {
        match slot.kind {
            SlotKind::Data(_) => words.push(*word),
            SlotKind::Recursive(_) => {
                expanded += 1;
                write_compact(schema, &pool.records, *word, words);
            }
        }
    }
    expanded
}

fn start(run: &mut PoolRun, schema: &Schema, record: &[u32], task: &Task) -> Handle {
    run.restart();
    run.choices.clear();
    let root = run.push_root(task.ctor);
    let layer = run.push_layer(task.ctor, |run, slot, kind| match kind {
        SlotKind::Data(domain) => {
            SlotState::Data(Int::constant(schema.domain(domain).value(record[slot + 1])), domain)
        }
        SlotKind::Recursive(_) => SlotState::Node(run.push_structure(record[slot + 1])),
    });
    run.set_node(root, layer);
    run.handle(root)
}
