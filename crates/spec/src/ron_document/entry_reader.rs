//! Reads the entries of a spec from a [`Value`]: a string, a list, a map, named entries.
//!
//! `what` names the entry in messages, as in "`root`". Read `raw_spec.rs` next, which knows the entries.

use super::super::SpecError;
use super::super::error::{list, nearest};
use super::super::source_text::{Map, Span, SpecText, Text, excerpt};
use super::literal;
use super::tree::{Kind, Value};

impl Value {
    /// The kind of the value, in words.
    fn describe(&self) -> String {
        match &self.kind {
            Kind::Text(_) => "a string".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Word(word) => format!("the word `{word}`"),
            Kind::Tuple(Some(word), _) => format!("`{word}(...)`"),
            Kind::Tuple(None, _) => "parentheses".to_owned(),
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        }
    }

    /// The error for a value of another kind than was expected.
    pub(crate) fn not(&self, source: &SpecText, what: &str, wanted: &str) -> SpecError {
        let span = match self.kind {
            Kind::Tuple(None, _) | Kind::List(_) | Kind::Map(_) => first(self.span),
            _ => self.span,
        };
        source.error(span, format!("{what} takes {wanted}, found {}", self.describe()))
    }

    /// A string.
    pub(crate) fn text(&self, source: &SpecText, what: &str) -> Result<Text, SpecError> {
        match &self.kind {
            Kind::Text(text) => Ok(text.clone()),
            Kind::Word(word) => {
                let error = self.not(source, what, "a string in quotes");
                Err(error.help(format!("write `\"{word}\"`")))
            }
            _ => Err(self.not(source, what, "a string in quotes")),
        }
    }

    /// A number, or an expression in quotes.
    pub(crate) fn bound(&self, source: &SpecText, what: &str) -> Result<Text, SpecError> {
        match &self.kind {
            Kind::Text(text) => Ok(text.clone()),
            Kind::Number => Ok(Text::plain(literal::integer(source, self.span)?.to_string(), self.span)),
            Kind::Word(word) => {
                let error = self.not(source, what, "a number, or an expression in quotes");
                Err(error.help(format!("write `\"{word}\"`")))
            }
            _ => Err(self.not(source, what, "a number, or an expression in quotes")),
        }
    }

    /// An integer.
    pub(crate) fn integer(&self, source: &SpecText, what: &str) -> Result<i64, SpecError> {
        match self.kind {
            Kind::Number => literal::integer(source, self.span),
            _ => Err(self.not(source, what, "an integer")),
        }
    }

    /// An integer from 0.
    pub(crate) fn natural(&self, source: &SpecText, what: &str) -> Result<u64, SpecError> {
        match self.kind {
            Kind::Number => literal::natural(source, self.span),
            _ => Err(self.not(source, what, "a whole number")),
        }
    }

    /// An integer from 0 to `most`.
    pub(crate) fn at_most(&self, source: &SpecText, what: &str, most: u32) -> Result<u32, SpecError> {
        let value = self.natural(source, what)?;
        u32::try_from(value).ok().filter(|value| *value <= most).ok_or_else(|| {
            source.error(self.span, format!("{what} is {value}, which is too large: at most {most}"))
        })
    }

    /// A list.
    pub(crate) fn list<T>(
        &self,
        source: &SpecText,
        what: &str,
        item: impl Fn(&Self) -> Result<T, SpecError>,
    ) -> Result<Vec<T>, SpecError> {
        match &self.kind {
            Kind::List(values) => values.iter().map(item).collect(),
            _ => Err(self.not(source, what, "a list in square brackets")),
        }
    }

    /// A map with strings as keys.
    pub(crate) fn map<T>(
        &self,
        source: &SpecText,
        what: &str,
        item: impl Fn(&Text, &Self) -> Result<T, SpecError>,
    ) -> Result<Map<T>, SpecError> {
        self.map_as_in(source, (what, "{\"name\": ...}"), item)
    }

