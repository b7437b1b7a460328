//! [`Catalog`]: what an engine found, as the package's Python part sees it: by size and rank.
//!
//! Ranks and counts are Python integers of any magnitude. Ranges of ranks come in blocks, so that Python's other threads
//! and signals get their turn between them.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::structure::ValueNode;
use dpgen_forest::{Count, LoadError, SavedBuild, SolveError};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList};

use crate::arrow;
use crate::drawing;
use crate::instances::Instances;
use crate::report;
use crate::take_apart;
use crate::world::World;

create_exception!(
    pydpgen,
    LoadFailure,
    PyException,
    "Bytes that are no saved build, or not one of these types."
);

/// What an engine found.
#[pyclass(frozen, module = "pydpgen._pydpgen")]
pub(crate) struct Catalog {
    world: Py<World>,
    catalog: Arc<dpgen_forest::Catalog>,
}

/// A count as a Python integer.
pub(crate) fn int_of<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    match count.to_u128().and_then(|small| u64::try_from(small).ok()) {
        Some(small) => Ok(small.into_pyobject(py)?.into_any()),
        None => {
            let bytes = PyBytes::new(py, &count.to_le_bytes());
            py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
        }
    }
}

/// A Python integer as a count.
fn count_of(int: &Bound<'_, PyAny>) -> PyResult<Count> {
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

/// A path condition that can not be solved.
fn unsolved(error: &SolveError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl Catalog {
    pub(crate) const fn new(world: Py<World>, catalog: Arc<dpgen_forest::Catalog>) -> Self {
        Self { world, catalog }
    }

    /// What an engine has built.
    pub(crate) fn catalog(&self) -> &Arc<dpgen_forest::Catalog> {
        &self.catalog
    }

    fn object(&self, py: Python<'_>, words: Option<Vec<u32>>) -> PyResult<Option<Py<PyAny>>> {
        let Some(words) = words else { return Ok(None) };
        Instances::new(self.world.get()).object(py, &words, 0).map(Some)
    }
}

#[pymethods]
impl Catalog {
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
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

    /// How many structures of a size there are; `None` if the size is not complete.
    fn count<'py>(&self, py: Python<'py>, size: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.catalog.try_count(size).map(|count| int_of(py, &count)).transpose()
    }

    /// The structures of a size with ranks from `start` on, before `stop`.
    fn block<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        start: &Bound<'py, PyAny>,
        stop: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let objects = PyList::empty(py);
        let mut instances = Instances::new(self.world.get());
        let mut words = self.catalog.compact(size, count_of(start)?..count_of(stop)?);
        while let Some((same, words)) = words.next_changed() {
            objects.append(instances.object(py, words, same)?)?;
        }
        match words.failure() {
            Some(error) => Err(unsolved(error)),
            None => Ok(objects),
        }
    }

    /// The structure of a size with this rank.
    fn nth(&self, py: Python<'_>, size: u32, rank: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let words = self.catalog.nth_compact(size, &count_of(rank)?).map_err(|error| unsolved(&error))?;
        self.object(py, words)
    }

    /// The size and rank of a structure; `None` if it is not among these.
    fn rank<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Option<(u32, Bound<'py, PyAny>)>> {
        let world = self.world.get();
        let Some(nodes): Option<Vec<ValueNode>> = take_apart::nodes(world, object, world.schema.root())?
        else {
            return Ok(None);
        };
        let found = self.catalog.find(&nodes);
        found.map(|(size, rank)| Ok((size, int_of(object.py(), &rank)?))).transpose()
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
        ranks.map(|rank| int_of(py, &rank)).collect()
    }

    /// The columns of the structures of a size with ranks from `start` on, before `stop`.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        start: &Bound<'py, PyAny>,
        stop: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let ranks = count_of(start)?..count_of(stop)?;
        let columns = py.detach(|| arrow::columns(self.world.get(), &self.catalog, size, ranks))?;
        columns.into_dict(py)
    }

    /// A drawing of a structure: `text`, `svg`, `inline` (SVG without a style sheet) or `dot`.
    fn draw(&self, object: &Bound<'_, PyAny>, title: &str, format: &str) -> PyResult<Option<String>> {
        let world = self.world.get();
        let nodes = take_apart::nodes(world, object, world.schema.root())?;
        nodes.map(|nodes| drawing::draw(world, &nodes, title, format)).transpose()
    }

    /// What the build did.
    fn report(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        report::report(py, self.catalog.report())
    }

    /// The catalog as bytes; `source` says what it was built from.
    fn save<'py>(&self, py: Python<'py>, source: &str) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        py.detach(|| self.catalog.save(source, &mut bytes))?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// What a saved catalog was built from: what its maker says, the maximum size, and the parameters.
type Origin = (String, u32, Vec<(String, i64)>);

/// The origin of a saved catalog.
#[pyfunction]
pub(crate) fn saved(py: Python<'_>, bytes: &[u8]) -> PyResult<Origin> {
    let saved = py.detach(|| SavedBuild::read(bytes)).map_err(|error| refused(&error))?;
    let params = saved.scope().params().map(|(name, value)| (name.to_owned(), value));
    Ok((saved.source().to_owned(), saved.scope().max_size(), params.collect()))
}

/// The catalog that was saved.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, world: Py<World>, bytes: &[u8]) -> PyResult<Catalog> {
    let saved = py.detach(|| SavedBuild::read(bytes)).map_err(|error| refused(&error))?;
    let schema = world.get().schema.clone();
    let catalog = py.detach(|| saved.into_catalog(schema)).map_err(|error| refused(&error))?;
    Ok(Catalog::new(world, Arc::new(catalog)))
}

/// What Python hears of a saved build that is refused.
pub(crate) fn refused(error: &LoadError) -> PyErr {
    LoadFailure::new_err(error.to_string())
}
