//! [`Case`]: a structure with the texts that subjects get, and the template of their files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::structure::term::Term;

/// A structure, and the texts of it that subjects get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its position in the run, from 0.
    pub position: u64,
    /// Its key, which is the same in every run.
    pub key: String,
    /// Its size.
    pub size: u32,
    /// Its rank among the structures of its size, in decimal digits, as it may be of any magnitude.
    pub rank: String,
    /// Its text.
    pub text: String,
    /// Its texts in other renderings, by their names: those that some subject gets.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub renderings: BTreeMap<String, String>,
    /// The structure.
    pub term: Term,
}

impl Case {
    /// The name of its folder in a report: `s4-r117`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("s{}-r{}", self.size, self.rank)
    }

    /// Its text in a rendering; without a name, or if it has none of this name, its text.
    #[must_use]
    pub fn text_in(&self, rendering: Option<&str>) -> &str {
        rendering.and_then(|name| self.renderings.get(name)).unwrap_or(&self.text)
    }
}

/// The texts around a structure in its file, and the extension of the file.
///
/// ```
/// let template = dpgen_diff::FileTemplate { before: "<!doctype html>".into(), after: "\n".into(), extension: "html".into() };
/// assert_eq!(template.file("<p>"), "<!doctype html><p>\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileTemplate {
    /// The text before the structure.
    pub before: String,
    /// The text after the structure.
    pub after: String,
    /// The extension of the file; may be empty.
    pub extension: String,
}

impl FileTemplate {
    /// The name of the file: `case.html`.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.named("case")
    }

    /// The name of the file of a rendering: `case-c.c`.
    #[must_use]
    pub fn file_name_of(&self, rendering: &str) -> String {
        self.named(&format!("case-{rendering}"))
    }

    fn named(&self, stem: &str) -> String {
        if self.extension.is_empty() { stem.to_owned() } else { format!("{stem}.{}", self.extension) }
    }

    /// The whole content of a file.
    #[must_use]
    pub fn file(&self, text: &str) -> String {
        [&self.before, text, &self.after].concat()
    }
}
