//! [`LogError`]: the errors of a log, its folder, and the file of findings.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a log can not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// Reading or writing fails.
    #[error("{} can not be {what}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The verb of the operation, as in `written`.
        what: &'static str,
        /// The cause.
        error: io::Error,
    },
    /// Another version of dpgen wrote it.
    #[error("{} was written by another version of dpgen; finish the report with that one, or give another folder with --report", path.display())]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// A line is not the next one of the log: it was changed, or one before it was changed, left out, doubled or moved.
    #[error("{}, line {line}: it is damaged, or lines before it are missing; remove the folder, or give another with --report", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        line: usize,
    },
    /// It is the log of another run.
    #[error("{} is the report of another run: {}; give another folder with --report", path.display(), differences.join("; "))]
    Other {
        /// The folder.
        path: PathBuf,
        /// The options that differ, in words.
        differences: Vec<String>,
    },
}
