//! [`LayerInterner`]: the layers of many values, each distinct one stored once.
//!
//! Invariant: two layers with the same constructor, data and parts have the same number, so that the ranks found for a part
//! hold in every value that contains it. Read [`ranker`](super::ranker) next.

use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;

use crate::catalog::lookup::value_layers::ValueLayers;
use crate::hashed_numbers::HashedNumbers;
use crate::index::CtorIx;
use crate::schema::Schema;

/// Distinct layers.
#[derive(Debug, Default)]
pub(crate) struct LayerInterner {
    /// The layers; the whole is that of the value read last.
    pub(crate) layers: ValueLayers,
    /// The numbers of the layers, by constructor and slots.
    known: HashedNumbers,
    /// Layers that are not complete, with the position of their first slot in `slots`.
    open: Vec<(CtorIx, usize)>,
    slots: Vec<u32>,
}

impl LayerInterner {
    /// Adds the layers of a value, given as compact words; `None` if words are missing, or it is too large to have a size.
    pub(crate) fn read(&mut self, schema: &Schema, words: &[u32]) -> Option<()> {
        self.open.clear();
        self.slots.clear();
        let mut words = words.iter().copied();
        self.open.push((CtorIx::from_word(words.next()?), 0));
        while let Some((ctor, start)) = self.open.last().copied() {
            let slots = &schema.constructor(ctor).slots;
            match slots.get(self.slots.len() - start) {
                Some(slot) if slot.is_recursive() => {
                    self.open.push((CtorIx::from_word(words.next()?), self.slots.len()));
                }
                Some(_) => self.slots.push(words.next()?),
                None => {
                    let layer = self.intern(schema, ctor, start)?;
                    self.open.pop();
                    self.slots.truncate(start);
                    self.slots.push(layer);
                }
            }
        }
        self.layers.whole = self.slots.pop()?;
        Some(())
    }

    /// The number of the layer whose slots are the last ones.
    fn intern(&mut self, schema: &Schema, ctor: CtorIx, start: usize) -> Option<u32> {
        let Self { layers, known, slots, .. } = self;
        let slots = &slots[start..];
        let hash = FxBuildHasher.hash_one((ctor, slots));
        let is_same = |layer: u32| layers.ctor(layer) == ctor && layers.slots(layer, 0).starts_with(slots);
        if let Some(layer) = known.find(hash, is_same) {
            return Some(layer);
        }
        let layer = layers.push(schema, ctor, slots)?;
        known.insert(hash, layer);
        Some(layer)
    }

    /// The number of distinct layers.
    pub(crate) fn len(&self) -> usize {
        self.layers.len()
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.layers.clear();
        self.known.clear();
    }
}
