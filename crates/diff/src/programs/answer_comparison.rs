//! A program's answer to a case, and the comparison of two answers.

use std::process::ExitStatus;
use std::time::Duration;

use dpgen_process::{Failure, Response, RunOutcome, describe_exit};

use crate::findings::finding::{Answer, Way};
use crate::judge::Difference;
use crate::majority_vote::vote;

/// How much of an answer is kept in a finding.
const MAX_KEPT_ANSWER_BYTES: usize = 16 << 10;

/// What is compared of programs that end.
///
/// ```
/// use dpgen_diff::programs::Compare;
///
/// assert_eq!(Compare::default().name(), "all");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compare {
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

impl Compare {
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

    /// Whether outputs matter if all exit with these codes.
    pub(super) fn looks_at_output(self, code: Option<i32>) -> bool {
        match self {
            Self::All | Self::Output => true,
            Self::Success => matches!(code, Some(0) | None),
            Self::Code | Self::Accepts => false,
        }
    }

    /// Whether two answers differ.
    pub(super) fn differ(self, one: &Reply, other: &Reply) -> bool {
        match (one, other) {
            (
                Reply::Said { code, output, .. },
                Reply::Said { code: other_code, output: other_output, .. },
            ) => {
                let succeeds = |code: Option<i32>| code.is_none_or(|code| code == 0);
                let codes = match self {
                    Self::All | Self::Code => code != other_code,
                    Self::Success | Self::Accepts => succeeds(*code) != succeeds(*other_code),
                    Self::Output => false,
                };
                codes || self.looks_at_output(*code) && output != other_output
            }
            (Reply::Failed(one, _), Reply::Failed(other, _)) => one != other,
            _ => true,
        }
    }
}

/// What a program answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reply {
    /// It ended, or, without a code, answered with a line.
    Said { code: Option<i32>, output: Vec<u8>, aside: String },
    /// It did not.
    Failed(Failure, String),
}

impl Reply {
    /// The reply of a program that had this time; none if everything is to end.
    pub(super) fn of(outcome: RunOutcome, time: Duration) -> Option<Self> {
        match outcome {
            RunOutcome::Ended { status, stdout, stderr } => Some(Self::ended(status, stdout, &stderr)),
            RunOutcome::Failed { failure, stderr } => Some(Self::failed(failure, time, &stderr)),
            RunOutcome::Halted => None,
        }
    }

    /// The reply of a program that stays.
    pub(super) fn served(response: Response) -> Self {
        match response {
            Response::Line(output) => Self::Said { code: None, output, aside: String::new() },
            Response::Failed { failure, description, .. } => Self::Failed(failure, description),
        }
    }

    /// The reply of a program that has ended.
    fn ended(status: ExitStatus, output: Vec<u8>, aside: &[u8]) -> Self {
        let aside = String::from_utf8_lossy(aside).trim_end().to_owned();
        match status.code() {
            Some(code) => Self::Said { code: Some(code), output, aside },
            None => Self::Failed(Failure::Crash, with(&describe_exit(status), &aside)),
        }
    }

    /// The reply of a program that was ended, after it had this time.
    fn failed(failure: Failure, time: Duration, aside: &[u8]) -> Self {
        let what = match failure {
            Failure::TimeOut => format!("no answer within {} s", time.as_secs_f64()),
            Failure::Flood => "more output than there is room for".to_owned(),
            Failure::Crash => "it ended".to_owned(),
        };
        Self::Failed(failure, with(&what, String::from_utf8_lossy(aside).trim_end()))
    }

    /// The reply as an answer of a finding.
    fn answer(self) -> Answer {
        match self {
            Self::Failed(failure, what) => Answer::Failed(failure, what),
            Self::Said { code, output, aside } => {
                let whole = output.len();
                let cut = whole > MAX_KEPT_ANSWER_BYTES;
                let text = String::from_utf8_lossy(&output[..whole.min(MAX_KEPT_ANSWER_BYTES)]).into_owned();
                let bytes = cut.then(|| u64::try_from(whole).unwrap_or(u64::MAX));
                Answer::Text { code, text, bytes, aside }
            }
        }
    }
}

/// How programs differ that replied like this, or fail; none if they agree, and none failed.
pub(super) fn verdict(compare: Compare, replies: Vec<Reply>) -> Option<Difference> {
    let vote = vote(replies.len(), |one, other| compare.differ(&replies[one], &replies[other]));
    if vote.agree() && !replies.iter().any(|reply| matches!(reply, Reply::Failed(..))) {
        return None;
    }
    let answers: Vec<Answer> = replies.into_iter().map(Reply::answer).collect();
    let way = Way::of(&answers, &vote)?;
    Some(Difference { way, answers, attachments: Vec::new(), difference: None, note: String::new() })
}

fn with(what: &str, aside: &str) -> String {
    if aside.is_empty() { what.to_owned() } else { format!("{what}; it said:\n{aside}") }
}
