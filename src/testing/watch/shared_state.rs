//! [`Watched`]: the state of a test that the test and the watchdog share.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::record::{RecordFile, Recorded};

/// The number of no case.
pub(super) const NO_CASE: u64 = u64::MAX;

/// Cases that are being run, as the watchdog sees them from its own thread.
pub(in crate::testing) trait Watchable: Send + Sync {
    /// The cases from this index on, so many or as many as there are.
    fn record(&self, index: u64, len: u64) -> Option<Recorded>;
    /// Lines for people about a case that has run for so long, and that may not end.
    fn show(&self, index: u64, took: Duration, is_hung: bool) -> String;
    /// Keeps a case that does not end for later runs.
    fn remember(&self, index: u64);
}

/// The state that a test shares with the watchdog.
pub(super) struct Watched {
    /// The number of the running case among all that the test runs.
    pub(super) running: AtomicU64,
    /// The number of the case with which the next batch begins; 0 to begin one at once.
    pub(super) next_batch: AtomicU64,
    /// The most time that a case may take.
    pub(super) case_time: Option<Duration>,
    pub(super) state: Mutex<State>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) file: Option<RecordFile>,
    /// The cases that are being run, and the number of the first of them.
    pub(super) cases: Option<(Arc<dyn Watchable>, u64)>,
    /// The numbers of the cases of the batch.
    pub(super) batch: Range<u64>,
    /// The case that ran when the watchdog last looked.
    pub(super) seen: Option<Seen>,
}

impl Watched {
    pub(super) fn new(file: Option<RecordFile>, case_time: Option<Duration>) -> Arc<Self> {
        let state = Mutex::new(State { file, ..State::default() });
        Arc::new(Self {
            running: AtomicU64::new(NO_CASE),
            next_batch: AtomicU64::new(NO_CASE),
            case_time,
            state,
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the running case.
    pub(super) fn running(&self) -> u64 {
        self.running.load(Ordering::Relaxed)
    }
}

impl State {
    /// The cases with this number among them, and its index there.
    pub(super) fn case(&self, number: u64) -> Option<(Arc<dyn Watchable>, u64)> {
        let (cases, first) = self.cases.as_ref()?;
        Some((cases.clone(), number.checked_sub(*first)?))
    }

    /// Records the cases with these numbers.
    pub(super) fn record(&mut self, numbers: Range<u64>) {
        let Some((cases, index)) = self.case(numbers.start) else { return };
        if let Some(file) = &mut self.file
            && let Some(recorded) = cases.record(index, numbers.end - numbers.start)
        {
            file.write(&recorded);
        }
    }
}

/// A case that was running when the watchdog looked.
pub(super) struct Seen {
    pub(super) number: u64,
    pub(super) since: Instant,
    pub(super) is_recorded: bool,
    pub(super) is_shown: bool,
}
