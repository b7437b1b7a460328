//! Judging a finished structure with any predicate, and turning one into compact words.

use smallvec::SmallVec;

use dpgen_forest::graph::Records;
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Schema, SlotKind};

use super::source::PoolRun;
use crate::run::failure::{Failure, guarded};
use crate::run::handle::Handle;
use crate::run::model::{Model, Predicate};

/// How an evaluation failed, and on which structure.
pub(crate) type Failed = (Failure, String);

/// What a predicate says of a structure: the node of this thread's run, or its compact words.
pub(crate) fn holds(
    model: &Model,
    predicate: Option<&Predicate>,
    handle: Handle,
    words: &[u32],
) -> Result<bool, Failed> {
    match predicate {
        None => Ok(true),
        Some(Predicate::Observed { test, .. }) => guarded(|| test(handle))
            .map_err(|failure| (failure, PoolRun::with(|run| run.describe(handle.node)))),
        Some(Predicate::Opaque(test)) => opaque_holds(&model.schema, &**test, words),
    }
}

/// What an opaque predicate says of the value with these compact words.
pub(crate) fn opaque_holds(
    schema: &Schema,
    test: &(dyn Fn(&Schema, &[u32]) -> bool + Send + Sync),
    words: &[u32],
) -> Result<bool, Failed> {
    guarded(|| test(schema, words)).map_err(|failure| (failure, dpgen_forest::text(schema, words)))
}

/// A structure's compact words.
pub(crate) fn compact(schema: &Schema, records: &Records, structure: u32) -> Vec<u32> {
    let mut words = Vec::new();
    write_compact(schema, records, structure, &mut words);
    words
}

/// Appends a structure's compact words.
pub(crate) fn write_compact(schema: &Schema, records: &Records, structure: u32, words: &mut Vec<u32>) {
    // The layers that are not finished: a record, and how many of its words are written.
    let mut open: SmallVec<[(u32, usize); 32]> = SmallVec::new();
    open.push((structure, 0));
    while let Some((structure, written)) = open.pop() {
        let record = records.get(structure);
        let slots = &schema.constructor(CtorIx::from_word(record[0])).slots;
        let mut next = written;
        if next == 0 {
            words.push(record[0]);
            next = 1;
        }
        while let Some(word) = record.get(next) {
            next += 1;
            match slots[next - 2].kind {
                SlotKind::Data(_) => words.push(*word),
                SlotKind::Recursive(_) => {
                    if next < record.len() {
                        open.push((structure, next));
                    }
                    open.push((*word, 0));
                    break;
                }
            }
        }
    }
}
