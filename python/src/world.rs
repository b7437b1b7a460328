//! [`World`]: a schema whose structures are Python objects, and what evaluations of Python predicates share.
//!
//! Invariant: `forms` has one form a constructor of the schema. Objects and exceptions are kept by what they are equal
//! to, so that an answer is the same words whenever it is given.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dpgen_engine::run::{AttrKey, Handle, Layer, ask, view};
use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::scope::Scope;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::attribute::Attribute;
use crate::description::{self, TypeDescription};
use crate::flow::enter;
use crate::slots::{Data, exact};

/// The number of the attribute that tells a structure's constructor.
const KIND: u32 = u32::MAX - 1;

/// How many attributes a predicate can ask for.
const MOST_ATTRIBUTES: usize = 500;

/// What the structures of a constructor are in Python.
#[derive(Debug)]
pub(crate) enum Form {
    /// `None`.
    None,
    /// An instance of a class.
    Instance(Py<PyAny>),
    /// What its only slot is: a member of a union that is no class of the user's.
    Value,
    /// An empty list, or tuple of any length.
    Nil,
    /// A first element and the rest.
    Cons,
    /// A tuple with an element a slot.
    Tuple,
}

/// A constructor.
#[derive(Debug)]
pub(crate) struct Ctor {
    pub(crate) form: Form,
    /// The class of the views of its instances.
    pub(crate) view: Option<Py<PyAny>>,
    /// The names of its slots, as Python's strings.
    pub(crate) names: Vec<Py<PyString>>,
    /// How many slots its class takes by position; the others come by name.
    pub(crate) positional: usize,
    /// A data slot's values; nothing for a recursive slot.
    pub(crate) data: Vec<Option<Data>>,
    /// Whether its objects can stand in several structures, as nothing can change them.
    pub(crate) shared: bool,
}

/// A schema whose structures are Python objects.
#[pyclass(frozen, module = "pydpgen._pydpgen")]
pub(crate) struct World {
    pub(crate) schema: Arc<Schema>,
    /// By constructor.
    pub(crate) ctors: Vec<Ctor>,
    /// By type: whether lists of it are tuples.
    pub(crate) tuples: Vec<bool>,
    /// The classes of the views of lists and of tuples of any length.
    pub(crate) list_views: [Py<PyAny>; 2],
    /// By type: the description that it follows.
    pub(crate) follows: Vec<usize>,
    /// Python's number of the thread that evaluates a predicate at the moment; 0: none does.
    evaluating: AtomicU64,
    attributes: Mutex<Vec<Py<Attribute>>>,
    /// What was raised, by its text.
    raised: Mutex<Vec<(String, PyErr)>>,
    /// Answers that are neither numbers nor made of others: each with its number, by type and value; and in order.
    numbers: Py<PyDict>,
    objects: Mutex<Vec<Py<PyAny>>>,
}

#[pymethods]
impl World {
    /// The world of described types, whose whole structures are of the type with the number `root`.
    #[new]
    fn new(
        py: Python<'_>,
        types: Vec<TypeDescription>,
        root: usize,
        max_size: u32,
        params: Vec<(String, i64)>,
    ) -> PyResult<Self> {
        let scope =
            params.into_iter().fold(Scope::new(max_size), |scope, (name, value)| scope.with(name, value));
        let (schema, follows) = description::schema(&types, root, &scope)?;
        Self::of(py, schema, follows, &types)
    }

    /// The attributes that were asked for, in order.
    fn attributes(&self, py: Python<'_>) -> Vec<Py<Attribute>> {
        let attributes = self.attributes.lock().unwrap_or_else(PoisonError::into_inner);
        attributes.iter().map(|attribute| attribute.clone_ref(py)).collect()
    }
}

impl World {
    /// The world of a schema, each of whose types follows the description with this number.
    pub(crate) fn of(
        py: Python<'_>,
        schema: Schema,
        follows: Vec<usize>,
        types: &[TypeDescription],
    ) -> PyResult<Self> {
        let views = py.import("pydpgen._views")?;
        let mut ctors = Vec::new();
        let mut tuples = Vec::new();
        for described in follows.iter().map(|number| &types[*number]) {
            tuples.push(described.constructors.iter().any(|ctor| ctor.form == "nil" && ctor.frozen));
            for ctor in &described.constructors {
                let form = match (ctor.form.as_str(), &ctor.cls) {
                    ("instance", Some(class)) => Form::Instance(class.clone_ref(py)),
                    ("none", _) => Form::None,
                    ("nil", _) => Form::Nil,
                    ("cons", _) => Form::Cons,
                    ("tuple", _) => Form::Tuple,
                    _ => Form::Value,
                };
                let names: Vec<_> =
                    ctor.slots.iter().map(|slot| PyString::intern(py, &slot.name).unbind()).collect();
                let view = match &form {
                    Form::Instance(class) => {
                        Some(views.getattr("view_class")?.call1((class, &names))?.unbind())
                    }
                    _ => None,
                };
                let positional = ctor.slots.iter().take_while(|slot| !slot.keyword).count();
                let slots = &schema.constructor(CtorIx::from_word(small(ctors.len()))).slots;
                let data = slots.iter().zip(&ctor.slots).map(|(slot, described)| match slot.kind {
                    SlotKind::Data(domain) => {
                        Data::new(py, schema.domain(domain), &described.objects).map(Some)
                    }
                    SlotKind::Recursive(_) => Ok(None),
                });
                let data = data.collect::<PyResult<_>>()?;
                ctors.push(Ctor { form, view, names, positional, data, shared: ctor.frozen });
            }
        }
        share(&schema, &mut ctors);
        Ok(Self {
            schema: Arc::new(schema),
            ctors,
            tuples,
            list_views: [views.getattr("ListOf")?.unbind(), views.getattr("TupleOf")?.unbind()],
            follows,
            evaluating: AtomicU64::new(0),
            attributes: Mutex::default(),
            raised: Mutex::default(),
            numbers: PyDict::new(py).unbind(),
            objects: Mutex::default(),
        })
    }

