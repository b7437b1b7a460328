//! [`Spec`]: specs in RON, whose structures are instances of classes that the package makes for them.

use std::sync::Arc;

use dpgen_engine::recheck_saved_build;
use dpgen_engine::run::Model;
use dpgen_forest::schema::{Schema, Shape, SlotKind};
use dpgen_forest::scope::Scope;
use dpgen_spec::builtin;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;

use crate::build::{Asked, build_model, check_model};
use crate::description::TypeDescription;
use crate::structures::{Catalog, refused};
use crate::world::World;

/// A type of a spec: its name, its shape, and its constructors, each with its slots: name, and the type of a part or the
/// labels of a data slot.
type Described = (String, &'static str, Vec<(String, Vec<(String, Option<usize>, Vec<String>)>)>);

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

    /// Fails if a catalog that was loaded is none of this spec: samples are judged, and small sizes built again.
    fn recheck(&self, py: Python<'_>, catalog: &Catalog) -> PyResult<()> {
        let catalog = catalog.catalog();
        let model = |scope: &Scope| self.0.model(scope).ok();
        py.detach(|| recheck_saved_build::check(catalog, true, model, &recheck_saved_build::accepts_observed))
            .map_err(|error| refused(&error))
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

    /// The types in a scope, and the number of the root.
    fn types(&self, max_size: u32, params: Vec<(String, i64)>) -> PyResult<(Vec<Described>, usize)> {
        let model = self.model(&scope(max_size, params))?;
        Ok((described(&model.schema), model.schema.root().index()))
    }

    /// The world whose structures are instances of these classes.
    fn world(
        &self,
        py: Python<'_>,
        types: Vec<TypeDescription>,
        max_size: u32,
        params: Vec<(String, i64)>,
    ) -> PyResult<World> {
        let schema = (*self.model(&scope(max_size, params))?.schema).clone();
        let follows = (0..types.len()).collect();
        World::of(py, schema, follows, &types)
    }

    /// Builds every structure up to a size.
    fn build(
        &self,
        py: Python<'_>,
        world: Py<World>,
        asked: Asked,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Catalog> {
        let model = Arc::new(self.model(&asked.scope())?);
        build_model(py, world, model, &asked, watch)
    }

    /// Compares the structures whose parts all are valid with all that the spec accepts.
    fn check_hereditary(
        &self,
        py: Python<'_>,
        world: Py<World>,
        asked: Asked,
    ) -> PyResult<Py<pyo3::types::PyDict>> {
        let model = Arc::new(self.model(&asked.scope())?);
        check_model(py, &world, model, &asked)
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

fn described(schema: &Schema) -> Vec<Described> {
    let types = (0..).zip(schema.all_types()).map(|(number, ty)| {
        let shape = match ty.shape {
            Shape::Plain => "plain",
            Shape::List => "list",
            Shape::Option => "option",
            Shape::Tuple => "tuple",
        };
        let ctors = schema.constructors_of(dpgen_forest::index::TypeIx::from_word(number)).map(|ctor| {
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
