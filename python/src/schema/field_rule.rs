//! [`FieldRule`]: which context a part gets, or which data a field can have where it stands, as a Python function.
//!
//! The fields are the attributes of the classes in `_field_rules.py`.

use pyo3::prelude::*;

/// The rule of a field.
#[derive(Debug, FromPyObject)]
pub(crate) struct FieldRule {
    /// Whether it is the rule of a part: `call` answers with a context. That of data answers with intervals.
    pub(crate) gives: bool,
    /// Whether the first argument of `call` is the context of the whole.
    pub(crate) reads_context: bool,
    /// The slots that are further arguments, all to the left of the rule's own.
    pub(crate) fields: Vec<usize>,
    pub(crate) call: Py<PyAny>,
}

impl FieldRule {
    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        let Self { gives, reads_context, ref fields, ref call } = *self;
        Self { gives, reads_context, fields: fields.clone(), call: call.clone_ref(py) }
    }
}
