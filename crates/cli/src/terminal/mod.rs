//! Standard output and standard error.
//!
//! `stdout.rs` takes results, `messages.rs` says things to people, `number_format.rs` formats numbers, times and tables for both.
//! `build_progress.rs` shows how far a build is, `progress_line.rs` how far a run of `dpgen diff` or `dpgen hunt` is.

pub(crate) mod build_progress;
pub(crate) mod messages;
pub(crate) mod number_format;
#[cfg(feature = "diff")]
pub(crate) mod progress_line;
pub(crate) mod stdout;
