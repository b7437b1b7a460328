//! [`ListView`]: the view of a list, or of a tuple of any length.
//!
//! The structure is a chain of `Cons` with a `Nil` at its end. Whether there is one more element decides just that; the rest
//! of a list (`items[1:]`) is a part like any other, which attributes can be asked of. Operations that the chain does not
//! answer are those of a Python list of the elements. The classes of views are in `_view_classes.py`, one for lists and one
//! for tuples.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dpgen_engine::predicate_run::{Handle, Layer, SlotHandle};
use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::SlotKind;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString, PyTuple};

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::handle_table::HandleId;
use crate::evaluation::node_reads;
use crate::schema::object_schema::Form;
use crate::views::instance_view::can_keep;

/// The methods of `list` that do not change it.
const READ_ONLY_METHODS: [&str; 3] = ["count", "index", "copy"];

/// A list, as a predicate sees it.
#[pyclass(module = "pydpgen._pydpgen", frozen, sequence, subclass)]
pub(crate) struct ListView {
    pub(crate) context: Arc<EvaluationContext>,
    handle: HandleId,
    pub(crate) ty: TypeIx,
    cache: Mutex<ReadCache>,
}

/// The reads so far.
#[derive(Default)]
struct ReadCache {
    /// The constructor, and its layer unless the list ends here.
    layer: Option<(CtorIx, Option<HandleId>)>,
    first: Option<Py<PyAny>>,
    rest: Option<Py<ListView>>,
}

thread_local! {
    /// The value of the next view that Python allocates: `__new__` of its class takes it from here.
    static NEXT_VIEW: RefCell<Option<ListView>> = const { RefCell::new(None) };
}

impl ListView {
    /// A view of a node of this type, as an object of the class of views for lists or for tuples.
    pub(crate) fn object(
        py: Python<'_>,
        context: &Arc<EvaluationContext>,
        node: Handle,
        ty: TypeIx,
    ) -> PyResult<Py<Self>> {
        let handle = HandleId::of_node(node);
        NEXT_VIEW.set(Some(Self { context: context.clone(), handle, ty, cache: Mutex::default() }));
        let class = context.objects.list_view_class(ty);
        // A call of the class would make a Python list.
        let made = class.bind(py).getattr("__new__")?.call1((class,))?;
        Ok(made.cast_into::<Self>()?.unbind())
    }

    /// The node that it shows.
    pub(crate) fn node(&self) -> PyResult<Handle> {
        self.handle.node()
    }

    fn cache(&self) -> MutexGuard<'_, ReadCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The layer, unless the list ends here.
    fn layer(&self, py: Python<'_>) -> PyResult<Option<(CtorIx, Layer)>> {
        let node = self.node()?;
        let known = self.cache().layer;
        match known {
            Some((_, None)) => Ok(None),
            Some((ctor, Some(layer))) => Ok(Some((ctor, layer.layer()?))),
            None => {
                let ctor = node_reads::constructor(py, &self.context, node, self.ty)?;
                let more = matches!(self.context.objects.constructor(ctor).form, Form::Cons);
                let layer = if more { Some(node_reads::layer(py, &self.context, node)?) } else { None };
                self.cache().layer = Some((ctor, layer.map(HandleId::of_layer)));
                Ok(layer.map(|layer| (ctor, layer)))
            }
        }
    }

    /// The first element.
    fn first(&self, py: Python<'_>, layer: Layer) -> PyResult<Py<PyAny>> {
        if let Some(known) = &self.cache().first {
            return Ok(known.clone_ref(py));
        }
        let first = self.context.slot_to_python(py, layer, 0)?;
        if can_keep(&self.context, first.bind(py)) {
            self.cache().first = Some(first.clone_ref(py));
        }
        Ok(first)
    }

    /// The list after the first element.
    fn rest(&self, py: Python<'_>, (ctor, layer): (CtorIx, Layer)) -> PyResult<Py<Self>> {
        if let Some(known) = &self.cache().rest {
            return Ok(known.clone_ref(py));
        }
        let kind = self.context.objects.schema.constructor(ctor).slots[1].kind;
        let (SlotHandle::Node(node), SlotKind::Recursive(ty)) = (layer.slot(1), kind) else {
            return Err(PyIndexError::new_err("a list without a rest"));
        };
        let rest = Self::object(py, &self.context, node, ty)?;
        self.cache().rest = Some(rest.clone_ref(py));
        Ok(rest)
    }

