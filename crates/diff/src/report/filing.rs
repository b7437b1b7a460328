//! [`Filing`]: what a bug report about a finding needs beside the finding: command, system, smallest file, and a reftest.

use std::collections::BTreeMap;

use crate::findings::finding::{Answer, Finding};
use crate::judge::Attachment;

/// What reports of bugs need, for all findings of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filing {
    /// The command that repeats the run on one structure, up to its key, which comes last; none if that is not known.
    pub command: Option<String>,
    /// The operating system with its version; may be empty.
    pub system: String,
    /// Whether subjects are browsers, so that specifications of CSS decide.
    pub are_pages: bool,
    /// The smallest files of findings, by the keys of their cases.
    pub files: BTreeMap<String, SmallestFile>,
}

/// A file with less around its structure on which subjects still differ in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmallestFile {
    /// The file.
    pub text: String,
    /// What the subjects answer to it.
    pub answers: Vec<Answer>,
    /// The name of the image that shows where answers differ.
    pub difference: Option<String>,
    /// The files that the answers name.
    pub attachments: Vec<Attachment>,
    /// The test for others to run, if there is one.
    pub reftest: Option<Reftest>,
    /// What is to be known of the test, or why there is none.
    pub reftest_note: String,
}

/// A test in the form of web-platform-tests: a page, and one that it has to look like, or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reftest {
    /// The name of the page; that of the other one ends with `-ref`.
    pub name: String,
    /// The page, which names the other one.
    pub test: String,
    /// The other page.
    pub reference: String,
}

impl Reftest {
    /// The name of the file with the page.
    #[must_use]
    pub fn test_file_name(&self) -> String {
        format!("{}.html", self.name)
    }

    /// The name of the file with the other page.
    #[must_use]
    pub fn reference_file_name(&self) -> String {
        format!("{}-ref.html", self.name)
    }
}

impl Filing {
    /// The command that repeats a finding alone.
    #[must_use]
    pub fn command_for(&self, key: &str) -> Option<String> {
        self.command.as_ref().map(|command| format!("{command} {key}"))
    }

    /// The finding with the answers to its smallest file, if there is one.
    pub(super) fn with_smallest(&self, finding: &Finding) -> Finding {
        let mut shown = finding.clone();
        if let Some(file) = self.files.get(&finding.case.key) {
            shown.answers.clone_from(&file.answers);
            shown.difference.clone_from(&file.difference);
        }
        shown
    }
}
