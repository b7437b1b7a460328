//! Finds the node that a reference leads to, within the structure that is judged.
//!
//! A walk, wholes before parts and parts from left to right, meets the nodes of a type in the order of their numbers. So it ends at the
//! first node with a greater number; it decides what is on its way, and nothing behind.

use std::sync::Arc;

use dpgen_engine::predicate_run::{Handle, SlotHandle, number_of_node};
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_engine;
use crate::evaluation::node_reads;
use crate::evaluation::node_views::{NodeKey, judged};

/// Finds a node within the structure that the call at hand judges, and the first constructor of its type.
///
/// # Errors
/// As [`call_engine`].
pub(super) fn find(
    py: Python<'_>,
    context: &Arc<EvaluationContext>,
    key: NodeKey,
) -> PyResult<Option<(Handle, CtorIx)>> {
    let objects = &context.objects;
    let mut waiting: Vec<_> = judged().into_iter().filter(|(node, _)| node.run_number() == key.run).collect();
    while let Some((node, ty)) = waiting.pop() {
        if objects.descriptions[ty.index()] == key.of.index() {
            let number = call_engine(py, context, || number_of_node(node))?;
            if number == Some(key.number) {
                return Ok(Some((node, objects.schema.ty(ty).first)));
            }
            if number.is_none_or(|number| number > key.number) {
                return Ok(None);
            }
        }
        if !objects.can_hold(ty, key.of) {
            continue;
        }
        let layer = node_reads::layer(py, context, node)?;
        for (slot, described) in objects.schema.constructor(layer.ctor).slots.iter().enumerate().rev() {
            if let (SlotHandle::Node(part), SlotKind::Recursive(ty)) = (layer.slot(slot), described.kind) {
                waiting.push((part, ty));
            }
        }
    }
    Ok(None)
}
