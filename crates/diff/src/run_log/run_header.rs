//! [`Header`]: the subjects, options and cases of a run.

use serde::{Deserialize, Serialize};

use crate::case::Frame;
use crate::findings::finding::Subject;
use crate::structure::vocabulary::Vocabulary;

/// The form of logs.
pub(crate) const FORMAT: u32 = 2;

/// Which cases a run is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Selection {
    /// How many there are; one more than can be counted is as many as can be.
    pub cases: u64,
    /// How many there are in all parts together.
    pub total: u64,
    /// Which part of how many it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<(u32, u32)>,
    /// What they are of, in words: `sizes 0 to 4`.
    pub of: String,
    /// What they are drawn from, if they are drawn at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<String>,
}

/// The first line of a log. Two runs with the same [`made`](Self::made), subjects and cases find the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The form of the log.
    pub format: u32,
    /// What the run depends on, by name: spec, scope, options.
    pub made: Vec<(String, String)>,
    /// Who is compared.
    pub subjects: Vec<Subject>,
    /// Which cases.
    pub selection: Selection,
    /// What files hold around texts.
    pub frame: Frame,
    /// What structures are made of.
    pub vocabulary: Vocabulary,
    /// The command that began the run.
    pub command: String,
}

impl Header {
    /// A header of the present form.
    #[must_use]
    pub fn new(
        made: Vec<(String, String)>,
        subjects: Vec<Subject>,
        selection: Selection,
        frame: Frame,
        vocabulary: Vocabulary,
        command: String,
    ) -> Self {
        Self { format: FORMAT, made, subjects, selection, frame, vocabulary, command }
    }

    /// What differs in another run, entry by entry; empty when it would go on with this one.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = self.apart_from_part(other);
        if self.selection != other.selection {
            let shown = |selection: &Selection| {
                let part =
                    selection.part.map(|(part, of)| format!("part {part}/{of} of ")).unwrap_or_default();
                let drawn = selection
                    .drawn
                    .as_deref()
                    .map(|drawn| format!(" drawn from {drawn}"))
                    .unwrap_or_default();
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

    /// The same, but the other one may be about another part of the cases.
    #[must_use]
    pub fn apart_from_part(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for (name, mine) in &self.made {
            match other.made.iter().find(|(other, _)| other == name) {
                Some((_, theirs)) if theirs == mine => {}
                Some((_, theirs)) => found.push(format!("{name} was {mine} and is {theirs}")),
                None => found.push(format!("{name} was {mine}")),
            }
        }
        let new = other.made.iter().filter(|(name, _)| self.made.iter().all(|(mine, _)| mine != name));
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
        if found.is_empty() && (self.frame != other.frame || self.vocabulary != other.vocabulary) {
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
