//! A substructure as an object of a template that asks for attributes.
//!
//! A [`TemplatePart`] shows, is iterated and has fields as the value that it stands for, and answers `part.attr("name")` besides;
//! [`attr_function`] is the function `attr`, by which a template asks its own node.

use std::fmt;
use std::sync::Arc;

use dpgen_spec::{Answers, AttributeValue};
use minijinja::value::{Enumerator, Object, ObjectRepr, ValueKind, from_args};
use minijinja::{Error, ErrorKind, State, Value};

/// A substructure that answers `attr`.
#[derive(Debug)]
pub(super) struct TemplatePart {
    /// Its text, the list of its elements, or its fields.
    value: Value,
    answers: Arc<Answers>,
    /// Its number among the nodes.
    node: usize,
}

impl TemplatePart {
    /// The substructure with this number, which shows as `value`.
    pub(super) const fn new(value: Value, answers: Arc<Answers>, node: usize) -> Self {
        Self { value, answers, node }
    }
}

impl Object for TemplatePart {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        match self.value.kind() {
            ValueKind::Seq => ObjectRepr::Seq,
            ValueKind::Map => ObjectRepr::Map,
            _ => ObjectRepr::Plain,
        }
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.value.get_item(key).ok().filter(|value| !value.is_undefined())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        match self.value.kind() {
            ValueKind::Seq => Enumerator::Seq(self.value.len().unwrap_or_default()),
            ValueKind::Map => Enumerator::Values(self.value.try_iter().into_iter().flatten().collect()),
            _ => Enumerator::NonEnumerable,
        }
    }

    fn is_true(self: &Arc<Self>) -> bool {
        self.value.is_true()
    }

    fn call_method(
        self: &Arc<Self>,
        _: &mut State<'_, '_>,
        method: &str,
        args: &[Value],
    ) -> Result<Value, Error> {
        if method != "attr" {
            return Err(Error::from(ErrorKind::UnknownMethod));
        }
        let (name,): (&str,) = from_args(args)?;
        answer(&self.answers, self.node, name)
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)
    }
}

/// The function `attr` of the node with this number.
pub(super) fn attr_function(answers: Arc<Answers>, node: usize) -> Value {
    Value::from_function(move |name: &str| answer(&answers, node, name))
}

fn answer(answers: &Answers, node: usize, name: &str) -> Result<Value, Error> {
    answers.get(node, name).map(value).map_err(|message| Error::new(ErrorKind::InvalidOperation, message))
}

fn value(value: AttributeValue) -> Value {
    match value {
        AttributeValue::Int(value) => Value::from(value),
        AttributeValue::Bool(value) => Value::from(value),
        AttributeValue::Text(text) => Value::from(text),
        AttributeValue::List(items) => items.into_iter().map(self::value).collect(),
    }
}

/// The context of the node with this number, as an object.
///
/// # Errors
/// In words, if computing it fails.
pub(super) fn context_object(answers: &Answers, node: usize) -> Result<Value, String> {
    let values = answers.context(node)?.unwrap_or_default();
    Ok(Value::from_pairs(values.into_iter().map(|(name, of)| (name.to_owned(), value(of)))))
}
