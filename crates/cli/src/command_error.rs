//! [`CommandError`]: why a command ends without a result. It is reported in one line; a mistake in a spec is shown on a terminal
//! with its place in the text.

use std::fmt;
use std::io::{self, IsTerminal as _};

use dpgen_draw::visible;
use dpgen_engine::BuildError;
use dpgen_forest::SolveError;
use dpgen_spec::SpecError;
use miette::{GraphicalReportHandler, LabeledSpan, NamedSource, SourceCode};

use crate::exit_code::ExitCode;
use crate::export::error::ExportError;
use crate::terminal::messages::{say, say_coloured};

/// Why a command ends without a result.
#[derive(Debug)]
pub enum CommandError {
    /// The arguments, or what they name, are wrong.
    Usage(String),
    /// The spec is wrong.
    Spec(Box<SpecError>),
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
    /// The reader of the results has closed them, as `head` does: no mistake.
    ClosedPipe,
}

impl CommandError {
    /// The error of a write to standard output.
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

    /// Reports the error on standard error.
    pub fn report(&self) {
        match self {
            Self::ClosedPipe => {}
            Self::Spec(error) if io::stderr().is_terminal() && error.span().is_some() => {
                let mut report = String::new();
                let quoted = Quoted { error, source: NamedSource::new(error.name(), shown(error.text())) };
                match GraphicalReportHandler::new().render_report(&mut report, &quoted) {
                    Ok(()) => say_coloured(report.trim_end()),
                    Err(fmt::Error) => say(&format!("error: {error}")),
                }
            }
            _ => say(&format!("error: {self}")),
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Failed(message) => f.write_str(message),
            Self::Spec(error) => error.fmt(f),
            Self::Build(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
            Self::Export(error) => error.fmt(f),
            Self::Write(what, error) => write!(f, "{what} can not be written: {error}"),
            Self::ClosedPipe => f.write_str("the reader of the results has closed them"),
        }
    }
}

impl From<BuildError> for CommandError {
    fn from(error: BuildError) -> Self {
        Self::Build(Box::new(error))
    }
}

impl From<SpecError> for CommandError {
    fn from(error: SpecError) -> Self {
        Self::Spec(Box::new(error))
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
            ExportError::Spec(error) => Self::Spec(error),
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

/// A spec's error beside the text that it is about.
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
