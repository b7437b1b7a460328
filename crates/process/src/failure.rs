//! [`Failure`]: the ways in which a program fails to answer.

use std::time::Duration;

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

    /// Describes the failure of a program that had a time limit: `no answer within 5 s`.
    #[must_use]
    pub fn describe(self, timeout: Duration) -> String {
        match self {
            Self::Crash => "it ended".to_owned(),
            Self::TimeOut => format!("no answer within {} s", timeout.as_secs_f64()),
            Self::Flood => "more output than there is room for".to_owned(),
        }
    }
}
