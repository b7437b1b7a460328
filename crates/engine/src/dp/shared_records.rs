//! Shares the records of structures that several pools of contexts have.
//!
//! In two contexts, structures that look alike are records of their own while a build goes on: attributes may read the context. In
//! the finished catalog a structure is one record, so that looking it up finds it.

use dpgen_forest::graph::Records;
use dpgen_forest::index::{IdsExhausted, at, small};
use dpgen_forest::schema::Schema;

use crate::interned_records::{InternedRecords, renumbered};

/// The records without repetitions, and lists of them with their new numbers.
pub(crate) fn share_equal_records(
    schema: &Schema,
    records: &Records,
    mut lists: Vec<Vec<u32>>,
) -> Result<(Records, Vec<Vec<u32>>), IdsExhausted> {
    let mut shared = InternedRecords::default();
    let mut numbers: Vec<u32> = Vec::with_capacity(records.len());
    for record in 0..small(records.len()) {
        // A part's record comes before its whole's.
        numbers.push(shared.intern(&renumbered(schema, records.get(record), &numbers))?);
    }
    for number in lists.iter_mut().flatten() {
        *number = numbers[at(*number)];
    }
    Ok((shared.into_records(), lists))
}
