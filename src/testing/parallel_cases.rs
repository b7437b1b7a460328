//! [`ParallelCases`]: runs the cases of a set on several threads, with the result that one thread would have.
//!
//! Threads take *chunks* of consecutive cases, in order. The first case that failed ends the run: cases before it are still
//! run, later ones no more, and what came of later ones is forgotten. So how many cases passed, which one failed first, and
//! the statistics are those of one thread, whatever the threads do. The panics of these threads are not printed: the
//! campaign runs the case that failed once more in the test's own thread, where its panic is printed as it always is.
//!
//! Each thread records the case that it runs in a file of its own ([`Watch`]): a case in which the process dies is one
//! of as many as there are threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use dpgen_forest::index::wide;

use super::case_body::CaseBody;
use super::case_set::CaseSet;
use super::failure::{CaseTimer, Failure, Quiet};
use super::statistics::{Statistics, StatisticsScope};
use super::watch::{Watch, Watchable};

/// The time that the cases of a chunk take together, about.
const CHUNK_TIME: Duration = Duration::from_millis(1);
/// The most cases of a chunk.
const MAX_CHUNK_LEN: u64 = 1 << 16;

/// A run of some cases of a set.
pub(super) struct ParallelCases<'a> {
    pub(super) case_set: &'a CaseSet,
    pub(super) body: &'a (dyn CaseBody + Sync),
    pub(super) watched: Arc<dyn Watchable>,
    /// The number of the set's first case among all that the test runs.
    pub(super) first_number: u64,
    pub(super) case_time: Option<Duration>,
    /// The time after which no chunk begins.
    pub(super) deadline: Option<Instant>,
    /// The length of the first chunks.
    pub(super) chunk_len: u64,
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct ParallelResult {
    /// The index of the first case that did not pass.
    pub(super) end: u64,
    /// Why it did not, if it was run.
    pub(super) failure: Option<Box<Failure>>,
    /// The labels of the cases that passed.
    pub(super) statistics: Statistics,
}

/// The state that the threads share.
struct Shared {
    /// The first case of the next chunk.
    next: AtomicU64,
    /// The first case that did not pass.
    first_failure: AtomicU64,
    is_stopped: AtomicBool,
    results: Mutex<Results>,
}

/// The results of chunks, put together in order.
struct Results {
    merged: ParallelResult,
    /// Chunks after one that still runs, by their first cases.
    pending: BTreeMap<u64, ChunkResult>,
}

struct ChunkResult {
    /// The case after the last that passed.
    end: u64,
    has_failed: bool,
    failure: Option<Box<Failure>>,
    statistics: Statistics,
}

impl ParallelCases<'_> {
    /// Runs the cases with these indices, in this thread and in one for each other watch.
    pub(super) fn run(&self, indices: Range<u64>, own: &mut Watch, others: &mut [Watch]) -> ParallelResult {
        let merged = ParallelResult { end: indices.start, failure: None, statistics: Statistics::default() };
        let shared = Shared {
            next: AtomicU64::new(indices.start),
            first_failure: AtomicU64::new(indices.end),
            is_stopped: AtomicBool::new(false),
            results: Mutex::new(Results { merged, pending: BTreeMap::new() }),
        };
        let thread_count = wide(others.len()) + 1;
        let name = thread::current().name().map(str::to_owned);
        thread::scope(|scope| {
            for watch in others {
                let builder =
                    name.iter().fold(thread::Builder::new(), |builder, name| builder.name(name.clone()));
                // Without this thread, the others run its cases.
                let work = || {
                    self.work(&shared, watch, thread_count);
                    watch.pause();
                };
                let _ = builder.spawn_scoped(scope, work);
            }
            self.work(&shared, own, thread_count);
        });
        shared.results.into_inner().unwrap_or_else(PoisonError::into_inner).merged
    }

    /// Runs chunks until none is left.
    fn work(&self, shared: &Shared, watch: &mut Watch, thread_count: u64) {
        let _quiet = Quiet::begin();
        let mut chunk_len = self.chunk_len.max(1);
        // A chunk that was taken is run, so that those that were run have no gap.
        while !shared.is_stopped.load(Ordering::Relaxed) {
            let end = shared.first_failure.load(Ordering::Relaxed);
            let left = end.saturating_sub(shared.next.load(Ordering::Relaxed));
            // The last chunks are short, so that the threads end together.
            let len = chunk_len.min(left / (2 * thread_count)).max(1);
            let start = shared.next.fetch_add(len, Ordering::Relaxed);
            if start >= end {
                break;
            }
            let began = Instant::now();
            let result = self.chunk(shared, watch, start..end.min(start + len));
            shared.merge(start, result);
            let now = Instant::now();
            if self.deadline.is_some_and(|deadline| now >= deadline) {
                shared.is_stopped.store(true, Ordering::Relaxed);
            }
            let took = now - began;
            if took < CHUNK_TIME / 2 {
                chunk_len = (chunk_len * 2).min(MAX_CHUNK_LEN);
            } else if took > CHUNK_TIME * 2 {
                chunk_len = (chunk_len / 2).max(1);
            }
        }
    }

    fn chunk(&self, shared: &Shared, watch: &mut Watch, indices: Range<u64>) -> ChunkResult {
        let scope = StatisticsScope::begin();
        let (mut index, mut failed) = (indices.start, None);
        watch.cases_from(self.watched.clone(), self.first_number, self.first_number + index);
        // What panics outside of the body, in making a case, does so again in the test's own thread.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut case_timer = CaseTimer::begin(self.case_time);
            self.body.run(&self.case_set.part(indices.clone()), &mut |failure| {
                if let Some(failure) = case_timer.case_ended(failure) {
                    failed = Some(failure);
                    return ControlFlow::Break(());
                }
                scope.case_ended();
                index += 1;
                watch.case(self.first_number + index);
                if index < shared.first_failure.load(Ordering::Relaxed) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }));
        let has_failed = result.is_err() || failed.is_some();
        if has_failed {
            shared.first_failure.fetch_min(index, Ordering::Relaxed);
        }
        ChunkResult { end: index, has_failed, failure: failed, statistics: scope.statistics() }
    }
}

impl Shared {
    /// Adds the result of a chunk, and of those that waited for it.
    fn merge(&self, start: u64, result: ChunkResult) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let Results { merged, pending } = &mut *results;
        pending.insert(start, result);
        while let Some(next) = pending.remove(&merged.end) {
            merged.statistics.add(next.statistics);
            merged.end = next.end;
            if next.has_failed {
                merged.failure = next.failure;
                // Nothing that comes later begins at this case.
                pending.clear();
                break;
            }
        }
    }
}
