//! Compares the structures of the top-down search with those that DP accepts.

use rustc_hash::{FxHashMap, FxHashSet};

use dpgen_forest::graph::Records;
use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::top_down::TopDownFound;

/// The structures of the search, with those among them that DP accepts.
pub(crate) struct SearchComparison<'a> {
    schema: &'a Schema,
    records: &'a Records,
    /// By record of the search: whether DP accepted the same structure.
    accepted: Vec<bool>,
    /// The layers that are accepted with some parts, by the predicate alone or by DP. Any other layer is wrong by
    /// itself: leaving it out is what a predicate in layer style asks for.
    possible: FxHashSet<Vec<u32>>,
}

impl<'a> SearchComparison<'a> {
    /// Compares the records of the search with those of DP.
    pub(crate) fn new(schema: &'a Schema, search: &'a TopDownFound, dp: &Records) -> Self {
        let records = search.records();
        let accepted = accepted_by(schema, records, dp);
        let mut compared = Self { schema, records, accepted, possible: FxHashSet::default() };
        let by_dp = (0..small(records.len())).filter(|record| compared.is_accepted(*record));
        let all = search.accepted.iter().flatten().copied().chain(by_dp);
        compared.possible = all.map(|record| compared.layer(record)).collect();
        compared
    }

    /// Whether DP accepted a structure of the search.
    pub(crate) fn is_accepted(&self, record: u32) -> bool {
        self.accepted[at(record)]
    }

    /// Whether a structure's own layer is accepted with some parts.
    pub(crate) fn is_possible_layer(&self, record: u32) -> bool {
        self.possible.contains(&self.layer(record))
    }

    /// The constructor and data of a record's own layer.
    fn layer(&self, record: u32) -> Vec<u32> {
        let words = self.records.get(record);
        let slots = &self.schema.constructor(CtorIx::from_word(words[0])).slots;
        let data = slots.iter().zip(&words[1..]).filter(|(slot, _)| matches!(slot.kind, SlotKind::Data(_)));
        std::iter::once(words[0]).chain(data.map(|(_, word)| *word)).collect()
    }

    /// The rejected proper parts of a record, parts before wholes.
    pub(crate) fn rejected_parts(&self, record: u32) -> Vec<u32> {
        // Wholes before parts, then reversed.
        let mut parts = Vec::new();
        let mut open = vec![record];
        while let Some(whole) = open.pop() {
            let words = self.records.get(whole);
            for slot in &self.schema.constructor(CtorIx::from_word(words[0])).recursive {
                let part = words[slot + 1];
                if !self.is_accepted(part) {
                    parts.push(part);
                    open.push(part);
                }
            }
        }
        parts.reverse();
        parts
    }
}

/// For each record of the search, whether DP accepted the same structure.
fn accepted_by(schema: &Schema, search: &Records, dp: &Records) -> Vec<bool> {
    let known: FxHashMap<&[u32], u32> = (0..small(dp.len())).map(|record| (dp.get(record), record)).collect();
    let mut numbers: Vec<Option<u32>> = Vec::with_capacity(search.len());
    for record in 0..small(search.len()) {
        let mut words = search.get(record).to_vec();
        let ctor = schema.constructor(CtorIx::from_word(words[0]));
        let parts = ctor.recursive.iter().try_for_each(|slot| {
            words[slot + 1] = numbers[at(words[slot + 1])]?;
            Some(())
        });
        numbers.push(parts.and_then(|()| known.get(words.as_slice()).copied()));
    }
    numbers.into_iter().map(|number| number.is_some()).collect()
}
