//! [`Catalog`]: the structures of a build as Python objects, by size and rank.
//!
//! Ranks and counts are Python integers of any magnitude. Python asks for ranges of ranks in blocks, so that its other threads
//! and signals get their turn in between.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::structure::ValueNode;
use dpgen_forest::{Count, LoadError, SavedBuild, SolveError};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList};

use crate::objects::object_builder::ObjectBuilder;
use crate::objects::object_reader;
use crate::python_schema::PySchema;
use crate::results::{arrow_columns, report, tree_drawing};
use crate::schema::object_schema::ObjectSchema;

create_exception!(
    pydpgen,
    LoadFailure,
    PyException,
    "Bytes that are no saved build, or not one of these types."
);

/// The result of a build.
#[pyclass(frozen, module = "pydpgen._pydpgen")]
pub(crate) struct Catalog {
    schema: Py<PySchema>,
    catalog: Arc<dpgen_forest::Catalog>,
}

/// A count as a Python integer.
fn python_int<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    match count.to_u128().and_then(|small| u64::try_from(small).ok()) {
        Some(small) => Ok(small.into_pyobject(py)?.into_any()),
        None => {
            let bytes = PyBytes::new(py, &count.to_le_bytes());
            py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
        }
    }
}

/// A Python integer as a count.
fn count_from(int: &Bound<'_, PyAny>) -> PyResult<Count> {
    if let Ok(small) = int.extract::<u64>() {
        return Ok(Count::from(small));
    }
    if int.lt(0)? {
        return Err(PyOverflowError::new_err("a rank is not negative"));
    }
    let bits: usize = int.call_method0("bit_length")?.extract()?;
    let bytes: Vec<u8> = int.call_method1("to_bytes", (bits.div_ceil(8), "little"))?.extract()?;
    Ok(Count::from_le_bytes(&bytes))
}

/// The error for a path condition that can not be solved.
fn unsolvable(error: &SolveError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl Catalog {
    pub(crate) const fn new(schema: Py<PySchema>, catalog: Arc<dpgen_forest::Catalog>) -> Self {
        Self { schema, catalog }
    }

    fn objects(&self) -> &ObjectSchema {
        &self.schema.get().context().objects
    }

    /// The engine's catalog.
    pub(crate) fn catalog(&self) -> &Arc<dpgen_forest::Catalog> {
        &self.catalog
    }

    /// The nodes of an object; `None` if it is no structure of the root type.
    fn nodes(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ValueNode>>> {
        object_reader::nodes(self.objects(), object, self.objects().schema.root())
    }

    fn object(&self, py: Python<'_>, words: Option<Vec<u32>>) -> PyResult<Option<Py<PyAny>>> {
        let Some(words) = words else { return Ok(None) };
        ObjectBuilder::new(self.objects()).object(py, &words, 0).map(Some)
    }
}

#[pymethods]
impl Catalog {
    #[getter]
    fn schema(&self, py: Python<'_>) -> Py<PySchema> {
        self.schema.clone_ref(py)
    }

    #[getter]
    fn max_size(&self) -> u32 {
        self.catalog.scope().max_size()
    }

    #[getter]
    fn complete_sizes(&self) -> u32 {
        self.catalog.complete_sizes()
    }

    #[getter]
    fn stop_reason(&self) -> Option<String> {
        self.catalog.stop_reason().map(|reason| reason.to_string())
    }

    /// The number of structures of a size; `None` if the size is not complete.
    fn count<'py>(&self, py: Python<'py>, size: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.catalog.try_count(size).map(|count| python_int(py, &count)).transpose()
    }

    /// The structures of a size with ranks from `start` on, before `stop`.
    fn block<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        start: &Bound<'py, PyAny>,
        stop: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let structures = PyList::empty(py);
        let mut builder = ObjectBuilder::of_many(self.objects());
        let mut words = self.catalog.compact(size, count_from(start)?..count_from(stop)?);
        while let Some(step) = words.next_step() {
            structures.append(builder.object(py, step.words, step.changed)?)?;
        }
        match words.failure() {
            Some(error) => Err(unsolvable(error)),
            None => Ok(structures),
        }
    }

    /// The structure of a size with this rank.
    fn nth(&self, py: Python<'_>, size: u32, rank: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let words = self.catalog.nth_compact(size, &count_from(rank)?).map_err(|error| unsolvable(&error))?;
        self.object(py, words)
    }

    /// The size and rank of a structure; `None` if it is not among these.
    fn rank<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Option<(u32, Bound<'py, PyAny>)>> {
        let Some(nodes) = self.nodes(object)? else { return Ok(None) };
        let found = self.catalog.find(&nodes);
        found.map(|(size, rank)| Ok((size, python_int(object.py(), &rank)?))).transpose()
    }

    /// `number` ranks of a size, each drawn with the same probability.
    fn sample_ranks<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        number: usize,
        seed: u64,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut draws = ChaCha8Rng::seed_from_u64(seed);
        let ranks = (0..number).map_while(|_| self.catalog.sample_rank(size, &mut draws));
        ranks.map(|rank| python_int(py, &rank)).collect()
    }

    /// The columns of the structures of a size with ranks from `start` on, before `stop`.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        start: &Bound<'py, PyAny>,
        stop: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (objects, ranks) = (self.objects(), count_from(start)?..count_from(stop)?);
        let columns = py.detach(|| arrow_columns::columns(objects, &self.catalog, size, ranks))?;
        columns.into_dict(py)
    }

    /// A drawing of a structure: `text`, `svg`, `inline` (SVG without a style sheet) or `dot`.
    fn draw(&self, object: &Bound<'_, PyAny>, title: &str, format: &str) -> PyResult<Option<String>> {
        let nodes = self.nodes(object)?;
        nodes.map(|nodes| tree_drawing::draw(self.objects(), &nodes, title, format)).transpose()
    }

    /// The report of the build.
    fn report(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        report::report(py, self.catalog.report())
    }

    /// The catalog as bytes, with a text that identifies the source of the build.
    fn save<'py>(&self, py: Python<'py>, source: &str) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        py.detach(|| self.catalog.save(source, &mut bytes))?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// The source of a saved catalog's build, the maximum size, and the parameters.
type Origin = (String, u32, Vec<(String, i64)>);

/// The origin of a saved catalog.
#[pyfunction]
pub(crate) fn saved_origin(py: Python<'_>, bytes: &[u8]) -> PyResult<Origin> {
    let saved = py.detach(|| SavedBuild::read(bytes)).map_err(|error| load_failure(&error))?;
    let params = saved.scope().params().map(|(name, value)| (name.to_owned(), value));
    Ok((saved.source().to_owned(), saved.scope().max_size(), params.collect()))
}

/// Reads a saved catalog whose structures are of this schema.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, schema: Py<PySchema>, bytes: &[u8]) -> PyResult<Catalog> {
    let saved = py.detach(|| SavedBuild::read(bytes)).map_err(|error| load_failure(&error))?;
    let engine_schema = schema.get().context().objects.schema.clone();
    let catalog = py.detach(|| saved.into_catalog(engine_schema)).map_err(|error| load_failure(&error))?;
    Ok(Catalog::new(schema, Arc::new(catalog)))
}

/// The Python exception for a saved build that can not be loaded.
pub(crate) fn load_failure(error: &LoadError) -> PyErr {
    LoadFailure::new_err(error.to_string())
}
