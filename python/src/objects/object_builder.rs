//! [`ObjectBuilder`]: builds Python objects from the words of structures.
//!
//! Words are a structure's layers in preorder. A stack of unfinished layers takes the place of recursion, as a structure can
//! be deeper than a thread's stack. Consecutive structures in rank order share a prefix of their words; a part that ends
//! within this prefix keeps its object, if nothing can change it. So does a part of few words that another one has met
//! ([`PartCache`](super::part_cache::PartCache)).
//!
//! A reference is the node itself. One from within a node is asked for before the node's fields are known: then the node is an
//! instance on which `__init__` was not called yet (`built_nodes.rs`).

use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::objects::built_nodes::BuiltNodes;
use crate::objects::part_cache::PartCache;
use crate::schema::object_schema::{Form, ObjectSchema};

/// Builds objects, one structure after the other.
pub(crate) struct ObjectBuilder<'a> {
    objects: &'a ObjectSchema,
    /// By the first word of a part of the previous structure: the end of its words, and its object.
    previous: Vec<Option<(usize, Py<PyAny>)>>,
    /// Parts of all structures before; `None` for a single structure.
    parts: Option<PartCache>,
    unfinished: Vec<UnfinishedLayer>,
    nodes: BuiltNodes,
}

/// A layer whose parts are not all built.
struct UnfinishedLayer {
    ctor: CtorIx,
    begin: usize,
    /// Its place among the nodes, if it is one.
    node: Option<(TypeIx, usize)>,
    parts: Vec<Py<PyAny>>,
}

impl<'a> ObjectBuilder<'a> {
    /// A builder of one structure.
    pub(crate) fn new(objects: &'a ObjectSchema) -> Self {
        Self {
            objects,
            previous: Vec::new(),
            parts: None,
            unfinished: Vec::new(),
            nodes: BuiltNodes::default(),
        }
    }

    /// A builder of many structures, which share parts where nothing can change them.
    pub(crate) fn of_many(objects: &'a ObjectSchema) -> Self {
        Self { parts: Some(PartCache::default()), ..Self::new(objects) }
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
        self.nodes.clear();
        let mut word = 0;
        loop {
            let known = self.previous.get(word).and_then(Option::as_ref);
            let known = known.map(|(end, object)| (*end, object.clone_ref(py)));
            let known = known.or_else(|| {
                // The whole structure is another one each time.
                let parts = self.parts.as_ref().filter(|_| word > 0)?;
                parts.get(py, self.objects, words, word)
            });
            let mut made = match known {
                Some((end, object)) => {
                    if let Some(place) = self.previous.get_mut(word) {
                        *place = Some((end, object.clone_ref(py)));
                    }
                    word = end;
                    Some(object)
                }
                None => {
                    let ctor = CtorIx::from_word(words[word]);
                    let node = self.objects.constructor(ctor).node;
                    let node = node.map(|of| (of, self.nodes.meet(of, ctor)));
                    self.unfinished.push(UnfinishedLayer { ctor, begin: word, node, parts: Vec::new() });
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
                        let constructor = self.objects.constructor(layer.ctor);
                        let slot = layer.parts.len();
                        let object = match (constructor.refers(slot), &constructor.slot_values[slot]) {
                            (Some(of), _) => self.nodes.node(py, self.objects, of, value)?,
                            (None, Some(values)) => values.object(py, value)?,
                            (None, None) => py.None(),
                        };
                        layer.parts.push(object);
                        word += 1;
                    }
                    Some(SlotKind::Recursive(_)) => break,
                    None => {
                        let Some(UnfinishedLayer { ctor, begin, node, parts }) = self.unfinished.pop() else {
                            break;
                        };
                        let bare = node.and_then(|node| self.nodes.bare(py, node));
                        let object = layer_object(py, self.objects, ctor, parts, bare)?;
                        if let Some(node) = node {
                            self.nodes.made(node, object.clone_ref(py));
                        }
                        if self.objects.constructor(ctor).is_immutable {
                            if let Some(cache) = &mut self.parts {
                                cache.insert(begin, &words[begin..word], object.clone_ref(py));
                            }
                            self.previous[begin] = Some((word, object.clone_ref(py)));
                        }
                        made = Some(object);
                    }
                }
            }
        }
    }
}

/// The object of a layer with these parts; `bare` is the instance itself, if it was made already, without a call of `__init__`.
pub(crate) fn layer_object(
    py: Python<'_>,
    objects: &ObjectSchema,
    ctor: CtorIx,
    mut parts: Vec<Py<PyAny>>,
    bare: Option<Py<PyAny>>,
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
        Form::Made(form) => form.make(py, parts)?,
        Form::Instance(class) => {
            let class = class.bind(py);
            if constructor.sets_fields && bare.is_none() {
                return Ok(objects.instance_with(class, &constructor.slot_names, parts)?.unbind());
            }
            let named = parts.split_off(constructor.positional);
            let names = if named.is_empty() { None } else { Some(PyDict::new(py)) };
            for (name, part) in constructor.slot_names[constructor.positional..].iter().zip(named) {
                names.as_ref().map_or(Ok(()), |names| names.set_item(name, part))?;
            }
            match bare {
                None => class.call(PyTuple::new(py, parts)?, names.as_ref())?.unbind(),
                Some(bare) => {
                    parts.insert(0, bare.clone_ref(py));
                    class.getattr("__init__")?.call(PyTuple::new(py, parts)?, names.as_ref())?;
                    bare
                }
            }
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
