//! [`IntView`]: the view of an integer that may be undecided.
//!
//! A comparison of one splits the evaluation where both outcomes are possible; sums, differences and products stay undecided.
//! All other operations decide the value and are those of Python's own `int`, so that the result is the one for a finished
//! structure.

use std::sync::{Arc, OnceLock};

use dpgen_engine::Int;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_engine;
use crate::evaluation::handle_table::HandleId;

/// An integer that may be undecided, with the operators of `int`.
#[pyclass(name = "Int", module = "pydpgen._pydpgen", frozen, weakref)]
pub(crate) struct IntView {
    context: Arc<EvaluationContext>,
    handle: HandleId,
    /// The value, once it was decided: what it is shown as when the run is over.
    shown: OnceLock<i128>,
}

/// The other operand of an operator.
enum Operand {
    /// An integer that the engine can compute with.
    Int(Int),
    /// Any other object: Python computes with the decided value.
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

/// A decided integer as a Python `int`.
fn decided_int(py: Python<'_>, value: i128) -> PyResult<Py<PyAny>> {
    Ok(match i64::try_from(value) {
        Ok(value) => value.into_pyobject(py)?.into_any().unbind(),
        Err(_) => value.into_pyobject(py)?.into_any().unbind(),
    })
}

impl IntView {
    /// An integer as Python sees it: an `int` if it is decided, and a view otherwise.
    pub(crate) fn object(py: Python<'_>, context: &Arc<EvaluationContext>, int: Int) -> PyResult<Py<PyAny>> {
        match int.known() {
            Some(known) => decided_int(py, known),
            None => {
                let handle = HandleId::of_int(int);
                let view = Self { context: context.clone(), handle, shown: OnceLock::new() };
                Ok(Py::new(py, view)?.into_any())
            }
        }
    }

    /// The engine's integer.
    pub(crate) fn int(&self) -> PyResult<Int> {
        self.handle.int()
    }

    /// Decides the value.
    fn decided<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let int = self.int()?;
        let value = i128::from(self.in_engine(py, || int.value())?);
        self.shown.get_or_init(|| value);
        Ok(decided_int(py, value)?.into_bound(py))
    }

    fn in_engine<R>(&self, py: Python<'_>, work: impl FnOnce() -> R) -> PyResult<R> {
        call_engine(py, &self.context, work)
    }

    /// Computes with both operands in the engine, or calls the method of Python's `int` if the other is no integer.
    fn compute(
        &self,
        other: &Bound<'_, PyAny>,
        method: &str,
        compute: impl FnOnce(Int, Int) -> Int,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let int = self.int()?;
        match Operand::new(other)? {
            Operand::Int(other) => {
                Self::object(py, &self.context, self.in_engine(py, || compute(int, other))?)
            }
            Operand::Other => self.call_int_operator(other, method),
        }
    }

    /// Calls a method of Python's `int` on the decided value.
    fn call_int_method<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Py<PyAny>> {
        Ok(self.decided(py)?.call_method1(method, arguments)?.unbind())
    }

    /// The same for a method of two operands, of which an undecided one is decided, too. Where `int` leaves the operation to the
    /// other operand (a float, a fraction, a time span), that one gets the decided value.
    fn call_int_operator<'py>(&self, other: &Bound<'py, PyAny>, method: &str) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if let Ok(view) = other.cast::<Self>() {
            return self.call_int_method(py, method, (view.get().decided(py)?,));
        }
        let own = self.decided(py)?;
        let result = own.call_method1(method, (other,))?;
        if !result.is(py.NotImplemented()) {
            return Ok(result.unbind());
        }
        // A reflected method has an `r` after its underscores; none of the others begins with one but for `__rshift__`.
        let forward = method.strip_prefix("__r").filter(|_| method != "__rshift__");
        let name = forward.map_or_else(|| method.to_owned(), |name| format!("__{name}"));
        let module = if name == "__divmod__" { "builtins" } else { "operator" };
        let operator =
            py.import(module)?.getattr(if module == "builtins" { "divmod" } else { name.as_str() })?;
        let result =
            if forward.is_some() { operator.call1((other, own)) } else { operator.call1((own, other)) };
        Ok(result?.unbind())
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
        let holds = self.in_engine(py, || match op {
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
        self.in_engine(py, || int != 0)
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.decided(py)?.hash()
    }
    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.compute(other, "__add__", |left, right| left + right)
    }
    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.compute(other, "__radd__", |left, right| right + left)
    }
    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.compute(other, "__sub__", |left, right| left - right)
    }
    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.compute(other, "__rsub__", |left, right| right - left)
    }
    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.compute(other, "__mul__", |left, right| left * right)
    }
    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.compute(other, "__rmul__", |left, right| right * left)
    }
    fn __neg__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let int = self.int()?;
        Self::object(py, &self.context, self.in_engine(py, || -int)?)
    }
    fn __abs__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let int = self.int()?;
        let absolute = || if int < 0 { -int } else { int };
        Self::object(py, &self.context, self.in_engine(py, absolute)?)
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
            Some(digits) => self.call_int_method(py, "__round__", (digits,)),
            None => Ok(self.decided(py)?.unbind()),
        }
    }
    fn __format__(&self, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_method(spec.py(), "__format__", (spec,))
    }
    /// The other attributes of `int`, of the decided value.
    fn __getattr__(&self, name: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = name.py();
        let name: String = name.extract()?;
        // What `int` does not have decides nothing, so that a protocol can be looked for.
        if !py.get_type::<PyInt>().hasattr(&name)? {
            let message = format!("'int' object has no attribute '{name}'");
            return Err(PyAttributeError::new_err(message));
        }
        Ok(self.decided(py)?.getattr(name)?.unbind())
    }
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.decided(py)?.call_method0("__reduce__").map(Bound::unbind)
    }
    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.call_int_method(py, "__int__", ())
    }
    fn __float__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.call_int_method(py, "__float__", ())
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.handle.is_over() {
            // An exception can hold the view, and is printed later.
            let shown = self.shown.get().map_or_else(|| "<view of int>".to_owned(), i128::to_string);
            return Ok(shown.into_pyobject(py)?.into_any().unbind());
        }
        self.call_int_method(py, "__repr__", ())
    }
    fn __str__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.__repr__(py)
    }
    fn __invert__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.call_int_method(py, "__invert__", ())
    }
    fn __trunc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.call_int_method(py, "__trunc__", ())
    }
    fn __floor__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.call_int_method(py, "__floor__", ())
    }
    fn __ceil__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.call_int_method(py, "__ceil__", ())
    }
    fn __floordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__floordiv__")
    }
    fn __rfloordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rfloordiv__")
    }
    fn __mod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__mod__")
    }
    fn __rmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rmod__")
    }
    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__truediv__")
    }
    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rtruediv__")
    }
    fn __divmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__divmod__")
    }
    fn __rdivmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rdivmod__")
    }
    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__and__")
    }
    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rand__")
    }
    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__or__")
    }
    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__ror__")
    }
    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__xor__")
    }
    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rxor__")
    }
    fn __lshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__lshift__")
    }
    fn __rlshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rlshift__")
    }
    fn __rshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rshift__")
    }
    fn __rrshift__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call_int_operator(other, "__rrshift__")
    }
}
