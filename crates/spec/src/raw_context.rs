//! The entries of contexts as written: `context` of a type, `give` of a constructor or a container, and `root_context`.
//!
//! `contexts.rs` resolves them.

use super::SpecError;
use super::error::{list, nearest};
use super::ron_document::tree::{Kind, Value};
use super::source_text::{Map, Span, SpecText, Text, excerpt};

/// The kind of a value of a context, and its place in the text.
#[derive(Debug, Clone)]
pub(crate) struct RawContextKind {
    pub(crate) kind: ContextKind,
    pub(crate) span: Span,
}

/// The kinds of values of contexts.
#[derive(Debug, Clone)]
pub(crate) enum ContextKind {
    Int,
    Bool,
    OneOf(Vec<Text>),
    List(Box<RawContextKind>),
}

/// What fields are given: for each field, expressions for values of the context of its type.
pub(crate) type RawGive = Map<Map<Text>>;

const KIND_USAGES: [(&str, &str); 4] =
    [("Int", "Int"), ("Bool", "Bool"), ("OneOf", "OneOf([\"red\", \"black\"])"), ("List", "List(Int)")];

/// Reads the entry `context` of a type.
pub(crate) fn context(source: &SpecText, value: &Value) -> Result<Map<RawContextKind>, SpecError> {
    value.map(source, "`context`", |name, value| kind(source, &name.value, value))
}

fn kind(source: &SpecText, name: &str, value: &Value) -> Result<RawContextKind, SpecError> {
    let (word, parts) = match &value.kind {
        Kind::Word(word) => (word.as_str(), [].as_slice()),
        Kind::Tuple(Some(word), items) => (word.as_str(), items.as_slice()),
        _ => {
            let wanted = format!("one of the kinds {}", list(&KIND_USAGES.map(|(kind, _)| kind)));
            return Err(value.not(source, &format!("the value `{name}` of `context`"), &wanted));
        }
    };
    let kind = match (word, parts) {
        ("Int", []) => ContextKind::Int,
        ("Bool", []) => ContextKind::Bool,
        ("OneOf", [labels]) if labels.key.is_none() => {
            let label = |label: &Value| label.text(source, "a string of `OneOf`");
            ContextKind::OneOf(labels.value.list(source, "`OneOf`", label)?)
        }
        ("List", [inner]) if inner.key.is_none() => {
            ContextKind::List(Box::new(kind(source, name, &inner.value)?))
        }
        _ => return Err(no_kind(source, word, value)),
    };
    Ok(RawContextKind { kind, span: value.span })
}

/// The error for an unknown kind, or a kind with wrong parts.
fn no_kind(source: &SpecText, kind: &str, value: &Value) -> SpecError {
    let known = KIND_USAGES.map(|(kind, _)| kind);
    match KIND_USAGES.iter().find(|(known, _)| *known == kind) {
        Some(("Int" | "Bool", _)) => {
            let message = format!("a value of a context has no bounds: `{kind}` takes no parts here");
            source.error(value.span, message).help(format!("write `{kind}`"))
        }
        Some((_, usage)) => {
            let message = format!("`{kind}` has the wrong number of parts for a value of a context");
            source.error(value.span, message).help(format!("write it as in `{usage}`"))
        }
        None => {
            let span = Span { start: value.span.start, end: value.span.start + kind.len() };
            let error = source.error(span, format!("unknown kind of value of a context `{}`", excerpt(kind)));
            match nearest(kind, &known) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("expected one of {}", list(&known))),
            }
        }
    }
}

/// Reads an entry `give`.
pub(crate) fn give(source: &SpecText, value: &Value) -> Result<RawGive, SpecError> {
    value.map(source, "`give`", |field, values| {
        let what = format!("what `{}` is given", field.value);
        values.map(source, &what, |name, value| {
            value.bound(source, &format!("the value `{}` that `{}` is given", name.value, field.value))
        })
    })
}

/// Reads the entry `root_context`.
pub(crate) fn root_context(source: &SpecText, value: &Value) -> Result<Map<Text>, SpecError> {
    value.map(source, "`root_context`", |name, value| {
        value.bound(source, &format!("the value `{}` of `root_context`", name.value))
    })
}
