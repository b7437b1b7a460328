//! [`LayerFamilies`]: the families that hold each layer of some values, computed from the parts up.
//!
//! A layer is in a record if its data and the families of its parts fit, and in the unions above that record. So a part
//! that is in no family, as the predicate refuses it, shows at once that the whole is none of the structures. Invariant: a
//! family is listed for a layer exactly if one of its structures is that layer. Read [`rank_search`](super::rank_search)
//! next.

use rustc_hash::FxHashSet;

use crate::catalog::lookup::record_index::{RecordIndex, RecordKey, SlotRange};
use crate::catalog::lookup::value_layers::ValueLayers;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::{Family, Span};
use crate::index::{at, small};
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// A family that holds a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Holder {
    family: u32,
    /// For a union: the place of the member that holds the layer.
    member: u32,
}

/// The families of the layers computed so far, by layer.
#[derive(Debug, Default)]
pub(crate) struct LayerFamilies {
    /// By layer: the end of its holders.
    ends: Vec<u32>,
    /// Sorted within a layer.
    holders: Vec<Holder>,
}

impl LayerFamilies {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.holders.clear();
    }

    /// The number of families of all layers.
    pub(crate) fn len(&self) -> usize {
        self.holders.len()
    }

    fn of(&self, layer: u32) -> &[Holder] {
        let start = at(layer).checked_sub(1).map_or(0, |before| at(self.ends[before]));
        &self.holders[start..at(self.ends[at(layer)])]
    }

    /// The place of the member of a union that holds a layer, if one does.
    pub(crate) fn member(&self, layer: u32, union: u32) -> Option<usize> {
        let holders = self.of(layer);
        let word = Family::union(union).word();
        let found = holders.binary_search_by_key(&word, |holder| holder.family).ok()?;
        Some(at(holders[found].member))
    }

    /// The records that hold a layer.
    pub(crate) fn records(&self, layer: u32) -> impl Iterator<Item = u32> + '_ {
        self.of(layer).iter().filter_map(|holder| Family::from_word(holder.family).split().ok())
    }

    fn holds(&self, layer: u32, family: u32) -> bool {
        self.of(layer).binary_search_by_key(&family, |holder| holder.family).is_ok()
    }

    /// Computes the families of the layers that were added since.
    pub(crate) fn extend(&mut self, schema: &Schema, dag: &Dag, index: &RecordIndex, layers: &ValueLayers) {
        let mut found: Vec<Holder> = Vec::new();
        for layer in small(self.ends.len())..small(layers.len()) {
            found.clear();
            for range in index.ranges(layers.ctor(layer)) {
                let begun = found.len();
                self.add_records(schema, dag, index, layers, (layer, *range), &mut found);
                add_unions(index, begun, &mut found);
            }
            found.sort_unstable();
            self.holders.extend_from_slice(&found);
            self.ends.push(small(self.holders.len()));
        }
    }

    /// Adds the records that begin at a slot and hold a layer. Families of the rests, which begin later, have been found.
    fn add_records(
        &self,
        schema: &Schema,
        dag: &Dag,
        index: &RecordIndex,
        layers: &ValueLayers,
        (layer, range): (u32, SlotRange),
        found: &mut Vec<Holder>,
    ) {
        let (ctor, from) = (layers.ctor(layer), range.from);
        let of = schema.constructor(ctor);
        let slots = layers.slots(layer, 0);
        let own = if from == 0 { of.weight } else { 0 };
        let later = of.recursive.iter().filter(|slot| **slot >= at(from));
        let mut sizes = later.clone().map(|slot| layers.size(slots[*slot]));
        let Some(size) = sizes.try_fold(own, u32::checked_add) else { return };
        let key = |part| RecordKey { ctor, from, part, size };
        let keys = |slot: usize| {
            let holders = self.of(slots[slot]).iter();
            holders.map(move |holder| key(Some((small(slot), holder.family))))
        };
        let count = |slot: usize| keys(slot).map(|key| index.count(key)).sum::<u32>();
        let shared = later.filter(|slot| **slot < at(range.to));
        let mut records = Vec::new();
        match shared.min_by_key(|slot| count(**slot)) {
            Some(slot) => records.extend(keys(*slot).flat_map(|key| index.records(key))),
            None => records.extend(index.records(key(None))),
        }
        records.retain(|record| self.fits(schema, dag, layers, (layer, *record), found));
        let holders = records.into_iter().map(|record| Family::record(record).word());
        found.extend(holders.map(|family| Holder { family, member: 0 }));
    }

    /// Whether a layer's data and parts are in the slots of a record, and the layer in one of its rests.
    fn fits(
        &self,
        schema: &Schema,
        dag: &Dag,
        layers: &ValueLayers,
        (layer, record): (u32, u32),
        found: &[Holder],
    ) -> bool {
        let item = dag.decode(schema, dag.records.get(record));
        let slots = item.slots.iter().zip(item.words.iter()).zip(layers.slots(layer, item.from));
        slots.into_iter().all(|((slot, word), value)| match slot.kind {
            SlotKind::Data(_) => {
                let (lo, hi) = dag.bounds(Span::from_word(*word));
                (lo..=hi).contains(value)
            }
            SlotKind::Recursive(_) => self.holds(*value, *word),
        }) && item.rest.is_none_or(|rest| found.iter().any(|holder| holder.family == rest.word()))
    }
}

/// Adds the unions above the families that were found from one place on.
fn add_unions(index: &RecordIndex, begun: usize, found: &mut Vec<Holder>) {
    let mut known: FxHashSet<u32> = FxHashSet::default();
    let mut place = begun;
    while let Some(holder) = found.get(place) {
        for (union, member) in index.parents(Family::from_word(holder.family)) {
            if known.insert(*union) {
                found.push(Holder { family: Family::union(*union).word(), member: *member });
            }
        }
        place += 1;
    }
}
