//! [`AttributeValue`]: values of attributes and contexts as people know them, by the names of strings and constructors.
//!
//! While running, a value is a word, or a list of values ([`Datum`]); its static type says what a word stands for.

use std::fmt;

use super::context_words::Datum;
use super::resolved_spec::{Table, TypeDef};
use super::static_types::Ty;

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeValue {
    /// An integer.
    Int(i64),
    /// A bool.
    Bool(bool),
    /// A string of a `OneOf`, or a constructor's name.
    Text(String),
    /// A list, which only a context holds.
    List(Vec<AttributeValue>),
}

impl fmt::Display for AttributeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
        }
    }
}

/// The value that a word of this type stands for.
pub(crate) fn named(table: &Table, ty: Ty, word: i64) -> Option<AttributeValue> {
    let index = usize::try_from(word).unwrap_or(usize::MAX);
    let text = match ty {
        Ty::Bool => return Some(AttributeValue::Bool(word != 0)),
        Ty::Label(labels) => table.labels[labels].get(index).cloned(),
        Ty::Kind(ty) => table.types[ty].ctors.get(index).map(|ctor| ctor.name.clone()),
        Ty::Int | Ty::Text | Ty::List(_) => return Some(AttributeValue::Int(word)),
    };
    text.map(AttributeValue::Text)
}

/// The value of this type.
pub(crate) fn of_datum(table: &Table, ty: Ty, datum: &Datum) -> Option<AttributeValue> {
    match (datum, ty.item()) {
        (Datum::Word(word), _) => named(table, ty, *word),
        (Datum::List(items), Some(item)) => items
            .iter()
            .map(|one| of_datum(table, item, one))
            .collect::<Option<_>>()
            .map(AttributeValue::List),
        (Datum::List(_), None) => None,
    }
}

/// The context of a structure of a type, as in `depth = 2, scope = [int, bool]`.
pub(crate) fn context_text(table: &Table, def: &TypeDef, mut words: &[i64]) -> String {
    let values = def.context.iter().map(|value| {
        let datum = Datum::read(&mut words, value.ty.list_depth());
        let shown =
            of_datum(table, value.ty, &datum).map_or_else(|| "?".to_owned(), |value| value.to_string());
        format!("{} = {shown}", value.name)
    });
    values.collect::<Vec<_>>().join(", ")
}
