//! Follows references: finds the node with a number within a structure.
//!
//! A part does not know the whole, so that a predicate finds nodes only within the structure that it is about; of the whole, that is every
//! node. On the way, what stands to the left of the node is passed over. Where answers are remembered, it is asked for its number of
//! nodes, which leaves open what it is; elsewhere the walk goes through it, which decides nothing that a reference to the node had not
//! decided: its values are the nodes that were met. Read `reference_rules.rs` for what nodes and references are.

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::SlotKind;
use smallvec::SmallVec;

use super::context_query::context;
use super::current_run::{view, with_run, with_schema};
use super::view_handles::{Handle, Layer, SlotHandle};

/// The node with this number among those of a structure's own type, if it is the structure or within it; `None` also if no slot refers to
/// structures of its type.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[must_use]
pub fn find_node(within: Handle, number: i64) -> Option<Handle> {
    let (references, ty, asks) = with_run(within.run, |run| {
        let references = run.context_rules()?.references.clone()?;
        Some((references, run.type_of(within.node), run.remembers_answers()))
    })?;
    let from_end = references.own_place(ty)?;
    let first = *context(within).iter().rev().nth(from_end)?;
    let mut before = number.checked_sub(first).filter(|before| *before >= 0)?;
    let node = references.own_node_type(ty)?;
    let mut open: SmallVec<[Handle; 8]> = [within].into_iter().collect();
    while let Some(handle) = open.pop() {
        if asks && !open.is_empty() {
            let nodes = node.nodes_within(handle);
            if nodes <= before {
                before -= nodes;
                continue;
            }
            // It is in here, and what stands to the right does not matter.
            open.clear();
        }
        let layer = view(handle);
        if node.is_made_by(layer.ctor) {
            if before == 0 {
                return Some(handle);
            }
            before -= 1;
        }
        let parts = parts_with_nodes(layer, |part| references.can_hold(part, node));
        open.extend(parts.into_iter().rev());
    }
    None
}

/// The parts of a layer whose types can hold nodes, from left to right.
fn parts_with_nodes(layer: Layer, holds: impl Fn(TypeIx) -> bool) -> SmallVec<[Handle; 4]> {
    let slots: SmallVec<[usize; 4]> = with_schema(|schema| {
        let constructor = schema.constructor(layer.ctor);
        let can_hold = |slot: &usize| match constructor.slots[*slot].kind {
            SlotKind::Recursive(part) => holds(part),
            SlotKind::Data(_) => false,
        };
        constructor.recursive.iter().copied().filter(can_hold).collect()
    });
    let part = |slot| match layer.slot(slot) {
        SlotHandle::Node(part) => Some(part),
        SlotHandle::Data(..) => None,
    };
    slots.into_iter().filter_map(part).collect()
}
