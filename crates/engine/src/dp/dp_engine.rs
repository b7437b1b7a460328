//! DP: each candidate is decided in full before `rep_ok` judges it, and every valuation of its data is tried.
//!
//! Views read the parts of a candidate in the pool. A predicate that takes a finished value gets the candidate as compact words, which
//! are written for no other.

use dpgen_forest::index::{CtorIx, at, wide};
use dpgen_forest::schema::{Schema, SlotKind};

use super::attribute_columns::Columns;
use super::judge_structure::{holds, write_compact};
use super::lazy_dp_engine::judge_decided;
use super::pool_nodes::{DpRun, DpSource};
use super::structure_pool::Pool;
use super::task_result::DpTaskResult;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::current_run::enter;
use crate::predicate_run::model::{Model, Predicate};
use crate::predicate_run::run_state::{Run, SlotState};
use crate::predicate_run::view_handles::Handle;
use crate::round_tasks::Task;

/// The number of candidates between two polls of the limits.
const CANDIDATES_PER_POLL: u64 = 1024;

/// Judges the candidates of a task.
pub(crate) fn judge(model: &Model, columns: &Columns<'_>, task: &Task, watch: &LimitMonitor) -> DpTaskResult {
    if model.contexts.is_some() {
        return judge_decided(model, columns, task, watch);
    }
    let schema = &*model.schema;
    let ty = schema.constructor(task.ctor).ty;
    let predicate = model.rep_ok[ty.index()].as_ref();
    let run = Run::new(model, columns.attributes.clone(), DpSource::new(columns.pool.clone()));
    let mut found = DpTaskResult::default();
    let needs_words = matches!(predicate, Some(Predicate::Opaque(_)));
    let mut candidate = Candidate::first(schema, (&columns.pool, needs_words), (task, watch));
    let (mut run, ()) = enter(run, || {
        let mut handle = DpRun::with(|run| lay_out(run, task.ctor, &candidate.record));
        loop {
            // A candidate may be broken off while it is built.
            if watch.stopped().is_some() {
                return;
            }
            found.runs += 1;
            let words = candidate.words.as_deref().unwrap_or_default();
            match holds(model, predicate, handle, words) {
                Ok(true) => {
                    found.accepting += 1;
                    if !watch.reserve(&mut found.words, candidate.record.len()) {
                        return;
                    }
                    found.words.extend_from_slice(&candidate.record);
                }
                Ok(false) => found.reject(DpRun::with(|run| run.condition)),
                Err(failure) => {
                    found.failure = Some(failure);
                    return;
                }
            }
            let stop = found.runs.is_multiple_of(CANDIDATES_PER_POLL) && watch.spend(CANDIDATES_PER_POLL);
            let changed = if stop { None } else { candidate.next() };
            let Some(changed) = changed else { return };
            handle = DpRun::with(|run| lay_out_again(run, &candidate.record, changed));
        }
    });
    watch.spend(found.runs % CANDIDATES_PER_POLL);
    found.discovered.append(&mut run.discovered);
    found.expanded += found.runs * wide(task.parts.len());
    found
}

/// A candidate of a task, built in full: an odometer over the parts and domains of its slots.
struct Candidate<'a> {
    schema: &'a Schema,
    pool: &'a Pool,
    watch: &'a LimitMonitor,
    digits: Vec<Digit<'a>>,
    /// The candidate as a record.
    record: Vec<u32>,
    /// The candidate as compact words, if the predicate takes these.
    words: Option<Vec<u32>>,
}

/// The content of a slot of a candidate, as a digit of the odometer over all contents.
struct Digit<'a> {
    /// The structures that a recursive slot can hold.
    structures: Option<&'a [u32]>,
    picked: u32,
    bound: u32,
    /// Where its compact words begin, if they are written.
    begin: usize,
}

impl<'a> Candidate<'a> {
    fn first(
        schema: &'a Schema,
        (pool, needs_words): (&'a Pool, bool),
        (task, watch): (&Task, &'a LimitMonitor),
    ) -> Self {
        let mut parts = task.parts.iter();
        let slots = schema.constructor(task.ctor).slots.iter();
        let digits = slots.map(|slot| {
            let (structures, bound) = match slot.kind {
                SlotKind::Data(domain) => (None, schema.domain(domain).len()),
                SlotKind::Recursive(_) => {
                    let part = parts.next();
                    let ids = part.map_or(&[][..], |part| &pool.ids(part.bucket)[at(part.from)..]);
                    (Some(ids), part.map_or(0, |part| part.len))
                }
            };
            Digit { structures, picked: 0, bound, begin: 1 }
        });
        let (digits, ctor) = (digits.collect(), task.ctor.word());
        let words = needs_words.then(|| vec![ctor]);
        let mut first = Self { schema, pool, watch, digits, record: vec![ctor], words };
        first.build(0);
        first
    }

    /// Builds the next candidate: the first slot that differs; `None` if there is none.
    fn next(&mut self) -> Option<usize> {
        let last = self.digits.iter().rposition(|digit| digit.picked + 1 < digit.bound)?;
        self.digits[last].picked += 1;
        self.digits[last + 1..].iter_mut().for_each(|digit| digit.picked = 0);
        self.build(last);
        Some(last)
    }

    /// Builds what the slots from this one on hold; what is before them stays.
    fn build(&mut self, first: usize) {
        self.record.truncate(first + 1);
        for digit in &self.digits[first..] {
            self.record
                .push(digit.structures.map_or(digit.picked, |structures| structures[at(digit.picked)]));
        }
        let Some(words) = &mut self.words else { return };
        words.truncate(self.digits.get(first).map_or(1, |digit| digit.begin));
        for (digit, word) in self.digits.iter_mut().zip(&self.record[1..]).skip(first) {
            digit.begin = words.len();
            match digit.structures {
                None => words.push(*word),
                Some(_) => {
                    write_compact(self.schema, &self.pool.records, *word, words, || self.watch.is_over());
                }
            }
        }
    }
}

/// Begins a run over the first candidate of a task. Its node is the first of the run, and its slots are the first slots.
fn lay_out(run: &mut DpRun, ctor: CtorIx, record: &[u32]) -> Handle {
    run.restart();
    run.choices.clear();
    let root = run.push_root(ctor);
    let layer = run.push_layer(ctor, |run, slot, kind| match kind {
        SlotKind::Data(domain) => SlotState::Data(run.constant_of(domain, record[slot + 1]), domain),
        SlotKind::Recursive(_) => SlotState::Node(run.push_structure(record[slot + 1])),
    });
    run.set_node(root, layer);
    run.handle(root)
}

/// Begins a run over a candidate that differs from the one before in slots from `changed` on.
fn lay_out_again(run: &mut DpRun, record: &[u32], changed: usize) -> Handle {
    let mut nodes = 1;
    for (slot, word) in record[1..].iter().enumerate() {
        match run.slots[slot] {
            SlotState::Node(node) => {
                // The run before may have looked into it.
                run.set_structure(node, *word);
                nodes += 1;
            }
            SlotState::Data(_, domain) if slot >= changed => {
                run.slots[slot] = SlotState::Data(run.constant_of(domain, *word), domain);
            }
            SlotState::Data(..) => {}
        }
    }
    run.restart_with(nodes, record.len() - 1);
    run.handle(0)
}
