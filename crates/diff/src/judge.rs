//! [`Judge`]: the trait that compares the answers of subjects to cases.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::case::Case;
use crate::findings::finding::{Answer, Subject, Way};

/// A file that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, without folders.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// How subjects differ on a case, with what they answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// In which way.
    pub way: Way,
    /// What each subject answered.
    pub answers: Vec<Answer>,
    /// The files that the answers name.
    pub attachments: Vec<Attachment>,
    /// The name of the one that shows where answers differ.
    pub difference: Option<String>,
    /// What else is known, in words.
    pub note: String,
}

impl Difference {
    /// How many bytes its answers and files take, about.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        let answer = |answer: &Answer| match answer {
            Answer::Text { text, aside, .. } => text.len() + aside.len(),
            Answer::Image(text) | Answer::Failed(_, text) => text.len(),
            Answer::Unseen => 0,
        };
        let answers: usize = self.answers.iter().map(answer).sum();
        answers + self.attachments.iter().map(|file| file.bytes.len()).sum::<usize>() + size_of::<Self>()
    }
}

/// Why nothing can be said about cases. It is no finding: nothing of the block is kept, and the run ends.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct JudgeError(pub String);

/// Figures by name, which add up over the parts of a run.
pub type Tally = BTreeMap<String, u64>;

/// Compares several subjects.
///
/// Laws: each case of a block gets exactly one verdict, in order; the verdict of a case does not depend on the block it
/// comes in, nor on the time.
pub trait Judge {
    /// Who is compared, in the order in which verdicts name them.
    fn subjects(&self) -> Vec<Subject>;

    /// How many cases make a good block, at least and at most. Results are kept, and limits heard, between blocks.
    fn block(&self) -> (usize, usize);

    /// Judges a block of cases: for each, how subjects differ, or that they do not. It may judge fewer, from the first on:
    /// when `halted` says so, which it asks often, and when what it has found takes much memory. Only in the first case it may
    /// judge none.
    ///
    /// # Errors
    /// When a subject can not be asked at all.
    fn judge(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError>;

    /// Figures of all cases judged so far, for the report.
    fn tally(&self) -> Tally {
        Tally::new()
    }
}
