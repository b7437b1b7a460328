//! [`BuiltNodes`]: the nodes of the structure that is being built, by their numbers.
//!
//! Invariant: the number of a node is the number of nodes of its type that were met before it, so that it is the one that references
//! hold.

use std::collections::BTreeMap;

use dpgen_forest::index::{CtorIx, TypeIx};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::schema::object_schema::{Form, ObjectSchema};

/// A node, whose object is made when all of its parts are there, or when something within it refers to it.
struct BuiltNode {
    ctor: CtorIx,
    object: Option<Py<PyAny>>,
}

/// The nodes of a structure, by type and number.
#[derive(Default)]
pub(super) struct BuiltNodes(BTreeMap<TypeIx, Vec<BuiltNode>>);

impl BuiltNodes {
    /// Begins a structure.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The walk meets a node. The result is its place.
    pub(super) fn meet(&mut self, of: TypeIx, ctor: CtorIx) -> usize {
        let nodes = self.0.entry(of).or_default();
        nodes.push(BuiltNode { ctor, object: None });
        nodes.len() - 1
    }

    /// The object of a node that is not complete, if something has asked for it.
    pub(super) fn bare(&self, py: Python<'_>, (of, place): (TypeIx, usize)) -> Option<Py<PyAny>> {
        self.0.get(&of)?.get(place)?.object.as_ref().map(|object| object.clone_ref(py))
    }

    /// A node is complete.
    pub(super) fn made(&mut self, (of, place): (TypeIx, usize), object: Py<PyAny>) {
        if let Some(node) = self.0.get_mut(&of).and_then(|nodes| nodes.get_mut(place)) {
            node.object = Some(object);
        }
    }

    /// The node that a reference leads to; an instance on which `__init__` was not called, if it is not complete.
    ///
    /// # Errors
    /// Those of the class when it makes an instance, and where there is no such node.
    pub(super) fn node(
        &mut self,
        py: Python<'_>,
        objects: &ObjectSchema,
        of: TypeIx,
        number: i64,
    ) -> PyResult<Py<PyAny>> {
        let nodes = self.0.get_mut(&of);
        let node = usize::try_from(number).ok().and_then(|place| nodes?.get_mut(place));
        let Some(node) = node else {
            return Err(PyRuntimeError::new_err(format!(
                "a reference leads to #{number}, which was not met"
            )));
        };
        if let Some(object) = &node.object {
            return Ok(object.clone_ref(py));
        }
        let Form::Instance(class) = &objects.constructor(node.ctor).form else { return Ok(py.None()) };
        let object = class.getattr(py, "__new__")?.call1(py, (class,))?;
        node.object = Some(object.clone_ref(py));
        Ok(object)
    }
}
