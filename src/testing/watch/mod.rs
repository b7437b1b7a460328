//! [`Watch`]: records the running case, for a watchdog and for the run after one that died.
//!
//! A case that never ends, aborts, or overflows the stack takes the test with it, and nothing of the test runs afterwards.
//! So what is running is said before it runs, in two places:
//!
//! - in memory, by the number of the case: one store for each case. A *watchdog*, a thread for all tests of the process
//!   (`watchdog.rs`), looks at it now and then. It shows a case that runs for long, and ends the process when one runs for twice
//!   the `case_time` of its test, as nothing else ends a thread;
//! - in a file (`record.rs`), which the next run finds if the process dies: it tries those cases first. A write takes as long
//!   as many fast cases, so one is made for each *batch* of cases. Batches have as many cases as run in about
//!   [`BATCH_TIME`], which keeps the cost near one percent: a case that takes longer is recorded by itself, faster ones as
//!   a range of hundreds. The cases of such a range are tried one by one in the next run, in batches of one, so that the
//!   run after that knows the case, if the process dies again. The watchdog replaces a batch by the case that it sees
//!   running twice in a row.
//!
//! Invariant: while the process could die in a case, the file names it, or a batch that has it; while none runs, it names
//! none.

mod cases;
mod record;
mod shared_state;
mod watchdog;

pub(super) use cases::WatchedCases;
pub(super) use record::{CallRanges, Ranks, RecordFile, Recorded};
pub(super) use shared_state::Watchable;

use std::fmt::{self, Debug};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use shared_state::{NO_CASE, Watched};

/// The time that the cases of a batch take together, about.
const BATCH_TIME: Duration = Duration::from_micros(100);
/// The most cases of a batch.
const MAX_BATCH_LEN: u64 = 1 << 16;

/// The test's side of what it shares with the watchdog.
pub(super) struct Watch {
    watched: Arc<Watched>,
    /// Whether the watchdog looks at it.
    is_on: bool,
    batch_len: u64,
    batch_began: Instant,
    /// Whether each batch is one case.
    one_by_one: bool,
    /// The batches of the current cases that took about as long as a batch is to take, or longer.
    full_batches: u32,
}

impl Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("is_on", &self.is_on).finish_non_exhaustive()
    }
}

impl Watch {
    /// Nobody looks.
    pub(super) fn off() -> Self {
        Self {
            watched: Watched::new(None, None),
            is_on: false,
            batch_len: 1,
            batch_began: Instant::now(),
            one_by_one: false,
            full_batches: 0,
        }
    }

    /// Begins to watch a test.
    pub(super) fn begin(file: Option<RecordFile>, case_time: Option<Duration>) -> Self {
        if cfg!(miri) {
            // It refuses threads that outlive the program.
            return Self::off();
        }
        let watched = Watched::new(file, case_time);
        watchdog::watch(&watched);
        Self { watched, is_on: true, ..Self::off() }
    }

    /// From here on these cases run, of which the first has this number: it is the first to run.
    pub(super) fn cases(&mut self, cases: Arc<dyn Watchable>, first: u64, one_by_one: bool) {
        self.one_by_one = one_by_one;
        self.cases_from(cases, first, first);
    }

    /// From here on these cases run, of which the first has the number `first`, and the next to run the number `next`.
    pub(super) fn cases_from(&mut self, cases: Arc<dyn Watchable>, first: u64, next: u64) {
        if self.is_on {
            self.watched.lock().cases = Some((cases, first));
            (self.batch_began, self.full_batches) = (Instant::now(), 0);
            // As long as the batches before; one case, where cases are run one by one.
            self.batch_len = if self.one_by_one { 1 } else { self.batch_len };
            self.record_batch(next);
            self.watched.running.store(next, Ordering::Relaxed);
        }
    }

    /// The case with this number is the next to run.
    #[inline]
    pub(super) fn case(&mut self, number: u64) {
        self.watched.running.store(number, Ordering::Relaxed);
        if number >= self.watched.next_batch.load(Ordering::Relaxed) {
            self.begin_batch(number);
        }
    }

    /// The cases that are being run.
    pub(super) fn current_cases(&self) -> Option<Arc<dyn Watchable>> {
        self.watched.lock().cases.as_ref().map(|(cases, _)| cases.clone())
    }

    /// How many batches of the current cases took the time of a batch.
    #[inline]
    pub(super) fn full_batches(&self) -> u32 {
        self.full_batches
    }

    /// The number of cases that take the time of a batch, about.
    pub(super) fn batch_len(&self) -> u64 {
        self.batch_len
    }

    /// No case runs.
    pub(super) fn pause(&mut self) {
        if self.is_on {
            self.watched.next_batch.store(NO_CASE, Ordering::Relaxed);
            self.watched.running.store(NO_CASE, Ordering::Relaxed);
            let mut state = self.watched.lock();
            if state.cases.take().is_some()
                && let Some(file) = &mut state.file
            {
                file.clear();
            }
        }
    }

    /// Begins the next batch, of as many cases as run in the time of a batch, by the time of the last one.
    #[cold]
    fn begin_batch(&mut self, number: u64) {
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.batch_began, now);
        self.full_batches = self.full_batches.saturating_add(u32::from(took >= BATCH_TIME / 2));
        self.batch_len = if self.one_by_one {
            1
        } else if took < BATCH_TIME / 2 {
            (self.batch_len * 2).min(MAX_BATCH_LEN)
        } else if took > BATCH_TIME * 2 {
            (self.batch_len / 4).max(1)
        } else {
            self.batch_len
        };
        self.record_batch(number);
    }

    /// Records the batch that begins with this number.
    fn record_batch(&mut self, number: u64) {
        let batch = number..number + self.batch_len;
        self.watched.next_batch.store(batch.end, Ordering::Relaxed);
        let mut state = self.watched.lock();
        state.batch = batch.clone();
        state.record(batch);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.pause();
        // Here, as the watchdog may hold the rest for a little longer than the process runs.
        self.watched.lock().file = None;
    }
}
