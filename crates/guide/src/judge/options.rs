//! [`JudgeOptions`]: the command of a judge, how it gets cases, and its limits.

use std::time::Duration;

use dpgen_process::Program;

/// The command of a judge, and how it gets cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JudgeCommand {
    /// One process per case. It gets the case as a file if its command has `{file}`, and on standard input otherwise. Exit code 0
    /// is valid, and the last line of its output, if any, a behaviour; a signal, or no end in time, is a bug; other codes are
    /// invalid.
    PerCase(Program),
    /// One process for all cases. It reads a line with a number of bytes, then these bytes, and answers with a line: `valid`,
    /// `valid BEHAVIOUR`, `invalid` or `bug DESCRIPTION`; again and again until its input ends.
    Persistent(Program),
}

/// The command of a judge, and its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The command.
    pub command: JudgeCommand,
    /// The longest time of an answer; a later one is a bug.
    pub timeout: Duration,
    /// The longest time of the first answer of a persistent judge, if that is more than `timeout`: the program may do something
    /// once that takes long, such as starting a virtual machine.
    pub first_timeout: Duration,
    /// The exit codes that are bugs ([`JudgeCommand::PerCase`]).
    pub bug_exit_codes: Vec<i32>,
    /// The number of judges that work at once, at least one. No result depends on it.
    pub jobs: usize,
    /// The name of the file of a case, without folders.
    pub file_name: String,
}

impl JudgeOptions {
    /// Options for one judge with five seconds for each case.
    ///
    /// ```
    /// use dpgen_guide::judge::{JudgeCommand, JudgeOptions, Program};
    ///
    /// let program = Program::parse("test -s {file}").expect("it is a command");
    /// let options = JudgeOptions::new(JudgeCommand::PerCase(program));
    /// assert_eq!((options.jobs, options.timeout.as_secs()), (1, 5));
    /// ```
    #[must_use]
    pub fn new(command: JudgeCommand) -> Self {
        Self {
            command,
            timeout: Duration::from_secs(5),
            first_timeout: Duration::from_secs(60),
            bug_exit_codes: Vec::new(),
            jobs: 1,
            file_name: "case".to_owned(),
        }
    }
}
