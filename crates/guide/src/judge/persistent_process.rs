//! [`PersistentJudge`]: a judge that stays running and answers one case after the other.
//!
//! A case is a line with the number of its bytes, in decimal digits, and then the bytes; the answer is a line (see
//! `answer_parser.rs`). [`Server`] restarts a program that fails, and finds the case that it failed on, before or right after its
//! answer. That is a bug. A program that fails several times without ever having answered is no judge.

use std::path::PathBuf;

use dpgen_process::{Aftermath, Program, Protocol, Response, Server, ServerError};

use super::answer_parser::parse_line;
use super::error::{JudgeError, stderr_suffix};
use super::options::JudgeOptions;
use crate::judge_feedback::Feedback;

/// The number of failed cases without any answer after which a program is no judge.
const MAX_SILENT_CASES: u32 = 3;
/// The number of letters of a meaningless answer that its error shows.
const MAX_SHOWN_LETTERS: usize = 60;

/// A judge whose program stays running.
#[derive(Debug)]
pub(super) struct PersistentJudge {
    program: Program,
    server: Server,
    /// The number of cases that it has failed on without ever having answered.
    silent_cases: u32,
}

/// The answer to a case, and the fate of the answer before.
#[derive(Debug)]
pub(super) struct JudgeAnswer {
    /// Whether the last answer before this one counts.
    pub(super) previous: AnswerFate,
    /// The feedback on the case; none if the run is halted.
    pub(super) feedback: Option<Feedback>,
}

/// Whether an answer counts, by what the program did after it.
#[derive(Debug)]
pub(super) enum AnswerFate {
    /// The program went on: the answer counts.
    Counts,
    /// The program failed right after: this feedback counts in place of the answer.
    Replaced(Feedback),
    /// It is not known, as the run is halted.
    Unknown,
}

impl PersistentJudge {
    /// A judge whose program is started with its first case. `mark` is the folder of the guard that ends the processes that are
    /// left.
    pub(super) fn new(program: Program, mark: PathBuf, options: &JudgeOptions) -> Self {
        let server = Server::new(program.clone(), mark, Protocol::LengthPrefixed, options.timeout);
        Self { program, server: server.with_first_timeout(options.first_timeout), silent_cases: 0 }
    }

    /// Whether the program has ever answered.
    pub(super) const fn has_answered(&self) -> bool {
        self.server.has_answered()
    }

    /// Judges a case.
    pub(super) fn judge(
        &mut self,
        case: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<JudgeAnswer, JudgeError> {
        let responses = self.server.ask(&[case], halted).map_err(|error| self.judge_error(error))?;
        let previous = self.fate(responses.previous)?;
        let response = responses.list.into_iter().next();
        let mut feedback = response.map(|response| self.feedback(response)).transpose()?;
        // The first process is closed after its first answer, to check that it writes no second line.
        if feedback.is_some() && self.server.has_answered() && !self.server.is_checked() {
            match self.settle(halted)? {
                AnswerFate::Counts => {}
                AnswerFate::Replaced(other) => feedback = Some(other),
                AnswerFate::Unknown => feedback = None,
            }
        }
        Ok(JudgeAnswer { previous, feedback })
    }

    /// Asks the last case once more, to see whether its answer counts.
    pub(super) fn settle(&mut self, halted: &dyn Fn() -> bool) -> Result<AnswerFate, JudgeError> {
        let aftermath = self.server.settle(halted).map_err(|error| self.judge_error(error))?;
        self.fate(aftermath)
    }

    fn fate(&mut self, aftermath: Aftermath) -> Result<AnswerFate, JudgeError> {
        Ok(match aftermath {
            Aftermath::Survived => AnswerFate::Counts,
            Aftermath::Unknown => AnswerFate::Unknown,
            Aftermath::Failed(response) => AnswerFate::Replaced(self.feedback(response)?),
        })
    }

    fn feedback(&mut self, response: Response) -> Result<Feedback, JudgeError> {
        match response {
            Response::Line(line) => {
                let text = String::from_utf8_lossy(&line);
                parse_line(&text).ok_or_else(|| {
                    let shown: String = text.chars().take(MAX_SHOWN_LETTERS).collect();
                    let mistake = format!(
                        "answered {shown:?}: an answer begins with `valid`, `invalid` or `bug`{}",
                        stderr_suffix(&self.server.end())
                    );
                    JudgeError::of(&self.program, &mistake)
                })
            }
            Response::Failed { description, code: Some(126 | 127), .. } => {
                Err(JudgeError::of(&self.program, &format!("can not be run: {description}")))
            }
            Response::Failed { description, .. } => {
                self.silent_cases += u32::from(!self.server.has_answered());
                if self.silent_cases >= MAX_SILENT_CASES {
                    let mistake = format!(
                        "has not answered any of {MAX_SILENT_CASES} cases: {description}. It is to read a line with a number of bytes, and \
                         these bytes, and to answer with a line at once (flush it), again and again"
                    );
                    return Err(JudgeError::of(&self.program, &mistake));
                }
                Ok(Feedback::Bug(description))
            }
        }
    }

    fn judge_error(&self, error: ServerError) -> JudgeError {
        match error {
            ServerError::Io(error) => JudgeError::not_started(&self.program, &error),
            ServerError::SeveralLines => {
                JudgeError::of(&self.program, "answered a case with more than a line")
            }
            ServerError::Buffered(advice) => JudgeError::of(
                &self.program,
                &format!("answers only when its input ends, so it keeps its output back; {advice}"),
            ),
        }
    }
}
