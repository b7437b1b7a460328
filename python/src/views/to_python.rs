//! Converts nodes and slots to Python: views of parts, integers that may be undecided, and values.

use std::sync::Arc;

use dpgen_engine::predicate_run::{Handle, Layer, SlotHandle};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_engine;
use crate::evaluation::node_reads;
use crate::evaluation::node_views::NodeKey;
use crate::schema::object_schema::Form;
use crate::schema::slot_values::SlotValues;
use crate::views::instance_view::View;
use crate::views::int_view::IntView;
use crate::views::list_view::ListView;

/// A node as Python sees it. Unless its type is one of lists, this decides its constructor.
pub(crate) fn node_to_python(
    py: Python<'_>,
    context: &Arc<EvaluationContext>,
    node: Handle,
    ty: TypeIx,
) -> PyResult<Py<PyAny>> {
    let objects = &context.objects;
    if objects.is_list(ty) {
        return ListView::object(py, context, node, ty).map(Py::into_any);
    }
    let ctor = node_reads::constructor(py, context, node, ty)?;
    match &objects.constructor(ctor).form {
        Form::None => Ok(py.None()),
        Form::Instance(_) => View::object(py, context, node, ctor),
        Form::Tuple => {
            let layer = node_reads::layer(py, context, node)?;
            let slots = 0..objects.schema.constructor(ctor).slots.len();
            let parts = slots.map(|slot| slot_to_python(py, context, layer, slot));
            let parts = parts.collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, parts)?.into_any().unbind())
        }
        Form::Made(form) => form.view(py, View::object(py, context, node, ctor)?),
        Form::Value | Form::Nil | Form::Cons => {
            let layer = node_reads::layer(py, context, node)?;
            slot_to_python(py, context, layer, 0)
        }
    }
}

/// The slot of a layer, by its position, as Python sees it.
pub(crate) fn slot_to_python(
    py: Python<'_>,
    context: &Arc<EvaluationContext>,
    layer: Layer,
    slot: usize,
) -> PyResult<Py<PyAny>> {
    let objects = &context.objects;
    let kind = objects.schema.constructor(layer.ctor).slots[slot].kind;
    match (layer.slot(slot), kind, &objects.constructor(layer.ctor).slot_values[slot]) {
        (SlotHandle::Node(part), SlotKind::Recursive(ty), _) => node_to_python(py, context, part, ty),
        (SlotHandle::Data(int, _), _, Some(SlotValues::Int) | None) => IntView::object(py, context, int),
        (SlotHandle::Data(int, _), _, Some(SlotValues::Nodes(of))) => {
            let number = call_engine(py, context, || int.value())?;
            View::reference(py, context, NodeKey { run: layer.run_number(), of: *of, number })
        }
        (SlotHandle::Data(int, _), _, Some(values)) => {
            values.object(py, call_engine(py, context, || int.value())?)
        }
        (SlotHandle::Node(_), ..) => Ok(py.None()),
    }
}
