//! [`View`]: an instance of a user's class as a predicate sees it.
//!
//! Reading a field gives a view of the part there, or a value. What else the class has (methods, properties, its `==`,
//! hash and text) is the class's own, called with the view in the instance's place: as that reads fields only, the answer
//! is what it would be for the instance.

use std::sync::{Mutex, MutexGuard, PoisonError};

use dpgen_engine::run::Handle;
use dpgen_forest::index::CtorIx;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::instances::make;
use crate::places::Place;
use crate::slots::read_slot;
use crate::world::{Form, World};

/// An instance of a class, as a predicate sees it.
#[pyclass(module = "pydpgen._pydpgen", frozen, weakref)]
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

impl View {
    pub(crate) fn new(world: Py<World>, handle: Handle, ctor: CtorIx) -> Self {
        Self { world, place: Place::of_node(handle), ctor, read: Mutex::default() }
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

    /// Calls a special method of the class with the view.
    fn special<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        rest: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(method) = slf.get().of_class(slf.py(), name)?.filter(|method| !method.is_none()) else {
            return Ok(None);
        };
        match rest {
            Some(rest) => method.call1((slf, rest)).map(Some),
            None => method.call1((slf,)).map(Some),
        }
    }

    /// The same; without one, the error that Python gives.
    fn needed<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        rest: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::special(slf, name, rest)?.ok_or_else(|| {
            let class = slf.get().class(slf.py());
            PyTypeError::new_err(format!("'{}' object has no {name}", class_name(&class)))
        })
    }
}

/// A class by its name.
pub(crate) fn class_name(class: &Bound<'_, PyAny>) -> String {
    class.getattr("__name__").map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

#[pymethods]
impl View {
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
        let Some(found) = this.of_class(py, name.to_str()?)? else {
            let message = format!("'{}' object has no attribute '{name}'", class_name(&class));
            return Err(PyAttributeError::new_err(message));
        };
        match found.get_type().getattr("__get__") {
            Ok(get) => Ok(get.call1((found, slf, class))?.unbind()),
            Err(_) => Ok(found.unbind()),
        }
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(unchanging(&self.class(py), name))
    }

    fn __delattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(unchanging(&self.class(py), name))
    }

    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let name = match op {
            CompareOp::Lt => "__lt__",
            CompareOp::Le => "__le__",
            CompareOp::Eq | CompareOp::Ne => "__eq__",
            CompareOp::Gt => "__gt__",
            CompareOp::Ge => "__ge__",
        };
        let not_implemented = py.NotImplemented().into_bound(py);
        if matches!(op, CompareOp::Ne)
            && let Some(differs) = Self::special(slf, "__ne__", Some(other))?
        {
            return Ok(differs);
        }
        let Some(answer) = Self::special(slf, name, Some(other))? else {
            // As for `object`: the same part, or another one.
            let same = match other.cast::<Self>() {
                Ok(other) => other.get().handle()? == slf.get().handle()?,
                Err(_) => false,
            };
            return match op {
                CompareOp::Eq => Ok(same.into_pyobject(py)?.to_owned().into_any()),
                CompareOp::Ne => Ok((!same).into_pyobject(py)?.to_owned().into_any()),
                _ => Ok(not_implemented),
            };
        };
        if matches!(op, CompareOp::Ne) && !answer.is(&not_implemented) {
            return Ok((!answer.is_truthy()?).into_pyobject(py)?.to_owned().into_any());
        }
        Ok(answer)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        let hash = Self::special(slf, "__hash__", None)?.ok_or_else(|| {
            let class = slf.get().class(slf.py());
            PyTypeError::new_err(format!(
                "a view of '{}' has no hash: the class has none that depends on its fields alone. Make it a frozen \
                 dataclass, or put a field into the set or dictionary",
                class_name(&class)
            ))
        })?;
        hash.extract()
    }

    fn __repr__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        match Self::special(slf, "__repr__", None)? {
            Some(text) => Ok(text),
            None => {
                let class = class_name(&slf.get().class(slf.py()));
                Ok(PyString::new(slf.py(), &format!("<view of {class}>")).into_any())
            }
        }
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        match Self::special(slf, "__str__", None)? {
            Some(text) => Ok(text),
            None => Self::__repr__(slf),
        }
    }

    fn __bool__(slf: &Bound<'_, Self>) -> PyResult<bool> {
        match (Self::special(slf, "__bool__", None)?, slf.get().of_class(slf.py(), "__len__")?) {
            (Some(holds), _) => holds.is_truthy(),
            (None, Some(len)) => len.call1((slf,))?.is_truthy(),
            (None, None) => Ok(true),
        }
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::needed(slf, "__len__", None)?.extract()
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::needed(slf, "__iter__", None)
    }

    fn __contains__<'py>(slf: &Bound<'py, Self>, item: &Bound<'py, PyAny>) -> PyResult<bool> {
        if let Some(holds) = Self::special(slf, "__contains__", Some(item))? {
            return holds.is_truthy();
        }
        for element in Self::needed(slf, "__iter__", None)?.try_iter()? {
            if element?.eq(item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::needed(slf, "__getitem__", Some(key))
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
