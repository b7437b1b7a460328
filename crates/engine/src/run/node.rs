//! The nodes of a run: what is known of each substructure so far, and how one is looked at.
//!
//! A node starts as an undecided [`NodeState`] (which one depends on the engine) and becomes a
//! [`NodeState::Layer`] when it is viewed: a constructor, with a node or a data value for each slot.
//! Invariant: a node only ever gets narrower within a run.

use smallvec::SmallVec;

use super::{Int, Run, with_run};
use dpgen_forest::index::{CtorIx, DomainIx, TypeIx, at, shown};
use dpgen_forest::schema::SlotKind;

/// A node of the current run, as views hold it. It carries the run's number, so that a view that
/// outlives its run is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handle {
    pub(crate) node: u32,
    pub(crate) run: u32,
}

/// What a slot of a layer holds.
#[derive(Debug, Clone, Copy)]
pub enum SlotHandle {
    /// A recursive slot.
    Node(Handle),
    /// A data slot: an integer (for labels and booleans, their index), and its domain.
    Data(Int, DomainIx),
}

/// One layer of a structure: its constructor, and where its slots are.
#[derive(Debug, Clone, Copy)]
pub struct Layer {
    /// The constructor.
    pub ctor: CtorIx,
    /// The constructor's number within its type.
    pub local: u32,
    first: u32,
    run: u32,
}

impl Layer {
    /// A slot.
    #[inline]
    #[must_use]
    pub fn slot(&self, slot: usize) -> SlotHandle {
        let number = self.run;
        with_run(number, |run| match run.slots[at(self.first) + slot] {
            SlotState::Node(node) => SlotHandle::Node(Handle { node, run: number }),
            SlotState::Data(int, domain) => SlotHandle::Data(int, domain),
        })
    }

    /// All slots, in order.
    #[must_use]
    pub fn slots(&self) -> SmallVec<[SlotHandle; 5]> {
        let len = with_run(self.run, |run| run.schema.constructor(self.ctor).slots.len());
        (0..len).map(|slot| self.slot(slot)).collect()
    }
}

/// The mark of a node that stands for no single structure of the pool.
pub(crate) const NO_ORIGIN: u32 = u32::MAX;

/// What a run knows of a node.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) enum NodeState {
    /// A constructor; its slots begin at this place in [`Run::slots`].
    Layer { ctor: CtorIx, first: u32 },
    /// A structure of the pool that has not been looked into.
    Structure(u32),
    /// Any structure of this part of a bucket of the pool.
    Bucket { bucket: u32, from: u32, len: u32 },
    /// Any structure of this group.
    Group(u32),
    /// Any structure at all of this type, within the size that is left.
    Open(TypeIx),
    /// A node of a given value.
    Value(u32),
    /// Any structure of these classes.
    Classes(u32),
    /// Any structure of these productions, which share a constructor; slots as in `Layer`, unresolved.
    Productions { list: u32, first: u32 },
    /// A recursive slot of a node whose production is not decided.
    Pending { parent: u32, slot: u32 },
}

/// What a slot of a decided layer holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SlotState {
    Node(u32),
    Data(Int, DomainIx),
}

impl Run {
    /// Adds a node.
    pub(crate) fn push_node(&mut self, state: NodeState) -> u32 {
        let node = shown(self.nodes.len());
        self.nodes.push(state);
        self.origins.push(match state {
            NodeState::Structure(structure) => structure,
            _ => NO_ORIGIN,
        });
        node
    }

    /// Adds a layer whose children and data the given closure makes, slot by slot.
    pub(crate) fn push_layer(
        &mut self,
        ctor: CtorIx,
        mut fill: impl FnMut(&mut Self, usize, SlotKind) -> SlotState,
    ) -> NodeState {
        let len = self.schema.constructor(ctor).slots.len();
        let mut filled: SmallVec<[SlotState; 5]> = SmallVec::new();
        for slot in 0..len {
            let kind = self.schema.constructor(ctor).slots[slot].kind;
            filled.push(fill(self, slot, kind));
        }
        let first = shown(self.slots.len());
        self.slots.extend(filled);
        NodeState::Layer { ctor, first }
    }

    /// Makes a node, pushed before its layer, the candidate itself.
    pub(crate) fn set_root(&mut self, node: u32, layer: NodeState) {
        self.nodes[at(node)] = layer;
        self.origins[at(node)] = NO_ORIGIN;
    }

    /// The layer of a node, if it has been decided.
    pub(crate) fn layer_of(&self, node: u32) -> Option<(CtorIx, u32)> {
        match self.nodes[at(node)] {
            NodeState::Layer { ctor, first } => Some((ctor, first)),
            _ => None,
        }
    }

    /// The slots of a layer.
    pub(crate) fn layer_slots(&self, ctor: CtorIx, first: u32) -> &[SlotState] {
        let len = self.schema.constructor(ctor).slots.len();
        &self.slots[at(first)..at(first) + len]
    }

    /// The handle of a node, for views of this run.
    pub(crate) fn handle(&self, node: u32) -> Handle {
        Handle { node, run: self.number }
    }

    /// Looks one layer into a node, deciding its constructor.
    pub(crate) fn view(&mut self, node: u32) -> Layer {
        self.note_read();
        let (ctor, first) = self.open(node);
        Layer { ctor, local: self.schema.local(ctor), first, run: self.number }
    }
}
