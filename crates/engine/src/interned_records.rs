//! [`InternedRecords`]: records of structures, each once.
//!
//! Invariant: two records with the same words have the same number, so that equal structures are one record where their parts are.

use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use dpgen_forest::graph::Records;
use dpgen_forest::hashed_numbers::HashedNumbers;
use dpgen_forest::index::{CtorIx, IdsExhausted, at};
use dpgen_forest::schema::Schema;

use crate::limit_monitor::LimitMonitor;

/// Records of single structures, and their numbers by hash.
#[derive(Debug, Default)]
pub(crate) struct InternedRecords {
    records: Records,
    numbers: HashedNumbers,
}

impl InternedRecords {
    /// The records, by number.
    pub(crate) fn records(&self) -> &Records {
        &self.records
    }

    /// The records alone.
    pub(crate) fn into_records(self) -> Records {
        self.records
    }

    /// Makes room for a record of so many words; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, watch: &LimitMonitor, words: usize) -> bool {
        watch.can_grow(self.records.growth(1, words)) && watch.reserve(&mut self.numbers, 1)
    }

    /// The number of a record.
    pub(crate) fn intern(&mut self, record: &[u32]) -> Result<u32, IdsExhausted> {
        let hash = FxBuildHasher.hash_one(record);
        if let Some(known) = self.numbers.find(hash, |known| self.records.get(known) == record) {
            return Ok(known);
        }
        let number = self.records.push(record)?;
        self.numbers.insert(hash, number);
        Ok(number)
    }
}

/// A record whose parts have other numbers: those of `numbers`, by the number before.
pub(crate) fn renumbered(schema: &Schema, record: &[u32], numbers: &[u32]) -> SmallVec<[u32; 8]> {
    let mut record = SmallVec::from_slice(record);
    for slot in &schema.constructor(CtorIx::from_word(record[0])).recursive {
        record[slot + 1] = numbers[at(record[slot + 1])];
    }
    record
}

#[cfg(test)]
mod tests {
    use super::InternedRecords;

    #[test]
    fn equal_records_have_one_number() {
        let mut records = InternedRecords::default();
        let numbers = [[0, 1], [1, 0], [0, 1]].map(|record| records.intern(&record));
        assert_eq!(numbers, [Ok(0), Ok(1), Ok(0)]);
        assert_eq!((records.records().len(), records.records().get(1)), (2, &[1, 0][..]));
    }
}
