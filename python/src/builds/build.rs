//! The functions that Python calls for a build, and for a check that a predicate is hereditary.

use std::sync::Arc;

use dpgen_engine::Options;
use dpgen_engine::predicate_run::Model;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::builds::engine_thread::run_interruptibly;
use crate::builds::predicates;
use crate::builds::request::BuildRequest;
use crate::python_schema::PySchema;
use crate::results::catalog::Catalog;
use crate::results::report;

/// Builds every structure of a schema up to a size.
///
/// `watch` is called with (size, candidates, accepted) at regular intervals.
#[pyfunction]
pub(crate) fn build(
    py: Python<'_>,
    schema: Py<PySchema>,
    request: BuildRequest,
    watch: Option<Py<PyAny>>,
) -> PyResult<Catalog> {
    let model = predicates::model(py, schema.get().context(), &request)?;
    build_model(py, schema, model, &request, watch.as_ref())
}

/// Builds every structure of a model with this schema.
pub(crate) fn build_model(
    py: Python<'_>,
    schema: Py<PySchema>,
    model: Model,
    request: &BuildRequest,
    watch: Option<&Py<PyAny>>,
) -> PyResult<Catalog> {
    let (model, scope) = (Arc::new(model), request.scope());
    let work = move |options: Options| dpgen_engine::build(&model, &scope, &options);
    let catalog = run_interruptibly(py, schema.get().context(), request.options()?, watch, work)?;
    Ok(Catalog::new(schema, Arc::new(catalog)))
}

/// Compares the structures whose parts are all valid with all that the predicate accepts.
#[pyfunction]
pub(crate) fn check_hereditary(
    py: Python<'_>,
    schema: Py<PySchema>,
    request: BuildRequest,
) -> PyResult<Py<PyDict>> {
    let model = predicates::model(py, schema.get().context(), &request)?;
    check_model(py, schema.get(), model, &request)
}

/// The same for a model with this schema.
pub(crate) fn check_model(
    py: Python<'_>,
    schema: &PySchema,
    model: Model,
    request: &BuildRequest,
) -> PyResult<Py<PyDict>> {
    let (model, scope) = (Arc::new(model), request.scope());
    let work = move |options: Options| dpgen_engine::check_hereditary(&model, &scope, &options);
    let heredity = run_interruptibly(py, schema.context(), request.options()?, None, work)?;
    report::heredity(py, &heredity)
}
