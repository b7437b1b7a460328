//! [`Judge`]: the trait of comparisons, which gives cases to subjects and compares their answers.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::case::Case;
use crate::findings::finding::{Answer, DifferencePattern, Subject};
use crate::refusals::Refusals;

/// A file that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, without folders.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A difference between subjects on a case, with their answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which subjects differ or fail.
    pub pattern: DifferencePattern,
    /// The answer of each subject.
    pub answers: Vec<Answer>,
    /// The files that the answers name.
    pub attachments: Vec<Attachment>,
    /// The name of the attachment that shows where answers differ.
    pub difference: Option<String>,
    /// A remark in words; may be empty.
    pub note: String,
}

impl Difference {
    /// The memory that its answers and files take, in bytes, about.
    #[must_use]
    pub(crate) fn held_bytes(&self) -> usize {
        let answer = |answer: &Answer| match answer {
            Answer::Text { text, stderr, .. } => text.len() + stderr.len(),
            Answer::Image(text) | Answer::Failed(_, text) => text.len(),
            Answer::Unseen => 0,
        };
        let answers: usize = self.answers.iter().map(answer).sum();
        answers + self.attachments.iter().map(|file| file.bytes.len()).sum::<usize>() + size_of::<Self>()
    }
}

/// Why cases can not be judged. It is no finding: the block is dropped, and the run ends.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct JudgeError(pub String);

/// Figures of a run by name, which add up over its blocks.
pub type Tally = BTreeMap<String, u64>;

/// Compares several subjects.
///
/// Laws: each case of a block gets exactly one verdict, in order; the verdict of a case does not depend on the block it
/// comes in, nor on the time.
pub trait Judge {
    /// The subjects, in the order in which verdicts refer to them.
    fn subjects(&self) -> Vec<Subject>;

    /// The least and the greatest useful number of cases in a block. Findings are logged between blocks.
    fn block_len(&self) -> (usize, usize);

    /// Judges a block of cases: the difference between subjects on each, if there is one. It may judge fewer cases, from the first
    /// on: when `halted` says to stop, which it asks often, and when its findings take much memory. Only when halted it may judge
    /// none.
    ///
    /// # Errors
    /// When a subject can not be asked.
    fn judge(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError>;

    /// Judges cases that a report shows, without what [`Self::judge`] does to be fast: the answers are those that a user gets.
    ///
    /// # Errors
    /// When a subject can not be asked.
    fn judge_for_report(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        self.judge(cases, halted)
    }

    /// The figures of all cases judged so far, for the report.
    fn tally(&self) -> Tally {
        Tally::new()
    }

    /// The cases that were judged since this was last asked, and not compared, as a subject refused them.
    fn take_refusals(&mut self) -> Refusals {
        Refusals::default()
    }
}
