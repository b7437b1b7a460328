//! Checks names: refuses those that are not allowed, and duplicates.

use rustc_hash::FxHashSet;

use super::SpecError;
use super::cel::RESERVED_WORDS;
use super::source_text::{Map, SpecText, Text};
use super::spec_limits::MAX_NAME_BYTES;

/// Names that every structure answers, so that no field or attribute can have them.
const RESERVED_MEMBER_NAMES: [&str; 2] = ["kind", "rep_ok"];

/// Refuses an empty name, and one that is too long.
pub(crate) fn length(source: &SpecText, what: &str, name: &Text) -> Result<(), SpecError> {
    match name.value.len() {
        0 => Err(source.error(name.span, format!("the name of {what} is empty"))),
        1..=MAX_NAME_BYTES => Ok(()),
        long => {
            let message = format!("the name of {what} has {long} bytes");
            Err(source.error(name.span, message).help(format!("names have at most {MAX_NAME_BYTES} bytes")))
        }
    }
}

/// Refuses a text that can not be a name in an expression.
pub(crate) fn identifier(source: &SpecText, what: &str, name: &Text) -> Result<(), SpecError> {
    length(source, what, name)?;
    let mut chars = name.value.chars();
    let starts = chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    if !starts || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        let message = format!("`{}` can not name {what}", name.value.escape_debug());
        let help = "names are letters, digits and `_`, no digit first";
        return Err(source.error(name.span, message).help(help));
    }
    if RESERVED_WORDS.contains(&name.value.as_str()) || RESERVED_MEMBER_NAMES.contains(&name.value.as_str()) {
        let message = format!("`{}` can not name {what}: the word is taken", name.value);
        return Err(source.error(name.span, message));
    }
    Ok(())
}

/// Refuses a name that is in a map twice.
pub(crate) fn unique<T>(source: &SpecText, what: &str, map: &Map<T>) -> Result<(), SpecError> {
    let mut seen = FxHashSet::default();
    match map.0.iter().find(|(name, _)| !seen.insert(name.value.as_str())) {
        None => Ok(()),
        Some((name, _)) => {
            Err(source.error(name.span, format!("the {what} `{}` is here twice", name.value.escape_debug())))
        }
    }
}

/// Refuses a map with too many entries.
pub(crate) fn few<T>(source: &SpecText, what: &str, map: &Map<T>, most: usize) -> Result<(), SpecError> {
    match map.0.get(most) {
        None => Ok(()),
        Some((name, _)) => Err(source.error(name.span, format!("more than {most} {what}"))),
    }
}
