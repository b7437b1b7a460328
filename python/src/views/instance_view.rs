//! [`View`]: the view of an instance of a user's class.
//!
//! A field reads as a view of its part, or as a value. Methods and properties are those of the user's class, called with the
//! view in the place of the instance: they read fields only, so that the answer is the one for the instance. Python looks a
//! special method up in the class of an object, so that `_view_classes.py` makes a class of views for each class of
//! instances. Code that needs an instance (Python's own, or `__dict__`) gets a copy whose parts are views.
//!
//! A node that references lead to has one view, which its references are, too. No view keeps one of a node: they
//! would keep each other alive, and could not tell by which call they were reached (`node_views.rs`).

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use dpgen_engine::predicate_run::{Handle, number_of_node, try_schema};
use dpgen_forest::index::CtorIx;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_engine;
use crate::evaluation::handle_table::HandleId;
use crate::evaluation::node_reads;
use crate::evaluation::node_views::NodeKey;
use crate::objects::object_builder::layer_object;
use crate::schema::object_schema::{Form, ObjectConstructor};
use crate::views::node_search;

/// An instance of a class, as a predicate sees it.
#[pyclass(module = "pydpgen._pydpgen", frozen, weakref, subclass)]
pub(crate) struct View {
    pub(crate) context: Arc<EvaluationContext>,
    /// None for a node that was referred to, and not seen.
    handle: OnceLock<HandleId>,
    pub(crate) ctor: CtorIx,
    /// Which node it is, if references lead to it.
    pub(crate) key: Option<NodeKey>,
    cache: Mutex<ReadCache>,
}

/// The reads so far.
#[derive(Default)]
struct ReadCache {
    layer: Option<HandleId>,
    slots: Vec<Option<Py<PyAny>>>,
}

thread_local! {
    /// The value of the next view that Python allocates: `__new__` of its class takes it from here.
    static NEXT_VIEW: RefCell<Option<View>> = const { RefCell::new(None) };
}

impl View {
    /// A view of a node with this constructor, as an object of the constructor's class of views.
    pub(crate) fn object(
        py: Python<'_>,
        context: &Arc<EvaluationContext>,
        node: Handle,
        ctor: CtorIx,
    ) -> PyResult<Py<PyAny>> {
        let key = match context.objects.constructor(ctor).node {
            None => None,
            Some(of) => call_engine(py, context, || number_of_node(node))?.map(|number| NodeKey {
                run: node.run_number(),
                of,
                number,
            }),
        };
        if let Some(key) = key {
            key.reach();
        }
        let handle = HandleId::of_node(node);
        if let Some(known) = key.and_then(|key| key.view(py)) {
            // A reference to it may have been read before it.
            let _ = known.bind(py).cast::<Self>()?.get().handle.set(handle);
            return Ok(known);
        }
        Self::made(py, context, handle.into(), ctor, key)
    }

    /// A view of the node with this key, which need not be part of what is judged.
    pub(crate) fn reference(
        py: Python<'_>,
        context: &Arc<EvaluationContext>,
        key: NodeKey,
    ) -> PyResult<Py<PyAny>> {
        match key.view(py) {
            Some(known) => Ok(known),
            // All nodes of a type are instances of one class.
            None => {
                let ctor = context.objects.schema.ty(key.of).first;
                Self::made(py, context, OnceLock::new(), ctor, Some(key))
            }
        }
    }

    fn made(
        py: Python<'_>,
        context: &Arc<EvaluationContext>,
        handle: OnceLock<HandleId>,
        ctor: CtorIx,
        key: Option<NodeKey>,
    ) -> PyResult<Py<PyAny>> {
        let view = Self { context: context.clone(), handle, ctor, key, cache: Mutex::default() };
        let Some(class) = &context.objects.constructor(ctor).view_class else {
            return Ok(Py::new(py, view)?.into_any());
        };
        NEXT_VIEW.set(Some(view));
        // A call of the class would make an instance of the user's class.
        let made = class.getattr(py, "__new__")?.call1(py, (class,))?;
        if let Some(key) = key {
            key.keep(made.clone_ref(py));
        }
        Ok(made)
    }

