//! Renders the structures of a range of ranks into batches, rank by rank.

use std::ops::Range;

use dpgen_forest::{CompactIter, CompactStep, Count};

use super::text_batch::{Batch, BatchEnd, BatchItem};
use crate::export::consecutive_exporter::ConsecutiveExporter;
use crate::export::structure_position::Position;
use crate::input::selection::RankRange;
use crate::render::output_job::OutputJob;
use crate::render::output_target::{Target, TextForm};

/// The structures that are left of a range of ranks.
pub(super) struct RankRenderer<'j> {
    job: &'j OutputJob<'j>,
    structures: CompactIter<'j>,
    exporter: ConsecutiveExporter<'j>,
    size: u32,
    /// The ranks that are left.
    ranks: Range<Count>,
    /// The key of the first of these ranks, once that rank was begun.
    key: Option<String>,
    /// The number of structures of this rank that are rendered.
    solution: u64,
    has_ended: bool,
}

impl<'j> RankRenderer<'j> {
    /// A renderer of these ranks of a part, which can be [moved](Self::moved_to) up to the end of the part.
    pub(super) fn new(job: &'j OutputJob<'j>, part: &RankRange, ranks: Range<Count>) -> Self {
        let ((solutions, seed), size) = (job.solutions, part.size);
        let reachable = ranks.start.clone()..part.ranks.end.clone();
        let structures = job.catalog.compact_with(size, reachable, solutions.into(), seed);
        let structures = structures.with_budget(job.session.bounds().clone());
        let exporter = ConsecutiveExporter::new(job.exporter, job.catalog.schema());
        Self { job, structures, exporter, size, ranks, key: None, solution: 0, has_ended: false }
    }

    /// Moves on to later ranks once all of its own are done, which keeps what the iterator has computed of the catalog.
    pub(super) fn moved_to(mut self, ranks: Range<Count>) -> Self {
        let passed = ranks.start.checked_sub(&self.ranks.end).and_then(|passed| passed.to_u128());
        self.structures.advance(passed.unwrap_or_default());
        Self { ranks, solution: 0, ..self }
    }

    /// Whether nothing more can come: a limit, a failure or a missing structure ended it.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Fills an empty batch with at most so many items; `false` if there is nothing left.
    pub(super) fn fill<T: Target>(&mut self, batch: &mut Batch, max_len: usize) -> bool {
        if self.has_ended || self.ranks.is_empty() {
            return false;
        }
        let every = self.job.has_every_solution();
        let keys = self.job.keys;
        while !self.ranks.is_empty() && batch.items.len() < max_len && !self.has_ended {
            if self.solution == 0 {
                self.key = keys.map(|keys| keys.key(self.size, &self.ranks.start));
            }
            let next = match self.solution {
                0 => self.structures.next_step(),
                // Solutions have little in common.
                _ if every => self.structures.next_same_rank().map(CompactStep::unrelated),
                _ => None,
            };
            if let Some(step) = next {
                let solution = every.then_some(self.solution);
                let place =
                    Position { size: self.size, rank: &self.ranks.start, solution, key: self.key.as_deref() };
                let rendered = match T::TEXT_FORM {
                    TextForm::Line => self.exporter.line(step, place, &mut batch.text),
                    TextForm::File => self.exporter.file(step, place, &mut batch.text),
                };
                if let Err(error) = rendered {
                    (batch.end, self.has_ended) = (BatchEnd::RenderError(error), true);
                    break;
                }
                batch.items.push(BatchItem::Text { end: batch.text.len(), solution: self.solution });
                self.solution += 1;
                continue;
            }
            let failure = self.structures.failure().cloned();
            self.has_ended = failure.is_some() || self.solution == 0 || self.structures.stopped().is_some();
            if self.has_ended {
                batch.end = failure.map_or(BatchEnd::Truncated, BatchEnd::Unsolvable);
            } else {
                batch.items.push(BatchItem::EndOfRank);
                self.ranks.start += &Count::ONE;
                self.solution = 0;
            }
        }
        true
    }
}
