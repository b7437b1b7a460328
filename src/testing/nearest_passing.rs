//! [`NearestPassing`]: searches for a case that passes and differs from a counterexample in one place, and says what differs.
//!
//! The cases are those that are one edit (`edits.rs`) smaller than the counterexample, the largest first, so that the place is
//! a small one. A counterexample that is short is read at a glance, and nothing is searched for.

use std::sync::Arc;

use dpgen_forest::catalog::Ranker;
use dpgen_forest::{Catalog, Fields};

use super::case_set::{CaseSet, CaseSource, Origin};
use super::case_type::CaseType;
use super::edits::{Edit, Measure, MeasuredStructure};
use super::options::Argument;

/// The fewest letters of the arguments of a counterexample that is compared.
const MIN_TEXT_LEN: usize = 80;
/// The most cases that are run.
const MAX_TRIES: u32 = 20;
/// The most parts that are looked at to find the edits of a case.
const MAX_PARTS: usize = 1_000;
/// The most letters that are shown of what differs, and of what stands before it.
const MAX_SHOWN_LEN: usize = 60;

/// A search that is going on, or over.
#[derive(Debug)]
pub(super) struct NearestPassing {
    catalog: Arc<Catalog>,
    ranker: Ranker,
    failing: MeasuredStructure,
    arguments: Vec<Argument>,
    edits: std::vec::IntoIter<(Measure, Edit)>,
    tries_left: u32,
    /// The number of cases that had left themselves out before the one that is tried.
    pub(super) discarded: u64,
    /// What differs, once a case has passed.
    pub(super) text: Option<String>,
}

impl NearestPassing {
    /// Begins at a case that fails; `None` if it is short, or one of a path condition.
    pub(super) fn from(case_set: &CaseSet, index: u64, case_type: &CaseType) -> Option<Self> {
        let (catalog, rank) = case_set.rank(index)?;
        let arguments = case_set.arguments(index, case_type)?;
        let len: usize = arguments.iter().map(|(_, value)| value.len()).sum();
        if catalog.fields() == Fields::Symbolic || len < MIN_TEXT_LEN {
            return None;
        }
        let words = catalog.nth_compact(case_set.size, &rank).ok()??;
        let failing = MeasuredStructure::new(Arc::new(catalog.schema().clone()), &words);
        let (mut edits, _) = failing.edits(MAX_PARTS);
        edits.reverse();
        let (catalog, edits) = (catalog.clone(), edits.into_iter());
        let (ranker, tries_left) = (Ranker::new(catalog.clone()), MAX_TRIES);
        Some(Self { catalog, ranker, failing, arguments, edits, tries_left, discarded: 0, text: None })
    }

    /// The next case to try.
    pub(super) fn next(&mut self) -> Option<CaseSet> {
        self.tries_left = self.tries_left.checked_sub(1).filter(|_| self.text.is_none())?;
        let (failing, ranker) = (&self.failing, &mut self.ranker);
        let (size, rank) = self.edits.find_map(|(_, edit)| ranker.find(&failing.apply(edit)?))?;
        let source = CaseSource::Ranks(self.catalog.clone(), vec![rank]);
        Some(CaseSet { size, origin: Origin::Neighbor, source })
    }

    /// Notes that a case passed.
    pub(super) fn passed(&mut self, case_set: &CaseSet, case_type: &CaseType) {
        let Some(arguments) = case_set.arguments(0, case_type) else { return };
        let differing = self.arguments.iter().zip(arguments).filter(|((_, own), (_, other))| own != other);
        let lines =
            differing.map(|((name, own), (_, other))| format!("  {}\n", difference(name, own, &other)));
        self.text = Some(lines.collect());
    }
}

/// Where two texts of an argument differ, by their tokens.
fn difference(name: &str, failing: &str, passing: &str) -> String {
    let (own, other) = (tokens(failing), tokens(passing));
    let before = own.iter().zip(&other).take_while(|(own, other)| own == other).count();
    let most = own.len().min(other.len()) - before;
    let pairs = own.iter().rev().zip(other.iter().rev());
    let after = pairs.take(most).take_while(|(own, other)| own == other).count();
    let middle = |tokens: &[&str]| head(&tokens[before..tokens.len() - after].concat());
    let prefix = tail(&own[..before]);
    let (own, other) = (middle(&own), middle(&other));
    let place = if prefix.is_empty() { String::new() } else { format!(", after `{prefix}`") };
    match (own.is_empty(), other.is_empty()) {
        (true, _) => format!("passes with `{other}` added to {name}{place}"),
        (_, true) => format!("passes without `{own}` in {name}{place}"),
        _ => format!("passes with `{other}` instead of `{own}` in {name}{place}"),
    }
}

/// Words and numbers, and each other letter.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match is_word(first) {
            true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The beginning of a text.
fn head(text: &str) -> String {
    match text.trim().char_indices().nth(MAX_SHOWN_LEN) {
        Some((end, _)) => format!("{}…", &text.trim()[..end]),
        None => text.trim().to_owned(),
    }
}

/// The last tokens of a text.
fn tail(tokens: &[&str]) -> String {
    let mut len = 0;
    let fits = |token: &&&str| {
        len += token.chars().count();
        len <= MAX_SHOWN_LEN / 2
    };
    let shown = tokens.iter().rev().take_while(fits).count();
    let text = tokens[tokens.len() - shown..].concat();
    format!("{}{}", if shown < tokens.len() { "…" } else { "" }, text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_whole_words() {
        let cases = [
            ("T(E, 12, true, E)", "T(E, 17, true, E)", "passes with `17` instead of `12` in a, after `T(E,`"),
            ("[1, 2, 3]", "[1, 3]", "passes without `2,` in a, after `[1,`"),
            ("[1, 3]", "[1, 2, 3]", "passes with `2,` added to a, after `[1,`"),
            ("Rot", "Schwarz", "passes with `Schwarz` instead of `Rot` in a"),
            ("\"é\"", "\"è\"", "passes with `è` instead of `é` in a, after `\"`"),
            ("[1, 1]", "[1]", "passes without `, 1` in a, after `[1`"),
        ];
        for (failing, passing, text) in cases {
            assert_eq!(difference("a", failing, passing), text);
        }
    }

    #[test]
    fn long_parts_are_cut() {
        let (long, other) = ("é".repeat(100), "è".repeat(100));
        let text = difference("a", &format!("{long} (12, {long}"), &format!("{long} (12, {other}"));
        let middle = |letter: &str| letter.repeat(60);
        assert_eq!(
            text,
            format!("passes with `{}…` instead of `{}…` in a, after `…(12,`", middle("è"), middle("é"))
        );
    }
}
