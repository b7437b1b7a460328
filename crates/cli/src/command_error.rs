//! Why a command ends without a result, and how that is said: one line, or for a spec on a terminal the
//! place in its text.

use std::fmt;
use std::io::{self, IsTerminal as _};

use crate::export::ExportError;
use dpgen_draw::visible;
use dpgen_engine::BuildError;
use dpgen_forest::SolveError;
use dpgen_spec::SpecError;
use miette::{GraphicalReportHandler, LabeledSpan, NamedSource, SourceCode};

use super::exit::ExitCode;
use super::say::{say, say_coloured};

/// Why a command ends without a result.
#[derive(Debug)]
pub enum CommandError {
    /// The arguments, or what they name, are wrong.
    Usage(String),
    /// The spec is wrong; with its text.
    Spec(Box<SpecError>, String),
    /// The engine can not build.
    Build(Box<BuildError>),
    /// A structure's data can not be solved.
    Solve(Box<SolveError>),
    /// The structures can not be written in this format.
    Export(ExportError),
    /// Something can not be written.
    Write(String, io::Error),
    /// What was asked for can not be done to its end; the message says why.
    Failed(String),
    /// Whoever read the results has left: no mistake at all.
    ClosedPipe,
}

impl CommandError {
    /// What writing to standard output came to.
    pub fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Write("the standard output".to_owned(), error)
        }
    }

    /// The exit code.
    pub fn code(&self) -> ExitCode {
        match self {
            Self::ClosedPipe => ExitCode::Complete,
            Self::Write(..) | Self::Solve(_) | Self::Failed(_) => ExitCode::Found,
            Self::Build(error) if matches!(**error, BuildError::Threads(_)) => ExitCode::Found,
            _ => ExitCode::BadInput,
        }
    }

    /// Says it on standard error.
    pub fn report(&self) {
        match self {
            Self::ClosedPipe => {}
            Self::Spec(error, text) if io::stderr().is_terminal() && error.span().is_some() => {
                let mut report = String::new();
                let quoted = Quoted { error, source: NamedSource::new(error.name(), shown(text)) };
                match GraphicalReportHandler::new().render_report(&mut report, &quoted) {
                    Ok(()) => say_coloured(report.trim_end()),
                    Err(fmt::Error) => say(&format!("error: {error}")),
                }
            }
            Self::Spec(error, _) => say(&format!("error: {error}")),
            Self::Usage(message) => say(&format!("error: {message}")),
            Self::Failed(message) => say(&format!("error: {message}")),
            Self::Build(error) => say(&format!("error: {error}")),
            Self::Solve(error) => say(&format!("error: {error}")),
            Self::Export(error) => say(&format!("error: {error}")),
            Self::Write(what, error) => say(&format!("error: {what} can not be written: {error}")),
        }
    }
}

impl From<BuildError> for CommandError {
    fn from(error: BuildError) -> Self {
        Self::Build(Box::new(error))
    }
}

impl From<SolveError> for CommandError {
    fn from(error: SolveError) -> Self {
        Self::Solve(Box::new(error))
    }
}

impl From<ExportError> for CommandError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Spec(error) => {
                let text = error.text().to_owned();
                Self::Spec(error, text)
            }
            error => Self::Export(error),
        }
    }
}

/// The text of a spec as it is shown: question marks stand for what would move the cursor, as many as it has bytes.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        let legible =
            matches!(letter, '\n' | '\t') || visible(letter.encode_utf8(&mut [0; 4])).chars().eq([letter]);
        if legible {
            shown.push(letter);
        } else {
            shown.extend(std::iter::repeat_n('?', letter.len_utf8()));
        }
    }
    shown
}

/// A spec's error beside the text it is about.
#[derive(Debug)]
struct Quoted<'e> {
    error: &'e SpecError,
    source: NamedSource<String>,
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error.message())
    }
}

impl std::error::Error for Quoted<'_> {}

impl miette::Diagnostic for Quoted<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let advice = self.error.advice()?;
        Some(Box::new(advice))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (start, len) = self.error.span()?;
        Some(Box::new(std::iter::once(LabeledSpan::underline((start, len)))))
    }
}
