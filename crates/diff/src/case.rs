//! [`Case`]: a structure with its text, which all subjects get.

use serde::{Deserialize, Serialize};

use crate::structure::term::Term;

/// A structure, and what programs get to see of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its place in the run, from 0.
    pub position: u64,
    /// The key that names it for good.
    pub key: String,
    /// Its size.
    pub size: u32,
    /// Its rank among the structures of its size, in digits: it may be of any magnitude.
    pub rank: String,
    /// Its text.
    pub text: String,
    /// What it is made of.
    pub term: Term,
}

impl Case {
    /// A name for its files: `s4-r117`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("s{}-r{}", self.size, self.rank)
    }
}

/// What a file holds around the text of a structure, and what its name ends with.
///
/// ```
/// let frame = dpgen_diff::Frame { before: "<!doctype html>".into(), after: "\n".into(), extension: "html".into() };
/// assert_eq!(frame.file("<p>"), "<!doctype html><p>\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// What stands before.
    pub before: String,
    /// What stands after.
    pub after: String,
    /// What the names of files end with.
    pub extension: String,
}

impl Frame {
    /// A name for a file: `case.html`.
    #[must_use]
    pub fn file_name(&self) -> String {
        if self.extension.is_empty() { "case".to_owned() } else { format!("case.{}", self.extension) }
    }

    /// The whole content of a file.
    #[must_use]
    pub fn file(&self, text: &str) -> String {
        [&self.before, text, &self.after].concat()
    }
}
