//! Results on standard output.

use std::io::{self, BufWriter, StdoutLock, Write as _};

use crate::export::{Exporter, Position};
use dpgen_forest::{Catalog, Count};

use super::failure::Failure;
use super::output::Target;
use super::selection::RankRange;

/// Writes lines, in large pieces.
#[derive(Debug)]
pub struct Stdout {
    out: BufWriter<StdoutLock<'static>>,
    line: String,
}

impl Stdout {
    /// Takes standard output for itself.
    pub fn new() -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()), line: String::new() }
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).map_err(Failure::stdout)
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::stdout)
    }
}

impl Target for Stdout {
    fn claimed(&self, part: &RankRange) -> Count {
        part.ranks.start.clone()
    }

    fn earlier(&self) -> Count {
        Count::ZERO
    }

    fn write(
        &mut self,
        catalog: &Catalog,
        exporter: &Exporter,
        words: &[u32],
        place: Position<'_>,
        _claimed: bool,
    ) -> Result<(), Failure> {
        self.line.clear();
        exporter.line(catalog.schema(), words, place, &mut self.line)?;
        self.out.write_all(self.line.as_bytes()).map_err(Failure::stdout)
    }

    fn finish(&mut self, _complete: bool) -> Result<(), Failure> {
        self.flush()
    }
}
