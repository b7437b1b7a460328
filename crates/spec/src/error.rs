//! [`SpecError`]: what is wrong with a spec, where, and what was probably meant.

use super::text::{Source, Span};

/// What is wrong with a spec.
///
/// It shows as `file:line:column: message; help`. [`SpecError::span`] is for reports that quote the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}{}", self.place(), self.hint())]
pub struct SpecError {
    name: String,
    message: String,
    help: Option<String>,
    span: Option<Span>,
    line: usize,
    column: usize,
}

impl SpecError {
    pub(crate) fn new(source: &Source, span: Option<Span>, message: String) -> Self {
        let before = span.and_then(|span| source.text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self { name: source.name.clone(), message, help: None, span, line, column }
    }

    /// The same error with advice.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error with the nearest of the known names, or all of them if none is near.
    #[must_use]
    pub(crate) fn suggest<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        if let Some(near) = nearest(name, &known) {
            return self.help(format!("did you mean `{near}`?"));
        }
        if known.is_empty() { self } else { self.help(format!("known here: {}", list(&known))) }
    }

    /// What is wrong, without its place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, or what was probably meant.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Where it is in the spec's text: offset and length in bytes.
    #[must_use]
    pub fn span(&self) -> Option<(usize, usize)> {
        self.span.map(|span| (span.start, span.end.saturating_sub(span.start)))
    }

    /// The name or path of the spec.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Line and column, from 1, if the place is known.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        self.span.map(|_| (self.line, self.column))
    }

    fn place(&self) -> String {
        match self.position() {
            Some((line, column)) => format!("{}:{line}:{column}: ", self.name),
            None => format!("{}: ", self.name),
        }
    }

    fn hint(&self) -> String {
        self.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default()
    }
}

/// Names in backquotes, with commas.
pub(crate) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The known name that differs least, if it is near enough to have been meant, or one that goes on as the
/// name does.
#[must_use]
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let longer = |a: &str, b: &str| a.len() >= 3 && b.to_lowercase().starts_with(&a.to_lowercase());
    let near = known.iter().map(|other| (distance(name, other), *other)).filter(|(far, _)| *far <= limit);
    let near = near.min_by_key(|(far, _)| *far).map(|(_, other)| other);
    near.or_else(|| known.iter().copied().find(|other| longer(other, name) || longer(name, other)))
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
