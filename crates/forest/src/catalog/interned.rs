//! [`Interned`]: the layers of many values, each distinct one once.
//!
//! Invariant: two layers with the same constructor, data and parts have the same number, so that what was found of a part
//! is known of it in every value that has it. Read [`ranker`](super::ranker) next.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::flat::Flat;
use crate::index::CtorIx;
use crate::schema::Schema;

/// Distinct layers.
#[derive(Debug, Default)]
pub(super) struct Interned {
    /// The layers; the whole is the one that was read last.
    pub(super) flat: Flat,
    /// The numbers of the layers, by what they are.
    known: HashTable<u32>,
    /// Layers that are begun, and where their slots begin in `slots`.
    open: Vec<(CtorIx, usize)>,
    slots: Vec<u32>,
}

impl Interned {
    /// Adds the layers of a value, given as compact words; `None` if words are missing, or it is too large to have a size.
    pub(super) fn read(&mut self, schema: &Schema, words: &[u32]) -> Option<()> {
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
                    let layer = self.layer(schema, ctor, start)?;
                    self.open.pop();
                    self.slots.truncate(start);
                    self.slots.push(layer);
                }
            }
        }
        self.flat.whole = self.slots.pop()?;
        Some(())
    }

    /// The number of the layer whose slots are the last ones.
    fn layer(&mut self, schema: &Schema, ctor: CtorIx, start: usize) -> Option<u32> {
        let Self { flat, known, slots, .. } = self;
        let slots = &slots[start..];
        let hash = |ctor: CtorIx, slots: &[u32]| FxBuildHasher.hash_one((ctor, slots));
        let new = hash(ctor, slots);
        let is_same = |layer: &u32| flat.ctor(*layer) == ctor && flat.slots(*layer, 0).starts_with(slots);
        if let Some(layer) = known.find(new, is_same) {
            return Some(*layer);
        }
        let layer = flat.push(schema, ctor, slots)?;
        known.insert_unique(new, layer, |layer| {
            let ctor = flat.ctor(*layer);
            hash(ctor, &flat.slots(*layer, 0)[..schema.constructor(ctor).slots.len()])
        });
        Some(layer)
    }

    /// How many distinct layers there are.
    pub(super) fn len(&self) -> usize {
        self.flat.len()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.flat.clear();
        self.known.clear();
    }
}
