//! [`ListView`]: a list, or a tuple of any length, as a predicate sees it.
//!
//! It is a chain of `Cons` that `Nil` ends. Asking whether there is one more element decides just that; the rest of a
//! list (`items[1:]`) is a part like any other, which attributes can be asked of. What can not be told from the chain is
//! told from a Python list of the elements. The classes of views are those of `_views.py`, for lists and for tuples.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dpgen_engine::run::{Handle, Layer, SlotHandle};
use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::SlotKind;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString, PyTuple};

use crate::flow::enter;
use crate::places::Place;
use crate::slots::read_slot;
use crate::world::{Form, World};

/// What a list does that does not change it.
const METHODS: [&str; 3] = ["count", "index", "copy"];

/// A list, as a predicate sees it.
#[pyclass(module = "pydpgen._pydpgen", frozen, sequence, subclass)]
pub(crate) struct ListView {
    pub(crate) world: Py<World>,
    place: Place,
    pub(crate) ty: TypeIx,
    step: Mutex<Step>,
}

/// What was read already.
#[derive(Default)]
struct Step {
    /// The constructor, and its layer if it has slots.
    layer: Option<(CtorIx, Option<Place>)>,
    first: Option<Py<PyAny>>,
    rest: Option<Py<ListView>>,
}

thread_local! {
    /// The view that is to be made next, of a class that Python makes an object of.
    static NEXT: RefCell<Option<ListView>> = const { RefCell::new(None) };
}

impl ListView {
    /// A view of the list with this handle, as an object of the class of views for lists or for tuples.
    pub(crate) fn object(
        py: Python<'_>,
        world: &Py<World>,
        handle: Handle,
        ty: TypeIx,
    ) -> PyResult<Py<Self>> {
        let place = Place::of_node(handle);
        NEXT.set(Some(Self { world: world.clone_ref(py), place, ty, step: Mutex::default() }));
        let [list, tuple] = &world.get().list_views;
        let class = if world.get().tuples[ty.index()] { tuple } else { list };
        // A call of the class makes a list, as that of the class of a list does.
        let made = class.bind(py).getattr("__new__")?.call1((class,))?;
        Ok(made.cast_into::<Self>()?.unbind())
    }

    /// The part that it shows.
    pub(crate) fn handle(&self) -> PyResult<Handle> {
        self.place.node()
    }

    fn step(&self) -> MutexGuard<'_, Step> {
        self.step.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The layer, unless the list ends here.
    fn layer(&self, py: Python<'_>) -> PyResult<Option<(CtorIx, Layer)>> {
        let handle = self.handle()?;
        let known = self.step().layer;
        match known {
            Some((_, None)) => Ok(None),
            Some((ctor, Some(place))) => Ok(Some((ctor, place.layer()?))),
            None => {
                let world = self.world.get();
                let ctor = enter(py, world, || world.kind(handle, self.ty))?;
                let more = matches!(world.ctor(ctor).form, Form::Cons);
                let layer = if more { Some(world.layer(py, handle)?) } else { None };
                self.step().layer = Some((ctor, layer.map(Place::of_layer)));
                Ok(layer.map(|layer| (ctor, layer)))
            }
        }
    }

    /// The first element.
    fn first(&self, py: Python<'_>, (ctor, layer): (CtorIx, Layer)) -> PyResult<Py<PyAny>> {
        if let Some(known) = &self.step().first {
            return Ok(known.clone_ref(py));
        }
        let first = read_slot(py, &self.world, ctor, 0, layer.slot(0))?;
        self.step().first = Some(first.clone_ref(py));
        Ok(first)
    }

    /// The list after the first element.
    fn rest(&self, py: Python<'_>, (ctor, layer): (CtorIx, Layer)) -> PyResult<Py<Self>> {
        if let Some(known) = &self.step().rest {
            return Ok(known.clone_ref(py));
        }
        let kind = self.world.get().schema.constructor(ctor).slots[1].kind;
        let (SlotHandle::Node(handle), SlotKind::Recursive(ty)) = (layer.slot(1), kind) else {
            return Err(PyIndexError::new_err("a list without a rest"));
        };
        let rest = Self::object(py, &self.world, handle, ty)?;
        self.step().rest = Some(rest.clone_ref(py));
        Ok(rest)
    }

    fn is_tuple(&self) -> bool {
        self.world.get().tuples[self.ty.index()]
    }

    /// The list without its first elements; nothing if it has fewer.
    fn after(slf: &Bound<'_, Self>, count: usize) -> PyResult<Option<Py<Self>>> {
        let py = slf.py();
        let mut at = slf.clone().unbind();
        for _ in 0..count {
            let next = match at.get().layer(py)? {
                Some(layer) => at.get().rest(py, layer)?,
                None => return Ok(None),
            };
            at = next;
        }
        Ok(Some(at))
    }

