//! [`RunHeader`]: the inputs of a run: its subjects, options and cases.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::case::FileTemplate;
use crate::findings::finding::Subject;
use crate::structure::vocabulary::Vocabulary;

/// The version of the format of logs.
pub(crate) const LOG_FORMAT_VERSION: u32 = 3;

/// The cases of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CaseSelection {
    /// Their number; the greatest `u64` if there are more.
    pub cases: u64,
    /// The number of cases in all parts together.
    pub total: u64,
    /// The number of the part, and the number of parts, if it is one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<(u32, u32)>,
    /// The structures that they are selected from, in words: `sizes 0 to 4`.
    pub of: String,
    /// How and from what they are drawn, in words, if they are drawn at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<String>,
}

/// The first line of a log. Two runs with the same [`inputs`](Self::inputs), subjects and cases have the same findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    /// The version of the log's format.
    pub format: u32,
    /// The inputs that findings depend on, by name: spec, scope, options.
    #[serde(rename = "made")]
    pub inputs: Vec<(String, String)>,
    /// The subjects.
    pub subjects: Vec<Subject>,
    /// The cases.
    pub selection: CaseSelection,
    /// The template of the files of cases.
    #[serde(rename = "frame")]
    pub file_template: FileTemplate,
    /// The templates of files in other renderings, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub renderings: BTreeMap<String, FileTemplate>,
    /// The vocabulary of the structures.
    pub vocabulary: Vocabulary,
    /// The command that began the run.
    pub command: String,
}

impl RunHeader {
    /// A header in the present format.
    #[must_use]
    pub fn new(
        inputs: Vec<(String, String)>,
        subjects: Vec<Subject>,
        selection: CaseSelection,
        file_template: FileTemplate,
        vocabulary: Vocabulary,
        command: String,
    ) -> Self {
        let renderings = BTreeMap::new();
        let format = LOG_FORMAT_VERSION;
        Self { format, inputs, subjects, selection, file_template, renderings, vocabulary, command }
    }

    /// The same header of a run in which some subjects get other renderings.
    #[must_use]
    pub fn with_renderings(self, renderings: BTreeMap<String, FileTemplate>) -> Self {
        Self { renderings, ..self }
    }

    /// The differences to another run, entry by entry; empty if that run can go on with the log of this one.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = self.differences_apart_from_part(other);
        if self.selection != other.selection {
            let shown = |selection: &CaseSelection| {
                let part =
                    selection.part.map(|(part, of)| format!("part {part}/{of} of ")).unwrap_or_default();
                let drawn =
                    selection.drawn.as_deref().map(|drawn| format!(" drawn {drawn}")).unwrap_or_default();
                format!("{part}{} ({} cases{drawn})", selection.of, selection.cases)
            };
            found.push(format!(
                "its cases are {} and not {}",
                shown(&self.selection),
                shown(&other.selection)
            ));
        }
        found
    }

    /// As [`differences`](Self::differences), but the other run may have another part of the cases.
    #[must_use]
    pub fn differences_apart_from_part(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for (name, mine) in &self.inputs {
            match other.inputs.iter().find(|(other, _)| other == name) {
                Some((_, theirs)) if theirs == mine => {}
                Some((_, theirs)) => found.push(format!("{name} was {mine} and is {theirs}")),
                None => found.push(format!("{name} was {mine}")),
            }
        }
        let new = other.inputs.iter().filter(|(name, _)| self.inputs.iter().all(|(mine, _)| mine != name));
        found.extend(new.map(|(name, theirs)| format!("{name} is {theirs}")));
        let shown = |subjects: &[Subject]| {
            let shown = subjects.iter().map(|subject| match &subject.version {
                Some(version) => format!("{} {version}", subject.name),
                None => subject.name.clone(),
            });
            shown.collect::<Vec<_>>().join(", ")
        };
        if self.subjects != other.subjects {
            found.push(format!("it compared {} and now {}", shown(&self.subjects), shown(&other.subjects)));
        }
        if found.is_empty()
            && (self.file_template != other.file_template
                || self.renderings != other.renderings
                || self.vocabulary != other.vocabulary)
        {
            found.push("the spec's structures or files are others".to_owned());
        }
        let (mine, theirs) = (&self.selection, &other.selection);
        if (&mine.of, &mine.drawn, mine.total) != (&theirs.of, &theirs.drawn, theirs.total)
            && found.is_empty()
        {
            found.push(format!("it was about {} and is about {}", mine.of, theirs.of));
        }
        found
    }
}
