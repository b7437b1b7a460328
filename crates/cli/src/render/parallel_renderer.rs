//! Renders structures to text on several threads and yields the batches in order.
//!
//! While a batch is written, others are rendered, at most [`BATCHES_PER_THREAD`] a thread. Batches begin small, so that the first
//! line comes soon, and grow to about [`TARGET_BATCH_BYTES`], so that memory is bounded by the number of threads. A batch that
//! was written is filled again, and a thread's renderer moves on to its next ranks, so that threads wait for nothing, not even
//! for memory. `rank_renderer.rs` fills one batch; `selection_output.rs` writes them.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use dpgen_forest::Count;

use super::rank_renderer::RankRenderer;
use super::text_batch::Batch;
use crate::command_error::CommandError;
use crate::input::selection::RankRange;
use crate::render::output_job::OutputJob;
use crate::render::output_target::Target;

/// The number of texts in the first batch.
const FIRST_BATCH_LEN: usize = 8;
/// The largest number of texts in a batch.
const MAX_BATCH_LEN: usize = 4096;
/// The bytes that a batch has, about, once batches have grown.
const TARGET_BATCH_BYTES: usize = 1 << 18;
/// How many batches there are at once for each thread.
const BATCHES_PER_THREAD: usize = 3;

/// A batch to be filled: its ranks, the batch, and where it is sent.
type BatchOrder = (Range<Count>, Batch, Sender<Batch>);

/// An ordered parallel renderer.
pub(super) struct ParallelRenderer<'j> {
    job: &'j OutputJob<'j>,
    /// The threads; none where each rank can stand for more structures than there is memory for.
    pool: Option<rayon::ThreadPool>,
}

impl<'j> ParallelRenderer<'j> {
    pub(super) fn new(job: &'j OutputJob<'j>) -> Result<Self, CommandError> {
        if job.has_every_solution() {
            return Ok(Self { job, pool: None });
        }
        Ok(Self { job, pool: Some(job.session.thread_pool()?) })
    }

    /// Calls `take` with the batches of a part, in order, until it breaks; the last answer of `take`.
    pub(super) fn batches<T: Target>(
        &self,
        part: &RankRange,
        mut take: impl FnMut(&Batch) -> Result<ControlFlow<()>, CommandError>,
    ) -> Result<ControlFlow<()>, CommandError> {
        let mut len = FIRST_BATCH_LEN;
        let Some(pool) = &self.pool else {
            let mut renderer = RankRenderer::new(self.job, part, part.ranks.clone());
            let mut batch = Batch::new();
            while renderer.fill::<T>(&mut batch, len) {
                len = next_len(len, &batch);
                if take(&batch)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                batch = batch.emptied();
            }
            return Ok(ControlFlow::Continue(()));
        };
        let (orders, queue) = mpsc::channel::<BatchOrder>();
        let (queue, is_over) = (Mutex::new(queue), AtomicBool::new(false));
        let work = || {
            let mut idle: Option<RankRenderer<'_>> = None;
            while let Some((ranks, mut batch, to)) = next_order(&queue) {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                let mut renderer = match idle.take() {
                    Some(renderer) => renderer.moved_to(ranks),
                    None => RankRenderer::new(self.job, part, ranks),
                };
                renderer.fill::<T>(&mut batch, usize::MAX);
                idle = Some(renderer).filter(|renderer| !renderer.has_ended());
                // Nobody waits for it once writing failed.
                let _ = to.send(batch);
            }
        };
        let work = &work;
        pool.in_place_scope(|scope| {
            (0..pool.current_num_threads()).for_each(|_| scope.spawn(move |_| work()));
            let mut next = part.ranks.start.clone();
            // Dropped at the end, which ends the threads.
            let mut order = move |coming: &mut VecDeque<Receiver<Batch>>, batch: Batch, len: usize| {
                let Some(ranks) = next_range(&mut next, &part.ranks.end, len) else { return false };
                let (to, from) = mpsc::channel();
                coming.push_back(from);
                orders.send((ranks, batch, to)).is_ok()
            };
            let mut coming = VecDeque::new();
            order(&mut coming, Batch::new(), len);
            // A thread that panics sends nothing; the scope goes on with the panic.
            while let Some(batch) = coming.pop_front().and_then(|first| first.recv().ok()) {
                len = next_len(len, &batch);
                while coming.len() + 1 < pool.current_num_threads() * BATCHES_PER_THREAD
                    && order(&mut coming, Batch::new(), len)
                {}
                let flow = take(&batch);
                if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                    is_over.store(true, Ordering::Relaxed);
                    return flow;
                }
                order(&mut coming, batch.emptied(), len);
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// The next order, once there is one; `None` after the last.
fn next_order(queue: &Mutex<Receiver<BatchOrder>>) -> Option<BatchOrder> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// The number of texts of the next batch, after this one with at most `len`.
fn next_len(len: usize, batch: &Batch) -> usize {
    let fitting = TARGET_BATCH_BYTES.saturating_mul(batch.text_count()) / batch.text.len().max(1);
    (len * 2).min(fitting).clamp(1, MAX_BATCH_LEN)
}

/// The next range up to an end, of at most `len` ranks.
fn next_range(next: &mut Count, end: &Count, len: usize) -> Option<Range<Count>> {
    if *next >= *end {
        return None;
    }
    let begin = next.clone();
    *next += &Count::from(len);
    if *next > *end {
        next.clone_from(end);
    }
    Some(begin..next.clone())
}
