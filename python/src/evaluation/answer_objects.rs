//! [`AnswerObjects`]: numbers of the Python objects that attributes answer with.
//!
//! Invariant: objects with equal exact keys have one number, so that an answer is the same word whenever it is given.

use std::sync::{Mutex, PoisonError};

use dpgen_forest::index::{at, small};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::schema::slot_values::exact_key;

/// The objects that attributes have answered with.
#[derive(Debug)]
pub(crate) struct AnswerObjects {
    /// By exact key. Strings and bytes are their own keys.
    numbers: Py<PyDict>,
    /// By number.
    objects: Mutex<Vec<Py<PyAny>>>,
}

impl AnswerObjects {
    pub(crate) fn new(py: Python<'_>) -> Self {
        Self { numbers: PyDict::new(py).unbind(), objects: Mutex::default() }
    }

    /// The number of an object.
    ///
    /// # Errors
    /// When it has no hash.
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<i64> {
        let numbers = self.numbers.bind(object.py());
        let is_text = object.cast_exact::<PyString>().is_ok() || object.cast_exact::<PyBytes>().is_ok();
        let key = if is_text { object.clone() } else { exact_key(object)? };
        if let Some(number) = numbers.get_item(&key)? {
            return number.extract();
        }
        let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        let number = i64::from(small(objects.len()));
        objects.push(object.clone().unbind());
        drop(objects);
        numbers.set_item(key, number)?;
        Ok(number)
    }

    /// The object with this number.
    pub(crate) fn object(&self, py: Python<'_>, number: i64) -> Py<PyAny> {
        let objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        let object = u32::try_from(number).ok().and_then(|number| objects.get(at(number)));
        object.map_or_else(|| py.None(), |object| object.clone_ref(py))
    }
}
