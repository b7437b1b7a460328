//! Makes the engine's rules of the functions of fields, and of the context of whole structures.
//!
//! A context is any Python value with a hash. In the engine it is one word, its number among the objects of evaluations: equal
//! contexts have equal numbers. Numbers are given as contexts come up; nothing that is saved has them, and no order depends
//! on them.
//!
//! References bring rules of their own, which the engine adds.

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen_engine::predicate_run::{
    AllowedValues, ContextRules, Give, Handle, Narrow, Numbering, Rule, SlotRule,
};
use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::builds::request::BuildRequest;
use crate::evaluation::context::EvaluationContext;
use crate::evaluation::early_exit::call_python;
use crate::evaluation::node_reads::{self, context_object};
use crate::schema::field_rule::FieldRule;

/// The rules of a build; none if no field has one, no type has a context, and nothing refers to a node.
pub(super) fn rules(
    py: Python<'_>,
    context: &Arc<EvaluationContext>,
    request: &BuildRequest,
) -> PyResult<Option<Arc<ContextRules>>> {
    let objects = &context.objects;
    let schema = &objects.schema;
    let mut rules = ContextRules::new(schema.types(), objects.constructors.len());
    for ty in (0..schema.types()).map(|ty| TypeIx::from_word(small(ty))) {
        if objects.has_context(ty) {
            rules.add_type(ty);
        }
    }
    for (number, ctor) in objects.constructors.iter().enumerate() {
        let number = CtorIx::from_word(small(number));
        for (slot, rule) in ctor.rules.iter().enumerate() {
            let Some(rule) = rule else { continue };
            let of_part = match schema.constructor(number).slots[slot].kind {
                SlotKind::Recursive(ty) if objects.has_context(ty) => true,
                SlotKind::Data(_) => false,
                // Nothing reads the context that it gives.
                SlotKind::Recursive(_) => continue,
            };
            let function = RuleFunction { context: context.clone(), rule: rule.clone_ref(py) };
            debug_assert_eq!(of_part, function.rule.gives);
            rules.add_rule(
                number,
                slot,
                if of_part { SlotRule::Give(function.give()) } else { SlotRule::Narrow(function.narrow()) },
            );
        }
    }
    if let Some(root) = request.contexts.first() {
        rules.set_root(vec![context.answers.number(root.bind(py))?]);
    }
    let shown = context.clone();
    rules.set_text(Arc::new(move |_, words| {
        Python::attach(|py| {
            let context = context_object(py, &shown, words);
            context.bind(py).repr().map_or_else(|_| "a context".to_owned(), |text| text.to_string())
        })
    }));
    let descriptions = objects.descriptions.iter().map(|of| TypeIx::from_word(small(*of)));
    let types = (0..schema.types()).map(|ty| TypeIx::from_word(small(ty)));
    let copies: Vec<_> = types.zip(descriptions).filter(|(ty, of)| ty != of).collect();
    Ok(rules.with_numbered_references(schema, Numbering { copies: &copies, holders: &BTreeSet::new() }))
}

/// The function of a rule.
struct RuleFunction {
    context: Arc<EvaluationContext>,
    rule: FieldRule,
}

impl RuleFunction {
    /// The rule of a part.
    fn give(self) -> Give {
        self.engine_rule(|context, given| Ok(vec![context.answers.number(given)?]))
    }

    /// The rule of data.
    fn narrow(self) -> Narrow {
        self.engine_rule(|_, intervals| {
            let intervals: Vec<(i64, i64)> = intervals.extract()?;
            Ok(AllowedValues::from_vec(intervals))
        })
    }

    /// The rule whose result is read from the function's answer.
    fn engine_rule<R: 'static>(
        self,
        read: impl Fn(&EvaluationContext, &Bound<'_, PyAny>) -> PyResult<R> + Send + Sync + 'static,
    ) -> Rule<R> {
        if self.rule.fields.is_empty() {
            return Rule::FromContext(Arc::new(move |words: &[i64]| {
                call_python(&self.context, |py| read(&self.context, &self.call(py, words, Vec::new())?))
            }));
        }
        Rule::FromLeft(Arc::new(move |words: &[i64], whole: Handle| {
            call_python(&self.context, |py| {
                let layer = node_reads::layer(py, &self.context, whole)?;
                let fields = self.rule.fields.iter();
                let fields = fields
                    .map(|slot| self.context.slot_to_python(py, layer, *slot))
                    .collect::<PyResult<Vec<_>>>()?;
                read(&self.context, &self.call(py, words, fields)?)
            })
        }))
    }

    /// Calls the function with the context, if it reads it, and these fields.
    fn call<'py>(
        &self,
        py: Python<'py>,
        words: &[i64],
        fields: Vec<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let context = self.rule.reads_context.then(|| context_object(py, &self.context, words));
        self.rule
            .call
            .bind(py)
            .call1(PyTuple::new(py, context.into_iter().chain(fields).collect::<Vec<_>>())?)
    }
}
