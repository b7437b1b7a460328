//! Makes the engine's predicates of Python functions.

use std::sync::Arc;

use dpgen_engine::predicate_run::{AttrKey, Handle, Model, Predicate, view};
use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::builds::context_rules;
use crate::builds::request::{BuildRequest, PredicateDescription};
use crate::evaluation::attribute_numbers::{REP_OK, ROOT_OK};
use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_python;
use crate::evaluation::node_reads::context_of;
use crate::evaluation::node_views;
use crate::objects::object_builder::ObjectBuilder;
use crate::views::to_python::node_to_python;

/// A Python function, and the constructors of one type that it judges.
struct JudgingFunction {
    function: Py<PyAny>,
    ctors: Vec<usize>,
    reads_context: bool,
}

impl JudgingFunction {
    fn new(py: Python<'_>, predicate: &PredicateDescription, ctors: Vec<usize>) -> Self {
        let function = predicate.function.clone_ref(py);
        Self { function, ctors, reads_context: predicate.reads_context }
    }
}

/// The schema with its predicates, and the rules of its fields.
pub(super) fn model(
    py: Python<'_>,
    context: &Arc<EvaluationContext>,
    request: &BuildRequest,
) -> PyResult<Model> {
    let schema = context.objects.schema.clone();
    let mut rep_ok: Vec<Option<Predicate>> = Vec::new();
    for (number, described) in context.objects.descriptions.iter().enumerate() {
        let ty = TypeIx::from_word(small(number));
        let functions = request.predicates.iter().filter_map(|predicate| {
            let (_, ctors) = predicate.judges.iter().find(|(of, _)| of == described)?;
            Some(JudgingFunction::new(py, predicate, ctors.clone()))
        });
        let functions: Vec<_> = functions.collect();
        let opaque = request.predicates.iter().any(|predicate| predicate.opaque);
        let judged = !functions.is_empty();
        rep_ok.push(judged.then(|| predicate(context.clone(), ty, REP_OK, functions, opaque)));
    }
    let root = schema.root();
    let root_ok = request.root_ok.as_ref().map(|given| {
        let all = (0..context.objects.constructors.len()).collect();
        let functions = vec![JudgingFunction::new(py, given, all)];
        predicate(context.clone(), root, ROOT_OK, functions, given.opaque)
    });
    let contexts = context_rules::rules(py, context, request)?;
    Ok(Model { name: request.name.clone(), schema, rep_ok, root_ok, conditions: Vec::new(), contexts })
}

/// The predicate of a type, which accepts a structure if all functions do that judge its constructor.
fn predicate(
    context: Arc<EvaluationContext>,
    ty: TypeIx,
    number: u32,
    functions: Vec<JudgingFunction>,
    opaque: bool,
) -> Predicate {
    if opaque {
        return Predicate::Opaque(Arc::new(move |schema, words| {
            let local = words.first().map_or(0, |ctor| schema.local(CtorIx::from_word(*ctor)));
            call_python(&context, |py| {
                let object = ObjectBuilder::new(&context.objects).object(py, words, 0)?;
                accepts(&functions, local, object.bind(py), None)
            })
        }));
    }
    let judge = move |node: Handle| {
        let local = view(node).local;
        call_python(&context, |py| {
            node_views::judge(node, ty);
            let object = node_to_python(py, &context, node, ty)?;
            let reads_context =
                functions.iter().any(|one| one.reads_context && one.ctors.contains(&at(local)));
            let given = reads_context.then(|| context_of(py, &context, node)).transpose()?;
            accepts(&functions, local, object.bind(py), given.as_ref())
        })
    };
    Predicate::Observed { key: AttrKey::Spec(ty.word(), number), conditions: Arc::new(judge) }
}

/// Whether all functions that judge this constructor accept an object. `context` is the object's context, if one reads it.
fn accepts(
    functions: &[JudgingFunction],
    local: u32,
    object: &Bound<'_, PyAny>,
    context: Option<&Py<PyAny>>,
) -> PyResult<bool> {
    for JudgingFunction { function, ctors, reads_context } in functions {
        if ctors.contains(&at(local)) {
            let function = function.bind(object.py());
            let answer = match context {
                Some(context) if *reads_context => function.call1((object, context))?,
                _ => function.call1((object,))?,
            };
            let accepted = match answer.cast_exact::<PyBool>() {
                Ok(answer) => answer.is_true(),
                Err(_) => verdict(function, &answer)?,
            };
            if !accepted {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The truth of an answer that is no `bool`.
///
/// # Errors
/// When it has none, such as `None` or a coroutine.
fn verdict(function: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>) -> PyResult<bool> {
    answer.py().import("pydpgen._predicates")?.call_method1("verdict", (function, answer))?.is_truthy()
}
