//! [`LimitMonitor`]: the limits of a build, polled by its workers, and its figures for other threads.
//!
//! Work that can take long calls [`LimitMonitor::spend`] at regular steps. Invariant: once a limit is reached, the answer stays
//! `true`, and the first reason stays the reason.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dpgen_forest::index::{at, wide};
use dpgen_forest::limits::{Limits, StopReason};
use dpgen_forest::{Budget, Count};

/// Figures of a build that is under way, for a progress bar or a table that fills.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// use std::sync::{Arc, atomic::Ordering};
///
/// use dpgen::engine::Progress;
///
/// let progress = Arc::new(Progress::default());
/// let generator = Generator::<Tree>::up_to(7).progress(progress.clone());
/// let build = std::thread::spawn(move || generator.build().map(|trees| trees.total()));
/// while !build.is_finished() {
///     let _shown = progress.candidates.load(Ordering::Relaxed);
///     std::thread::yield_now();
/// }
/// assert_eq!(build.join().unwrap()?, 1 + 1 + 2 + 5 + 14 + 42 + 132 + 429);
/// assert!(progress.accepted.load(Ordering::Relaxed) > 0);
/// assert!(progress.candidates.load(Ordering::Relaxed) >= progress.accepted.load(Ordering::Relaxed));
/// assert_eq!(progress.complete_counts()[4], 14);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The size, or round, that is worked on.
    pub size: AtomicU32,
    /// Candidates judged so far.
    pub candidates: AtomicU64,
    /// Structures or productions accepted so far.
    pub accepted: AtomicU64,
    /// The number of structures of each size that is complete, from 0 on.
    counts: Mutex<Vec<Count>>,
}

impl Progress {
    /// The number of structures of each size that is complete, from 0 on. Only Quotient DP completes sizes one after the other;
    /// with the other engines there are none before the build has ended.
    #[must_use]
    pub fn complete_counts(&self) -> Vec<Count> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes the count of the next complete size.
    pub(crate) fn complete_size(&self, count: Count) {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).push(count);
    }

    /// Forgets complete sizes, as the build begins again.
    fn forget_sizes(&self) {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The number of steps of a [`PollCounter`] between two polls of the limits.
const STEPS_PER_POLL: u32 = 1024;

/// The limits of a build, polled by its workers.
#[derive(Debug)]
pub(crate) struct LimitMonitor {
    budget: Budget,
    candidates: u64,
    pub(crate) structures: Option<u64>,
    pub(crate) progress: Arc<Progress>,
    stopped: AtomicU32,
}

/// Reasons as numbers; 0 is none.
const STOP_REASONS: [StopReason; 5] = [
    StopReason::Deadline,
    StopReason::Candidates,
    StopReason::Structures,
    StopReason::Cancelled,
    StopReason::Memory,
];

/// Without limits.
impl Default for LimitMonitor {
    fn default() -> Self {
        Self::new(&Limits::none(), None)
    }
}

impl LimitMonitor {
    pub(crate) fn new(limits: &Limits, progress: Option<Arc<Progress>>) -> Self {
        Self {
            budget: Budget::from_now(limits),
            candidates: limits.candidates.unwrap_or(u64::MAX),
            structures: limits.structures,
            progress: progress.unwrap_or_default(),
            stopped: AtomicU32::new(0),
        }
    }

    /// Counts candidates; `true` when the build is to stop.
    pub(crate) fn spend(&self, candidates: u64) -> bool {
        let before = self.progress.candidates.fetch_add(candidates, Ordering::Relaxed);
        if before.saturating_add(candidates) >= self.candidates {
            self.stop(StopReason::Candidates);
        } else if let Some(reason) = self.budget.reached() {
            self.stop(reason);
        }
        self.stopped.load(Ordering::Relaxed) != 0
    }

    /// Begins to count candidates and sizes again, for a pass after one that is not used: how many that one judged before it ended depends on
    /// the threads.
    pub(crate) fn forget_candidates(&self) {
        self.progress.candidates.store(0, Ordering::Relaxed);
        self.progress.forget_sizes();
        if self.stopped() == Some(StopReason::Candidates) {
            self.stopped.store(0, Ordering::Relaxed);
        }
    }

    /// Whether the build is to stop, for work that judges no candidates.
    pub(crate) fn is_over(&self) -> bool {
        self.spend(0)
    }

    /// Stops the build, as an evaluation was ended from outside: by the limit that was reached, or by a cancellation.
    pub(crate) fn evaluation_was_ended(&self) {
        if !self.is_over() {
            self.stop(StopReason::Cancelled);
        }
    }

    /// The maximum size for which tables of `T`, one for each type and size, can be made at once: the one asked for, or
    /// 0 when they would leave the memory limit, which stops the build.
    pub(crate) fn tabled_size<T>(&self, types: usize, max_size: u32) -> u32 {
        let tables = types.saturating_mul(at(max_size).saturating_add(1));
        if self.has_room(tables.saturating_mul(size_of::<T>())) { max_size } else { 0 }
    }

    /// Stops the build if it could not hold this many bytes more.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        let fits = self.budget.has_room(wide(bytes));
        if !fits {
            self.stop(StopReason::Memory);
        }
        fits
    }

    /// A counter for a loop that judges no candidates.
    pub(crate) const fn pace(&self) -> PollCounter<'_> {
        PollCounter { watch: self, steps: 0 }
    }

    fn stop(&self, why: StopReason) {
        let number =
            (1..).zip(STOP_REASONS).find(|(_, reason)| *reason == why).map_or(0, |(number, _)| number);
        // The first reason stays.
        let _ = self.stopped.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Ends the build because enough structures are complete.
    pub(crate) fn enough(&self) {
        self.stop(StopReason::Structures);
    }

    /// The reason for which the build is to stop, if it is.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        let number = self.stopped.load(Ordering::Relaxed);
        (1..).zip(STOP_REASONS).find(|(of, _)| *of == number).map(|(_, reason)| reason)
    }
}

