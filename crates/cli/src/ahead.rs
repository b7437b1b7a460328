//! The texts of structures, made ahead by the threads of the command line, in batches that are handed over in order.
//!
//! While a batch is handed over, others are made: as many at most as every thread can have a few of. Batches begin small,
//! so that the first line comes soon, and grow until a batch is a fraction of a megabyte, so that memory stays bounded by
//! the number of threads. A batch that was handed over is filled again, and what makes batches goes on where it was, so
//! that threads have nothing to wait for, not even for memory.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use dpgen_engine::BuildError;
use dpgen_forest::{CompactIter, Count, SolveError};

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
/// How many batches there are for each thread.
const EACH: usize = 3;

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

impl Batch {
    fn new() -> Self {
        Self { text: String::new(), pieces: Vec::new(), end: End::Whole }
    }

    /// The same without anything in it, but with its memory.
    fn emptied(mut self) -> Self {
        self.text.clear();
        self.pieces.clear();
        Self { end: End::Whole, ..self }
    }

    /// How many texts it has.
    fn texts(&self) -> usize {
        self.pieces.iter().filter(|piece| matches!(piece, Piece::Text { .. })).count()
    }
}

/// A batch to be made: its ranks, memory for it, and where it goes.
type Order = (Range<Count>, Batch, Sender<Batch>);

/// What makes texts ahead.
pub(super) struct Ahead<'w> {
    writing: &'w Writing<'w>,
    /// The threads; none where each rank can stand for more structures than there is room for.
    pool: Option<rayon::ThreadPool>,
}

impl<'w> Ahead<'w> {
    pub(super) fn new(writing: &'w Writing<'w>) -> Result<Self, CommandError> {
        if writing.every_solution() {
            return Ok(Self { writing, pool: None });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(writing.session.threads()).build();
        let pool = pool.map_err(|error| BuildError::Threads(error.to_string()))?;
        Ok(Self { writing, pool: Some(pool) })
    }

    /// Hands the batches of a part over in order, until `take` says that no more are wanted; what it said last.
    pub(super) fn batches<T: Target>(
        &self,
        part: &RankRange,
        mut take: impl FnMut(&Batch) -> Result<bool, CommandError>,
    ) -> Result<bool, CommandError> {
        let mut most = FIRST;
        let Some(pool) = &self.pool else {
            let mut source = Source::new(self.writing, part, part.ranks.clone());
            let mut batch = Batch::new();
            while source.fill::<T>(&mut batch, most) {
                most = more(most, &batch);
                if !take(&batch)? {
                    return Ok(false);
                }
                batch = batch.emptied();
            }
            return Ok(true);
        };
        let (orders, taken) = mpsc::channel::<Order>();
        let (taken, over) = (Mutex::new(taken), AtomicBool::new(false));
        let work = || {
            let mut source: Option<Source<'_>> = None;
            while let Some((ranks, mut batch, to)) = next_of(&taken) {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                let mut onward = match source.take() {
                    Some(source) => source.onward(ranks),
                    None => Source::new(self.writing, part, ranks),
                };
                onward.fill::<T>(&mut batch, usize::MAX);
                source = Some(onward).filter(|source| !source.ended);
                // Nobody waits for it once writing failed.
                let _ = to.send(batch);
            }
        };
        let work = &work;
        pool.in_place_scope(|scope| {
            (0..pool.current_num_threads()).for_each(|_| scope.spawn(move |_| work()));
            let mut next = part.ranks.start.clone();
            // Dropped at the end, by which the threads know that it has come.
            let mut order = move |coming: &mut VecDeque<Receiver<Batch>>, batch: Batch, most: usize| {
                let Some(ranks) = range(&mut next, &part.ranks.end, most) else { return false };
                let (to, from) = mpsc::channel();
                coming.push_back(from);
                orders.send((ranks, batch, to)).is_ok()
            };
            let mut coming = VecDeque::new();
            order(&mut coming, Batch::new(), most);
            // A thread that panics sends nothing; the scope goes on with the panic.
            while let Some(batch) = coming.pop_front().and_then(|first| first.recv().ok()) {
                most = more(most, &batch);
                while coming.len() + 1 < pool.current_num_threads() * EACH
                    && order(&mut coming, Batch::new(), most)
                {}
                let going_on = take(&batch);
                if !matches!(going_on, Ok(true)) {
                    over.store(true, Ordering::Relaxed);
                    return going_on;
                }
                order(&mut coming, batch.emptied(), most);
            }
            Ok(true)
        })
    }
}

/// The next order, once there is one; `None` after the last.
fn next_of(orders: &Mutex<Receiver<Order>>) -> Option<Order> {
    orders.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// How many texts the next batch is to hold, after this one with so many at most.
fn more(most: usize, batch: &Batch) -> usize {
    let fit = BYTES.saturating_mul(batch.texts()) / batch.text.len().max(1);
    (most * 2).min(fit).clamp(1, MOST)
}

/// Structures to be rendered, rank by rank.
struct Source<'w> {
    writing: &'w Writing<'w>,
    structures: CompactIter<'w>,
    size: u32,
    /// The ranks that are left of those that are asked for.
    ranks: Range<Count>,
    /// The key of the first of these ranks, once it was begun.
    key: Option<String>,
    /// How many structures of this rank there were.
    number: u64,
    ended: bool,
}

impl<'w> Source<'w> {
    /// The structures of these ranks of a part, which can go [`onward`](Self::onward) to its end.
    fn new(writing: &'w Writing<'w>, part: &RankRange, ranks: Range<Count>) -> Self {
        let ((solutions, seed), size) = (writing.solutions, part.size);
        let there = ranks.start.clone()..part.ranks.end.clone();
        let structures = writing.catalog.compact_with(size, there, solutions.into(), seed);
        let structures = structures.with_budget(writing.session.bounds().clone());
        Self { writing, structures, size, ranks, key: None, number: 0, ended: false }
    }

    /// The same for later ranks, once all of its own are done: it need not learn again what it knows of the catalog.
    fn onward(mut self, ranks: Range<Count>) -> Self {
        let passed = ranks.start.checked_sub(&self.ranks.end).and_then(|passed| passed.to_u128());
        self.structures.advance(passed.unwrap_or_default());
        Self { ranks, number: 0, ..self }
    }

    /// Fills an empty batch with at most so many texts; `false` if there are none left.
    fn fill<T: Target>(&mut self, batch: &mut Batch, most: usize) -> bool {
        if self.ended || self.ranks.is_empty() {
            return false;
        }
        let every = self.writing.every_solution();
        let Writing { catalog, exporter, keys, .. } = *self.writing;
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
        true
    }
}

/// The next range up to an end, of so many ranks at most.
fn range(next: &mut Count, end: &Count, most: usize) -> Option<Range<Count>> {
    if *next >= *end {
        return None;
    }
    let begin = next.clone();
    *next += &Count::from(most);
    if *next > *end {
        next.clone_from(end);
    }
    Some(begin..next.clone())
}
