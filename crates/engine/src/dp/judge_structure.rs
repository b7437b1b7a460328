//! Judges a finished structure with any predicate, and encodes structures as compact words.

use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::graph::Records;
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::Schema;

use super::pool_nodes::DpRun;
use crate::run::failure::{Failure, guarded};
use crate::run::model::{Model, Predicate};
use crate::run::view_handles::Handle;

/// The failure of an evaluation, and the text of the structure.
pub(crate) type FailedStructure = (Failure, String);

/// The verdict of a predicate on a structure: the node of this thread's run, or its compact words.
pub(crate) fn holds(
    model: &Model,
    predicate: Option<&Predicate>,
    handle: Handle,
    words: &[u32],
) -> Result<bool, FailedStructure> {
    match predicate {
        None => Ok(true),
        Some(Predicate::Observed { conditions, .. }) => guarded(|| conditions.hold(handle))
            .map_err(|failure| (failure, DpRun::with(|run| run.describe(handle.node)))),
        Some(Predicate::Opaque(test)) => opaque_holds(&model.schema, &**test, words),
    }
}

/// The verdict of an opaque predicate on the value with these compact words.
pub(crate) fn opaque_holds(
    schema: &Arc<Schema>,
    test: &(dyn Fn(&Arc<Schema>, &[u32]) -> bool + Send + Sync),
    words: &[u32],
) -> Result<bool, FailedStructure> {
    guarded(|| test(schema, words)).map_err(|failure| (failure, dpgen_forest::debug_text(schema, words)))
}

/// A structure's compact words.
pub(crate) fn compact(schema: &Schema, records: &Records, structure: u32) -> Vec<u32> {
    let mut words = Vec::new();
    write_compact(schema, records, structure, &mut words, || false);
    words
}

/// The number of words of a structure written between two polls of the limits.
const WORDS_PER_POLL: usize = 1 << 16;

/// Appends a structure's compact words, as long as `is_over` does not say that it is to end.
pub(crate) fn write_compact(
    schema: &Schema,
    records: &Records,
    structure: u32,
    words: &mut Vec<u32>,
    is_over: impl Fn() -> bool,
) {
    let mut next_poll = words.len() + WORDS_PER_POLL;
    // The structures around the one at hand that go on behind it, and how many of their parts are written.
    let mut open: SmallVec<[(u32, usize); 32]> = SmallVec::new();
    let mut at_hand = (structure, 0);
    loop {
        let (structure, written) = at_hand;
        let record = records.get(structure);
        let parts = &*schema.constructor(CtorIx::from_word(record[0])).recursive;
        // The slot with number s is the record's word s + 1; what is no part is a compact word as it stands.
        let from = parts[..written].last().map_or(0, |slot| slot + 2);
        match parts.get(written) {
            Some(slot) => {
                words.extend_from_slice(&record[from..=*slot]);
                if slot + 2 < record.len() {
                    open.push((structure, written + 1));
                }
                at_hand = (record[slot + 1], 0);
            }
            None => {
                words.extend_from_slice(&record[from..]);
                if words.len() >= next_poll {
                    if is_over() {
                        return;
                    }
                    next_poll = words.len() + WORDS_PER_POLL;
                }
                match open.pop() {
                    Some(outer) => at_hand = outer,
                    None => return,
                }
            }
        }
    }
}
