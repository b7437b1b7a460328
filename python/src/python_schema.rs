//! [`PySchema`]: the Python class of a schema whose structures are Python objects.

use std::sync::Arc;

use dpgen_forest::schema::Schema;
use dpgen_forest::scope::Scope;
use pyo3::prelude::*;

use crate::evaluation::context::EvaluationContext;
use crate::schema::description::{self, TypeDescription};
use crate::schema::object_schema::ObjectSchema;
use crate::views::to_python::slot_to_python;

/// A schema, with the state of evaluations on its structures.
#[pyclass(name = "Schema", frozen, module = "pydpgen._pydpgen")]
pub(crate) struct PySchema(Arc<EvaluationContext>);

#[pymethods]
impl PySchema {
    /// The schema of described types. `root` is the number of the type of whole structures.
    #[new]
    fn new(
        py: Python<'_>,
        types: Vec<TypeDescription>,
        root: usize,
        max_size: u32,
        params: Vec<(String, i64)>,
    ) -> PyResult<Self> {
        let scope =
            params.into_iter().fold(Scope::new(max_size), |scope, (name, value)| scope.with(name, value));
        let (schema, descriptions) = description::schema(&types, root, &scope)?;
        Self::of(py, schema, descriptions, &types)
    }
}

impl PySchema {
    /// The class for a schema: the type with number `t` is described by `types[descriptions[t]]`.
    pub(crate) fn of(
        py: Python<'_>,
        schema: Schema,
        descriptions: Vec<usize>,
        types: &[TypeDescription],
    ) -> PyResult<Self> {
        let objects = ObjectSchema::new(py, schema, descriptions, types)?;
        Ok(Self(Arc::new(EvaluationContext::new(py, objects, slot_to_python))))
    }

    /// The state that evaluations share.
    pub(crate) const fn context(&self) -> &Arc<EvaluationContext> {
        &self.0
    }
}
