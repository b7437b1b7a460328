//! [`JudgeOptions`]: the program that judges, how it gets cases, and its limits.

use std::time::Duration;

use dpgen_diff::process::Program;

/// The way in which a program gets cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// A process a case: it gets a file, where its command has `{file}`, and else its standard input. Exit code 0 is valid,
    /// and the last line of its output, if any, a behaviour; a signal, or no end in time, is a bug; other codes are invalid.
    Once(Program),
    /// A process that stays: it reads a line with a number of bytes, then these bytes, and answers with a line: `valid`,
    /// `valid BEHAVIOUR`, `invalid` or `bug DESCRIPTION`; again and again until its input ends.
    Served(Program),
}

/// The program that judges, and its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The program.
    pub manner: Manner,
    /// The time limit of an answer; one that takes longer is a bug.
    pub timeout: Duration,
    /// The time limit of the first answer of a served judge, if that is longer: work that it does once, such as starting a virtual
    /// machine, takes its time. From then on `timeout` holds.
    pub start: Duration,
    /// Exit codes that are bugs ([`Manner::Once`]).
    pub bug_exits: Vec<i32>,
    /// The number of judges that run in parallel, at least one. Their answers do not depend on it.
    pub jobs: usize,
    /// The name of the file of a case, without folders.
    pub file: String,
}

impl JudgeOptions {
    /// One judge, five seconds a case.
    ///
    /// ```
    /// use dpgen_guide::judge::{JudgeOptions, Manner, Program};
    ///
    /// let options = JudgeOptions::new(Manner::Once(Program::read("test -s {file}").expect("it is a command")));
    /// assert_eq!((options.jobs, options.timeout.as_secs()), (1, 5));
    /// ```
    #[must_use]
    pub fn new(manner: Manner) -> Self {
        let (timeout, start) = (Duration::from_secs(5), Duration::from_secs(60));
        Self { manner, timeout, start, bug_exits: Vec::new(), jobs: 1, file: "case".to_owned() }
    }
}
