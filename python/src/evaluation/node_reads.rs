//! Reads of a node from Python: its constructor, its layer, and its context.

use dpgen_engine::predicate_run::{AttrKey, Attribute, Handle, Layer, ask, context as context_words, view};
use dpgen_forest::index::{CtorIx, TypeIx};
use pyo3::prelude::*;

use crate::evaluation::attribute_numbers::CONSTRUCTOR;
use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_engine;

/// The constructor of a node of this type.
///
/// Of a type with several constructors this is an attribute of the node, so that all else of the node stays undecided.
///
/// # Errors
/// As [`call_engine`].
pub(crate) fn constructor(
    py: Python<'_>,
    context: &EvaluationContext,
    node: Handle,
    ty: TypeIx,
) -> PyResult<CtorIx> {
    let described = context.objects.schema.ty(ty);
    if described.constructors == 1 {
        return call_engine(py, context, || described.first);
    }
    let key = AttrKey::Spec(ty.word(), CONSTRUCTOR);
    let local = |node| i64::from(view(node).local);
    let make = || Attribute {
        key,
        name: "class".to_owned(),
        eval: Box::new(move |node, out| out.word(local(node))),
    };
    let local = call_engine(py, context, || {
        ask(node, key, make, |out| out.word(local(node)), |words, _| words.first().copied().unwrap_or(0))
    })?;
    Ok(CtorIx::from_word(described.first.word() + u32::try_from(local).unwrap_or(0)))
}

/// The layer of a node: its constructor, and the handles of its slots.
///
/// # Errors
/// As [`call_engine`].
pub(crate) fn layer(py: Python<'_>, context: &EvaluationContext, node: Handle) -> PyResult<Layer> {
    call_engine(py, context, || view(node))
}

/// The context of a node.
///
/// # Errors
/// As [`call_engine`].
pub(crate) fn context_of(py: Python<'_>, context: &EvaluationContext, node: Handle) -> PyResult<Py<PyAny>> {
    let words = call_engine(py, context, || context_words(node))?;
    Ok(context_object(py, context, &words))
}

/// The Python object that the words of a context stand for; `None` where there are no words.
pub(crate) fn context_object(py: Python<'_>, context: &EvaluationContext, words: &[i64]) -> Py<PyAny> {
    words.first().map_or_else(|| py.None(), |number| context.answers.object(py, *number))
}
