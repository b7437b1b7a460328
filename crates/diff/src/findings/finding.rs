//! [`Finding`]: a case on which subjects differ or fail, with their answers.

use dpgen_process::Failure;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::findings::difference_kind::DifferenceKind;
use crate::majority_vote::Vote;

/// A program or browser that is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Subject {
    /// Its name: an engine's name, or a command.
    pub name: String,
    /// Its version, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// The answer of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A text, with the exit code of the program.
    Text {
        /// The exit code; none if the program stays running.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i32>,
        /// The text, or its beginning.
        text: String,
        /// The length of the whole text in bytes, if only its beginning is here.
        #[serde(rename = "bytes", default, skip_serializing_if = "Option::is_none")]
        total_bytes: Option<u64>,
        /// The beginning of its standard error, which is not compared.
        #[serde(rename = "aside", default, skip_serializing_if = "String::is_empty")]
        stderr: String,
    },
    /// An image: the name of its file.
    Image(String),
    /// A failure, with a description.
    Failed(Failure, String),
    /// No answer, as another subject failed.
    Unseen,
}

impl Answer {
    /// The kind of failure, if it is one.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        match self {
            Self::Failed(failure, _) => Some(*failure),
            _ => None,
        }
    }
}

/// Which subjects agree with each other, stand out, or failed, and the kind of their difference. Subjects are given by index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DifferencePattern {
    /// The kind of the difference, if images are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<DifferenceKind>,
    /// The subjects that failed, and how.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<(usize, Failure)>,
    /// The subjects that differ from a majority.
    pub odd: Vec<usize>,
    /// For each subject, the number of its class.
    pub classes: Vec<usize>,
}

impl DifferencePattern {
    /// The pattern of these answers, with the vote on them; none when they agree and none is a failure.
    #[must_use]
    pub fn of(answers: &[Answer], vote: &Vote) -> Option<Self> {
        let failure = |(place, answer): (usize, &Answer)| answer.failure().map(|failure| (place, failure));
        let failed: Vec<_> = answers.iter().enumerate().filter_map(failure).collect();
        let differs = !vote.agree() || !failed.is_empty();
        differs.then(|| Self {
            kind: None,
            failed,
            odd: vote.odd().to_vec(),
            classes: vote.classes().to_vec(),
        })
    }

    /// Whether the difference is one of edges only; none if images are not compared.
    fn is_edge(&self) -> Option<bool> {
        self.kind.map(|kind| !kind.is_solid())
    }

    /// Whether the same subjects differ and fail, with a difference that is solid if the other one is.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        self.is_edge() <= other.is_edge()
            && self.kind.is_some() == other.kind.is_some()
            && (&self.failed, &self.odd, &self.classes) == (&other.failed, &other.odd, &other.classes)
    }

    /// Whether the same subjects differ and fail, with solid differences in both or in neither.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        self.covers(other) && other.covers(self)
    }

    /// The pattern with one kind for all solid differences.
    pub(crate) fn with_any_solid_kind(&self) -> Self {
        let solid = |kind: DifferenceKind| if kind.is_solid() { DifferenceKind::Content } else { kind };
        Self { kind: self.kind.map(solid), ..self.clone() }
    }

    /// Whether a case with this pattern may show only what is wrong with a part of a case with another one; no subject fails in
    /// either.
    ///
    /// An answer in text may hide others, as a document is refused for the first of its mistakes. An image hides nothing: there
    /// the parts tell no subjects apart that agree on the whole.
    pub(crate) fn may_be_part_of(&self, whole: &Self) -> bool {
        let fits = self.failed.is_empty() && whole.failed.is_empty() && !self.is_alike(whole);
        let tells_less = || whole.pairs().all(|pair| whole.differ(pair) || !self.differ(pair));
        fits && self.classes.len() == whole.classes.len() && (whole.kind.is_none() || tells_less())
    }

    /// Whether any two subjects that differ here differ in one of several parts; of images, whether a part is solid just if the whole
    /// is, too.
    pub(crate) fn is_combination_of(&self, parts: &[&Self]) -> bool {
        let mut differing = self.pairs().filter(|pair| self.differ(*pair));
        parts.len() > 1
            && parts.iter().filter_map(|part| part.is_edge()).min() == self.is_edge()
            && differing.all(|pair| parts.iter().any(|part| part.differ(pair)))
    }

    /// Every two subjects.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.classes.len();
        (0..count).flat_map(|one| (0..one).map(move |two| (one, two)))
    }

    fn differ(&self, (one, two): (usize, usize)) -> bool {
        self.classes.get(one) != self.classes.get(two)
    }

    /// Its name in reports: `firefox`, `node, jq`, `python3 crashes`, `a | b, c` (no majority).
    #[must_use]
    pub fn name(&self, subjects: &[Subject]) -> String {
        let name = |place: usize| subjects.get(place).map_or("?", |subject| subject.name.as_str());
        let list = |places: &mut dyn Iterator<Item = usize>| places.map(name).collect::<Vec<_>>().join(", ");
        if !self.failed.is_empty() {
            let failures =
                self.failed.iter().map(|(place, failure)| format!("{} {}", name(*place), failure.verb()));
            return failures.collect::<Vec<_>>().join(", ");
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
    /// Which subjects differ or fail.
    #[serde(rename = "way")]
    pub pattern: DifferencePattern,
    /// The answer of each subject.
    pub answers: Vec<Answer>,
    /// The name of an image that shows where answers differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// A remark in words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The key of the finding that this one was reduced from.
    #[serde(rename = "from", default, skip_serializing_if = "Option::is_none")]
    pub reduced_from: Option<String>,
}
