//! [`SlotValues`]: the Python objects that the values of a data slot stand for.
//!
//! Invariant: no two objects of a slot have equal exact keys ([`exact_key`]), so that an object names its value.

use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::Domain;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// The values of a data slot as Python objects.
#[derive(Debug)]
pub(crate) enum SlotValues {
    Int,
    Bool,
    /// The nodes of a type that a walk has met: an object is the node itself, so that the walk knows them.
    Nodes(TypeIx),
    /// The object of each label, and the index of the label by the exact key of its object.
    Objects(Vec<Py<PyAny>>, Py<PyDict>),
}

/// A key that is equal for objects that are the same to the last bit: see `_exact_key.py`.
///
/// # Errors
/// When the object has no hash.
pub(crate) fn exact_key<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import("pydpgen._exact_key")?.getattr("exact_key")?.call1((object,))
}

impl SlotValues {
    /// The values of a domain, whose labels stand for `objects`, and whose references for nodes if it `refers`.
    ///
    /// # Errors
    /// When an object has no hash.
    pub(crate) fn new(
        py: Python<'_>,
        domain: &Domain,
        objects: &[Py<PyAny>],
        refers: bool,
    ) -> PyResult<Self> {
        Ok(match domain {
            Domain::Bool => Self::Bool,
            Domain::Nodes { of, .. } if refers => Self::Nodes(*of),
            Domain::Labels(_) => {
                let indices = PyDict::new(py);
                for (index, object) in objects.iter().enumerate() {
                    indices.set_item(exact_key(object.bind(py))?, index)?;
                }
                Self::Objects(objects.iter().map(|object| object.clone_ref(py)).collect(), indices.unbind())
            }
            _ => Self::Int,
        })
    }

    /// The object for a value: an integer, or the index of a label. That of a reference is its number.
    pub(crate) fn object(&self, py: Python<'_>, value: i64) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Self::Int | Self::Nodes(_) => value.into_pyobject(py)?.into_any().unbind(),
            Self::Bool => (value != 0).into_pyobject(py)?.to_owned().into_any().unbind(),
            Self::Objects(objects, _) => {
                let object = u32::try_from(value).ok().and_then(|index| objects.get(at(index)));
                object.map_or_else(|| py.None(), |object| object.clone_ref(py))
            }
        })
    }

    /// The value for an object; `None` if it is no object of this slot, or a node.
    pub(crate) fn value(&self, object: &Bound<'_, PyAny>) -> Option<i64> {
        let is_bool = object.is_instance_of::<PyBool>();
        match self {
            Self::Nodes(_) => None,
            Self::Int if is_bool => None,
            Self::Int => object.extract().ok(),
            Self::Bool => object.extract::<bool>().ok().filter(|_| is_bool).map(i64::from),
            // An object without a hash is none of them.
            Self::Objects(_, indices) => {
                let key = exact_key(object).ok()?;
                indices.bind(object.py()).get_item(key).ok().flatten()?.extract().ok()
            }
        }
    }
}
