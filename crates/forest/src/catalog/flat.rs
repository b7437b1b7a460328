//! [`Flat`]: the layers of one value in flat tables, with their sizes: what is looked for in a catalog.
//!
//! Data is kept by its index within its domain, a part by the number of its layer.

use super::finder::ValueNode;
use crate::index::{CtorIx, at, small};
use crate::schema::{Schema, SlotKind};

/// The layers of one value.
#[derive(Debug, Default)]
pub(super) struct Flat {
    ctors: Vec<CtorIx>,
    /// By layer: where its slots begin.
    starts: Vec<u32>,
    slots: Vec<u32>,
    sizes: Vec<u32>,
    pub(super) whole: u32,
}

impl Flat {
    /// From nodes, parts before wholes; `None` if there is none, or they are no value of the schema.
    pub(super) fn of_nodes(schema: &Schema, nodes: &[ValueNode]) -> Option<Self> {
        let mut flat = Self { whole: small(nodes.len().checked_sub(1)?), ..Self::default() };
        for node in nodes {
            let ctor = schema.constructor(node.ctor);
            let mut size = ctor.weight;
            if node.slots.len() != ctor.slots.len() {
                return None;
            }
            flat.ctors.push(node.ctor);
            flat.starts.push(small(flat.slots.len()));
            for (slot, value) in ctor.slots.iter().zip(&node.slots) {
                flat.slots.push(match slot.kind {
                    SlotKind::Data(domain) => schema.domain(domain).index_of(*value)?,
                    SlotKind::Recursive(_) => {
                        let part = u32::try_from(*value).ok()?;
                        size = size.checked_add(*flat.sizes.get(at(part))?)?;
                        part
                    }
                });
            }
            flat.sizes.push(size);
        }
        Some(flat)
    }

    /// From compact words; `None` if there are none, or it is too large to have a size.
    pub(super) fn of_words(schema: &Schema, words: &[u32]) -> Option<Self> {
        // A layer is a word at least, and so is a slot.
        let mut flat = Self {
            ctors: Vec::with_capacity(words.len()),
            starts: Vec::with_capacity(words.len()),
            slots: Vec::with_capacity(words.len()),
            sizes: Vec::with_capacity(words.len()),
            whole: 0,
        };
        // Layers that are begun, and how many of their slots are read.
        let mut open: Vec<(u32, usize)> = Vec::with_capacity(words.len());
        let mut words = words.iter().copied();
        flat.begin(schema, words.next()?);
        open.push((0, 0));
        while let Some((layer, read)) = open.last_mut() {
            let ctor = schema.constructor(flat.ctors[at(*layer)]);
            let Some(slot) = ctor.slots.get(*read) else {
                open.pop();
                continue;
            };
            let place = at(flat.starts[at(*layer)]) + *read;
            *read += 1;
            let word = words.next()?;
            flat.slots[place] = if slot.is_recursive() {
                let part = flat.begin(schema, word);
                open.push((part, 0));
                part
            } else {
                word
            };
        }
        // A part comes after its whole.
        for layer in (0..flat.ctors.len()).rev() {
            let ctor = schema.constructor(flat.ctors[layer]);
            let own = &flat.slots[at(flat.starts[layer])..];
            let parts = ctor.slots.iter().zip(own).filter(|(slot, _)| slot.is_recursive());
            flat.sizes[layer] =
                parts.map(|(_, part)| flat.sizes[at(*part)]).try_fold(ctor.weight, u32::checked_add)?;
        }
        Some(flat)
    }

    /// Adds a layer whose parts are there; `None` if it is too large to have a size.
    pub(super) fn push(&mut self, schema: &Schema, ctor: CtorIx, slots: &[u32]) -> Option<u32> {
        let of = schema.constructor(ctor);
        let parts = of.slots.iter().zip(slots).filter(|(slot, _)| slot.is_recursive());
        let size = parts.map(|(_, part)| self.size(*part)).try_fold(of.weight, u32::checked_add)?;
        self.ctors.push(ctor);
        self.starts.push(small(self.slots.len()));
        self.slots.extend(slots);
        self.sizes.push(size);
        Some(small(self.ctors.len() - 1))
    }

    /// Forgets all layers.
    pub(super) fn clear(&mut self) {
        self.ctors.clear();
        self.starts.clear();
        self.slots.clear();
        self.sizes.clear();
    }

    /// Adds a layer, whose slots are not read.
    fn begin(&mut self, schema: &Schema, word: u32) -> u32 {
        let ctor = CtorIx::from_word(word);
        self.ctors.push(ctor);
        self.starts.push(small(self.slots.len()));
        self.slots.resize(self.slots.len() + schema.constructor(ctor).slots.len(), 0);
        self.sizes.push(0);
        small(self.ctors.len() - 1)
    }

    /// How many layers there are.
    pub(super) fn len(&self) -> usize {
        self.ctors.len()
    }

    #[inline]
    pub(super) fn ctor(&self, layer: u32) -> CtorIx {
        self.ctors[at(layer)]
    }

    /// The size of a layer and all that is below it.
    #[inline]
    pub(super) fn size(&self, layer: u32) -> u32 {
        self.sizes[at(layer)]
    }

    /// The slots of a layer, from one of them on; those of other layers follow.
    #[inline]
    pub(super) fn slots(&self, layer: u32, from: usize) -> &[u32] {
        &self.slots[at(self.starts[at(layer)]) + from..]
    }
}