    /// The node that it shows.
    ///
    /// # Errors
    /// When the run of the predicate has ended, and when the node is outside of the structure that is judged.
    pub(crate) fn node(&self, py: Python<'_>) -> PyResult<Handle> {
        let known = self.handle.get().map(|handle| handle.node()).transpose()?;
        let Some(key) = self.key.filter(|key| known.is_none() || !key.is_reached()) else {
            return known.ok_or_else(|| self.out_of_reach(py));
        };
        if let Some((node, first)) = node_search::find(py, &self.context, key)? {
            // It becomes what the key reaches, which is this view.
            Self::object(py, &self.context, node, first)?;
        }
        match self.handle.get() {
            Some(handle) if key.is_reached() => handle.node(),
            _ => Err(self.out_of_reach(py)),
        }
    }

    /// Whether the run of the predicate that it belongs to has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.handle.get().map_or_else(|| try_schema(|_| ()).is_none(), |handle| handle.is_over())
    }

    fn out_of_reach(&self, py: Python<'_>) -> PyErr {
        PyTypeError::new_err(format!(
            "a predicate does not follow a reference out of the structure that it judges, to a '{}': it can compare it with other nodes \
             (`is`), and attributes can bring nodes up from parts; what follows references is for whole structures, as root_ok",
            class_name(&self.class(py))
        ))
    }

    fn cache(&self) -> MutexGuard<'_, ReadCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn constructor(&self) -> &ObjectConstructor {
        self.context.objects.constructor(self.ctor)
    }

    /// The user's class.
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.constructor().form {
            Form::Instance(class) => class.bind(py).clone(),
            _ => py.get_type::<Self>().into_any(),
        }
    }

    fn slot(&self, py: Python<'_>, slot: usize) -> PyResult<Py<PyAny>> {
        // A view must not be read after its evaluation, even if the slot is cached.
        let node = self.node(py)?;
        if let Some(Some(known)) = self.cache().slots.get(slot) {
            return Ok(known.clone_ref(py));
        }
        let known = self.cache().layer;
        let layer = match known {
            Some(layer) => layer.layer()?,
            None => node_reads::layer(py, &self.context, node)?,
        };
        let object = self.context.slot_to_python(py, layer, slot)?;
        let mut cache = self.cache();
        if cache.layer.is_none() {
            cache.layer = Some(HandleId::of_layer(layer));
        }
        if cache.slots.len() <= slot {
            cache.slots.resize_with(slot + 1, || None);
        }
        if can_keep(&self.context, object.bind(py)) {
            cache.slots[slot] = Some(object.clone_ref(py));
        }
        Ok(object)
    }

    /// The attribute of the user's class, or of one of its bases other than `object`, with this name.
    fn class_attribute<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let class = self.class(py).cast_into::<PyType>()?;
        for base in class.mro() {
            if base.is(py.get_type::<PyAny>()) {
                break;
            }
            if let Ok(found) = base.getattr("__dict__")?.get_item(name) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Whether a view can keep an object that it has read: it is no view of a node that references lead to, and no tuple, which can hold some.
pub(super) fn can_keep(context: &EvaluationContext, object: &Bound<'_, PyAny>) -> bool {
    !context.objects.has_nodes() || !(is_node(object) || object.is_instance_of::<PyTuple>())
}

/// Whether an object is the view of a node that references lead to.
#[pyfunction]
pub(crate) fn is_node(view: &Bound<'_, PyAny>) -> bool {
    view.cast::<View>().is_ok_and(|view| view.get().key.is_some())
}

/// The name of a class.
fn class_name(class: &Bound<'_, PyAny>) -> String {
    class.getattr("__name__").map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// The types of class attributes that work on the memory of an instance.
const NATIVE_DESCRIPTORS: [&str; 4] =
    ["getset_descriptor", "member_descriptor", "method_descriptor", "wrapper_descriptor"];

#[pymethods]
impl View {
    #[new]
    fn new() -> PyResult<Self> {
        NEXT_VIEW.take().ok_or_else(|| PyTypeError::new_err("views are made for a predicate while it runs"))
    }

    #[getter]
    fn __class__(&self, py: Python<'_>) -> Py<PyAny> {
        self.class(py).unbind()
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &Bound<'py, PyString>) -> PyResult<Py<PyAny>> {
        let (this, py) = (slf.get(), slf.py());
        for (slot, known) in this.constructor().slot_names.iter().enumerate() {
            let known = known.bind(py);
            if known.is(name) || known.as_any().eq(name)? {
                return this.slot(py, slot);
            }
        }
        let class = this.class(py);
        match this.class_attribute(py, name.to_str()?)? {
            Some(found) if NATIVE_DESCRIPTORS.contains(&found.get_type().name()?.to_str()?) => {
                this.__copy__(py)?.getattr(py, name)
            }
            Some(found) => match found.get_type().getattr("__get__") {
                Ok(get) => Ok(get.call1((found, slf, class))?.unbind()),
                Err(_) => Ok(found.unbind()),
            },
            None => match this.class_attribute(py, "__getattr__")? {
                Some(other) => Ok(other.call1((slf, name))?.unbind()),
                None => {
                    let message = format!("'{}' object has no attribute '{name}'", class_name(&class));
                    Err(PyAttributeError::new_err(message))
                }
            },
        }
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(read_only(&self.class(py), name))
    }

    fn __delattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(read_only(&self.class(py), name))
    }

    /// Identity of nodes, where the user's class has no `__eq__`.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let (other, py) = (other.get(), other.py());
        if self.key.is_some() || other.key.is_some() {
            return Ok(self.key == other.key);
        }
        Ok(other.node(py)? == self.node(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let advice = match self.key {
            None => "Make it a frozen dataclass, or put a field into the set or dictionary",
            Some(_) => "Keep such objects in a list, where `is` and `in` tell them apart",
        };
        let class = class_name(&self.class(py));
        let why = "the class has none that depends on its fields alone";
        Err(PyTypeError::new_err(format!("a view of '{class}' has no hash: {why}. {advice}")))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<view of {}>", class_name(&self.class(py)))
    }

    /// An instance of the class with the same fields, in which parts are views.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let slots = 0..self.constructor().slot_names.len();
        let parts = slots.map(|slot| self.slot(py, slot)).collect::<PyResult<Vec<_>>>()?;
        layer_object(py, &self.context.objects, self.ctor, parts, None)
    }

    /// An instance of the class whose parts are instances, too: this decides all of it.
    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let (this, py) = (slf.get(), slf.py());
        let mut bare = None;
        if this.key.is_some() {
            // What is within it can refer to it.
            let class = this.class(py);
            let made = class.getattr("__new__")?.call1((class,))?;
            memo.set_item(slf.as_ptr().addr(), &made)?;
            bare = Some(made.unbind());
        }
        let deepcopy = py.import("copy")?.getattr("deepcopy")?;
        let slots = 0..this.constructor().slot_names.len();
        let parts = slots.map(|slot| Ok(deepcopy.call1((this.slot(py, slot)?, memo))?.unbind()));
        let parts = parts.collect::<PyResult<Vec<_>>>()?;
        layer_object(py, &this.context.objects, this.ctor, parts, bare)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a view can not be pickled: it belongs to one run of the predicate"))
    }
}

fn read_only(class: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = class_name(class);
    PyAttributeError::new_err(format!("a predicate can not change '{name}' of the '{class}' that it judges"))
}
