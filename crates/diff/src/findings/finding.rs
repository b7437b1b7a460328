//! [`Finding`]: a case on which subjects differ or fail.

use dpgen_process::Failure;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::majority_vote::Vote;

/// Who is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Subject {
    /// What it is called: an engine's name, a command.
    pub name: String,
    /// Its version, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// What a subject answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A text, with the code with which a program ended.
    Text {
        /// The exit code; none if it is still running.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i32>,
        /// The text, or its beginning.
        text: String,
        /// How many bytes of it there were, if not all are here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
        /// What it said besides, which is not compared.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        aside: String,
    },
    /// An image: the name of its file.
    Image(String),
    /// It failed; with what is known about it.
    Failed(Failure, String),
    /// It was not looked at, since another one failed.
    Unseen,
}

impl Answer {
    /// How it failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        match self {
            Self::Failed(failure, _) => Some(*failure),
            _ => None,
        }
    }
}

/// In which way subjects differ: who agrees with whom, and who failed. Subjects are named by their places.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Way {
    /// Who failed, and how.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<(usize, Failure)>,
    /// Who differs from a majority.
    pub odd: Vec<usize>,
    /// For each subject, the number of its class.
    pub classes: Vec<usize>,
}

impl Way {
    /// The way in which answers differ, with the vote on them; none when they agree and nobody failed.
    #[must_use]
    pub fn of(answers: &[Answer], vote: &Vote) -> Option<Self> {
        let failure = |(place, answer): (usize, &Answer)| answer.failure().map(|failure| (place, failure));
        let failed: Vec<_> = answers.iter().enumerate().filter_map(failure).collect();
        let differs = !vote.agree() || !failed.is_empty();
        differs.then(|| Self { failed, odd: vote.odd().to_vec(), classes: vote.classes().to_vec() })
    }

    /// What it is called: `firefox`, `node, jq`, `python3 crashes`, `a | b, c` (no majority).
    #[must_use]
    pub fn name(&self, subjects: &[Subject]) -> String {
        let name = |place: usize| subjects.get(place).map_or("?", |subject| subject.name.as_str());
        let list = |places: &mut dyn Iterator<Item = usize>| places.map(name).collect::<Vec<_>>().join(", ");
        if !self.failed.is_empty() {
            let said =
                self.failed.iter().map(|(place, failure)| format!("{} {}", name(*place), failure.verb()));
            return said.collect::<Vec<_>>().join(", ");
        }
        if !self.odd.is_empty() {
            return list(&mut self.odd.iter().copied());
        }
        let last = self.classes.iter().max().copied().unwrap_or(0);
        let class =
            |class: usize| list(&mut (0..self.classes.len()).filter(|place| self.classes[*place] == class));
        (0..=last).map(class).collect::<Vec<_>>().join(" | ")
    }
}

/// A case on which subjects differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The case.
    pub case: Case,
    /// In which way.
    pub way: Way,
    /// What each subject answered.
    pub answers: Vec<Answer>,
    /// The file of an image that shows where answers differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// What else is known, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The key of the finding that this one was reduced from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}
