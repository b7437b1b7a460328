//! [`RaisedExceptions`]: the exceptions of the user's code, by their texts.
//!
//! An engine carries the text of a failure only. The exception waits here until it is raised again: in a predicate that reads
//! the attribute that failed, or as the build's error.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

/// Exceptions by text. Invariant: no text is there twice.
#[derive(Debug, Default)]
pub(crate) struct RaisedExceptions(Mutex<Vec<(String, PyErr)>>);

impl RaisedExceptions {
    /// Keeps an exception and returns its text.
    pub(crate) fn add(&self, py: Python<'_>, error: PyErr) -> String {
        let name =
            error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
        let text = format!("{name}: {}", error.value(py));
        let mut raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !raised.iter().any(|(known, _)| *known == text) {
            raised.push((text.clone(), error));
        }
        text
    }

    /// The exception with the longest text that `text` ends with.
    pub(crate) fn find(&self, py: Python<'_>, text: &str) -> Option<PyErr> {
        let raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = raised.iter().filter(|(known, _)| text.ends_with(known.as_str()));
        found.max_by_key(|(known, _)| known.len()).map(|(_, error)| error.clone_ref(py))
    }
}