    /// The elements as a list or tuple of Python's.
    fn elements<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let elements = slf.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        Ok(if slf.get().is_tuple() {
            PyTuple::new(slf.py(), elements)?.into_any()
        } else {
            PyList::new(slf.py(), elements)?.into_any()
        })
    }

    /// Another list as Python's.
    fn plain<'py>(other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match other.cast::<Self>() {
            Ok(view) => Self::elements(view),
            Err(_) => Ok(other.clone()),
        }
    }

    /// Whether two lists have equal elements: asked from the front, so that the first that differ end it.
    fn equals(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let class = slf.getattr("__class__")?;
        if !other.getattr("__class__")?.is(&class) {
            return Ok(false);
        }
        let (mut left, mut right) = (slf.try_iter()?, other.try_iter()?);
        loop {
            match (left.next().transpose()?, right.next().transpose()?) {
                (None, None) => return Ok(true),
                (Some(left), Some(right)) if left.is(&right) || left.eq(&right)? => {}
                _ => return Ok(false),
            }
        }
    }
}

#[pymethods]
impl ListView {
    #[new]
    fn new() -> PyResult<Self> {
        NEXT.take().ok_or_else(|| PyTypeError::new_err("views are made for a predicate while it runs"))
    }

    #[getter]
    fn __class__(&self, py: Python<'_>) -> Py<PyAny> {
        let class = if self.is_tuple() { py.get_type::<PyTuple>() } else { py.get_type::<PyList>() };
        class.into_any().unbind()
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let (py, mut len) = (slf.py(), 0);
        let mut at = slf.clone().unbind();
        loop {
            let layer = at.get().layer(py)?;
            let Some(layer) = layer else { return Ok(len) };
            let next = at.get().rest(py, layer)?;
            (at, len) = (next, len + 1);
        }
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.layer(py)?.is_some())
    }

    fn __iter__(slf: Py<Self>) -> ListIter {
        ListIter { at: Mutex::new(slf) }
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Ok(slice) = key.cast::<PySlice>() {
            let (start, stop, step) =
                (slice.getattr("start")?, slice.getattr("stop")?, slice.getattr("step")?);
            let one = step.is_none() || step.eq(1)?;
            let from = if start.is_none() { Some(0) } else { start.extract::<usize>().ok() };
            if let (true, true, Some(from)) = (one, stop.is_none(), from)
                && let Some(rest) = Self::after(slf, from)?
            {
                return Ok(rest.into_bound(py).into_any());
            }
            return Self::elements(slf)?.get_item(key);
        }
        let place = key.call_method0("__index__")?;
        let Ok(place) = place.extract::<usize>() else {
            return Self::elements(slf)?.get_item(place);
        };
        if let Some(at) = Self::after(slf, place)? {
            let at = at.get();
            if let Some(layer) = at.layer(py)? {
                return Ok(at.first(py, layer)?.into_bound(py));
            }
        }
        let name = if slf.get().is_tuple() { "tuple" } else { "list" };
        Err(PyIndexError::new_err(format!("{name} index out of range")))
    }

    fn __contains__(slf: &Bound<'_, Self>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        for element in slf.try_iter()? {
            let element = element?;
            if element.is(item) || element.eq(item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        match op {
            CompareOp::Eq => Ok(Self::equals(slf, other)?.into_pyobject(py)?.to_owned().into_any()),
            CompareOp::Ne => Ok((!Self::equals(slf, other)?).into_pyobject(py)?.to_owned().into_any()),
            _ => Self::elements(slf)?.rich_compare(Self::plain(other)?, op),
        }
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        Self::elements(slf)?.hash()
    }

    fn __repr__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Self::elements(slf)?.repr()
    }

    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let all: Bound<'py, PyAny> = slf.get_type().py().import("builtins")?.getattr("reversed")?;
        all.call1((Self::elements(slf)?,))
    }

    fn __add__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::elements(slf)?.add(Self::plain(other)?)
    }

    fn __radd__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::plain(other)?.add(Self::elements(slf)?)
    }

    fn __mul__<'py>(slf: &Bound<'py, Self>, times: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::elements(slf)?.mul(times)
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if METHODS.contains(&name) {
            return Self::elements(slf)?.getattr(name);
        }
        let class = if slf.get().is_tuple() { "tuple" } else { "list" };
        Err(PyAttributeError::new_err(if slf.py().get_type::<PyList>().hasattr(name)? {
            format!(
                "a predicate can not change the list that it judges: '{name}' needs a list of its own, `list(it)`"
            )
        } else {
            format!("'{class}' object has no attribute '{name}'")
        }))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::elements(slf)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("copy")?.getattr("deepcopy")?.call1((Self::elements(slf)?,))
    }
}

/// Goes over a list's elements.
#[pyclass(module = "pydpgen._pydpgen", frozen)]
pub(crate) struct ListIter {
    at: Mutex<Py<ListView>>,
}

#[pymethods]
impl ListIter {
    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mut place = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let at = place.clone_ref(py);
        let Some(layer) = at.get().layer(py)? else { return Ok(None) };
        let first = at.get().first(py, layer)?;
        *place = at.get().rest(py, layer)?;
        Ok(Some(first))
    }
}
