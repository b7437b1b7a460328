//! What can be wrong with a log, or the folder that it is in.

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
        /// What can not be done.
        what: &'static str,
        /// Why.
        error: io::Error,
    },
    /// A line is no line of a log.
    #[error("{}, line {line}: it is damaged; remove the folder, or give another with --report", path.display())]
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
        /// What differs.
        differences: Vec<String>,
    },
}
