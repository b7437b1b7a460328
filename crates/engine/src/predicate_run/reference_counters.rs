//! [`Counter`]: how the nodes that a walk has met are counted on the way to a slot.
//!
//! A context has a counter for each node type that structures of its type can hold or refer to, ascending, at its end. A [`Counter`]
//! computes one for a slot: what the whole has met, the whole itself, and the nodes within the parts to the left, which are asked for an
//! attribute. Read `reference_rules.rs` for what nodes and references are, and for the rules made of counters.

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::{Schema, SlotKind};

use super::current_run::{ask, view, with_schema};
use super::model::{AttrKey, Attribute, Encoder};
use super::node_types::{NodeType, References, place_from_end};
use super::predicate_int::Int;
use super::view_handles::{Handle, SlotHandle};

/// Where a counter of a slot comes from: its place in the context of the whole, and what is added.
#[derive(Debug, Clone)]
pub(super) struct Counter {
    node: NodeType,
    /// The place in the whole's context, from its end; none if the whole has no such counter.
    from_end: Option<usize>,
    /// 1 if the whole is a node of this type.
    own: i64,
    /// The slots to the left whose parts can hold nodes of this type.
    pub(super) left: SmallVec<[usize; 2]>,
}

impl NodeType {
    /// The number of nodes of this type within a structure.
    pub(super) fn nodes_within(&self, handle: Handle) -> i64 {
        let key = AttrKey::Nodes(self.ty);
        let make = || {
            let node = self.clone();
            let eval = Box::new(move |handle, out: &mut Encoder| out.word(node.count(handle)));
            Attribute { key, name: self.count_name.to_string(), eval }
        };
        let decode = |words: &[i64], _: &[Int]| words.first().copied().unwrap_or_default();
        ask(handle, key, make, |out| out.word(self.count(handle)), decode)
    }

    /// Counts the nodes within a structure, by asking its parts.
    fn count(&self, handle: Handle) -> i64 {
        let layer = view(handle);
        let own = self.is_made_by(layer.ctor);
        let slots = with_schema(|schema| schema.constructor(layer.ctor).recursive.clone());
        let parts = slots.into_iter().filter_map(|slot| match layer.slot(slot) {
            SlotHandle::Node(part) => Some(self.nodes_within(part)),
            SlotHandle::Data(..) => None,
        });
        i64::from(own) + parts.sum::<i64>()
    }
}

impl References {
    /// How a counter of a slot is computed.
    pub(super) fn counter(&self, schema: &Schema, ctor: CtorIx, slot: usize, node: TypeIx) -> Counter {
        let constructor = schema.constructor(ctor);
        let left = constructor.recursive.iter().copied().take_while(|left| *left < slot);
        let of = self.node_type(node);
        let left = left.filter(|left| match constructor.slots[*left].kind {
            SlotKind::Recursive(part) => self.can_hold(part, of),
            SlotKind::Data(_) => false,
        });
        let from_end = place_from_end(&self.counted[constructor.ty.index()], node);
        Counter { own: i64::from(of.is_made_by(ctor)), node: of.clone(), from_end, left: left.collect() }
    }

    /// The counter of a part that is a whole: it has met nothing.
    pub(super) fn counter_of_whole(&self, node: TypeIx) -> Counter {
        Counter { node: self.node_type(node).clone(), from_end: None, own: 0, left: SmallVec::new() }
    }
}

impl Counter {
    /// What the context of the whole, and the whole itself, make of it.
    pub(super) fn base(&self, words: &[i64]) -> i64 {
        let above = self.from_end.and_then(|place| words.iter().rev().nth(place));
        above.copied().unwrap_or_default() + self.own
    }

    /// The number of nodes that were met before the slot.
    pub(super) fn value(&self, words: &[i64], whole: Handle) -> i64 {
        let layer = view(whole);
        let left = self.left.iter().filter_map(|slot| match layer.slot(*slot) {
            SlotHandle::Node(part) => Some(self.node.nodes_within(part)),
            SlotHandle::Data(..) => None,
        });
        self.base(words) + left.sum::<i64>()
    }
}