    /// A constructor.
    pub(crate) fn ctor(&self, ctor: CtorIx) -> &Ctor {
        &self.ctors[ctor.index()]
    }

    /// The layer of a node, and what it is in Python. Of a type with several constructors the node only answers which it
    /// is, so that it stays open otherwise.
    pub(crate) fn kind(&self, handle: Handle, ty: TypeIx) -> CtorIx {
        let ty_of = self.schema.ty(ty);
        let local = if ty_of.constructors == 1 {
            0
        } else {
            let key = AttrKey::Spec(ty.word(), KIND);
            let local = |handle| i64::from(view(handle).local);
            let make = || dpgen_engine::run::Attribute {
                key,
                name: "class".to_owned(),
                eval: Box::new(move |handle, out| out.word(local(handle))),
            };
            ask(
                handle,
                key,
                make,
                |out| out.word(local(handle)),
                |words, _| words.first().copied().unwrap_or(0),
            )
        };
        CtorIx::from_word(ty_of.first.word() + u32::try_from(local).unwrap_or(0))
    }

    /// The number of an attribute: one that is made in every run of the predicate is the same if its code and what that
    /// refers to are.
    ///
    /// # Errors
    /// When there are too many: then they are made as the predicate runs, and what they refer to differs.
    pub(crate) fn number(&self, py: Python<'_>, attribute: &Bound<'_, Attribute>) -> PyResult<u32> {
        let known = self.attributes(py);
        if let Some(number) = known.iter().position(|known| known.bind(py).is(attribute)) {
            return Ok(small(number));
        }
        for (number, known) in known.iter().enumerate() {
            if known.get().is_like(py, attribute.get())? {
                return Ok(small(number));
            }
        }
        if known.len() >= MOST_ATTRIBUTES {
            return Err(PyRuntimeError::new_err(format!(
                "the predicate asked for {MOST_ATTRIBUTES} attributes: define attributes once, outside of the predicate, \
                 and let them depend on nothing but their structure"
            )));
        }
        let mut attributes = self.attributes.lock().unwrap_or_else(PoisonError::into_inner);
        attributes.push(attribute.clone().unbind());
        Ok(small(attributes.len() - 1))
    }

    /// Keeps what was raised; its text.
    pub(crate) fn note(&self, py: Python<'_>, error: PyErr) -> String {
        let name =
            error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
        let text = format!("{name}: {}", error.value(py));
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if !raised.iter().any(|(known, _)| *known == text) {
            raised.push((text.clone(), error));
        }
        text
    }

    /// What was raised with this text, or with a text that ends with it.
    pub(crate) fn raised(&self, py: Python<'_>, text: &str) -> Option<PyErr> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        let found = raised.iter().filter(|(known, _)| text.ends_with(known.as_str()));
        found.max_by_key(|(known, _)| known.len()).map(|(_, error)| error.clone_ref(py))
    }

    /// The number of an object that is an answer.
    ///
    /// # Errors
    /// When it has no hash.
    pub(crate) fn object_number(&self, object: &Bound<'_, PyAny>) -> PyResult<i64> {
        let numbers = self.numbers.bind(object.py());
        let plain = object.cast_exact::<PyString>().is_ok() || object.cast_exact::<PyBytes>().is_ok();
        let key = if plain { object.clone() } else { exact(object)? };
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

impl World {
    /// Notes that a thread, by Python's number of it, begins to evaluate a predicate; 0: that one has ended.
    pub(crate) fn evaluates(&self, thread: u64) {
        self.evaluating.store(thread, Ordering::Relaxed);
    }

    /// The thread that evaluates a predicate at the moment.
    pub(crate) fn evaluating(&self) -> Option<u64> {
        Some(self.evaluating.load(Ordering::Relaxed)).filter(|thread| *thread != 0)
    }

    /// Looks one layer into a node.
    ///
    /// # Errors
    /// As [`enter`].
    pub(crate) fn layer(&self, py: Python<'_>, handle: Handle) -> PyResult<Layer> {
        enter(py, self, || view(handle))
    }
}

/// Leaves out of the shared constructors those with a part that can change.
fn share(schema: &Schema, ctors: &mut [Ctor]) {
    loop {
        let shared: Vec<bool> = (0..schema.types())
            .map(|ty| {
                schema.constructors_of(TypeIx::from_word(small(ty))).all(|ctor| ctors[ctor.index()].shared)
            })
            .collect();
        let mut changed = false;
        for (ctor, described) in ctors.iter_mut().zip(schema.all_constructors()) {
            let parts = described.slots.iter().all(|slot| match slot.kind {
                SlotKind::Recursive(ty) => shared[ty.index()],
                SlotKind::Data(_) => true,
            });
            changed |= ctor.shared && !parts;
            ctor.shared &= parts;
        }
        if !changed {
            return;
        }
    }
}
