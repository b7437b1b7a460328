//! [`JudgeError`]: the reasons for which a judge gives no usable answer.

use std::fmt;
use std::io;

use dpgen_process::Program;

/// Why a judge gives no usable answer, and what to do about it. It is no finding: the hunt ends.
///
/// ```
/// use std::time::Duration;
/// use dpgen_guide::judge::{JudgeCommand, JudgeOptions, JudgePool, Program};
///
/// let program = Program::parse("echo perhaps").expect("it is a command");
/// let mut judges = JudgePool::start(JudgeOptions::new(JudgeCommand::Persistent(program)))?;
/// let error = judges.judge(&[b"a case".to_vec()], &|| false).unwrap_err();
/// assert!(error.to_string().starts_with("the judge `echo perhaps` answered \"perhaps\""), "{error}");
/// # Ok::<(), dpgen_guide::judge::JudgeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeError(String);

impl JudgeError {
    /// An error of a judge's program: `mistake` is the verb and its object.
    pub(super) fn of(program: &Program, mistake: &str) -> Self {
        Self(format!("the judge `{}` {mistake}", program.text()))
    }

    pub(super) fn not_started(program: &Program, error: &io::Error) -> Self {
        Self::of(program, &format!("can not be run: {error}"))
    }

    pub(super) fn no_folder(error: &io::Error) -> Self {
        Self(format!("there is no place for the files of cases: {error}"))
    }

    pub(super) fn internal(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JudgeError {}

/// The standard error of a program, as the end of a message about it; empty if the program wrote nothing.
pub(super) fn stderr_suffix(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("; it said:\n{}", text.trim()) }
}
