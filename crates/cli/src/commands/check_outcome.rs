//! [`CheckOutcome`]: how one of the checks of `dpgen check` ended.

use crate::exit_code::ExitCode;

/// The outcome of one check, in words.
pub(super) enum CheckOutcome {
    Passed(String),
    Failed(String),
    /// A limit stopped it, with the exit code of that.
    Stopped(String, ExitCode),
}
