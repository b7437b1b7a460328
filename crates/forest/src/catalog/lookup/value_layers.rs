//! [`ValueLayers`]: the layers of one value in flat tables, with their sizes, as a lookup compares them.
//!
//! Data is kept by its index within its domain, a part by the number of its layer. Read
//! [`rank_search`](super::rank_search) next.

use crate::index::{CtorIx, at, small};
use crate::schema::Schema;
use crate::schema::types::SlotKind;
use crate::structure::value_nodes::ValueNode;

/// The layers of one value.
#[derive(Debug, Default)]
pub(crate) struct ValueLayers {
    ctors: Vec<CtorIx>,
    /// By layer: the position of its first slot.
    starts: Vec<u32>,
    slots: Vec<u32>,
    sizes: Vec<u32>,
    /// The layer of the whole value.
    pub(crate) whole: u32,
}

impl ValueLayers {
    /// From nodes, parts before wholes; `None` if there is none, or they are no value of the schema.
    pub(crate) fn of_nodes(schema: &Schema, nodes: &[ValueNode]) -> Option<Self> {
        let mut layers = Self { whole: small(nodes.len().checked_sub(1)?), ..Self::default() };
        let mut slots = Vec::new();
        for node in nodes {
            let ctor = schema.constructor(node.ctor);
            if node.slots.len() != ctor.slots.len() {
                return None;
            }
            slots.clear();
            for (slot, value) in ctor.slots.iter().zip(&node.slots) {
                slots.push(match slot.kind {
                    SlotKind::Data(domain) => schema.domain(domain).index_of(*value)?,
                    SlotKind::Recursive(_) => {
                        u32::try_from(*value).ok().filter(|part| at(*part) < layers.len())?
                    }
                });
            }
            layers.push(schema, node.ctor, &slots)?;
        }
        Some(layers)
    }

    /// Adds a layer whose parts are there; `None` if it is too large to have a size.
    pub(crate) fn push(&mut self, schema: &Schema, ctor: CtorIx, slots: &[u32]) -> Option<u32> {
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
    pub(crate) fn clear(&mut self) {
        self.ctors.clear();
        self.starts.clear();
        self.slots.clear();
        self.sizes.clear();
    }

    /// The number of layers.
    pub(crate) fn len(&self) -> usize {
        self.ctors.len()
    }

    #[inline]
    pub(crate) fn ctor(&self, layer: u32) -> CtorIx {
        self.ctors[at(layer)]
    }

    /// The size of a layer and all that is below it.
    #[inline]
    pub(crate) fn size(&self, layer: u32) -> u32 {
        self.sizes[at(layer)]
    }

    /// The slots of a layer, from one of them on; those of other layers follow.
    #[inline]
    pub(crate) fn slots(&self, layer: u32, from: usize) -> &[u32] {
        &self.slots[at(self.starts[at(layer)]) + from..]
    }
}
