//! Runs one process per case.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Stdio;

use dpgen_diff::process::{Outcome, Program, run};

use super::answer_parser::{of_exit, of_failure};
use super::error::{JudgeError, aside};
use super::options::JudgeOptions;
use crate::judge_feedback::Feedback;

/// Starts a program for each case, with a file of its own.
#[derive(Debug)]
pub(super) struct ProcessPerCase {
    pub(super) program: Program,
    /// Where the text of a case is.
    pub(super) file: PathBuf,
    /// The folder whose guard ends what is left.
    pub(super) mark: PathBuf,
}

impl ProcessPerCase {
    /// The answer of the program about a case; `None` if everything is to end.
    pub(super) fn judge(
        &self,
        case: &[u8],
        options: &JudgeOptions,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Feedback>, JudgeError> {
        fs::write(&self.file, case).map_err(|error| JudgeError::no_place(&error))?;
        let mut command = self.program.command(&self.file, &self.mark);
        if !self.program.takes_file() {
            command.stdin(Stdio::from(File::open(&self.file).map_err(|error| JudgeError::no_place(&error))?));
        }
        let outcome = run(&mut command, options.timeout, halted)
            .map_err(|error| JudgeError::not_started(&self.program, &error))?;
        match outcome {
            Outcome::Halted => Ok(None),
            Outcome::Failed(failure, said) => {
                Ok(Some(of_failure(failure, options.timeout, &String::from_utf8_lossy(&said))))
            }
            Outcome::Ended { status, output, aside: said } => {
                let feedback = of_exit(status, &output, &said, &options.bug_exits);
                feedback.map(Some).ok_or_else(|| {
                    let said = aside(&String::from_utf8_lossy(&said));
                    JudgeError::of(
                        &self.program,
                        &format!("can not be run: a shell says so by its exit code{said}"),
                    )
                })
            }
        }
    }
}
