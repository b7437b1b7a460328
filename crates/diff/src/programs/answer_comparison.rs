//! The reply of a program to a case, and the comparison of two replies.

use std::process::ExitStatus;
use std::time::Duration;

use dpgen_process::{Failure, Response, RunOutcome, describe_exit};

use crate::findings::finding::{Answer, DifferencePattern};
use crate::judge::Difference;
use crate::majority_vote::vote;

/// The most bytes of an answer that are stored in a finding.
const MAX_STORED_ANSWER_BYTES: usize = 16 << 10;

/// The parts of the answers of programs that are compared.
///
/// ```
/// use dpgen_diff::programs::Comparison;
///
/// assert_eq!(Comparison::default().name(), "all");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Comparison {
    /// The exit code and the output.
    #[default]
    All,
    /// Whether it succeeded (exit code 0), and if so the output.
    Success,
    /// The output only.
    Output,
    /// The exit code only.
    Code,
    /// Whether it succeeded.
    Accepts,
}

impl Comparison {
    /// Every kind of comparison.
    pub const ALL: [Self; 5] = [Self::All, Self::Success, Self::Output, Self::Code, Self::Accepts];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Success => "success",
            Self::Output => "output",
            Self::Code => "code",
            Self::Accepts => "accepts",
        }
    }

    /// Whether outputs are compared of programs that exit with this code.
    pub(super) fn includes_output(self, code: Option<i32>) -> bool {
        match self {
            Self::All | Self::Output => true,
            Self::Success => matches!(code, Some(0) | None),
            Self::Code | Self::Accepts => false,
        }
    }

    /// Whether two replies differ.
    pub(super) fn differ(self, one: &Reply, other: &Reply) -> bool {
        match (one, other) {
            (
                Reply::Output { code, output, .. },
                Reply::Output { code: other_code, output: other_output, .. },
            ) => {
                let succeeds = |code: Option<i32>| code.is_none_or(|code| code == 0);
                let codes = match self {
                    Self::All | Self::Code => code != other_code,
                    Self::Success | Self::Accepts => succeeds(*code) != succeeds(*other_code),
                    Self::Output => false,
                };
                codes || self.includes_output(*code) && output != other_output
            }
            (Reply::Failed(one, _), Reply::Failed(other, _)) => one != other,
            _ => true,
        }
    }
}

/// The verdict on a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CaseVerdict {
    /// How programs differ, if they do.
    pub(super) difference: Option<Difference>,
    /// The programs that refused the case, if only accepted cases are compared.
    pub(super) refused: Vec<usize>,
}

/// The reply of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reply {
    /// The output of a program that ended with a code, or, without a code, a line of one that stays.
    Output { code: Option<i32>, output: Vec<u8>, stderr: String },
    /// A failure, with a description.
    Failed(Failure, String),
}

impl Reply {
    /// The reply of a program that had this time; none if the run was halted.
    pub(super) fn of(outcome: RunOutcome, timeout: Duration) -> Option<Self> {
        match outcome {
            RunOutcome::Ended { status, stdout, stderr } => Some(Self::ended(status, stdout, &stderr)),
            RunOutcome::Failed { failure, stderr } => Some(Self::failed(failure, timeout, &stderr)),
            RunOutcome::Halted => None,
        }
    }

    /// The programs that refuse a case: those that end with a code other than 0. None if one fails, as that is a finding.
    pub(super) fn refusing(replies: &[Self]) -> Vec<usize> {
        if replies.iter().any(|reply| matches!(reply, Self::Failed(..))) {
            return Vec::new();
        }
        let refuses = |reply: &Self| matches!(reply, Self::Output { code: Some(code), .. } if *code != 0);
        (0..replies.len()).filter(|place| refuses(&replies[*place])).collect()
    }

    /// The reply of a program that stays.
    pub(super) fn served(response: Response) -> Self {
        match response {
            Response::Line(output) => Self::Output { code: None, output, stderr: String::new() },
            Response::Failed { failure, description, .. } => Self::Failed(failure, description),
        }
    }

    /// The reply of a program that has ended.
    fn ended(status: ExitStatus, output: Vec<u8>, stderr: &[u8]) -> Self {
        let stderr = String::from_utf8_lossy(stderr).trim_end().to_owned();
        match status.code() {
            Some(code) => Self::Output { code: Some(code), output, stderr },
            None => Self::Failed(Failure::Crash, with_stderr(&describe_exit(status), &stderr)),
        }
    }

    /// The reply of a program that was killed, after it had this time.
    fn failed(failure: Failure, timeout: Duration, stderr: &[u8]) -> Self {
        let stderr = String::from_utf8_lossy(stderr);
        Self::Failed(failure, with_stderr(&failure.describe(timeout), stderr.trim_end()))
    }

    /// The reply as an answer of a finding.
    fn answer(self) -> Answer {
        match self {
            Self::Failed(failure, description) => Answer::Failed(failure, description),
            Self::Output { code, output, stderr } => {
                let total = output.len();
                let is_cut = total > MAX_STORED_ANSWER_BYTES;
                let text =
                    String::from_utf8_lossy(&output[..total.min(MAX_STORED_ANSWER_BYTES)]).into_owned();
                let total_bytes = is_cut.then(|| u64::try_from(total).unwrap_or(u64::MAX));
                Answer::Text { code, text, total_bytes, stderr }
            }
        }
    }
}

/// The difference of programs with these replies; none if they agree and none failed.
pub(super) fn verdict(comparison: Comparison, replies: Vec<Reply>) -> Option<Difference> {
    let vote = vote(replies.len(), |one, other| comparison.differ(&replies[one], &replies[other]));
    if vote.agree() && !replies.iter().any(|reply| matches!(reply, Reply::Failed(..))) {
        return None;
    }
    let answers: Vec<Answer> = replies.into_iter().map(Reply::answer).collect();
    let pattern = DifferencePattern::of(&answers, &vote)?;
    Some(Difference { pattern, answers, attachments: Vec::new(), difference: None, note: String::new() })
}

/// A description, followed by the standard error of the program if there is any.
fn with_stderr(description: &str, stderr: &str) -> String {
    if stderr.is_empty() { description.to_owned() } else { format!("{description}; it said:\n{stderr}") }
}
