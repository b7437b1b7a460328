//! Watches a build's limits, and shows its figures to other threads.
//!
//! Work that can take long asks [`Watch::spend`] at regular steps. Invariant: once a limit is reached, the answer stays
//! `true`, and the first reason stays the reason.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use dpgen_forest::index::{at, wide};
use dpgen_forest::scope::{CancelToken, Limits, StopReason};

/// Figures of a build that is under way, for a progress bar.
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
}

/// How many looks at the limits pass between two looks at the memory, which cost a system call.
const MEMORY_EVERY: u64 = 16;

/// The limits of a build, polled by its workers.
#[derive(Debug)]
pub(crate) struct Watch {
    deadline: Option<Instant>,
    cancel: Option<CancelToken>,
    candidates: u64,
    /// The bytes that the process may hold.
    memory: Option<u64>,
    looks: AtomicU64,
    pub(crate) structures: Option<u64>,
    pub(crate) progress: Arc<Progress>,
    stopped: AtomicU32,
}

/// Reasons as numbers; 0 is none.
const REASONS: [StopReason; 5] = [
    StopReason::Deadline,
    StopReason::Candidates,
    StopReason::Structures,
    StopReason::Cancelled,
    StopReason::Memory,
];

impl Watch {
    pub(crate) fn new(limits: &Limits, progress: Option<Arc<Progress>>) -> Self {
        let held = limits.memory.map(|_| memory_in_use().unwrap_or(0));
        Self {
            deadline: limits.deadline(),
            cancel: limits.cancel.clone(),
            candidates: limits.candidates.unwrap_or(u64::MAX),
            memory: limits.memory.zip(held).map(|(limit, held)| limit.saturating_add(held)),
            looks: AtomicU64::new(0),
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
        } else if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            self.stop(StopReason::Cancelled);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop(StopReason::Deadline);
        } else if self.memory.is_some_and(|limit| self.holds(limit)) {
            self.stop(StopReason::Memory);
        }
        self.stopped.load(Ordering::Relaxed) != 0
    }

    /// Whether the build is to stop, for work that judges no candidates.
    pub(crate) fn is_over(&self) -> bool {
        self.spend(0)
    }

    /// The maximum size for which tables of `T`, one for each type and size, can be made at once: the one asked for, or
    /// 0 when they would leave the memory limit, which stops the build.
    pub(crate) fn tabled_size<T>(&self, types: usize, max_size: u32) -> u32 {
        let tables = types.saturating_mul(at(max_size).saturating_add(1));
        if self.has_room(tables.saturating_mul(size_of::<T>())) { max_size } else { 0 }
    }

    /// Stops the build if it could not hold this many bytes more.
    fn has_room(&self, bytes: usize) -> bool {
        let fits =
            self.memory.is_none_or(|limit| memory_in_use().unwrap_or(0).saturating_add(wide(bytes)) <= limit);
        if !fits {
            self.stop(StopReason::Memory);
        }
        fits
    }

    fn holds(&self, limit: u64) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed).is_multiple_of(MEMORY_EVERY)
            && memory_in_use().is_some_and(|held| held >= limit)
    }

    fn stop(&self, why: StopReason) {
        let number = (1..).zip(REASONS).find(|(_, reason)| *reason == why).map_or(0, |(number, _)| number);
        // The first reason stays.
        let _ = self.stopped.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Ends the build because enough structures are complete.
    pub(crate) fn enough(&self) {
        self.stop(StopReason::Structures);
    }

    /// Why the build is to stop, if it is.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        let number = self.stopped.load(Ordering::Relaxed);
        (1..).zip(REASONS).find(|(of, _)| *of == number).map(|(_, reason)| reason)
    }
}

/// The bytes of memory that the process holds, where the system tells: on Linux, what is resident.
pub(crate) fn memory_in_use() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = resident.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024))
}
