//! [`CollectionForm`]: makes strings, sets, dictionaries and the like of their parts, and takes them apart.
//!
//! The maker is an object of `_collection_forms.py`. Invariant: `parts(make(parts))` are equal to `parts`, so that an object has one
//! structure.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// The maker of a constructor's objects.
#[derive(Debug)]
pub(crate) struct CollectionForm {
    maker: Py<PyAny>,
    /// What a drawing writes before a text's characters; `None` if it is no text.
    pub(crate) quote: Option<String>,
}

impl CollectionForm {
    /// The form of a maker.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn new(py: Python<'_>, maker: &Py<PyAny>) -> PyResult<Self> {
        let quote = maker.getattr(py, "quote")?.extract(py)?;
        Ok(Self { maker: maker.clone_ref(py), quote })
    }

    /// The object of these parts.
    ///
    /// # Errors
    /// When two elements of a set, or keys of a dictionary, are equal or have no hash.
    pub(crate) fn make(&self, py: Python<'_>, parts: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        self.maker.call_method1(py, "make", PyTuple::new(py, parts)?)
    }

    /// Whether an object can be one of this maker, by its class and whether it is empty.
    pub(crate) fn fits(&self, object: &Bound<'_, PyAny>) -> bool {
        let py = object.py();
        self.maker.call_method1(py, "fits", (object,)).and_then(|fits| fits.extract(py)).unwrap_or(false)
    }

    /// The parts of an object that fits; `None` if its elements are of other types.
    ///
    /// # Errors
    /// Those of comparing its elements.
    pub(crate) fn parts<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let parts = self.maker.bind(object.py()).call_method1("parts", (object,))?;
        Ok(if parts.is_none() { None } else { Some(parts.cast_into::<PyList>()?.iter().collect()) })
    }

    /// The view of an object, by the view of its parts.
    ///
    /// # Errors
    /// Those of making a Python object.
    pub(crate) fn view(&self, py: Python<'_>, parts: Py<PyAny>) -> PyResult<Py<PyAny>> {
        self.maker.call_method1(py, "view", (parts,))
    }
}
