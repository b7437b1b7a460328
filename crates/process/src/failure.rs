//! [`Failure`]: the ways in which a program fails to answer.

use serde::{Deserialize, Serialize};

/// Why a program, or anything else that is compared, has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// It crashed.
    Crash,
    /// It did not answer in time.
    TimeOut,
    /// It wrote more than the limit on output.
    Flood,
}

impl Failure {
    /// The verb for a program that fails in this way: `crashes`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Crash => "crashes",
            Self::TimeOut => "times out",
            Self::Flood => "floods",
        }
    }
}
