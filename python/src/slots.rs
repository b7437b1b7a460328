//! What a slot holds, as Python sees it: a view of a part, an integer that may be open, or a value.

use dpgen_engine::run::{Handle, SlotHandle};
use dpgen_forest::index::{CtorIx, TypeIx, at};
use dpgen_forest::schema::{Domain, SlotKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::flow::enter;
use crate::int::{IntView, int_object};
use crate::list::ListView;
use crate::view::View;
use crate::world::{Form, World};

/// A data slot's values.
#[derive(Debug)]
pub(crate) enum Data {
    Int,
    Bool,
    /// What each label stands for, and the label's index by what tells an object from any other (`_exact.py`).
    Objects(Vec<Py<PyAny>>, Py<PyDict>),
}

/// What tells an object from any other, where `==` does not: a float has its bits.
pub(crate) fn exact<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import("pydpgen._exact")?.getattr("exact")?.call1((object,))
}

impl Data {
    /// Of a domain, whose labels stand for `objects`.
    ///
    /// # Errors
    /// When one of them has no hash.
    pub(crate) fn new(py: Python<'_>, domain: &Domain, objects: &[Py<PyAny>]) -> PyResult<Self> {
        Ok(match domain {
            Domain::Bool => Self::Bool,
            Domain::Labels(_) => {
                let places = PyDict::new(py);
                for (index, object) in objects.iter().enumerate() {
                    places.set_item(exact(object.bind(py))?, index)?;
                }
                Self::Objects(objects.iter().map(|object| object.clone_ref(py)).collect(), places.unbind())
            }
            _ => Self::Int,
        })
    }

    /// The object for a value: an integer, or the index of a label.
    pub(crate) fn object(&self, py: Python<'_>, value: i64) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Self::Int => value.into_pyobject(py)?.into_any().unbind(),
            Self::Bool => (value != 0).into_pyobject(py)?.to_owned().into_any().unbind(),
            Self::Objects(objects, _) => {
                let object = u32::try_from(value).ok().and_then(|index| objects.get(at(index)));
                object.map_or_else(|| py.None(), |object| object.clone_ref(py))
            }
        })
    }

    /// The value for an object, if it is one of this kind.
    pub(crate) fn value(&self, object: &Bound<'_, PyAny>) -> Option<i64> {
        let is_bool = object.is_instance_of::<pyo3::types::PyBool>();
        match self {
            Self::Int if is_bool => None,
            Self::Int => object.extract().ok(),
            Self::Bool => object.extract::<bool>().ok().filter(|_| is_bool).map(i64::from),
            // What has no hash is none of them.
            Self::Objects(_, places) => {
                let key = exact(object).ok()?;
                places.bind(object.py()).get_item(key).ok().flatten()?.extract().ok()
            }
        }
    }
}

/// What a node is in Python: reading it decides of which class it is, unless it is a list.
pub(crate) fn read(py: Python<'_>, world: &Py<World>, handle: Handle, ty: TypeIx) -> PyResult<Py<PyAny>> {
    let this = world.get();
    let schema = &this.schema;
    if matches!(this.ctor(schema.ty(ty).first).form, Form::Nil | Form::Cons) {
        return ListView::object(py, world, handle, ty).map(Py::into_any);
    }
    let ctor = enter(py, this, || this.kind(handle, ty))?;
    match this.ctor(ctor).form {
        Form::None => Ok(py.None()),
        Form::Instance(_) => View::object(py, world, handle, ctor),
        Form::Tuple => {
            let layer = this.layer(py, handle)?;
            let slots = 0..schema.constructor(ctor).slots.len();
            let parts = slots.map(|slot| read_slot(py, world, ctor, slot, layer.slot(slot)));
            let parts = parts.collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, parts)?.into_any().unbind())
        }
        Form::Value | Form::Nil | Form::Cons => {
            let layer = this.layer(py, handle)?;
            read_slot(py, world, ctor, 0, layer.slot(0))
        }
    }
}

/// What a slot is in Python.
pub(crate) fn read_slot(
    py: Python<'_>,
    world: &Py<World>,
    ctor: CtorIx,
    slot: usize,
    held: SlotHandle,
) -> PyResult<Py<PyAny>> {
    let this = world.get();
    match (held, this.schema.constructor(ctor).slots[slot].kind, &this.ctor(ctor).data[slot]) {
        (SlotHandle::Node(part), SlotKind::Recursive(ty), _) => read(py, world, part, ty),
        (SlotHandle::Data(int, _), _, Some(Data::Int) | None) => match int.known() {
            Some(known) => int_object(py, known),
            None => Ok(Py::new(py, IntView::new(world.clone_ref(py), int))?.into_any()),
        },
        (SlotHandle::Data(int, _), _, Some(data)) => data.object(py, enter(py, this, || int.value())?),
        (SlotHandle::Node(_), ..) => Ok(py.None()),
    }
}
