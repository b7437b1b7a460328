//! [`SpecError`]: a mistake in a spec, with its place and advice.

use std::sync::Arc;

use super::source_text::{Span, SpecText, visible};

/// A mistake in a spec.
///
/// It shows as `file:line:column: message; help`, with escapes for control characters. [`SpecError::excerpt`] quotes the line
/// of the text, and [`SpecError::span`] is for reports that quote it themselves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{}", self.place(), self.0.message, self.hint())]
pub struct SpecError(Box<Mistake>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Mistake {
    name: String,
    text: Arc<str>,
    message: String,
    help: Option<String>,
    span: Option<Span>,
    line: usize,
    column: usize,
    excerpt: String,
}

impl SpecText {
    /// An error at a place of the text.
    pub(crate) fn error(&self, span: impl Into<Option<Span>>, message: impl Into<String>) -> SpecError {
        SpecError::new(self, span.into(), message.into())
    }
}

impl SpecError {
    pub(crate) fn new(source: &SpecText, span: Option<Span>, message: String) -> Self {
        let (line, column, head) = source.position(span.unwrap_or_default());
        let excerpt = span.map(|span| excerpt(source, span, line, head)).unwrap_or_default();
        let (name, message) = (visible(&source.name), visible(&message));
        let text = source.text.clone();
        Self(Box::new(Mistake { name, text, message, help: None, span, line, column, excerpt }))
    }

    /// The same error with advice.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(visible(&help.into()));
        self
    }

    /// The same error with the nearest of the known names, or all of them if none is near.
    #[must_use]
    pub(crate) fn suggest<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        const MAX_NAMES_LISTED: usize = 20;
        let known: Vec<&str> = known.into_iter().collect();
        if let Some(near) = nearest(name, &known) {
            return self.help(format!("did you mean `{near}`?"));
        }
        match known.len() {
            0 => self,
            1..=MAX_NAMES_LISTED => self.help(format!("known here: {}", list(&known))),
            more => self.help(format!(
                "known here: {} and {} more",
                list(&known[..MAX_NAMES_LISTED]),
                more - MAX_NAMES_LISTED
            )),
        }
    }

    /// The message, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The advice: a remedy, or the name that was probably meant.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The place in the spec's text: offset and length in bytes.
    #[must_use]
    pub fn span(&self) -> Option<(usize, usize)> {
        self.0.span.map(|span| (span.start, span.end.saturating_sub(span.start)))
    }

    /// The line of the text with its number, and the place marked below it; nothing if the place is unknown.
    ///
    /// ```
    /// let error = dpgen_spec::Spec::parse("mine.ron", "(name: \"mine\", rot: \"T\")").unwrap_err();
    /// assert_eq!(error.excerpt(), "1 | (name: \"mine\", rot: \"T\")\n  |                ^^^");
    /// ```
    #[must_use]
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }

    /// The text of the spec.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The name or path of the spec.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Line and column, from 1, if the place is known.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        self.0.span.map(|_| (self.0.line, self.0.column))
    }

    fn place(&self) -> String {
        match self.position() {
            Some((line, column)) => format!("{}:{line}:{column}: ", self.0.name),
            None => format!("{}: ", self.0.name),
        }
    }

    fn hint(&self) -> String {
        self.0.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default()
    }
}

/// A line with the place marked below it; a long line is cut around the place.
fn excerpt(source: &SpecText, span: Span, line: usize, head: &str) -> String {
    const LETTERS_BEFORE_MARK: usize = 60;
    const LETTERS_AFTER_MARK: usize = 40;
    let head = head.trim_start_matches('\u{feff}');
    let rest =
        source.text.get(span.start..).unwrap_or_default().split(['\n', '\r']).next().unwrap_or_default();
    let width = span.end.saturating_sub(span.start).min(rest.len());
    let marked = rest.get(..width).unwrap_or_default();
    let skipped = head.chars().count().saturating_sub(LETTERS_BEFORE_MARK);
    let shown = line_of(head.chars().skip(skipped));
    let marks = marked.chars().count().clamp(1, LETTERS_AFTER_MARK);
    let more = line_of(rest[width..].chars().take(LETTERS_AFTER_MARK - marks));
    let marked = line_of(marked.chars().take(LETTERS_AFTER_MARK));
    let marks = marked.chars().count().max(1);
    let (cut, number) = (if skipped > 0 { "…" } else { "" }, line.to_string());
    // Tabs stay tabs below the line, so that the marks stand where they should.
    let blank: String = shown.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let pad = " ".repeat(number.len());
    let space = if skipped > 0 { " " } else { "" };
    format!("{number} | {cut}{shown}{marked}{more}\n{pad} | {space}{blank}{}", "^".repeat(marks))
}

/// Characters of a line as they are shown; tabs stay.
fn line_of(letters: impl Iterator<Item = char>) -> String {
    let text: String = letters.collect();
    text.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

/// Names in backquotes, with commas.
pub(crate) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The known name that differs least, if it is near enough to have been meant, or one that goes on as the
/// name does.
#[must_use]
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    const MAX_COMPARED_BYTES: usize = 100;
    if name.len() > MAX_COMPARED_BYTES {
        return None;
    }
    let limit = (name.chars().count() / 3).max(1);
    let known = || known.iter().copied().filter(|other| other.len() <= MAX_COMPARED_BYTES);
    let longer = |a: &str, b: &str| a.len() >= 3 && b.to_lowercase().starts_with(&a.to_lowercase());
    let near = known().map(|other| (distance(name, other), other)).filter(|(far, _)| *far <= limit);
    let near = near.min_by_key(|(far, _)| *far).map(|(_, other)| other);
    near.or_else(|| known().find(|other| longer(other, name) || longer(name, other)))
}

/// The edit distance (insert, delete, replace, swap neighbours), without regard to case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn the_nearest_name_is_found_unless_all_are_far() {
        assert_eq!((distance("lefft", "left"), distance("lfet", "left"), distance("", "ab")), (1, 1, 2));
        assert_eq!(nearest("lefft", &["right", "left", "key"]), Some("left"));
        assert_eq!(nearest("colour", &["right", "left", "key"]), None);
        assert_eq!(nearest("Boolean", &["Int", "Bool"]), Some("Bool"));
    }
}
