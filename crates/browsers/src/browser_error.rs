//! [`Fault`]: errors of a browser.
//!
//! A [`Fault`] belongs to a page: it is a result of rendering it, as an image is. A [`StartError`] belongs to an
//! engine: it never rendered anything.

use std::time::Duration;

use thiserror::Error;

use crate::browser_engine::Engine;

/// The reason for which there is no image of a page.
///
/// A browser that dies or hangs is started again and given the page alone, twice. Only then is it the page's fault; a
/// browser that was killed from outside costs nothing but time.
///
/// ```
/// use std::time::Duration;
/// use dpgen_browsers::Fault;
///
/// assert_eq!(Fault::Hang(Duration::from_secs(20)).to_string(), "the browser did not answer within 20 s");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The browser, or the process that renders, ended; with what its driver said.
    #[error("the browser crashed: {0}")]
    Crash(String),
    /// The browser did not answer within this time.
    #[error("the browser did not answer within {} s", .0.as_secs_f64())]
    Hang(Duration),
    /// The browser could not be started again: nothing is known about the page.
    #[error("the browser could not be started again: {0}")]
    Unavailable(String),
}

impl Fault {
    /// Whether this is a finding about the page: it made the browser crash or hang.
    #[must_use]
    pub fn is_finding(&self) -> bool {
        !matches!(self, Self::Unavailable(_))
    }
}

/// The reason for which an engine can not be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// A program is not installed; with what to do.
    #[error("{engine}: {program} is not installed; {remedy}")]
    Missing {
        /// The engine that was asked for.
        engine: Engine,
        /// The program's name.
        program: String,
        /// The advice on how to get it.
        remedy: String,
    },
    /// The programs are there, but do not start or do not do what is needed; with what they said.
    #[error("{engine} does not start: {message}")]
    Failed {
        /// The engine that was asked for.
        engine: Engine,
        /// The error as text.
        message: String,
    },
    /// The options make no sense.
    #[error("{0}")]
    Options(String),
}
