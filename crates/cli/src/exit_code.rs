//! The exit codes.

/// The exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitCode {
    /// Everything that was asked for is there.
    Complete,
    /// Something was found, differs or fails.
    Found,
    /// The input or the arguments are wrong.
    BadInput,
    /// A limit stopped the run.
    Stopped,
    /// No structure satisfies the predicate.
    Nothing,
    /// Programs or specs that were compared differ.
    Differing,
    /// An interrupt ended the run.
    Interrupted,
}

impl ExitCode {
    /// The number that the shell sees.
    pub const fn number(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::Found => 1,
            Self::BadInput => 2,
            Self::Stopped => 3,
            Self::Nothing => 4,
            Self::Differing => 5,
            Self::Interrupted => 130,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.number())
    }
}
