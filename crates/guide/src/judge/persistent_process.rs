//! A judge that stays running and answers one case after the other.
//!
//! A case is a line with the number of its bytes, in decimal digits, and then the bytes; the answer is a line (see
//! `answer_parser.rs`). [`Server`] starts a program again that fails, and finds out on which case it was: on one that it does not
//! answer, or right after its answer. That is a bug. A program that fails without ever having answered is no judge.

use std::io;
use std::path::PathBuf;

use dpgen_diff::process::{Aftermath, Program, Protocol, Response, Server, ServerError};

use super::answer_parser::of_line;
use super::error::{JudgeError, aside};
use super::options::JudgeOptions;
use crate::judge_feedback::Feedback;

/// The number of failed cases after which a program that has never answered is no judge.
const MAX_SILENT_CASES: u32 = 3;
/// The maximum length of a malformed answer in a message.
const MAX_SHOWN_LEN: usize = 60;

/// A program that stays.
#[derive(Debug)]
pub(super) struct PersistentProcess {
    program: Program,
    server: Server,
    /// The number of cases that it has failed on without ever having answered.
    failed: u32,
}

/// The answer about a case, and the final answer about the case before.
#[derive(Debug)]
pub(super) struct CaseAnswer {
    /// The fate of the program after its last answer.
    pub(super) before: EarlierAnswer,
    /// Its answer about the case; none if everything is to end.
    pub(super) now: Option<Feedback>,
}

/// The fate of the program after its last answer.
#[derive(Debug)]
pub(super) enum EarlierAnswer {
    /// It went on: the answer counts.
    Counts,
    /// It failed right after; this is what counts.
    Instead(Feedback),
    /// Everything is to end, and it is not known.
    Unknown,
}

impl PersistentProcess {
    /// A program that is started with its first case. `mark` is the folder of the guard that ends what is left.
    pub(super) fn new(program: Program, mark: PathBuf, options: &JudgeOptions) -> Self {
        let server = Server::new(program.clone(), mark, Protocol::Counted, options.timeout);
        Self { program, server: server.starting_within(options.start), failed: 0 }
    }

    /// Whether it has ever answered.
    pub(super) const fn has_answered(&self) -> bool {
        self.server.has_answered()
    }

    /// The answer of the program about a case.
    pub(super) fn judge(&mut self, case: &[u8], halted: &dyn Fn() -> bool) -> Result<CaseAnswer, JudgeError> {
        let said = self.server.ask(&[case], halted).map_err(|error| self.wrong(error))?;
        let before = self.after(said.before)?;
        let now = said.all.into_iter().next().map(|response| self.feedback(response)).transpose()?;
        // The first process is closed after its first answer, to see that it has no more to say.
        if now.is_some() && self.server.has_answered() && !self.server.is_checked() {
            let now = match self.settle(halted)? {
                EarlierAnswer::Counts => now,
                EarlierAnswer::Instead(feedback) => Some(feedback),
                EarlierAnswer::Unknown => None,
            };
            return Ok(CaseAnswer { before, now });
        }
        Ok(CaseAnswer { before, now })
    }

    /// The fate of the program after its last answer, found out by asking it once more.
    pub(super) fn settle(&mut self, halted: &dyn Fn() -> bool) -> Result<EarlierAnswer, JudgeError> {
        let aftermath = self.server.settle(halted).map_err(|error| self.wrong(error))?;
        self.after(aftermath)
    }

    fn after(&mut self, aftermath: Aftermath) -> Result<EarlierAnswer, JudgeError> {
        Ok(match aftermath {
            Aftermath::Survived => EarlierAnswer::Counts,
            Aftermath::Unknown => EarlierAnswer::Unknown,
            Aftermath::Failed(response) => EarlierAnswer::Instead(self.feedback(response)?),
        })
    }

    fn feedback(&mut self, response: Response) -> Result<Feedback, JudgeError> {
        match response {
            Response::Line(line) => {
                let text = String::from_utf8_lossy(&line);
                of_line(&text).ok_or_else(|| {
                    let shown: String = text.chars().take(MAX_SHOWN_LEN).collect();
                    let what = format!(
                        "answered {shown:?}: an answer begins with `valid`, `invalid` or `bug`{}",
                        aside(&self.server.end())
                    );
                    JudgeError::of(&self.program, &what)
                })
            }
            Response::Failed { how, code: Some(126 | 127), .. } => {
                Err(JudgeError::of(&self.program, &format!("can not be run: {how}")))
            }
            Response::Failed { how, .. } => {
                self.failed += u32::from(!self.server.has_answered());
                if self.failed >= MAX_SILENT_CASES {
                    let what = format!(
                        "has not answered any of {MAX_SILENT_CASES} cases: {how}. It is to read a line with a number of bytes, and \
                         these bytes, and to answer with a line at once (flush it), again and again"
                    );
                    return Err(JudgeError::of(&self.program, &what));
                }
                Ok(Feedback::Bug(how))
            }
        }
    }

    fn wrong(&self, error: ServerError) -> JudgeError {
        match error {
            ServerError::Io(error) => self.not_started(&error),
            ServerError::TooMuch => JudgeError::of(&self.program, "answered a case with more than a line"),
            ServerError::KeepsBack(remedy) => JudgeError::of(
                &self.program,
                &format!("answers only when its input ends, so it keeps its output back; {remedy}"),
            ),
        }
    }

    fn not_started(&self, error: &io::Error) -> JudgeError {
        JudgeError::not_started(&self.program, error)
    }
}
