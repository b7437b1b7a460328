//! [`JudgeError`]: the reasons for which a judge gives no usable answer.

use std::fmt;
use std::io;

use dpgen_diff::process::Program;

/// The reason for which a judge gave no usable answer, with advice. It is no finding: the hunt ends.
///
/// ```
/// use std::time::Duration;
/// use dpgen_guide::judge::{JudgeOptions, Judges, Manner, Program};
///
/// let program = Program::read("echo perhaps").expect("it is a command");
/// let mut judges = Judges::start(JudgeOptions::new(Manner::Served(program)))?;
/// let error = judges.judge(&[b"a case".to_vec()], &|| false).unwrap_err();
/// assert!(error.to_string().starts_with("the judge `echo perhaps` answered \"perhaps\""), "{error}");
/// # Ok::<(), dpgen_guide::judge::JudgeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeError(String);

impl JudgeError {
    /// An error of a judge's program: what it does that it should not.
    pub(super) fn of(program: &Program, what: &str) -> Self {
        Self(format!("the judge `{}` {what}", program.text()))
    }

    pub(super) fn not_started(program: &Program, error: &io::Error) -> Self {
        Self::of(program, &format!("can not be run: {error}"))
    }

    pub(super) fn no_place(error: &io::Error) -> Self {
        Self(format!("there is no place for the files of cases: {error}"))
    }

    pub(super) fn mistake(what: &str) -> Self {
        Self(what.to_owned())
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JudgeError {}

/// A text to follow a message: what a program said besides, if it said anything.
pub(super) fn aside(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("; it said:\n{}", text.trim()) }
}
