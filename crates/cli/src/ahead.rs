//! The texts of structures, made ahead by the threads of the command line, in batches that are handed over in order.
//!
//! While one lot of batches is handed over, the next is made. Batches begin small, so that the first line comes soon, and
//! grow until a batch is a fraction of a megabyte, so that memory stays bounded by the number of threads.

use std::ops::Range;
use std::sync::mpsc;

use dpgen_forest::{CompactIter, Count, SolveError};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::export::{ExportError, Position};

use super::command_error::CommandError;
use super::output::{Target, Writing};
use super::selection::RankRange;

/// How many texts the first batch holds.
const FIRST: usize = 8;
/// How many texts a batch holds at most.
const MOST: usize = 4096;
/// How many bytes a batch is to have, about.
const BYTES: usize = 1 << 18;

/// What a batch holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    /// The text of a structure.
    Text {
        /// Where it ends; it begins where the one before ends.
        end: usize,
        /// Which solution of its rank it is, from 0.
        solution: u64,
    },
    /// All structures of a rank were there.
    EndOfRank,
}

/// How a batch ends.
#[derive(Debug, Clone)]
pub(super) enum End {
    /// All its ranks are there.
    Whole,
    /// The run ended, or a structure is not there.
    Short,
    /// A path condition could not be solved.
    Failed(SolveError),
    /// A template failed, or was ended.
    NotRendered(ExportError),
}

/// Texts of structures of consecutive ranks.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) text: String,
    pub(super) pieces: Vec<Piece>,
    pub(super) end: End,
}

/// What makes texts ahead.
pub(super) struct Ahead<'w> {
    writing: &'w Writing<'w>,
    pool: rayon::ThreadPool,
}

impl<'w> Ahead<'w> {
    pub(super) fn new(writing: &'w Writing<'w>) -> Result<Self, CommandError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(writing.session.threads()).build();
        let pool = pool.map_err(|error| {
            CommandError::Usage(format!("the threads can not be started: {error}; give fewer with --threads"))
        })?;
        Ok(Self { writing, pool })
    }

    /// Hands the batches of a part over in order, until `take` says that no more are wanted; what it said last.
    pub(super) fn batches<T: Target>(
        &self,
        part: &RankRange,
        mut take: impl FnMut(Batch) -> Result<bool, CommandError>,
    ) -> Result<bool, CommandError> {
        let mut most = FIRST;
        if self.writing.every_solution() {
            // A rank can stand for more structures than there is room for.
            let mut source = Source::new(self.writing, part.size, part.ranks.clone());
            while let Some(batch) = source.batch::<T>(most) {
                most = more(most, [&batch]);
                if !take(batch)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let mut next = part.ranks.start.clone();
        let mut lot = self.lot::<T>(part.size, ranges(&mut next, &part.ranks.end, (1, most)));
        while !lot.is_empty() {
            most = more(most, &lot);
            let coming = ranges(&mut next, &part.ranks.end, (self.pool.current_num_threads() * 2, most));
            let (sender, receiver) = mpsc::channel();
            let going_on: Result<bool, CommandError> = self.pool.in_place_scope(|scope| {
                scope.spawn(|_| {
                    // Nobody waits for it once writing failed.
                    let _ = sender.send(self.lot::<T>(part.size, coming));
                });
                for batch in lot.drain(..) {
                    if !take(batch)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            });
            if !going_on? {
                return Ok(false);
            }
            lot = receiver.recv().unwrap_or_default();
        }
        Ok(true)
    }

    /// The batches of some ranges.
    fn lot<T: Target>(&self, size: u32, ranges: Vec<Range<Count>>) -> Vec<Batch> {
        let batch = |ranks| Source::new(self.writing, size, ranks).batch::<T>(usize::MAX);
        self.pool.install(|| ranges.into_par_iter().filter_map(batch).collect())
    }
}

/// How many texts the next batches are to hold, after these with so many.
fn more<'b>(most: usize, batches: impl IntoIterator<Item = &'b Batch>) -> usize {
    let (mut bytes, mut texts) = (0, 0);
    for batch in batches {
        bytes += batch.text.len();
        texts += batch.pieces.len();
    }
    let fit = BYTES.saturating_mul(texts) / bytes.max(1);
    (most * 2).min(fit).clamp(1, MOST)
}

/// The structures of some ranks, to be rendered.
struct Source<'w> {
    writing: &'w Writing<'w>,
    structures: CompactIter<'w>,
    size: u32,
    ranks: Range<Count>,
    /// The key of the first of these ranks, once it was begun.
    key: Option<String>,
    /// How many structures of this rank there were.
    number: u64,
    ended: bool,
}

impl<'w> Source<'w> {
    fn new(writing: &'w Writing<'w>, size: u32, ranks: Range<Count>) -> Self {
        let (solutions, seed) = writing.solutions;
        let structures = writing.catalog.compact_with(size, ranks.clone(), solutions.into(), seed);
        let structures = structures.with_limits(&writing.session.limits());
        Self { writing, structures, size, ranks, key: None, number: 0, ended: false }
    }

    /// The next batch, of at most so many texts; `None` after the last.
    fn batch<T: Target>(&mut self, most: usize) -> Option<Batch> {
        if self.ended || self.ranks.is_empty() {
            return None;
        }
        let every = self.writing.every_solution();
        let Writing { catalog, exporter, keys, .. } = *self.writing;
        let mut batch = Batch { text: String::new(), pieces: Vec::new(), end: End::Whole };
        while !self.ranks.is_empty() && batch.pieces.len() < most && !self.ended {
            if self.number == 0 {
                self.key = keys.map(|keys| keys.key(self.size, &self.ranks.start));
            }
            let next = match self.number {
                0 => self.structures.next(),
                _ if every => self.structures.next_same_rank(),
                _ => None,
            };
            if let Some(words) = next {
                let solution = every.then_some(self.number);
                let place =
                    Position { size: self.size, rank: &self.ranks.start, solution, key: self.key.as_deref() };
                if let Err(error) = T::render(exporter, catalog.schema(), words, place, &mut batch.text) {
                    (batch.end, self.ended) = (End::NotRendered(error), true);
                    break;
                }
                batch.pieces.push(Piece::Text { end: batch.text.len(), solution: self.number });
                self.number += 1;
                continue;
            }
            let failure = self.structures.failure().cloned();
            self.ended = failure.is_some() || self.number == 0 || self.structures.stopped().is_some();
            if self.ended {
                batch.end = failure.map_or(End::Short, End::Failed);
            } else {
                batch.pieces.push(Piece::EndOfRank);
                self.ranks.start += &Count::ONE;
                self.number = 0;
            }
        }
        Some(batch)
    }
}

/// The next ranges up to an end: at most so many, of so many ranks each.
fn ranges(next: &mut Count, end: &Count, (many, most): (usize, usize)) -> Vec<Range<Count>> {
    let mut ranges = Vec::new();
    while ranges.len() < many && *next < *end {
        let begin = next.clone();
        *next += &Count::from(most);
        if *next > *end {
            next.clone_from(end);
        }
        ranges.push(begin..next.clone());
    }
    ranges
}
