//! [`JsonObject`]: the text of a JSON object on one line, written field by field.
//!
//! The library has no dependency for JSON, and writes no more of it than this. Invariant: the text has no line break.

use std::fmt::{Display, Write as _};

/// An object that is being written.
#[derive(Debug)]
pub(super) struct JsonObject {
    text: String,
}

impl JsonObject {
    /// Without fields.
    pub(super) fn new() -> Self {
        Self { text: "{".to_owned() }
    }

    /// Adds a text.
    pub(super) fn text(self, key: &str, value: &str) -> Self {
        let value = text(value);
        self.raw(key, &value)
    }

    /// Adds a number that is a number of JSON as it is shown: an integer, or a float that is finite.
    pub(super) fn number(self, key: &str, value: impl Display) -> Self {
        self.raw(key, &value.to_string())
    }

    /// Adds a value that is JSON already.
    pub(super) fn raw(mut self, key: &str, json: &str) -> Self {
        let separator = if self.text.len() > 1 { "," } else { "" };
        // Writing to a string does not fail.
        let _ = write!(self.text, "{separator}{}:{json}", text(key));
        self
    }

    /// The whole object.
    pub(super) fn finish(self) -> String {
        self.text + "}"
    }
}

/// A text as a string of JSON.
pub(super) fn text(value: &str) -> String {
    let mut json = String::with_capacity(value.len() + 2);
    json.push('"');
    for letter in value.chars() {
        match letter {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            // Readers that split lines as Unicode does would split at the last three, too.
            '\0'..='\x1f' | '\u{7f}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(json, "\\u{:04x}", u32::from(letter));
            }
            _ => json.push(letter),
        }
    }
    json.push('"');
    json
}

/// An array of values that are JSON already.
pub(super) fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(text("a\"b\\c\nd\te\u{85}é😀"), r#""a\"b\\c\nd\u0009e\u0085é😀""#);
        let every: String = (0..=0x2fff).filter_map(char::from_u32).collect();
        let read: String = serde_json::from_str(&text(&every)).expect("it is a string of JSON");
        assert_eq!(read, every);
    }

    #[test]
    fn fields_are_separated() {
        assert_eq!(JsonObject::new().finish(), "{}");
        let object = JsonObject::new().text("a\"", "b").number("c", 1.5).raw("d", &array(std::iter::empty()));
        assert_eq!(object.finish(), r#"{"a\"":"b","c":1.5,"d":[]}"#);
    }
}
