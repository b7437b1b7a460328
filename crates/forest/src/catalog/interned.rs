//! [`Interned`]: the layers of many values, each distinct one once.
//!
//! Invariant: two layers with the same constructor, data and parts have the same number, so that what was found of a part
//! is known of it in every value that has it. Read [`ranker`](super::ranker) next.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::flat::Flat;
use crate::index::{CtorIx, at};
use crate::schema::Schema;

/// No layer.
const NONE: u32 = u32::MAX;

/// Distinct layers.
#[derive(Debug, Default)]
pub(super) struct Interned {
    /// The layers; the whole is the one that was read last.
    pub(super) flat: Flat,
    /// By hash: the layer that came last.
    by_hash: FxHashMap<u64, u32>,
    /// By layer: the one before with the same hash, or [`NONE`].
    before: Vec<u32>,
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
        let slots = &self.slots[start..];
        let first = self.by_hash.entry(FxBuildHasher.hash_one((ctor, slots))).or_insert(NONE);
        let mut known = *first;
        while known != NONE {
            if self.flat.ctor(known) == ctor && self.flat.slots(known, 0).starts_with(slots) {
                return Some(known);
            }
            known = self.before[at(known)];
        }
        let layer = self.flat.push(schema, ctor, slots)?;
        self.before.push(*first);
        *first = layer;
        Some(layer)
    }

    /// How many distinct layers there are.
    pub(super) fn len(&self) -> usize {
        self.flat.len()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.flat.clear();
        self.by_hash.clear();
        self.before.clear();
    }
}
