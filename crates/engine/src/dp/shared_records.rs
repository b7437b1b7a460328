//! Shares the records of structures that several pools of contexts have.
//!
//! In two contexts, structures that look alike are records of their own while a build goes on: attributes may read the context. In
//! the finished catalog a structure is one record, so that looking it up finds it.

use rustc_hash::FxHashMap;

use dpgen_forest::graph::Records;
use dpgen_forest::index::{CtorIx, IdsExhausted, at, small};
use dpgen_forest::schema::Schema;

/// The records without repetitions, and lists of them with their new numbers.
pub(crate) fn share_equal_records(
    schema: &Schema,
    records: &Records,
    mut lists: Vec<Vec<u32>>,
) -> Result<(Records, Vec<Vec<u32>>), IdsExhausted> {
    let mut shared = Records::default();
    let mut known: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
    let mut numbers: Vec<u32> = Vec::with_capacity(records.len());
    for record in 0..small(records.len()) {
        let mut words: Box<[u32]> = records.get(record).into();
        for slot in &schema.constructor(CtorIx::from_word(words[0])).recursive {
            // A part's record comes before its whole's.
            words[slot + 1] = numbers[at(words[slot + 1])];
        }
        let number = match known.get(&words) {
            Some(number) => *number,
            None => {
                let number = shared.push(&words)?;
                known.insert(words, number);
                number
            }
        };
        numbers.push(number);
    }
    for number in lists.iter_mut().flatten() {
        *number = numbers[at(*number)];
    }
    Ok((shared, lists))
}
