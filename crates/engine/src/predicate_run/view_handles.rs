//! Handles that views hold: `Copy` names of nodes and layers of a run.
//!
//! A [`Handle`] names a node, a [`Layer`] a node that has been looked into, an `Int` an integer. Each carries the number
//! of its run, so that one that is kept after its run is noticed at its next use; none is `Send`, as runs are
//! numbered by thread. Read `current_run.rs` for what happens when one is used.

use dpgen_forest::index::{CtorIx, DomainIx};

use super::not_send::NotSend;
use super::predicate_int::Int;

/// A node of the current run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handle {
    pub(crate) node: u32,
    pub(crate) run: u32,
    not_send: NotSend,
}

impl Handle {
    /// The node with this number, of the run with this number.
    pub(crate) const fn new(node: u32, run: u32) -> Self {
        Self { node, run, not_send: NotSend::NEW }
    }

    /// The number of the run that it belongs to, unlike that of any other run of the thread.
    #[must_use]
    pub const fn run_number(self) -> u32 {
        self.run
    }
}

/// The content of a slot of a layer.
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
    /// Where its slots begin among the slots of the run.
    pub(crate) first: u32,
    pub(crate) run: u32,
    _not_send: NotSend,
}

impl Layer {
    /// The layer of a constructor of the run with this number; its slots begin at `first`.
    pub(crate) const fn new(ctor: CtorIx, local: u32, first: u32, run: u32) -> Self {
        Self { ctor, local, first, run, _not_send: NotSend::NEW }
    }

    /// The number of the run that it belongs to, unlike that of any other run of the thread.
    #[must_use]
    pub const fn run_number(self) -> u32 {
        self.run
    }
}
