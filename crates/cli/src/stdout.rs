//! Results on standard output.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write as _};

use crate::export::{ExportError, Exporter, Position};
use dpgen_forest::Count;
use dpgen_forest::schema::Schema;

use super::command_error::CommandError;
use super::exit::ExitCode;
use super::output::Target;
use super::say::legible;
use super::selection::RankRange;

/// Writes lines, in large pieces. A terminal gets escapes for what would move its cursor.
#[derive(Debug)]
pub struct Stdout {
    out: BufWriter<StdoutLock<'static>>,
    terminal: bool,
}

impl Stdout {
    /// Takes standard output for itself.
    pub fn new() -> Self {
        let out = io::stdout().lock();
        let terminal = out.is_terminal();
        Self { out: BufWriter::with_capacity(1 << 16, out), terminal }
    }

    /// Writes text as it is, but for what a terminal would obey.
    pub fn text(&mut self, text: &str) -> Result<(), CommandError> {
        let shown = if self.terminal { legible(text) } else { Cow::Borrowed(text) };
        self.out.write_all(shown.as_bytes()).map_err(CommandError::stdout)
    }

    /// Writes text for people: as it is but for what would move the cursor, which becomes escapes.
    pub fn report(&mut self, text: &str) -> Result<(), CommandError> {
        self.text(&legible(text))
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), CommandError> {
        self.out.flush().map_err(CommandError::stdout)
    }
}

/// Prints what clap answers instead of arguments: help or the version, or what is wrong with them.
pub fn clap(answer: &clap::Error) -> Result<ExitCode, CommandError> {
    let printed = answer.print().and_then(|()| io::stdout().flush());
    if answer.use_stderr() {
        // That the standard error may be closed is no reason for another code.
        return Ok(ExitCode::BadInput);
    }
    printed.map_err(CommandError::stdout).map(|()| ExitCode::Complete)
}

impl Target for Stdout {
    fn claimed(&self, part: &RankRange) -> Count {
        part.ranks.start.clone()
    }

    fn earlier(&self) -> Count {
        Count::ZERO
    }

    fn render(
        exporter: &Exporter,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        exporter.line(schema, words, place, out)
    }

    fn write(&mut self, text: &str, _place: Position<'_>, _claimed: bool) -> Result<(), CommandError> {
        self.text(text)
    }

    fn finish(&mut self, _complete: bool) -> Result<(), CommandError> {
        self.flush()
    }
}
