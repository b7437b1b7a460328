//! [`AttributeNumbers`]: the numbers by which an engine knows attributes and predicates.
//!
//! User attributes are numbered from 0 in the order of their first use; the highest numbers are reserved. An attribute that
//! each run of the predicate defines anew keeps its number as long as its code and the objects that this refers to are the
//! same.

use std::sync::{Mutex, MutexGuard, PoisonError};

use dpgen_forest::index::small;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The number of a type's `rep_ok`.
pub(crate) const REP_OK: u32 = u32::MAX;
/// The number of the attribute that answers with a structure's constructor.
pub(crate) const CONSTRUCTOR: u32 = u32::MAX - 1;
/// The number of `root_ok`.
pub(crate) const ROOT_OK: u32 = u32::MAX - 2;

/// The greatest number of attributes that a predicate can use.
const MAX_ATTRIBUTES: usize = 500;

/// An attribute that has a number, and the function that it marks.
#[derive(Debug)]
struct NumberedAttribute {
    attribute: Py<PyAny>,
    function: Py<PyAny>,
}

/// The attributes that have been used, by number.
#[derive(Debug, Default)]
pub(crate) struct AttributeNumbers(Mutex<Vec<NumberedAttribute>>);

impl AttributeNumbers {
    /// The number of an attribute that marks a function.
    ///
    /// # Errors
    /// When there are more than [`MAX_ATTRIBUTES`]: then the predicate makes them as it runs, and they refer to other objects
    /// each time.
    pub(crate) fn number(&self, attribute: &Bound<'_, PyAny>, function: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = attribute.py();
        if let Some(number) = self.known().iter().position(|known| known.attribute.is(attribute)) {
            return Ok(small(number));
        }
        // Functions are compared without the lock, as this runs Python.
        let known: Vec<_> = self.known().iter().map(|known| known.function.bind(py).clone()).collect();
        for (number, known) in known.iter().enumerate() {
            if is_same_function(known, function)? {
                return Ok(small(number));
            }
        }
        if known.len() >= MAX_ATTRIBUTES {
            return Err(PyRuntimeError::new_err(format!(
                "the predicate asked for {MAX_ATTRIBUTES} attributes: define attributes once, outside of the predicate, \
                 and let them depend on nothing but their structure"
            )));
        }
        let mut all = self.known();
        all.push(NumberedAttribute {
            attribute: attribute.clone().unbind(),
            function: function.clone().unbind(),
        });
        Ok(small(all.len() - 1))
    }

    fn known(&self) -> MutexGuard<'_, Vec<NumberedAttribute>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two functions have the same code, and refer to the same objects beside it.
fn is_same_function(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(code) = left.getattr("__code__") else { return Ok(false) };
    if !right.getattr("__code__").is_ok_and(|other| other.is(&code)) {
        return Ok(false);
    }
    for name in ["__closure__", "__defaults__", "__kwdefaults__"] {
        let [left, right] = [left.getattr(name)?, right.getattr(name)?];
        let [Ok(left), Ok(right)] = [&left, &right].map(|parts| parts.cast::<PyTuple>()) else {
            if left.is_none() && right.is_none() {
                continue;
            }
            return Ok(false);
        };
        let content =
            |part: Bound<'_, PyAny>| part.getattr("cell_contents").map_or(part, |content| content).unbind();
        let same = |(left, right): (Bound<'_, PyAny>, Bound<'_, PyAny>)| content(left).is(content(right));
        if !left.iter().zip(right.iter()).all(same) {
            return Ok(false);
        }
    }
    Ok(true)
}
