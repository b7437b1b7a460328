//! The text of a spec: spans, strings that keep the place of each of their characters, and the [`SpecText`] that
//! errors point into.
//!
//! `ron_document/` reads the text into strings; `cel/` reads expressions inside them.

use std::sync::Arc;

/// A part of the spec's text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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

/// A string of the spec, and where it stands.
///
/// Where an escape makes the string's bytes differ from those of the text, `jumps` says how to go on.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) value: String,
    /// The string in the text, without its quotes.
    pub(crate) span: Span,
    /// Pairs of an offset in `value` and the place in the text where it stands, ascending; from each on, both
    /// grow alike until the next.
    pub(crate) jumps: Vec<(usize, usize)>,
}

impl Text {
    /// A string that stands in the text as it is.
    pub(crate) fn plain(value: impl Into<String>, span: Span) -> Self {
        Self { value: value.into(), span, jumps: Vec::new() }
    }

    /// Where a byte of the string stands in the text.
    fn place(&self, offset: usize) -> usize {
        let after = self.jumps.partition_point(|(known, _)| *known <= offset);
        let (from, place) = match after.checked_sub(1) {
            Some(jump) => self.jumps[jump],
            None => (0, self.span.start),
        };
        (place + (offset - from)).min(self.span.end)
    }

    /// Where a part of the string stands in the text.
    pub(crate) fn part(&self, start: usize, end: usize) -> Span {
        let start = self.place(start);
        Span { start, end: self.place(end).max(start) }
    }
}

/// A map in the order of the text, with every entry; duplicates are refused later, by its reader.
#[derive(Debug, Clone)]
pub(crate) struct Map<T>(pub(crate) Vec<(Text, T)>);

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// The text of a spec and its name, for errors.
#[derive(Debug, Clone)]
pub(crate) struct SpecText {
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
}

impl SpecText {
    /// The text at a place, for quoting it: in one line, with an ellipsis if it is long.
    pub(crate) fn quote(&self, span: Span) -> String {
        excerpt(self.text.get(span.start..span.end).unwrap_or_default())
    }

    /// The line of a place, from 1.
    pub(crate) fn line(&self, span: Span) -> usize {
        self.text.get(..span.start).unwrap_or_default().matches('\n').count() + 1
    }

    /// The line and the column of a place, both from 1, and the line up to it.
    pub(crate) fn position(&self, span: Span) -> (usize, usize, &str) {
        let before = self.text.get(..span.start).unwrap_or_default();
        let head = before.rsplit('\n').next().unwrap_or_default();
        let column = head.trim_start_matches('\u{feff}').chars().count() + 1;
        (self.line(span), column, head)
    }

    /// The file and the line of a place.
    pub(crate) fn place(&self, span: Span) -> String {
        format!("{}:{}", visible(&self.name), self.line(span))
    }
}

/// A text in one line, with an ellipsis instead of what goes beyond 60 characters.
pub(crate) fn excerpt(text: &str) -> String {
    const MAX_EXCERPT_LETTERS: usize = 60;
    let mut shown = String::new();
    for (count, word) in text.split_whitespace().take(MAX_EXCERPT_LETTERS).enumerate() {
        shown.push_str(if count == 0 { "" } else { " " });
        shown.extend(word.chars().take(MAX_EXCERPT_LETTERS + 1));
    }
    if shown.chars().count() > MAX_EXCERPT_LETTERS {
        shown = shown.chars().take(MAX_EXCERPT_LETTERS).collect::<String>() + "…";
    }
    visible(&shown)
}

/// A text with Rust's escapes for characters that are not shown as themselves: control characters, and those that change the
/// direction of reading.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => shown.extend(letter.escape_default()),
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                shown.extend(letter.escape_unicode());
            }
            letter if letter.is_control() => shown.extend(letter.escape_unicode()),
            letter => shown.push(letter),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Span, Text, excerpt};

    #[test]
    fn places_go_on_after_escapes() {
        // The text `ab\u{e9}c` between quotes at byte 10.
        let text = Text {
            value: "abéc".to_owned(),
            span: Span { start: 10, end: 19 },
            jumps: vec![(2, 12), (4, 18)],
        };
        assert_eq!(text.part(0, 2), Span { start: 10, end: 12 });
        assert_eq!(text.part(2, 4), Span { start: 12, end: 18 });
        assert_eq!(text.part(4, 5), Span { start: 18, end: 19 });
    }

    #[test]
    fn excerpts_are_short_and_of_one_line() {
        assert_eq!(excerpt("a\n  b\tc"), "a b c");
        assert_eq!(excerpt(&"x".repeat(61)), format!("{}…", "x".repeat(60)));
    }
}
