//! [`EvaluationContext`]: a schema, and the state that all evaluations of predicates on its structures share.
//!
//! Views hold one. The conversion of a slot to Python makes views, whose classes need the context; so it is handed down to
//! the context as a function when that is made (`python_schema.rs`).

use std::sync::Arc;

use dpgen_engine::predicate_run::Layer;
use pyo3::prelude::*;

use crate::evaluation::answer_objects::AnswerObjects;
use crate::evaluation::attribute_numbers::AttributeNumbers;
use crate::evaluation::predicate_thread::PredicateThread;
use crate::evaluation::raised_exceptions::RaisedExceptions;
use crate::schema::object_schema::ObjectSchema;

/// Converts the slot of a layer, by its position, to a view or a value.
pub(crate) type SlotToPython = fn(Python<'_>, &Arc<EvaluationContext>, Layer, usize) -> PyResult<Py<PyAny>>;

/// The state that the evaluations of predicates share.
#[derive(Debug)]
pub(crate) struct EvaluationContext {
    pub(crate) objects: ObjectSchema,
    pub(crate) attributes: AttributeNumbers,
    pub(crate) answers: AnswerObjects,
    pub(crate) exceptions: RaisedExceptions,
    pub(crate) thread: PredicateThread,
    slot_to_python: SlotToPython,
}

impl EvaluationContext {
    pub(crate) fn new(py: Python<'_>, objects: ObjectSchema, slot_to_python: SlotToPython) -> Self {
        Self {
            objects,
            attributes: AttributeNumbers::default(),
            answers: AnswerObjects::new(py),
            exceptions: RaisedExceptions::default(),
            thread: PredicateThread::default(),
            slot_to_python,
        }
    }

    /// A slot as Python sees it: a view of a part, an integer that may be undecided, or a value.
    pub(crate) fn slot_to_python(
        self: &Arc<Self>,
        py: Python<'_>,
        layer: Layer,
        slot: usize,
    ) -> PyResult<Py<PyAny>> {
        (self.slot_to_python)(py, self, layer, slot)
    }
}
