//! Renders structures that were drawn, on several threads, and hands their texts over in the order of the draws.
//!
//! Draws come of one random generator, so one thread makes them, a block at a time; the structures of a block are built and rendered
//! in runs of neighbours, one after another within a run. Blocks begin small, so that the first line comes soon, and grow to about
//! [`TARGET_BLOCK_BYTES`] for each thread, so that memory is bounded.

use dpgen_forest::{Catalog, Count, Solutions};
use rayon::prelude::*;

use crate::build_session::{Halt, Session};
use crate::command_error::CommandError;
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::input::structure_key::Identity;

/// The number of draws in the first block.
const FIRST_BLOCK_LEN: usize = 8;
/// The largest number of draws in a block, for each thread.
const MAX_BLOCK_LEN: usize = 4096;
/// The bytes that the texts of a block have for each thread, about, once blocks have grown.
const TARGET_BLOCK_BYTES: usize = 1 << 18;
/// How many runs of neighbours a block has for each thread, so that threads end at about the same time.
const RUNS_PER_THREAD: usize = 4;

/// A structure that was drawn.
pub(crate) struct Draw {
    pub(crate) size: u32,
    pub(crate) rank: Count,
    /// Which solution stands for it if its data is symbolic, and the seed of a random one.
    pub(crate) solutions: (Solutions, u64),
}

/// The texts of neighbouring draws.
struct Run {
    text: String,
    /// How many draws are in the text.
    draws: u64,
    /// Why the run ends before its last draw.
    end: Option<Result<Halt, CommandError>>,
}

/// What renders draws.
pub(crate) struct ParallelDraws<'d> {
    pub(crate) session: &'d Session<'d>,
    pub(crate) catalog: &'d Catalog,
    pub(crate) exporter: &'d Exporter,
    /// The keys of structures, if they are written.
    pub(crate) keys: Option<&'d Identity>,
}

impl ParallelDraws<'_> {
    /// Gives `take` the texts of `count` draws that `draw` makes; how many there were, and why there were no more.
    ///
    /// # Errors
    /// When a structure can not be built or written, or `take` fails. The draws before have been taken.
    pub(crate) fn render(
        &self,
        count: u64,
        mut draw: impl FnMut() -> Draw,
        mut take: impl FnMut(&str) -> Result<(), CommandError>,
    ) -> Result<(u64, Option<Halt>), CommandError> {
        let pool = self.session.thread_pool()?;
        let threads = pool.current_num_threads();
        let (mut drawn, mut len) = (0, FIRST_BLOCK_LEN);
        while drawn < count {
            let left = usize::try_from(count - drawn).unwrap_or(usize::MAX);
            let block: Vec<Draw> = (0..len.min(left)).map(|_| draw()).collect();
            let run_len = block.len().div_ceil(threads * RUNS_PER_THREAD);
            let runs: Vec<Run> =
                pool.install(|| block.par_chunks(run_len).map(|run| self.render_run(run)).collect());
            let bytes: usize = runs.iter().map(|run| run.text.len()).sum();
            for Run { text, draws, end } in runs {
                take(&text)?;
                drawn += draws;
                if let Some(end) = end {
                    return Ok((drawn, Some(end?)));
                }
            }
            let fitting = (TARGET_BLOCK_BYTES * threads).saturating_mul(block.len()) / bytes.max(1);
            len = (len * 2).min(fitting).clamp(1, MAX_BLOCK_LEN * threads);
        }
        Ok((drawn, None))
    }

    fn render_run(&self, draws: &[Draw]) -> Run {
        let mut run = Run { text: String::new(), draws: 0, end: None };
        for draw in draws {
            let before = run.text.len();
            match self.append(draw, &mut run.text) {
                Ok(None) => run.draws += 1,
                Ok(Some(halt)) => run.end = Some(Ok(halt)),
                Err(error) => run.end = Some(Err(error)),
            }
            if run.end.is_some() {
                run.text.truncate(before);
                break;
            }
        }
        run
    }

    /// Appends the text of a draw, unless the session is to end.
    fn append(
        &self,
        Draw { size, rank, solutions }: &Draw,
        text: &mut String,
    ) -> Result<Option<Halt>, CommandError> {
        if let Some(halt) = self.session.halted() {
            return Ok(Some(halt));
        }
        let words = match self.session.structure(self.catalog, (*size, rank), *solutions)? {
            Ok(words) => words,
            Err(halt) => return Ok(Some(halt)),
        };
        let key = self.keys.map(|identity| identity.key(*size, rank));
        let place = Position { size: *size, rank, solution: None, key: key.as_deref() };
        let written =
            self.exporter.line(self.catalog.schema(), &words, place, text).map_err(CommandError::from);
        Ok(self.session.unless_halted(written)?.err())
    }
}
