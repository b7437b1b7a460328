//! Encodes attribute answers as words, and integers that may be undecided.
//!
//! A value is a tag and its content: the value of a bool, the number of an object, the type and number of a node that references lead
//! to, the length of a tuple or list before its elements; an integer is the next one of the integers. Invariant: equal answers of one type have the same encoding.

use std::sync::Arc;

use dpgen_engine::Int;
use dpgen_engine::predicate_run::Encoder;
use dpgen_forest::index::{TypeIx, shown};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyTuple};

use crate::evaluation::answer_objects::AnswerObjects;
use crate::evaluation::context::EvaluationContext;
use crate::evaluation::node_views::NodeKey;
use crate::views::collection_view::{CollectionView, whole};
use crate::views::instance_view::View;
use crate::views::int_view::IntView;
use crate::views::list_view::ListView;

const NONE_TAG: i64 = 0;
const BOOL_TAG: i64 = 1;
const INT_TAG: i64 = 2;
const OBJECT_TAG: i64 = 3;
const TUPLE_TAG: i64 = 4;
const LIST_TAG: i64 = 5;
const NODE_TAG: i64 = 6;

/// Encodes an answer.
///
/// # Errors
/// When it is a part of the structure, an iterator or a coroutine, or has no hash.
pub(super) fn encode(objects: &AnswerObjects, answer: &Bound<'_, PyAny>, out: &mut Encoder) -> PyResult<()> {
    if answer.is_none() {
        out.word(NONE_TAG);
    } else if let Ok(holds) = answer.cast_exact::<PyBool>() {
        out.word(BOOL_TAG);
        out.word(holds.is_true().into());
    } else if let Ok(view) = answer.cast::<IntView>() {
        out.word(INT_TAG);
        out.int(view.get().int()?);
    } else if let Some(int) = answer.cast_exact::<PyInt>().ok().and_then(|int| int.extract::<i64>().ok()) {
        out.word(INT_TAG);
        out.int(Int::from(int));
    } else if let Ok(tuple) = answer.cast_exact::<PyTuple>() {
        out.word(TUPLE_TAG);
        out.word(shown(tuple.len()).into());
        tuple.iter().try_for_each(|part| encode(objects, &part, out))?;
    } else if let Ok(list) = answer.cast_exact::<PyList>() {
        out.word(LIST_TAG);
        out.word(shown(list.len()).into());
        list.iter().try_for_each(|part| encode(objects, &part, out))?;
    } else if let Some(key) = answer.cast::<View>().ok().and_then(|view| view.get().key) {
        out.word(NODE_TAG);
        out.word(key.of.word().into());
        out.word(key.number);
    } else if answer.cast::<View>().is_ok() || answer.cast::<ListView>().is_ok() {
        return Err(PyTypeError::new_err(
            "an attribute answers with a part of the structure: answer with what is asked of that part instead (a \
             field, a length), or make this a plain function",
        ));
    } else if let Ok(view) = answer.cast::<CollectionView>() {
        encode(objects, &whole(view)?, out)?;
    } else if is_iterator_or_awaitable(answer)? {
        return Err(PyTypeError::new_err(format!(
            "an attribute answers with {}, which says nothing by itself: answer with what comes out of it, such as \
             `tuple(...)` of a generator",
            answer.get_type().name()?
        )));
    } else {
        let number = objects.number(answer).map_err(|error| {
            let py = answer.py();
            if !error.is_instance_of::<PyTypeError>(py) {
                return error;
            }
            let message = "an attribute answers with something that can not be remembered: answer with numbers, bools, \
                           strings, enum members, None, tuples and lists of these, or frozen sets and frozen \
                           dataclasses";
            let unhashable = PyTypeError::new_err(message);
            unhashable.set_cause(py, Some(error));
            unhashable
        })?;
        out.word(OBJECT_TAG);
        out.word(number);
    }
    Ok(())
}

/// Whether an answer has no value before it is iterated over or awaited.
fn is_iterator_or_awaitable(answer: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = answer.get_type();
    Ok(class.hasattr("__next__")? || class.hasattr("__await__")? || class.hasattr("__anext__")?)
}

/// Decodes an answer of a node of a run.
pub(super) fn decode(
    py: Python<'_>,
    context: &Arc<EvaluationContext>,
    run: u32,
    (words, ints): (&[i64], &[Int]),
) -> PyResult<Py<PyAny>> {
    AnswerReader { context, run, words: words.iter(), ints: ints.iter() }.next(py)
}

struct AnswerReader<'a> {
    context: &'a Arc<EvaluationContext>,
    run: u32,
    words: std::slice::Iter<'a, i64>,
    ints: std::slice::Iter<'a, Int>,
}

impl AnswerReader<'_> {
    fn word(&mut self) -> i64 {
        self.words.next().copied().unwrap_or(NONE_TAG)
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.word() {
            BOOL_TAG => Ok((self.word() == 1).into_pyobject(py)?.to_owned().into_any().unbind()),
            INT_TAG => {
                let int = self.ints.next().copied().unwrap_or_else(|| Int::from(0));
                IntView::object(py, self.context, int)
            }
            OBJECT_TAG => {
                let number = self.word();
                Ok(self.context.answers.object(py, number))
            }
            NODE_TAG => {
                let of = TypeIx::from_word(u32::try_from(self.word()).unwrap_or(0));
                let key = NodeKey { run: self.run, of, number: self.word() };
                View::reference(py, self.context, key)
            }
            TUPLE_TAG => Ok(PyTuple::new(py, self.elements(py)?)?.into_any().unbind()),
            LIST_TAG => Ok(PyList::new(py, self.elements(py)?)?.into_any().unbind()),
            _ => Ok(py.None()),
        }
    }

    fn elements(&mut self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let count = u32::try_from(self.word()).unwrap_or(0);
        (0..count).map(|_| self.next(py)).collect()
    }
}
