//! [`ProgramsOptions`]: the programs that are compared, how they get cases, and what is compared.

use std::time::Duration;

use dpgen_process::Program;

use super::answer_comparison::Compare;
use crate::case::Frame;

/// How programs get cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manner {
    /// A process a case and program.
    #[default]
    Processes,
    /// A process a program, which gets a line a case and answers it with a line.
    Lines,
}

/// The programs that are compared, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramsOptions {
    /// The programs, at least two.
    pub programs: Vec<Program>,
    /// A command that tidies outputs up before they are compared: from its standard input to its standard output.
    pub normalize: Option<Program>,
    /// How they get cases.
    pub manner: Manner,
    /// What is compared.
    pub compare: Compare,
    /// How long an answer may take.
    pub timeout: Duration,
    /// How many threads ask.
    pub threads: usize,
    /// What files hold around texts.
    pub frame: Frame,
}
