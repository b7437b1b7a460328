//! Describes how a process ended, in words.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

/// Describes how a process ended: `ended by signal 11`.
#[must_use]
pub fn describe_exit(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("ended by signal {signal}"),
        (None, Some(code)) => format!("ended with code {code}"),
        (None, None) => "ended".to_owned(),
    }
}
