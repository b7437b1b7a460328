//! Watches a build's limits, and shows its figures to other threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use dpgen_forest::scope::{CancelToken, Limits, StopReason};

/// Figures of a build that is under way, for a progress bar.
#[derive(Debug, Default)]
pub struct Progress {
    /// The size, or round, that is worked on.
    pub size: AtomicU32,
    /// Candidates judged so far.
    pub candidates: AtomicU64,
    /// Structures or productions accepted so far.
    pub accepted: AtomicU64,
}

/// The limits of a build, polled by its workers.
#[derive(Debug)]
pub(crate) struct Watch {
    deadline: Option<Instant>,
    cancel: Option<CancelToken>,
    candidates: u64,
    pub(crate) structures: Option<u64>,
    pub(crate) progress: Arc<Progress>,
    stopped: AtomicU32,
}

impl Watch {
    pub(crate) fn new(limits: &Limits, progress: Option<Arc<Progress>>) -> Self {
        Self {
            deadline: limits.deadline(),
            cancel: limits.cancel.clone(),
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
            self.stop(2);
        } else if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            self.stop(4);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop(1);
        }
        self.stopped.load(Ordering::Relaxed) != 0
    }

    fn stop(&self, why: u32) {
        // The first reason stays.
        let _ = self.stopped.compare_exchange(0, why, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Ends the build because enough structures are complete.
    pub(crate) fn enough(&self) {
        self.stop(3);
    }

    /// Why the build is to stop, if it is.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        match self.stopped.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopReason::Deadline),
            2 => Some(StopReason::Candidates),
            3 => Some(StopReason::Structures),
            _ => Some(StopReason::Cancelled),
        }
    }
}
