//! [`Spec`]: the Python class of a spec in RON. `_spec.py` makes the classes of its instances.

use dpgen_engine::predicate_run::Model;
use dpgen_engine::recheck_saved_build;
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Schema, Shape, SlotKind};
use dpgen_forest::scope::Scope;
use dpgen_spec::builtin;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::builds::build::{build_model, check_model};
use crate::builds::request::BuildRequest;
use crate::python_schema::PySchema;
use crate::results::catalog::{Catalog, load_failure};
use crate::schema::description::TypeDescription;

/// A type of a spec: its name, its shape, and its constructors. A slot of a constructor has a name, and the number of its type or
/// the labels of its data.
type SpecType = (String, &'static str, Vec<(String, Vec<(String, Option<usize>, Vec<String>)>)>);

/// A spec that has been read and checked.
#[pyclass(frozen, module = "pydpgen._pydpgen")]
pub(crate) struct Spec(dpgen_spec::Spec);

/// The names of the specs that come with dpgen.
#[pyfunction]
pub(crate) fn builtin_specs() -> Vec<&'static str> {
    builtin::names().collect()
}

#[pymethods]
impl Spec {
    /// Reads a spec; `name` is for messages.
    #[staticmethod]
    fn parse(name: &str, text: &str) -> PyResult<Self> {
        dpgen_spec::Spec::parse(name, text)
            .map(Self)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// A spec that comes with dpgen.
    #[staticmethod]
    fn builtin(name: &str) -> PyResult<Self> {
        dpgen_spec::Spec::builtin(name).map(Self).ok_or_else(|| {
            let known = builtin::names().collect::<Vec<_>>().join(", ");
            PyLookupError::new_err(format!("there is no built-in spec {name:?}; there are {known}"))
        })
    }

    /// Checks that a loaded catalog is one of this spec: judges samples, and builds small sizes again.
    fn recheck(&self, py: Python<'_>, catalog: &Catalog) -> PyResult<()> {
        let catalog = catalog.catalog();
        let model = |scope: &Scope| self.0.model(scope).ok();
        py.detach(|| recheck_saved_build::check(catalog, true, model, &recheck_saved_build::accepts_observed))
            .map_err(|error| load_failure(&error))
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn about(&self) -> &str {
        self.0.about()
    }

    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The types in a scope, and the number of the root type.
    fn types(&self, max_size: u32, params: Vec<(String, i64)>) -> PyResult<(Vec<SpecType>, usize)> {
        let model = self.model(&scope(max_size, params))?;
        Ok((spec_types(&model.schema), model.schema.root().index()))
    }

    /// The schema whose structures are instances of the classes in these descriptions.
    fn schema(
        &self,
        py: Python<'_>,
        types: Vec<TypeDescription>,
        max_size: u32,
        params: Vec<(String, i64)>,
    ) -> PyResult<PySchema> {
        let schema = (*self.model(&scope(max_size, params))?.schema).clone();
        let descriptions = (0..types.len()).collect();
        PySchema::of(py, schema, descriptions, &types)
    }

    /// Builds every structure up to a size.
    fn build(
        &self,
        py: Python<'_>,
        schema: Py<PySchema>,
        request: BuildRequest,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Catalog> {
        let model = self.model(&request.scope())?;
        build_model(py, schema, model, &request, watch.as_ref())
    }

    /// Compares the structures whose parts are all valid with all that the spec accepts.
    fn check_hereditary(
        &self,
        py: Python<'_>,
        schema: Py<PySchema>,
        request: BuildRequest,
    ) -> PyResult<Py<PyDict>> {
        let model = self.model(&request.scope())?;
        check_model(py, schema.get(), model, &request)
    }
}

impl Spec {
    fn model(&self, scope: &Scope) -> PyResult<Model> {
        self.0.model(scope).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

fn scope(max_size: u32, params: Vec<(String, i64)>) -> Scope {
    params.into_iter().fold(Scope::new(max_size), |scope, (name, value)| scope.with(name, value))
}

fn spec_types(schema: &Schema) -> Vec<SpecType> {
    let types = (0..).zip(schema.all_types()).map(|(number, ty)| {
        let shape = match ty.shape {
            Shape::Plain => "plain",
            Shape::List => "list",
            Shape::Option => "option",
            Shape::Tuple => "tuple",
        };
        let ctors = schema.constructors_of(TypeIx::from_word(number)).map(|ctor| {
            let ctor = schema.constructor(ctor);
            let slots = ctor.slots.iter().map(|slot| match slot.kind {
                SlotKind::Recursive(ty) => (slot.name.clone(), Some(ty.index()), Vec::new()),
                SlotKind::Data(domain) => {
                    let domain = schema.domain(domain);
                    let labels = (0..domain.len()).map_while(|index| domain.label(index).map(str::to_owned));
                    (slot.name.clone(), None, labels.collect())
                }
            });
            (ctor.name.clone(), slots.collect())
        });
        (ty.name.clone(), shape, ctors.collect())
    });
    types.collect()
}
