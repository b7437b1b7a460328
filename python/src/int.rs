//! [`IntView`]: an integer of a predicate that may not be decided yet.
//!
//! Comparing one splits the evaluation where it could go either way; sums, differences and products stay open. All else
//! that Python can do with an `int` decides the value and is done by Python's own `int`, so that nothing differs from
//! what it would be for a finished structure.

use dpgen_engine::Int;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::flow::enter;
use crate::places::Place;
use crate::world::World;

/// An integer that may not be decided yet. It reads like an `int`.
#[pyclass(name = "Int", module = "pydpgen._pydpgen", frozen, weakref)]
pub(crate) struct IntView {
    world: Py<World>,
    place: Place,
}

/// The other side of an operation.
enum Operand {
    /// An integer that the engine can work with.
    Int(Int),
    /// Anything else: Python does it with a decided value.
    Other,
}

impl Operand {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(view) = object.cast::<IntView>() {
            return view.get().int().map(Self::Int);
        }
        if !object.is_instance_of::<PyInt>() {
            return Ok(Self::Other);
        }
        Ok(object.extract::<i64>().map_or(Self::Other, |value| Self::Int(Int::from(value))))
    }
}

/// A decided integer in Python.
pub(crate) fn int_object(py: Python<'_>, value: i128) -> PyResult<Py<PyAny>> {
    Ok(match i64::try_from(value) {
        Ok(value) => value.into_pyobject(py)?.into_any().unbind(),
        Err(_) => value.into_pyobject(py)?.into_any().unbind(),
    })
}

impl IntView {
    pub(crate) fn new(world: Py<World>, int: Int) -> Self {
        Self { world, place: Place::of_int(int) }
    }

    /// The integer.
    pub(crate) fn int(&self) -> PyResult<Int> {
        self.place.int()
    }

    /// Decides the value.
    fn decided<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let int = self.int()?;
        let value = i128::from(enter(py, self.world.get(), || int.value())?);
        Ok(int_object(py, value)?.into_bound(py))
    }

    /// An integer as Python sees it: one that is decided is an `int`.
    fn object(&self, py: Python<'_>, int: Int) -> PyResult<Py<PyAny>> {
        match int.known() {
            Some(known) => int_object(py, known),
            None => Ok(Py::new(py, Self::new(self.world.clone_ref(py), int))?.into_any()),
        }
    }

    /// Works on both sides, or has Python do it by the name of the method.
    fn work(
        &self,
        other: &Bound<'_, PyAny>,
        method: &str,
        work: impl FnOnce(Int, Int) -> Int,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let int = self.int()?;
        match Operand::new(other)? {
            Operand::Int(other) => self.object(py, enter(py, self.world.get(), || work(int, other))?),
            Operand::Other => self.by_python(py, method, (other,)),
        }
    }

    /// Has Python's `int` do it with the decided value. Another open integer is decided, too.
    fn by_python<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Py<PyAny>> {
        Ok(self.decided(py)?.call_method1(method, arguments)?.unbind())
    }

    fn with<'py>(&self, other: &Bound<'py, PyAny>, method: &str) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<Self>() {
            Ok(view) => self.by_python(py, method, (view.get().decided(py)?,)),
            Err(_) => self.by_python(py, method, (other,)),
        }
    }
}

#[pymethods]
impl IntView {
    #[getter]
    fn __class__(&self, py: Python<'_>) -> Py<PyAny> {
        py.get_type::<PyInt>().into_any().unbind()
    }
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Operand::Int(right) = Operand::new(other)? else {
            return Ok(self.decided(py)?.rich_compare(other, op)?.unbind());
        };
        let left = self.int()?;
        let holds = enter(py, self.world.get(), || match op {
            CompareOp::Lt => left < right,
            CompareOp::Le => left <= right,
            CompareOp::Eq => left == right,
            CompareOp::Ne => left != right,
            CompareOp::Gt => left > right,
            CompareOp::Ge => left >= right,
        })?;
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }
    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        let int = self.int()?;
        enter(py, self.world.get(), || int != 0)
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.decided(py)?.hash()
    }
    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.work(other, "__add__", |left, right| left + right)
    }
    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.work(other, "__radd__", |left, right| right + left)
    }
    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.work(other, "__sub__", |left, right| left - right)
    }
    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.work(other, "__rsub__", |left, right| right - left)
    }
    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.work(other, "__mul__", |left, right| left * right)
    }
    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.work(other, "__rmul__", |left, right| right * left)
    }
    fn __neg__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let int = self.int()?;
        self.object(py, enter(py, self.world.get(), || -int)?)
    }
    fn __abs__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let int = self.int()?;
        let work = || if int < 0 { -int } else { int };
        self.object(py, enter(py, self.world.get(), work)?)
    }
    fn __pos__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.decided(py)?.unbind())
    }
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Ok(self.decided(memo.py())?.unbind())
    }
    fn __index__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.decided(py)?.unbind())
    }
    fn __pow__(&self, other: &Bound<'_, PyAny>, modulo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let power = self.decided(py)?.pow(other, modulo)?;
        Ok(power.unbind())
    }
    fn __rpow__(&self, other: &Bound<'_, PyAny>, modulo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Ok(other.pow(self.decided(other.py())?, modulo)?.unbind())
    }
    #[pyo3(signature = (digits=None))]
    fn __round__(&self, py: Python<'_>, digits: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        match digits {
            Some(digits) => self.by_python(py, "__round__", (digits,)),
            None => Ok(self.decided(py)?.unbind()),
        }
    }
    fn __format__(&self, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.by_python(spec.py(), "__format__", (spec,))
    }
    /// Python's `int` has these, too: they are those of the decided value.
    fn __getattr__(&self, name: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = name.py();
        let name: String = name.extract()?;
        if name.starts_with("__") {
            let message = format!("'int' object has no attribute '{name}'");
            return Err(PyAttributeError::new_err(message));
        }
        Ok(self.decided(py)?.getattr(name)?.unbind())
    }
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.decided(py)?.call_method0("__reduce__").map(Bound::unbind)
    }
    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__int__", ())
    }
    fn __float__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__float__", ())
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__repr__", ())
    }
    fn __str__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__str__", ())
    }
    fn __invert__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__invert__", ())
    }
    fn __trunc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__trunc__", ())
    }
    fn __floor__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__floor__", ())
    }
    fn __ceil__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.by_python(py, "__ceil__", ())
    }
    fn __floordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__floordiv__")
    }
    fn __rfloordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rfloordiv__")
    }
    fn __mod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__mod__")
    }
    fn __rmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rmod__")
    }
    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__truediv__")
    }
    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rtruediv__")
    }
    fn __divmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__divmod__")
    }
    fn __rdivmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rdivmod__")
    }
    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__and__")
    }
    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rand__")
    }
    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__or__")
    }
    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__ror__")
    }
    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__xor__")
    }
    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rxor__")
    }
    fn __lshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__lshift__")
    }
    fn __rlshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rlshift__")
    }
    fn __rshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rshift__")
    }
    fn __rrshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, "__rrshift__")
    }
}
