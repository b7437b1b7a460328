//! [`Instances`]: Python objects from the words of structures.
//!
//! Words are a structure's layers in preorder; a stack of layers that wait for their parts makes the objects, as a
//! structure can be deeper than a thread's stack. A structure begins with the words of the one before it in rank order
//! up to some place. Parts that ended before that place are taken over, if nothing can change their objects.

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::world::{Form, World};

/// Makes objects, one structure after the other.
pub(crate) struct Instances<'a> {
    world: &'a World,
    /// By where its words begin: a part of the structure before, and where its words end.
    before: Vec<Option<(usize, Py<PyAny>)>>,
    waiting: Vec<Waiting>,
}

/// A layer that waits for its parts.
struct Waiting {
    ctor: CtorIx,
    begin: usize,
    parts: Vec<Py<PyAny>>,
}

impl<'a> Instances<'a> {
    pub(crate) const fn new(world: &'a World) -> Self {
        Self { world, before: Vec::new(), waiting: Vec::new() }
    }

    /// The object for these words, of which the first `same` are those of the structure before.
    pub(crate) fn object(&mut self, py: Python<'_>, words: &[u32], same: usize) -> PyResult<Py<PyAny>> {
        let same = same.min(self.before.len());
        for (begin, part) in self.before.iter_mut().enumerate() {
            if part.as_ref().is_some_and(|(end, _)| begin >= same || *end > same) {
                *part = None;
            }
        }
        self.before.resize_with(words.len(), || None);
        self.waiting.clear();
        let mut place = 0;
        loop {
            let known = self.before.get(place).and_then(Option::as_ref);
            let mut made = match known.map(|(end, object)| (*end, object.clone_ref(py))) {
                Some((end, object)) => {
                    place = end;
                    Some(object)
                }
                None => {
                    let ctor = CtorIx::from_word(words[place]);
                    self.waiting.push(Waiting { ctor, begin: place, parts: Vec::new() });
                    place += 1;
                    None
                }
            };
            // Layers that have all of their parts are finished.
            loop {
                if let Some(object) = made.take() {
                    match self.waiting.last_mut() {
                        Some(waiting) => waiting.parts.push(object),
                        None => return Ok(object),
                    }
                }
                let Some(waiting) = self.waiting.last_mut() else { break };
                let slots = &self.world.schema.constructor(waiting.ctor).slots;
                match slots.get(waiting.parts.len()).map(|slot| slot.kind) {
                    Some(SlotKind::Data(domain)) => {
                        let value = self.world.schema.domain(domain).value(words[place]);
                        let data = &self.world.ctor(waiting.ctor).data[waiting.parts.len()];
                        let object = data.as_ref().map(|data| data.object(py, value)).transpose()?;
                        waiting.parts.push(object.unwrap_or_else(|| py.None()));
                        place += 1;
                    }
                    Some(SlotKind::Recursive(_)) => break,
                    None => {
                        let Some(Waiting { ctor, begin, parts }) = self.waiting.pop() else { break };
                        let object = make(py, self.world, ctor, parts)?;
                        if self.world.ctor(ctor).shared {
                            self.before[begin] = Some((place, object.clone_ref(py)));
                        }
                        made = Some(object);
                    }
                }
            }
        }
    }
}

/// The object of a layer.
pub(crate) fn make(
    py: Python<'_>,
    world: &World,
    ctor: CtorIx,
    mut parts: Vec<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let of = world.ctor(ctor);
    let is_tuple = || world.tuples[world.schema.constructor(ctor).ty.index()];
    Ok(match &of.form {
        Form::None => py.None(),
        Form::Value => parts.pop().unwrap_or_else(|| py.None()),
        Form::Tuple => PyTuple::new(py, parts)?.into_any().unbind(),
        Form::Nil if is_tuple() => PyTuple::empty(py).into_any().unbind(),
        Form::Nil => PyList::empty(py).into_any().unbind(),
        Form::Cons => cons(py, parts)?,
        Form::Instance(class) if of.positional == parts.len() => {
            class.bind(py).call1(PyTuple::new(py, parts)?)?.unbind()
        }
        Form::Instance(class) => {
            let named = parts.split_off(of.positional);
            let names = PyDict::new(py);
            for (name, part) in of.names[of.positional..].iter().zip(named) {
                names.set_item(name, part)?;
            }
            class.bind(py).call(PyTuple::new(py, parts)?, Some(&names))?.unbind()
        }
    })
}

/// A first element before the rest of a list. The rest was made for this list alone: it is its object that grows.
fn cons(py: Python<'_>, mut parts: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
    let (Some(rest), Some(first)) = (parts.pop(), parts.pop()) else { return Ok(py.None()) };
    if let Ok(tuple) = rest.bind(py).cast::<PyTuple>() {
        let elements = std::iter::once(first.into_bound(py)).chain(tuple.iter());
        return Ok(PyTuple::new(py, elements.collect::<Vec<_>>())?.into_any().unbind());
    }
    rest.bind(py).cast::<PyList>()?.insert(0, first)?;
    Ok(rest)
}
