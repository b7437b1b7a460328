//! The nodes of a run: substructures, each decided or still open.
//!
//! A node starts with the engine's description of it ([`NodeState::Open`]) and becomes a layer when it is viewed: a
//! constructor, with a node or a data value for each slot.

use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::schema::SlotKind;

use super::run_state::{Atom, NodeState, Run, SlotState, Source};

impl<S: Source> Run<S> {
    /// The state of a node.
    #[inline]
    pub(crate) fn state(&self, node: u32) -> NodeState<S::Node> {
        self.nodes[at(node)]
    }

    /// Adds a node.
    pub(crate) fn push_node(&mut self, state: S::Node) -> u32 {
        let node = small(self.nodes.len());
        self.nodes.push(NodeState::Open(state));
        self.origins.push(None);
        node
    }

    /// Adds the node of a candidate whose layer is still to be laid out.
    pub(crate) fn push_root(&mut self, ctor: CtorIx) -> u32 {
        let node = small(self.nodes.len());
        self.nodes.push(NodeState::Layer { ctor, first: 0 });
        self.origins.push(None);
        node
    }

    /// Adds a layer whose children and data the given closure makes, slot by slot.
    pub(crate) fn push_layer(
        &mut self,
        ctor: CtorIx,
        mut fill: impl FnMut(&mut Self, usize, SlotKind) -> SlotState,
    ) -> NodeState<S::Node> {
        let first = self.push_slots(ctor, &mut fill);
        NodeState::Layer { ctor, first }
    }

    /// Adds the slots of a layer: where they begin. The closure adds no slots of its own.
    pub(crate) fn push_slots(
        &mut self,
        ctor: CtorIx,
        fill: &mut impl FnMut(&mut Self, usize, SlotKind) -> SlotState,
    ) -> u32 {
        let first = small(self.slots.len());
        for slot in 0..self.schema.constructor(ctor).slots.len() {
            let kind = self.schema.constructor(ctor).slots[slot].kind;
            let state = fill(self, slot, kind);
            self.slots.push(state);
        }
        first
    }

    /// The layer of a node, if it has been decided.
    pub(crate) fn layer_of(&self, node: u32) -> Option<(CtorIx, u32)> {
        match self.state(node) {
            NodeState::Layer { ctor, first } => Some((ctor, first)),
            NodeState::Open(_) => None,
        }
    }

    /// The node whose layer holds a node, with its constructor and the slot.
    pub(crate) fn search_holder(&self, node: u32) -> Option<(u32, CtorIx, usize)> {
        (0..small(self.nodes.len())).find_map(|whole| {
            let (ctor, first) = self.layer_of(whole)?;
            let slot = self.layer_slots(ctor, first).iter().position(|slot| slot.node() == Some(node))?;
            Some((whole, ctor, slot))
        })
    }

    /// The slots of a layer.
    pub(crate) fn layer_slots(&self, ctor: CtorIx, first: u32) -> &[SlotState] {
        let len = self.schema.constructor(ctor).slots.len();
        &self.slots[at(first)..at(first) + len]
    }

    /// A node and those below it, parts before wholes, first to last; `slots_of` gives the slots of a node's layer that
    /// are followed.
    pub(crate) fn parts_first<'a>(
        &'a self,
        node: u32,
        slots_of: impl Fn(u32, CtorIx, u32) -> &'a [SlotState],
    ) -> SmallVec<[u32; 8]> {
        let mut nodes = SmallVec::new();
        let mut open: SmallVec<[u32; 8]> = smallvec![node];
        while let Some(node) = open.pop() {
            nodes.push(node);
            if let Some((ctor, first)) = self.layer_of(node) {
                open.extend(slots_of(node, ctor, first).iter().filter_map(|slot| slot.node()));
            }
        }
        nodes.reverse();
        nodes
    }

    /// A slot of a layer whose slots begin here.
    #[inline]
    pub(crate) fn slot_of(&self, first: u32, slot: usize) -> SlotState {
        self.slots[at(first) + slot]
    }

    /// The indices of its domain that a data slot has been narrowed to; all of an atom that only the engine knows.
    pub(crate) fn data_interval(&self, state: SlotState) -> (u32, u32) {
        let SlotState::Data(int, domain) = state else { return (0, 0) };
        match int.base.checked_sub(1).map(|atom| &self.atoms[at(atom)]) {
            Some(Atom::Data { lo, hi, .. }) => (*lo, *hi),
            Some(_) => (0, self.schema.domain(domain).len().saturating_sub(1)),
            None => {
                let value = i64::try_from(int.constant_part()).ok();
                let index = value.and_then(|value| self.schema.domain(domain).index_of(value)).unwrap_or(0);
                (index, index)
            }
        }
    }
}