/// Counts the steps of a loop and polls the limits after every [`STEPS_PER_POLL`].
#[derive(Debug)]
pub(crate) struct PollCounter<'a> {
    watch: &'a LimitMonitor,
    steps: u32,
}

impl PollCounter<'_> {
    /// Counts a step; whether the build is to stop.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps < STEPS_PER_POLL {
            return false;
        }
        self.steps = 0;
        self.watch.is_over()
    }

    /// The monitor that it polls.
    pub(crate) const fn watch(&self) -> &LimitMonitor {
        self.watch
    }
}

#[cfg(test)]
mod tests {
    use super::{LimitMonitor, STEPS_PER_POLL};
    use dpgen_forest::limits::{CancelToken, Limits, StopReason};

    #[test]
    fn the_last_candidate_that_the_limit_allows_is_judged_and_none_after_it() {
        for limit in [1_u64, 2, 3, 1000] {
            let watch = LimitMonitor::new(&Limits::none().candidates(limit), None);
            let judged = (1..=2 * limit).find(|_| watch.spend(1));
            assert_eq!((judged, watch.stopped()), (Some(limit), Some(StopReason::Candidates)));
        }
        let none = LimitMonitor::new(&Limits::none().candidates(0), None);
        assert!(none.is_over());
        let several = LimitMonitor::new(&Limits::none().candidates(10), None);
        assert_eq!([several.spend(4), several.spend(5), several.spend(1)], [false, false, true]);
    }

    #[test]
    fn the_first_reason_stays() {
        let token = CancelToken::new();
        let watch = LimitMonitor::new(&Limits::none().candidates(1).cancel(token.clone()), None);
        assert!(!watch.is_over());
        token.cancel();
        assert!(watch.is_over() && watch.spend(5));
        assert_eq!(watch.stopped(), Some(StopReason::Cancelled));
    }

    #[test]
    fn a_pace_asks_every_so_many_steps() {
        let token = CancelToken::new();
        token.cancel();
        let watch = LimitMonitor::new(&Limits::none().cancel(token), None);
        let mut pace = watch.pace();
        assert_eq!((1..).find(|_| pace.step()), Some(STEPS_PER_POLL));
        assert_eq!((1..).find(|_| pace.step()), Some(STEPS_PER_POLL));
    }
}
