//! [`ProcessPerCase`]: a judge that runs one process per case.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Stdio;

use dpgen_process::{Program, RunOutcome, run_to_end};

use super::answer_parser::{failure_feedback, parse_exit};
use super::error::{JudgeError, stderr_suffix};
use super::options::JudgeOptions;
use crate::judge_feedback::Feedback;

/// A judge that starts its program for each case.
#[derive(Debug)]
pub(super) struct ProcessPerCase {
    pub(super) program: Program,
    /// The file for the text of the case.
    pub(super) file: PathBuf,
    /// The folder of the guard that ends the processes that are left.
    pub(super) mark: PathBuf,
}

impl ProcessPerCase {
    /// Judges a case; `None` if the run is halted.
    pub(super) fn judge(
        &self,
        case: &[u8],
        options: &JudgeOptions,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Feedback>, JudgeError> {
        fs::write(&self.file, case).map_err(|error| JudgeError::no_folder(&error))?;
        let mut command = self.program.command(&self.file, &self.mark);
        if !self.program.takes_file() {
            command
                .stdin(Stdio::from(File::open(&self.file).map_err(|error| JudgeError::no_folder(&error))?));
        }
        let outcome = run_to_end(&mut command, options.timeout, halted)
            .map_err(|error| JudgeError::not_started(&self.program, &error))?;
        match outcome {
            RunOutcome::Halted => Ok(None),
            RunOutcome::Failed { failure, stderr } => {
                Ok(Some(failure_feedback(failure, options.timeout, &String::from_utf8_lossy(&stderr))))
            }
            RunOutcome::Ended { status, stdout, stderr } => {
                let feedback = parse_exit(status, &stdout, &stderr, &options.bug_exit_codes);
                feedback.map(Some).ok_or_else(|| {
                    let suffix = stderr_suffix(&String::from_utf8_lossy(&stderr));
                    JudgeError::of(
                        &self.program,
                        &format!("can not be run: a shell says so by its exit code{suffix}"),
                    )
                })
            }
        }
    }
}
