//! [`ObjectBuilder`]: builds Python objects from the words of structures.
//!
//! Words are a structure's layers in preorder. A stack of unfinished layers takes the place of recursion, as a structure can
//! be deeper than a thread's stack. Consecutive structures in rank order share a prefix of their words; a part that ends
//! within this prefix keeps its object, if nothing can change it.

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::schema::object_schema::{Form, ObjectSchema};

/// Builds objects, one structure after the other.
pub(crate) struct ObjectBuilder<'a> {
    objects: &'a ObjectSchema,
    /// By the first word of a part of the previous structure: the end of its words, and its object.
    previous: Vec<Option<(usize, Py<PyAny>)>>,
    unfinished: Vec<UnfinishedLayer>,
}

/// A layer whose parts are not all built.
struct UnfinishedLayer {
    ctor: CtorIx,
    begin: usize,
    parts: Vec<Py<PyAny>>,
}

impl<'a> ObjectBuilder<'a> {
    pub(crate) const fn new(objects: &'a ObjectSchema) -> Self {
        Self { objects, previous: Vec::new(), unfinished: Vec::new() }
    }

    /// The object of a structure, whose first `same` words are those of the previous one.
    pub(crate) fn object(&mut self, py: Python<'_>, words: &[u32], same: usize) -> PyResult<Py<PyAny>> {
        let same = same.min(self.previous.len());
        for (begin, part) in self.previous.iter_mut().enumerate() {
            if part.as_ref().is_some_and(|(end, _)| begin >= same || *end > same) {
                *part = None;
            }
        }
        self.previous.resize_with(words.len(), || None);
        self.unfinished.clear();
        let mut word = 0;
        loop {
            let known = self.previous.get(word).and_then(Option::as_ref);
            let mut made = match known.map(|(end, object)| (*end, object.clone_ref(py))) {
                Some((end, object)) => {
                    word = end;
                    Some(object)
                }
                None => {
                    let ctor = CtorIx::from_word(words[word]);
                    self.unfinished.push(UnfinishedLayer { ctor, begin: word, parts: Vec::new() });
                    word += 1;
                    None
                }
            };
            // Finishes the layers that have all of their parts.
            loop {
                if let Some(object) = made.take() {
                    match self.unfinished.last_mut() {
                        Some(layer) => layer.parts.push(object),
                        None => return Ok(object),
                    }
                }
                let Some(layer) = self.unfinished.last_mut() else { break };
                let slots = &self.objects.schema.constructor(layer.ctor).slots;
                match slots.get(layer.parts.len()).map(|slot| slot.kind) {
                    Some(SlotKind::Data(domain)) => {
                        let value = self.objects.schema.domain(domain).value(words[word]);
                        let values = &self.objects.constructor(layer.ctor).slot_values[layer.parts.len()];
                        let object = values.as_ref().map(|values| values.object(py, value)).transpose()?;
                        layer.parts.push(object.unwrap_or_else(|| py.None()));
                        word += 1;
                    }
                    Some(SlotKind::Recursive(_)) => break,
                    None => {
                        let Some(UnfinishedLayer { ctor, begin, parts }) = self.unfinished.pop() else {
                            break;
                        };
                        let object = layer_object(py, self.objects, ctor, parts)?;
                        if self.objects.constructor(ctor).is_immutable {
                            self.previous[begin] = Some((word, object.clone_ref(py)));
                        }
                        made = Some(object);
                    }
                }
            }
        }
    }
}

/// The object of a layer with these parts.
pub(crate) fn layer_object(
    py: Python<'_>,
    objects: &ObjectSchema,
    ctor: CtorIx,
    mut parts: Vec<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let constructor = objects.constructor(ctor);
    let is_tuple = || objects.is_tuple(objects.schema.constructor(ctor).ty);
    Ok(match &constructor.form {
        Form::None => py.None(),
        Form::Value => parts.pop().unwrap_or_else(|| py.None()),
        Form::Tuple => PyTuple::new(py, parts)?.into_any().unbind(),
        Form::Nil if is_tuple() => PyTuple::empty(py).into_any().unbind(),
        Form::Nil => PyList::empty(py).into_any().unbind(),
        Form::Cons => cons(py, parts)?,
        Form::Instance(class) if constructor.positional == parts.len() => {
            class.bind(py).call1(PyTuple::new(py, parts)?)?.unbind()
        }
        Form::Instance(class) => {
            let named = parts.split_off(constructor.positional);
            let names = PyDict::new(py);
            for (name, part) in constructor.slot_names[constructor.positional..].iter().zip(named) {
                names.set_item(name, part)?;
            }
            class.bind(py).call(PyTuple::new(py, parts)?, Some(&names))?.unbind()
        }
    })
}

/// A list with a first element before the rest. The object of the rest belongs to this list alone, so that it is reused.
fn cons(py: Python<'_>, mut parts: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
    let (Some(rest), Some(first)) = (parts.pop(), parts.pop()) else { return Ok(py.None()) };
    if let Ok(tuple) = rest.bind(py).cast::<PyTuple>() {
        let elements = std::iter::once(first.into_bound(py)).chain(tuple.iter());
        return Ok(PyTuple::new(py, elements.collect::<Vec<_>>())?.into_any().unbind());
    }
    rest.bind(py).cast::<PyList>()?.insert(0, first)?;
    Ok(rest)
}
