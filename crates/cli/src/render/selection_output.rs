//! Writes the selected structures to a [`Target`], up to the limits of the run.
//!
//! Several threads render (`parallel_renderer.rs`), one writes. Invariant: what is in [`Coverage`] was given to the target. Ranks
//! are counted as they are written, so that the certificate can compare their number with that of the selection.

use std::ops::ControlFlow;

use dpgen_forest::Count;

use super::parallel_renderer::ParallelRenderer;
use super::text_batch::{Batch, BatchEnd, BatchItem};
use crate::command_error::CommandError;
use crate::coverage_certificate::{Coverage, StopCause};
use crate::export::structure_position::Position;
use crate::input::selection::RankRange;
use crate::render::output_job::OutputJob;
use crate::render::output_target::{Target, TextForm};

/// The bytes of lines between two polls of the limits of the session. Files are polled for one by one.
const LINE_BYTES_PER_POLL: usize = 1 << 12;

/// The state of a job while it is written.
struct Output<'j, T> {
    job: &'j OutputJob<'j>,
    target: &'j mut T,
    /// What --limit leaves, if there is one.
    left: Option<Count>,
    /// The number of ranks that are written, by earlier runs too.
    written: Count,
    /// The bytes of lines that may be written before the next poll.
    bytes_to_poll: usize,
    coverage: Coverage,
}

/// Writes what a job selects, as far as the limit and the session allow.
pub fn write_selection<T: Target>(job: &OutputJob<'_>, target: &mut T) -> Result<Coverage, CommandError> {
    let coverage = Coverage { written_before: target.written_before(), ..Coverage::default() };
    let left = job.selection.limit.map(Count::from);
    let renderer = ParallelRenderer::new(job)?;
    let mut output = Output { job, target, left, written: Count::ZERO, bytes_to_poll: 0, coverage };
    for part in job.selection.parts(job.catalog) {
        output.target.begin_part(&part);
        if output.write_part(&renderer, &part)?.is_break() {
            break;
        }
    }
    let Output { written, mut coverage, .. } = output;
    let all_built = coverage.stopped.is_none() && written == job.selection.selected(job.catalog);
    target.finish(all_built && job.catalog.complete_sizes() > *job.selection.sizes.end())?;
    coverage.rewritten = target.rewritten();
    coverage.written = Some(written);
    Ok(coverage)
}

impl<T: Target> Output<'_, T> {
    /// Writes a part; breaks if none is to follow.
    fn write_part(
        &mut self,
        renderer: &ParallelRenderer<'_>,
        part: &RankRange,
    ) -> Result<ControlFlow<()>, CommandError> {
        let first_unwritten = self.target.first_unwritten(part);
        let mut rank = part.ranks.start.clone();
        let mut wanted = part.clone();
        if let Some(left) = &self.left {
            // One more than the limit leaves, so that reaching it is noticed.
            let first = if first_unwritten > rank { &first_unwritten } else { &rank };
            let end = first.clone() + left.clone() + Count::ONE;
            wanted.ranks.end = wanted.ranks.end.min(end);
        }
        renderer
            .batches::<T>(&wanted, |batch| self.write_batch(batch, part.size, &mut rank, &first_unwritten))
    }

    /// Writes a batch, whose first structure has this rank; breaks if none is to follow.
    fn write_batch(
        &mut self,
        batch: &Batch,
        size: u32,
        rank: &mut Count,
        first_unwritten: &Count,
    ) -> Result<ControlFlow<()>, CommandError> {
        let every = self.job.has_every_solution();
        let mut begin = 0;
        for item in &batch.items {
            let is_written_before = *rank < *first_unwritten;
            let BatchItem::Text { end, solution } = *item else {
                if !is_written_before {
                    self.target.complete_rank(size)?;
                }
                self.written += &Count::ONE;
                *rank += &Count::ONE;
                continue;
            };
            let text = &batch.text[begin..end];
            if let Some(cause) = self.stop_cause_before(text.len(), is_written_before) {
                self.coverage.stopped = Some((size, rank.clone(), cause));
                return Ok(ControlFlow::Break(()));
            }
            let place = Position { size, rank, solution: every.then_some(solution), key: None };
            self.target.write(text, place, is_written_before)?;
            begin = end;
            self.left = self.left.take().map(|left| left.checked_sub(&Count::ONE).unwrap_or_default());
        }
        match &batch.end {
            BatchEnd::Complete => Ok(ControlFlow::Continue(())),
            BatchEnd::Unsolvable(error) => Err(error.clone().into()),
            BatchEnd::RenderError(error) => {
                let halted = self.job.session.unless_halted::<()>(Err(error.clone().into()))?.err();
                self.coverage.stopped = halted.map(|halt| (size, rank.clone(), StopCause::Halt(halt)));
                Ok(ControlFlow::Break(()))
            }
            // A promised structure is missing, or not every solution is there: the certificate says that some are missing.
            BatchEnd::Truncated => {
                let cause = self.stop_cause(*rank < *first_unwritten);
                self.coverage.stopped = cause.map(|cause| (size, rank.clone(), cause));
                Ok(ControlFlow::Break(()))
            }
        }
    }

    /// Why to stop before a text of this length, if there is a reason: most lines do not ask the session.
    fn stop_cause_before(&mut self, text_len: usize, is_written_before: bool) -> Option<StopCause> {
        if T::TEXT_FORM == TextForm::Line && text_len <= self.bytes_to_poll {
            self.bytes_to_poll -= text_len;
            return self.has_reached_limit(is_written_before).then_some(StopCause::Limit);
        }
        self.bytes_to_poll = LINE_BYTES_PER_POLL;
        self.stop_cause(is_written_before)
    }

    /// Why to stop now, if there is a reason.
    fn stop_cause(&self, is_written_before: bool) -> Option<StopCause> {
        if self.has_reached_limit(is_written_before) {
            return Some(StopCause::Limit);
        }
        self.job.session.halted().map(StopCause::Halt)
    }

    /// Whether --limit leaves nothing. Structures of earlier runs do not count against it.
    fn has_reached_limit(&self, is_written_before: bool) -> bool {
        !is_written_before && self.left.as_ref().is_some_and(Count::is_zero)
    }
}
