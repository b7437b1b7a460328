//! [`View`]: an instance of a user's class as a predicate sees it.
//!
//! Reading a field gives a view of the part there, or a value. What else the class has (methods, properties) is the
//! class's own, called with the view in the instance's place: as that reads fields only, the answer is what it would be
//! for the instance. Special methods are found in the class of an object, so that each class of instances has one of
//! views, made by `_views.py`. What needs an instance (Python's own code, `__dict__`) gets a copy whose parts are views.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dpgen_engine::run::Handle;
use dpgen_forest::index::CtorIx;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::instances::make;
use crate::places::Place;
use crate::slots::read_slot;
use crate::world::{Form, World};

/// An instance of a class, as a predicate sees it.
#[pyclass(module = "pydpgen._pydpgen", frozen, weakref, subclass)]
pub(crate) struct View {
    pub(crate) world: Py<World>,
    place: Place,
    pub(crate) ctor: CtorIx,
    read: Mutex<Read>,
}

/// What was read already.
#[derive(Default)]
struct Read {
    layer: Option<Place>,
    slots: Vec<Option<Py<PyAny>>>,
}

thread_local! {
    /// The view that is to be made next, of a class that Python makes an object of.
    static NEXT: RefCell<Option<View>> = const { RefCell::new(None) };
}

impl View {
    /// A view of the part with this handle, as an object of the class of views for its constructor.
    pub(crate) fn object(
        py: Python<'_>,
        world: &Py<World>,
        handle: Handle,
        ctor: CtorIx,
    ) -> PyResult<Py<PyAny>> {
        let view =
            Self { world: world.clone_ref(py), place: Place::of_node(handle), ctor, read: Mutex::default() };
        let Some(class) = &world.get().ctor(ctor).view else { return Ok(Py::new(py, view)?.into_any()) };
        NEXT.set(Some(view));
        // A call of the class makes an instance, as that of the class of an instance does.
        class.getattr(py, "__new__")?.call1(py, (class,))
    }

    /// The part that it shows.
    pub(crate) fn handle(&self) -> PyResult<Handle> {
        self.place.node()
    }

    fn read(&self) -> MutexGuard<'_, Read> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The class.
    fn class<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.world.get().ctor(self.ctor).form {
            Form::Instance(class) => class.bind(py).clone(),
            _ => py.get_type::<Self>().into_any(),
        }
    }

    fn slot(&self, py: Python<'_>, slot: usize) -> PyResult<Py<PyAny>> {
        // What was read is kept with the view, but the view may not be read any more.
        let handle = self.handle()?;
        if let Some(Some(known)) = self.read().slots.get(slot) {
            return Ok(known.clone_ref(py));
        }
        let known = self.read().layer;
        let layer = match known {
            Some(layer) => layer.layer()?,
            None => self.world.get().layer(py, handle)?,
        };
        let object = read_slot(py, &self.world, self.ctor, slot, layer.slot(slot))?;
        let mut read = self.read();
        if read.layer.is_none() {
            read.layer = Some(Place::of_layer(layer));
        }
        if read.slots.len() <= slot {
            read.slots.resize_with(slot + 1, || None);
        }
        read.slots[slot] = Some(object.clone_ref(py));
        Ok(object)
    }

    /// What a class, or one that it inherits from, has under a name; nothing if that is what `object` has.
    fn of_class<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
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

/// A class by its name.
pub(crate) fn class_name(class: &Bound<'_, PyAny>) -> String {
    class.getattr("__name__").map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// The types of what a class has that is Python's own code, or a place in the memory of an instance.
const NATIVE_TYPES: [&str; 4] =
    ["getset_descriptor", "member_descriptor", "method_descriptor", "wrapper_descriptor"];

#[pymethods]
impl View {
    #[new]
    fn new() -> PyResult<Self> {
        NEXT.take().ok_or_else(|| PyTypeError::new_err("views are made for a predicate while it runs"))
    }

    #[getter]
    fn __class__(&self, py: Python<'_>) -> Py<PyAny> {
        self.class(py).unbind()
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &Bound<'py, PyString>) -> PyResult<Py<PyAny>> {
        let (this, py) = (slf.get(), slf.py());
        let ctor = this.world.get().ctor(this.ctor);
        for (slot, known) in ctor.names.iter().enumerate() {
            let known = known.bind(py);
            if known.is(name) || known.as_any().eq(name)? {
                return this.slot(py, slot);
            }
        }
        let class = this.class(py);
        match this.of_class(py, name.to_str()?)? {
            Some(found) if NATIVE_TYPES.contains(&found.get_type().name()?.to_str()?) => {
                this.__copy__(py)?.getattr(py, name)
            }
            Some(found) => match found.get_type().getattr("__get__") {
                Ok(get) => Ok(get.call1((found, slf, class))?.unbind()),
                Err(_) => Ok(found.unbind()),
            },
            None => match this.of_class(py, "__getattr__")? {
                Some(other) => Ok(other.call1((slf, name))?.unbind()),
                None => {
                    let message = format!("'{}' object has no attribute '{name}'", class_name(&class));
                    Err(PyAttributeError::new_err(message))
                }
            },
        }
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(unchanging(&self.class(py), name))
    }

    fn __delattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(unchanging(&self.class(py), name))
    }

    /// As for `object`, where the class says nothing else: the same part.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => Ok(other.get().handle()? == self.handle()?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        Err(PyTypeError::new_err(format!(
            "a view of '{}' has no hash: the class has none that depends on its fields alone. Make it a frozen \
             dataclass, or put a field into the set or dictionary",
            class_name(&self.class(py))
        )))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<view of {}>", class_name(&self.class(py)))
    }

    /// An instance of the class with the same fields: those that are parts are views.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let slots = 0..self.world.get().ctor(self.ctor).names.len();
        let parts = slots.map(|slot| self.slot(py, slot)).collect::<PyResult<Vec<_>>>()?;
        make(py, self.world.get(), self.ctor, parts)
    }

    /// An instance of the class: all of it is decided.
    fn __deepcopy__<'py>(&self, memo: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let py = memo.py();
        let deepcopy = py.import("copy")?.getattr("deepcopy")?;
        let slots = 0..self.world.get().ctor(self.ctor).names.len();
        let parts = slots.map(|slot| Ok(deepcopy.call1((self.slot(py, slot)?,))?.unbind()));
        let parts = parts.collect::<PyResult<Vec<_>>>()?;
        make(py, self.world.get(), self.ctor, parts)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a view can not be pickled: it belongs to one run of the predicate"))
    }
}

fn unchanging(class: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = class_name(class);
    PyAttributeError::new_err(format!("a predicate can not change '{name}' of the '{class}' that it judges"))
}