    /// A map with strings as keys, with an example for messages.
    pub(crate) fn map_as_in<T>(
        &self,
        source: &SpecText,
        (what, example): (&str, &str),
        item: impl Fn(&Text, &Self) -> Result<T, SpecError>,
    ) -> Result<Map<T>, SpecError> {
        let Kind::Map(pairs) = &self.kind else {
            return Err(self.not(source, what, &format!("a map, as in `{example}`")));
        };
        let entry = |(key, value): &(Self, Self)| {
            let key = key.text(source, &format!("a key of {what}"))?;
            let value = item(&key, value)?;
            Ok((key, value))
        };
        pairs.iter().map(entry).collect::<Result<_, _>>().map(Map)
    }

    /// Named entries in parentheses, each known and none twice.
    pub(crate) fn entries<'v>(
        &'v self,
        source: &'v SpecText,
        what: &str,
        known: &[&str],
    ) -> Result<Entries<'v>, SpecError> {
        let example = format!("as in `({}: ...)`", known.first().unwrap_or(&"name"));
        let Kind::Tuple(_, items) = &self.kind else {
            return Err(self.not(source, what, "entries in parentheses").help(example));
        };
        let mut entries: Vec<(&str, &Self)> = Vec::new();
        for item in items {
            let Some((key, span)) = &item.key else {
                let error = item.value.not(source, what, &format!("entries with names, {example}"));
                return Err(error);
            };
            if !known.contains(&key.as_str()) {
                let error = source.error(*span, format!("unknown entry `{}` of {what}", excerpt(key)));
                return Err(match nearest(key, known) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(format!("expected one of {}", list(known))),
                });
            }
            if entries.iter().any(|(before, _)| before == key) {
                return Err(source.error(*span, format!("the entry `{key}` is here twice")));
            }
            entries.push((key, &item.value));
        }
        Ok(Entries { source, what: what.to_owned(), open: first(self.span), entries })
    }

    /// Refuses entries that are known elsewhere: `places` has their names and where each of them stands.
    pub(crate) fn no_misplaced(
        &self,
        source: &SpecText,
        what: &str,
        places: &[(&str, &str)],
    ) -> Result<(), SpecError> {
        let Kind::Tuple(_, items) = &self.kind else { return Ok(()) };
        for (key, span) in items.iter().filter_map(|item| item.key.as_ref()) {
            if let Some((_, place)) = places.iter().find(|(name, _)| name == key) {
                return Err(source.error(*span, format!("`{key}` is no entry of {what}")).help(*place));
            }
        }
        Ok(())
    }
}

/// The first byte of a value that begins with a bracket.
fn first(span: Span) -> Span {
    Span { start: span.start, end: (span.start + 1).min(span.end) }
}

/// Named entries.
pub(crate) struct Entries<'v> {
    source: &'v SpecText,
    what: String,
    open: Span,
    entries: Vec<(&'v str, &'v Value)>,
}

impl<'v> Entries<'v> {
    /// The entry of this name; `None` and `Some(...)` are read as RON's options.
    pub(crate) fn get(&self, name: &str) -> Option<&'v Value> {
        let value = self.entries.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)?;
        match &value.kind {
            Kind::Word(word) if word == "None" => None,
            Kind::Tuple(Some(word), items) if word == "Some" && items.len() == 1 => {
                items.first().map(|item| &item.value)
            }
            _ => Some(value),
        }
    }

    /// The entry of this name, which must be there.
    pub(crate) fn require(&self, name: &str, example: &str) -> Result<&'v Value, SpecError> {
        self.get(name).ok_or_else(|| {
            let message = format!("{} lacks the entry `{name}`", self.what);
            self.source.error(self.open, message).help(format!("add `{name}: {example}`"))
        })
    }

    /// The value that `read` reads from an entry, or none if there is no entry.
    pub(crate) fn or_default<T: Default>(
        &self,
        name: &str,
        read: impl FnOnce(&'v Value) -> Result<T, SpecError>,
    ) -> Result<T, SpecError> {
        self.get(name).map_or_else(|| Ok(T::default()), read)
    }
}
