//! [`BuildRequest`]: the arguments of a build, as the Python part of the package gives them (`_build.py`).

use std::time::Duration;

use dpgen_engine::Options;
use dpgen_forest::{Limits, Scope, UnknownName};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A predicate, and the structures that it judges.
#[derive(FromPyObject)]
pub(crate) struct PredicateDescription {
    pub(crate) function: Py<PyAny>,
    /// The constructors that it judges, each list with the number of the description of their type.
    pub(crate) judges: Vec<(usize, Vec<usize>)>,
    pub(crate) opaque: bool,
    /// Whether the function takes the context of a structure, after the structure.
    pub(crate) reads_context: bool,
}

/// The arguments of a build.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BuildRequest {
    pub(crate) name: String,
    pub(crate) predicates: Vec<PredicateDescription>,
    pub(crate) root_ok: Option<PredicateDescription>,
    /// The context of whole structures, if they have one.
    pub(crate) contexts: Vec<Py<PyAny>>,
    max_size: u32,
    params: Vec<(String, i64)>,
    algorithm: Option<String>,
    fields: String,
    seconds: Option<f64>,
    structures: Option<u64>,
    candidates: Option<u64>,
    memory: Option<u64>,
}

impl BuildRequest {
    pub(crate) fn scope(&self) -> Scope {
        let params = self.params.iter();
        params.fold(Scope::new(self.max_size), |scope, (name, value)| scope.with(name.as_str(), *value))
    }

    pub(crate) fn options(&self) -> PyResult<Options> {
        let unknown = |error: UnknownName| PyValueError::new_err(error.to_string());
        let mut limits = Limits::none();
        if let Some(seconds) = self.seconds {
            let time = Duration::try_from_secs_f64(seconds);
            limits.time =
                Some(time.map_err(|error| PyValueError::new_err(format!("time={seconds}: {error}")))?);
        }
        (limits.structures, limits.candidates, limits.memory) =
            (self.structures, self.candidates, self.memory);
        let algorithm = self.algorithm.as_ref().map(|name| name.parse()).transpose().map_err(unknown)?;
        let fields = self.fields.parse().map_err(unknown)?;
        Ok(Options::default().algorithm(algorithm).fields(fields).threads(1).limits(limits))
    }
}
