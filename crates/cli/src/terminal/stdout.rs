//! [`Stdout`]: results on standard output.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write as _};

use dpgen_forest::Count;

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
use crate::export::structure_position::Position;
use crate::input::selection::RankRange;
use crate::render::output_target::{Target, TextForm};
use crate::terminal::messages::legible;

/// Standard output, written in large pieces. A terminal gets escapes for what would move its cursor.
#[derive(Debug)]
pub struct Stdout {
    out: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
}

impl Stdout {
    /// Locks standard output.
    pub fn new() -> Self {
        let out = io::stdout().lock();
        let is_terminal = out.is_terminal();
        Self { out: BufWriter::with_capacity(1 << 16, out), is_terminal }
    }

    /// Writes text as it is; on a terminal with escapes.
    pub fn text(&mut self, text: &str) -> Result<(), CommandError> {
        let shown = if self.is_terminal { legible(text) } else { Cow::Borrowed(text) };
        self.out.write_all(shown.as_bytes()).map_err(CommandError::stdout)
    }

    /// Writes text for people, with escapes wherever it goes.
    pub fn report(&mut self, text: &str) -> Result<(), CommandError> {
        self.text(&legible(text))
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), CommandError> {
        self.out.flush().map_err(CommandError::stdout)
    }
}

/// Prints what clap answers instead of arguments: help, the version, or what is wrong with them.
pub fn print_clap(answer: &clap::Error) -> Result<ExitCode, CommandError> {
    let printed = answer.print().and_then(|()| io::stdout().flush());
    if answer.use_stderr() {
        // A closed standard error does not change the exit code.
        return Ok(ExitCode::BadInput);
    }
    printed.map_err(CommandError::stdout).map(|()| ExitCode::Complete)
}

impl Target for Stdout {
    const TEXT_FORM: TextForm = TextForm::Line;

    fn first_unwritten(&self, part: &RankRange) -> Count {
        part.ranks.start.clone()
    }

    fn written_before(&self) -> Count {
        Count::ZERO
    }

    fn write(
        &mut self,
        text: &str,
        _place: Position<'_>,
        _is_written_before: bool,
    ) -> Result<(), CommandError> {
        self.text(text)
    }

    fn finish(&mut self, _is_complete: bool) -> Result<(), CommandError> {
        self.flush()
    }
}
