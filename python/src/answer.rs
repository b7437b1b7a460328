//! How an attribute's answer is written: as words that are decided, and integers that may stay open.
//!
//! A word says what comes: nothing, a bool, an integer, an object by its number, a tuple or a list of so many. Invariant:
//! equal answers of one type are the same words and integers.

use dpgen_engine::Int;
use dpgen_engine::run::Encoder;
use dpgen_forest::index::shown;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyTuple};

use crate::int::{IntView, int_object};
use crate::list::ListView;
use crate::view::View;
use crate::world::World;

const NONE: i64 = 0;
const BOOL: i64 = 1;
const INT: i64 = 2;
const OBJECT: i64 = 3;
const TUPLE: i64 = 4;
const LIST: i64 = 5;

/// Writes an answer.
///
/// # Errors
/// When it is a part of the structure, or has no hash.
pub(crate) fn encode(world: &World, answer: &Bound<'_, PyAny>, out: &mut Encoder) -> PyResult<()> {
    if answer.is_none() {
        out.word(NONE);
    } else if let Ok(holds) = answer.cast_exact::<PyBool>() {
        out.word(BOOL);
        out.word(holds.is_true().into());
    } else if let Ok(view) = answer.cast::<IntView>() {
        out.word(INT);
        out.int(view.get().int()?);
    } else if let Some(int) = answer.cast_exact::<PyInt>().ok().and_then(|int| int.extract::<i64>().ok()) {
        out.word(INT);
        out.int(Int::from(int));
    } else if let Ok(tuple) = answer.cast_exact::<PyTuple>() {
        out.word(TUPLE);
        out.word(shown(tuple.len()).into());
        tuple.iter().try_for_each(|part| encode(world, &part, out))?;
    } else if let Ok(list) = answer.cast_exact::<PyList>() {
        out.word(LIST);
        out.word(shown(list.len()).into());
        list.iter().try_for_each(|part| encode(world, &part, out))?;
    } else if answer.cast::<View>().is_ok() || answer.cast::<ListView>().is_ok() {
        return Err(PyTypeError::new_err(
            "an attribute answers with a part of the structure: answer with what is asked of that part instead (a \
             field, a length), or make this a plain function",
        ));
    } else if is_unread(answer)? {
        return Err(PyTypeError::new_err(format!(
            "an attribute answers with {}, which says nothing by itself: answer with what comes out of it, such as \
             `tuple(...)` of a generator",
            answer.get_type().name()?
        )));
    } else {
        let number = world.object_number(answer).map_err(|error| {
            let py = answer.py();
            if !error.is_instance_of::<PyTypeError>(py) {
                return error;
            }
            let message = "an attribute answers with something that can not be remembered: answer with numbers, bools, \
                           strings, enum members, None, tuples and lists of these, or frozen sets and frozen \
                           dataclasses";
            let told = PyTypeError::new_err(message);
            told.set_cause(py, Some(error));
            told
        })?;
        out.word(OBJECT);
        out.word(number);
    }
    Ok(())
}

/// Whether an answer says nothing before it is gone through or awaited: an iterator or a coroutine.
fn is_unread(answer: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = answer.get_type();
    Ok(class.hasattr("__next__")? || class.hasattr("__await__")? || class.hasattr("__anext__")?)
}

/// Reads an answer.
pub(crate) fn decode(py: Python<'_>, world: &Py<World>, words: &[i64], ints: &[Int]) -> PyResult<Py<PyAny>> {
    Reader { world, words: words.iter(), ints: ints.iter() }.next(py)
}

struct Reader<'a> {
    world: &'a Py<World>,
    words: std::slice::Iter<'a, i64>,
    ints: std::slice::Iter<'a, Int>,
}

impl Reader<'_> {
    fn word(&mut self) -> i64 {
        self.words.next().copied().unwrap_or(NONE)
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.word() {
            BOOL => Ok((self.word() == 1).into_pyobject(py)?.to_owned().into_any().unbind()),
            INT => {
                let int = self.ints.next().copied().unwrap_or_else(|| Int::from(0));
                match int.known() {
                    Some(known) => int_object(py, known),
                    None => Ok(Py::new(py, IntView::new(self.world.clone_ref(py), int))?.into_any()),
                }
            }
            OBJECT => {
                let number = self.word();
                Ok(self.world.get().object(py, number))
            }
            TUPLE => Ok(PyTuple::new(py, self.parts(py)?)?.into_any().unbind()),
            LIST => Ok(PyList::new(py, self.parts(py)?)?.into_any().unbind()),
            _ => Ok(py.None()),
        }
    }

    fn parts(&mut self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let count = u32::try_from(self.word()).unwrap_or(0);
        (0..count).map(|_| self.next(py)).collect()
    }
}
