//! Decodes the strings and numbers of the RON text.
//!
//! A string is copied up to an escape; an escape is handed to `ron`. So each character has its place.

use super::super::SpecError;
use super::super::source_text::{Span, SpecText, Text, excerpt};

/// A string with escapes, given its place with the quotes.
pub(crate) fn string(source: &SpecText, span: Span) -> Result<Text, SpecError> {
    let inside = Span { start: span.start + 1, end: span.end - 1 };
    let mut text = Text::plain("", inside);
    let mut at = inside.start;
    while at < inside.end {
        let rest = source.text.get(at..inside.end).unwrap_or_default();
        let plain = rest.find('\\').unwrap_or(rest.len());
        text.value.push_str(&rest[..plain]);
        at += plain;
        if plain == rest.len() {
            break;
        }
        let len = escape(&rest[plain..]);
        let escape = &rest[plain..plain + len];
        let value = ron::from_str::<String>(&format!("\"{escape}\"")).map_err(|_| {
            let message = format!("`{}` is no escape of a string", excerpt(escape));
            let help = r#"there are \" \\ \' \n \r \t \0 \x41 and \u{e9}; a backslash itself is \\"#;
            source.error(Span { start: at, end: at + len }, message).help(help)
        })?;
        text.jumps.push((text.value.len(), at));
        text.value.push_str(&value);
        at += len;
        text.jumps.push((text.value.len(), at));
    }
    Ok(text)
}

/// The length of the escape that a text begins with.
fn escape(text: &str) -> usize {
    let rest = &text[1..];
    let end = match rest.chars().next() {
        Some('x') => rest.char_indices().nth(3).map(|(at, _)| at),
        Some('u') if rest[1..].starts_with('{') => rest.find('}').map(|at| at + 1),
        Some(other) => Some(other.len_utf8()),
        None => None,
    };
    1 + end.unwrap_or(rest.len())
}

/// A raw string, given its place with the quotes and its number of `#`.
pub(crate) fn raw(source: &SpecText, span: Span, hashes: usize) -> Text {
    let inside = Span { start: span.start + hashes + 2, end: span.end - hashes - 1 };
    Text::plain(source.text.get(inside.start..inside.end).unwrap_or_default(), inside)
}

/// An integer.
pub(crate) fn integer(source: &SpecText, span: Span) -> Result<i64, SpecError> {
    let token = source.text.get(span.start..span.end).unwrap_or_default();
    ron::from_str(token).map_err(|_| {
        let digits = token.trim_start_matches(['+', '-']);
        if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') {
            let message = format!("`{}` is beyond the integers of 64 bits", source.quote(span));
            return source.error(span, message);
        }
        source.error(span, format!("`{}` is not an integer", source.quote(span)))
    })
}

/// An integer that is not negative and may be as large as 64 bits hold.
pub(crate) fn natural(source: &SpecText, span: Span) -> Result<u64, SpecError> {
    let token = source.text.get(span.start..span.end).unwrap_or_default();
    ron::from_str(token).map_err(|_| {
        let message = format!("`{}` is not a whole number from 0 to 2^64 - 1", source.quote(span));
        source.error(span, message)
    })
}
