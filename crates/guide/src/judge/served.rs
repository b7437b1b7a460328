//! A program that stays, and is served cases.
//!
//! A case is a line with the number of its bytes, in decimal digits, and then the bytes; the answer is a line (see
//! `verdict.rs`). A program that ends or does not answer in time is started again, and given the case alone. If it fails on
//! it again, that is a finding; if not, what failed was of its own making, such as memory that ran full, and the second answer
//! counts. A program that fails like this without ever having answered is no judge.
//!
//! A program that answers a case with several lines would be taken to answer the next cases. So the first process is closed
//! after its first answer, and must have no more to say.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use dpgen_diff::Failure;
use dpgen_diff::process::{Conversation, Program};

use super::error::{JudgeError, aside};
use super::judges::JudgeOptions;
use super::verdict::{of_failure, of_line};
use crate::feedback::Feedback;

/// So many cases in a row, each failed on by a program that has never answered, and it is no judge.
const PATIENCE: u32 = 3;
/// How often it is looked whether everything is to end.
const PAUSE: Duration = Duration::from_millis(50);
/// How long the first process may take to end.
const CLOSING: Duration = Duration::from_secs(2);
/// So much of an answer that means nothing is shown.
const SHOWN: usize = 60;

/// A program that stays.
#[derive(Debug)]
pub(super) struct Served {
    pub(super) program: Program,
    /// The folder whose keeper ends what is left.
    pub(super) mark: PathBuf,
    pub(super) running: Option<Conversation>,
    /// Whether it has ever answered.
    pub(super) answered: bool,
    /// How many cases it has failed on without.
    pub(super) failed: u32,
}

/// What became of one attempt.
enum Attempt {
    Answered(Feedback),
    Failed(Failure, String),
    Halted,
}

impl Served {
    /// A program that is started with its first case.
    pub(super) const fn new(program: Program, mark: PathBuf) -> Self {
        Self { program, mark, running: None, answered: false, failed: 0 }
    }

    /// What the program says of a case; `None` if everything is to end.
    pub(super) fn judge(
        &mut self,
        case: &[u8],
        options: &JudgeOptions,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Feedback>, JudgeError> {
        let was_fresh = self.running.is_none();
        let mut attempt = self.attempt(case, options, halted)?;
        if let (Attempt::Failed(..), false) = (&attempt, was_fresh) {
            attempt = self.attempt(case, options, halted)?;
        }
        match attempt {
            Attempt::Halted => Ok(None),
            Attempt::Answered(feedback) => {
                if !self.answered
                    && let Some(first) = self.running.take()
                    && first.close(options.timeout.min(CLOSING)).map_err(|error| self.not_started(&error))?
                {
                    return Err(self.says_too_much());
                }
                self.answered = true;
                Ok(Some(feedback))
            }
            Attempt::Failed(failure, how) => {
                self.failed += u32::from(!self.answered);
                if self.failed >= PATIENCE {
                    let what = format!(
                        "has not answered any of {PATIENCE} cases: {how}. It is to read a line with a number of bytes, and \
                         these bytes, and to answer with a line at once (flush it), again and again"
                    );
                    return Err(JudgeError::of(&self.program, &what));
                }
                Ok(Some(match failure {
                    Failure::Crash => Feedback::Bug(how),
                    _ => of_failure(failure, options.timeout, ""),
                }))
            }
        }
    }

    fn not_started(&self, error: &io::Error) -> JudgeError {
        JudgeError::not_started(&self.program, error)
    }

    fn says_too_much(&self) -> JudgeError {
        JudgeError::of(&self.program, "answered a case with more than a line")
    }

    fn attempt(
        &mut self,
        case: &[u8],
        options: &JudgeOptions,
        halted: &dyn Fn() -> bool,
    ) -> Result<Attempt, JudgeError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                Conversation::begin(&self.program, &self.mark).map_err(|error| self.not_started(&error))?
            }
        };
        if running.has_more() {
            return Err(self.says_too_much());
        }
        let length = format!("{}\n", case.len());
        running.send([length.as_bytes(), case]);
        let timeout = if self.answered { options.timeout } else { options.timeout.max(options.start) };
        let deadline = Instant::now() + timeout;
        let answer = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match running.answer(left.min(PAUSE)).map_err(|error| self.not_started(&error))? {
                Err(Failure::TimeOut) if halted() => return Ok(Attempt::Halted),
                Err(Failure::TimeOut) if left > PAUSE => {}
                answer => break answer,
            }
        };
        match answer {
            Ok(line) => {
                let text = String::from_utf8_lossy(&line);
                let Some(feedback) = of_line(&text) else {
                    let shown: String = text.chars().take(SHOWN).collect();
                    let what = format!(
                        "answered {shown:?}: an answer begins with `valid`, `invalid` or `bug`{}",
                        aside(&running.end().2)
                    );
                    return Err(JudgeError::of(&self.program, &what));
                };
                self.running = Some(running);
                Ok(Attempt::Answered(feedback))
            }
            Err(Failure::Crash) => {
                let (how, code, said) = running.end();
                if let Some(126 | 127) = code {
                    return Err(JudgeError::of(
                        &self.program,
                        &format!("can not be run: {how}{}", aside(&said)),
                    ));
                }
                Ok(Attempt::Failed(Failure::Crash, how + &aside(&said)))
            }
            Err(failure) => {
                let how = match failure {
                    Failure::Flood => "it wrote without ever ending a line".to_owned(),
                    _ => format!("no answer within {} s", timeout.as_secs_f64()),
                };
                Ok(Attempt::Failed(failure, how))
            }
        }
    }
}