    fn is_tuple(&self) -> bool {
        self.context.objects.is_tuple(self.ty)
    }

    /// The list without its first `count` elements; `None` if it has fewer.
    fn skip(slf: &Bound<'_, Self>, count: usize) -> PyResult<Option<Py<Self>>> {
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

    /// The elements as a Python list or tuple.
    fn elements<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let elements = slf.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        Ok(if slf.get().is_tuple() {
            PyTuple::new(slf.py(), elements)?.into_any()
        } else {
            PyList::new(slf.py(), elements)?.into_any()
        })
    }

    /// An operand, as a Python list or tuple if it is a view.
    fn operand<'py>(other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match other.cast::<Self>() {
            Ok(view) => Self::elements(view),
            Err(_) => Ok(other.clone()),
        }
    }

    /// Whether two lists have equal elements. It compares from the front and stops at the first difference.
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
        NEXT_VIEW.take().ok_or_else(|| PyTypeError::new_err("views are made for a predicate while it runs"))
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
        ListIter { rest: Mutex::new(slf) }
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Ok(slice) = key.cast::<PySlice>() {
            let (start, stop, step) =
                (slice.getattr("start")?, slice.getattr("stop")?, slice.getattr("step")?);
            let one = step.is_none() || step.eq(1)?;
            let from = if start.is_none() { Some(0) } else { start.extract::<usize>().ok() };
            if let (true, true, Some(from)) = (one, stop.is_none(), from)
                && let Some(rest) = Self::skip(slf, from)?
            {
                return Ok(rest.into_bound(py).into_any());
            }
            return Self::elements(slf)?.get_item(key);
        }
        if !key.hasattr("__index__")? {
            // The error is that of a list.
            return Self::elements(slf)?.get_item(key);
        }
        let index = key.call_method0("__index__")?;
        let Ok(index) = index.extract::<usize>() else {
            return Self::elements(slf)?.get_item(index);
        };
        if let Some(at) = Self::skip(slf, index)? {
            let at = at.get();
            if let Some(layer) = at.layer(py)? {
                return Ok(at.first(py, layer.1)?.into_bound(py));
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
            _ => Self::elements(slf)?.rich_compare(Self::operand(other)?, op),
        }
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        Self::elements(slf)?.hash()
    }

    fn __repr__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        if slf.get().handle.is_over() {
            let name = if slf.get().is_tuple() { "<view of tuple>" } else { "<view of list>" };
            return Ok(PyString::new(slf.py(), name));
        }
        Self::elements(slf)?.repr()
    }

    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let all: Bound<'py, PyAny> = slf.get_type().py().import("builtins")?.getattr("reversed")?;
        all.call1((Self::elements(slf)?,))
    }

    fn __add__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::elements(slf)?.add(Self::operand(other)?)
    }

    fn __radd__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::operand(other)?.add(Self::elements(slf)?)
    }

    fn __mul__<'py>(slf: &Bound<'py, Self>, times: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::elements(slf)?.mul(times)
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if READ_ONLY_METHODS.contains(&name) {
            return Self::elements(slf)?.getattr(name);
        }
        let class = slf.getattr("__class__")?;
        let of = class.getattr("__name__")?;
        if class.hasattr(name)? {
            // It is found, as that of a list is; a call of it is an error.
            return slf.py().import("pydpgen._changes_in_place")?.call_method1("refused_method", (of, name));
        }
        Err(PyAttributeError::new_err(format!("'{of}' object has no attribute '{name}'")))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::elements(slf)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("copy")?.getattr("deepcopy")?.call1((Self::elements(slf)?, memo))
    }
}

/// An iterator over the elements of a list.
#[pyclass(module = "pydpgen._pydpgen", frozen)]
pub(crate) struct ListIter {
    rest: Mutex<Py<ListView>>,
}

#[pymethods]
impl ListIter {
    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        let at = rest.clone_ref(py);
        let Some(layer) = at.get().layer(py)? else { return Ok(None) };
        let first = at.get().first(py, layer.1)?;
        *rest = at.get().rest(py, layer)?;
        Ok(Some(first))
    }
}
