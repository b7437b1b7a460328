//! [`Attribute`]: a function of one structure whose answers engines cache.
//!
//! Called with a view, it asks the engine for the answer; with any other object, it calls the function. So a predicate works
//! on views and on finished structures.

use std::sync::{Arc, OnceLock};

use dpgen_engine::predicate_run::{self, AttrKey, Handle, ask};
use dpgen_forest::index::TypeIx;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::{call_engine, call_python};
use crate::evaluation::{node_reads, node_views};
use crate::views::answer_encoding;
use crate::views::collection_view::CollectionView;
use crate::views::instance_view::View;
use crate::views::list_view::ListView;
use crate::views::to_python::node_to_python;

/// A function of one structure whose answers engines cache.
#[pyclass(module = "pydpgen._pydpgen", frozen, dict, weakref)]
pub(crate) struct Attribute {
    function: Py<PyAny>,
    /// What is called with views: the function, or one that notices the exceptions that it catches.
    guarded: OnceLock<Py<PyAny>>,
    /// Whether the function takes the context of the structure, after the structure.
    reads_context: bool,
}

#[pymethods]
impl Attribute {
    #[new]
    const fn new(function: Py<PyAny>, reads_context: bool) -> Self {
        Self { function, guarded: OnceLock::new(), reads_context }
    }

    #[pyo3(signature = (structure, *given))]
    fn __call__(
        slf: &Bound<'_, Self>,
        structure: &Bound<'_, PyAny>,
        given: &Bound<'_, PyTuple>,
    ) -> PyResult<Py<PyAny>> {
        let is_view = || {
            structure.is_instance_of::<View>()
                || structure.is_instance_of::<ListView>()
                || structure.is_instance_of::<CollectionView>()
        };
        if !given.is_empty() && (!slf.get().reads_context || is_view()) {
            let message = format!("the attribute {} takes one structure, and nothing besides", name(slf)?);
            return Err(PyTypeError::new_err(message));
        }
        if let Ok(view) = structure.cast::<View>() {
            let view = view.get();
            let ty = view.context.objects.schema.constructor(view.ctor).ty;
            return ask_engine(slf, structure, &view.context, view.node(slf.py())?, ty);
        }
        if let Ok(collection) = structure.cast::<CollectionView>() {
            let parts = collection.get().parts.get();
            let ty = parts.context.objects.schema.constructor(parts.ctor).ty;
            return ask_engine(slf, structure, &parts.context, parts.node(slf.py())?, ty);
        }
        if let Ok(list) = structure.cast::<ListView>() {
            let list = list.get();
            return ask_engine(slf, structure, &list.context, list.node()?, list.ty);
        }
        let function = slf.get().function.bind(slf.py());
        if !slf.get().reads_context {
            return Ok(function.call1((structure,))?.unbind());
        }
        let context = match given.iter().next() {
            Some(context) => context,
            None => {
                let contexts = slf.py().import("pydpgen._contexts")?;
                contexts.call_method1("context_of_instance", (structure, slf))?
            }
        };
        Ok(function.call1((structure, context))?.unbind())
    }

    /// A method, if the attribute is defined in a class.
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: &Bound<'py, PyAny>,
        _class: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if instance.is_none() {
            return Ok(slf.clone().into_any());
        }
        slf.py().import("types")?.getattr("MethodType")?.call1((slf, instance))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<pydpgen attribute {}>", name(slf)?))
    }

    /// The name of the function, by which pickle imports the attribute.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.getattr("__qualname__")?.extract()
    }
}

/// The name of the function.
fn name(attribute: &Bound<'_, Attribute>) -> PyResult<String> {
    let dict: Bound<'_, PyDict> = attribute.getattr("__dict__")?.cast_into()?;
    match dict.get_item("__name__")? {
        Some(name) => name.extract(),
        None => Ok(attribute.get().function.bind(attribute.py()).repr()?.to_string()),
    }
}

impl Attribute {
    /// The function to call with views: see `_caught_exceptions.py`.
    fn guarded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(guarded) = self.guarded.get() {
            return Ok(guarded.bind(py).clone());
        }
        let guarded = py.import("pydpgen._caught_exceptions")?.call_method1("guarded", (&self.function,))?;
        Ok(self.guarded.get_or_init(|| guarded.unbind()).bind(py).clone())
    }
}

/// The answer of an attribute's function on the view of a node.
///
/// # Errors
/// Those of the function; and if it takes a context, when structures of the type have none.
fn answer<'py>(
    attribute: &Bound<'py, Attribute>,
    context: &EvaluationContext,
    node: Handle,
    ty: TypeIx,
    view: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = attribute.py();
    let function = attribute.get().guarded(py)?;
    if !attribute.get().reads_context {
        return function.call1((view,));
    }
    if !context.objects.has_context(ty) {
        return Err(PyTypeError::new_err(format!(
            "the attribute {} takes a context, and structures of {} have none: no function of a field reads it",
            name(attribute)?,
            context.objects.schema.ty(ty).name
        )));
    }
    function.call1((view, node_reads::context_of(py, context, node)?))
}

/// Asks the engine for an attribute of a node, of which `view` is the view.
fn ask_engine(
    attribute: &Bound<'_, Attribute>,
    view: &Bound<'_, PyAny>,
    context: &Arc<EvaluationContext>,
    node: Handle,
    ty: TypeIx,
) -> PyResult<Py<PyAny>> {
    let py = attribute.py();
    let name = name(attribute)?;
    let number = context.attributes.number(attribute.as_any(), attribute.get().function.bind(py))?;
    let key = AttrKey::Spec(ty.word(), number);
    let make = || {
        let (name, context, attribute) = (name.clone(), context.clone(), attribute.clone().unbind());
        let eval = move |node: Handle, out: &mut predicate_run::Encoder| {
            call_python(&context, |py| {
                node_views::judge(node, ty);
                let view = node_to_python(py, &context, node, ty)?;
                let answer = answer(attribute.bind(py), &context, node, ty, view.bind(py))?;
                answer_encoding::encode(&context.answers, &answer, out)
            });
        };
        predicate_run::Attribute { key, name, eval: Box::new(eval) }
    };
    let evaluate = |out: &mut predicate_run::Encoder| {
        call_python(context, |_| {
            node_views::judge(node, ty);
            let answer = answer(attribute, context, node, ty, view)?;
            answer_encoding::encode(&context.answers, &answer, out)
        });
    };
    call_engine(py, context, || {
        ask(node, key, make, evaluate, |words, ints| {
            answer_encoding::decode(py, context, node.run_number(), (words, ints))
        })
    })?
}
