//! [`Group`]: findings with one cause, named by who stands out and by names in their structures.

use std::collections::BTreeSet;

use crate::findings::finding::{DifferencePattern, Subject};

/// Minimal findings with the same pattern and names, and the findings with the same cause. Findings are given by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The pattern of the smallest finding. Combinations have another one, and solid differences may have another kind.
    pub pattern: DifferencePattern,
    /// The names that occur in the minimal findings.
    pub names: BTreeSet<String>,
    /// The minimal findings, the smallest first.
    pub minimal: Vec<usize>,
    /// The findings that contain one of these, are lowered to one, or are combinations with one; the smallest first.
    pub others: Vec<usize>,
}

impl Group {
    /// The subjects that stand out, with the kind of the difference if images are compared: `firefox (position)`.
    pub(crate) fn who(&self, subjects: &[Subject]) -> String {
        let name = self.pattern.name(subjects);
        self.pattern.kind.map_or_else(|| name.clone(), |kind| format!("{name} ({kind})"))
    }

    /// The group as a line: `firefox: Perspective, Transform`; with images `firefox (position): Perspective, Transform`.
    #[must_use]
    pub fn line(&self, subjects: &[Subject]) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let line = format!("{}: {}", self.who(subjects), names.join(", "));
        line.replace(['\n', '\r'], " ").trim_end().to_owned()
    }
}
