//! Judging a finished structure with any predicate, and turning one into compact words.

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

/// What is still to be written of a structure, last first.
enum Rest {
    Structure(u32),
    Word(u32),
}

/// Appends a structure's compact words.
pub(crate) fn write_compact(schema: &Schema, records: &Records, structure: u32, words: &mut Vec<u32>) {
    let mut rest = vec![Rest::Structure(structure)];
    while let Some(next) = rest.pop() {
        let structure = match next {
            Rest::Word(word) => {
                words.push(word);
                continue;
            }
            Rest::Structure(structure) => structure,
        };
        let record = records.get(structure);
        words.push(record[0]);
        let slots = &schema.constructor(CtorIx::from_word(record[0])).slots;
        rest.extend(slots.iter().zip(&record[1..]).rev().map(|(slot, word)| match slot.kind {
            SlotKind::Data(_) => Rest::Word(*word),
            SlotKind::Recursive(_) => Rest::Structure(*word),
        }));
    }
}
