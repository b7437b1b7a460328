//! The text of a spec: strings that know where they stand, and maps that keep their order.
//!
//! RON hands out strings without escapes as slices of the text it reads, so the place of a [`Text`] is the
//! distance of two addresses; strings with escapes are searched for when an error needs their place.
//! Maps keep every entry: duplicates are for `table.rs` to refuse, with their places.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::SpecError;

/// A part of the spec's text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// From the start of one part to the end of another.
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A string of the spec, and the address that it was read from.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) value: String,
    address: Option<usize>,
}

impl Text {
    /// A string that does not stand in the spec.
    pub(crate) fn made(value: impl Into<String>) -> Self {
        Self { value: value.into(), address: None }
    }
}

struct TextVisitor {
    numbers: bool,
}

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.numbers { "an integer, or an expression in quotes" } else { "a string" })
    }
    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Text, E> {
        Ok(Text { value: value.to_owned(), address: Some(value.as_ptr().addr()) })
    }
    fn visit_str<E>(self, value: &str) -> Result<Text, E> {
        Ok(Text::made(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Text, E> {
        if self.numbers {
            return Ok(Text::made(value.to_string()));
        }
        Err(E::invalid_type(serde::de::Unexpected::Signed(value), &self))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Text, E> {
        if self.numbers {
            return Ok(Text::made(value.to_string()));
        }
        Err(E::invalid_type(serde::de::Unexpected::Unsigned(value), &self))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor { numbers: false })
    }
}

/// An integer, or an expression that gives one: both are kept as text.
#[derive(Debug, Clone)]
pub(crate) struct Bound(pub(crate) Text);

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor { numbers: true }).map(Self)
    }
}

/// A map in the order of the text, with every entry.
#[derive(Debug, Clone)]
pub(crate) struct Map<T>(pub(crate) Vec<(Text, T)>);

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

struct MapVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MapVisitor<T> {
    type Value = Map<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map, as in `{\"name\": ...}`")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Map(entries))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

/// The text of a spec and its name, for errors.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
}

impl Source {
    /// Where a string begins, if it stands in the text letter by letter.
    pub(crate) fn offset(&self, text: &Text) -> Option<usize> {
        let offset = text.address?.checked_sub(self.text.as_ptr().addr())?;
        let found = self.text.get(offset..offset + text.value.len())?;
        (found == text.value).then_some(offset)
    }

    /// Where a string stands, without its quotes.
    pub(crate) fn span(&self, text: &Text) -> Option<Span> {
        if let Some(start) = self.offset(text) {
            return Some(Span { start, end: start + text.value.len() });
        }
        self.strings().into_iter().find(|span| {
            let token = self.text.get(span.start - 1..span.end + 1).unwrap_or_default();
            token.contains('\\') && ron::from_str::<String>(token).is_ok_and(|value| value == text.value)
        })
    }

    /// The text at a place, for quoting it.
    pub(crate) fn quote(&self, span: Option<Span>) -> &str {
        span.and_then(|span| self.text.get(span.start..span.end)).unwrap_or("this expression")
    }

    /// An error at a place of the text.
    pub(crate) fn error(&self, span: Option<Span>, message: impl Into<String>) -> SpecError {
        SpecError::new(self, span, message.into())
    }

    /// The insides of all plain strings of the text; comments are skipped.
    fn strings(&self) -> Vec<Span> {
        let bytes = self.text.as_bytes();
        let (mut found, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            match bytes[at] {
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
                }
                b'"' => {
                    let start = at + 1;
                    at = start;
                    while at < bytes.len() && bytes[at] != b'"' {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    found.push(Span { start, end: at.min(bytes.len()) });
                    at += 1;
                }
                _ => at += 1,
            }
        }
        found
    }
}
