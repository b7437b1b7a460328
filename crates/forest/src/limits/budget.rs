//! [`Budget`]: limits on time and memory, and a token, counted from a moment on.
//!
//! [`Limits`] are amounts; a budget knows since when they count. Invariant: a poll reads the clock and no more, so that loops
//! can poll often; only the resident memory is asked for rarely ([`memory`](super::memory)).

use std::sync::Arc;
use std::time::{Duration, Instant};

use dpgen_solver::Interrupt;

use crate::limits::memory::MemoryLimit;
use crate::limits::{CancelToken, Limits, StopReason};

/// Limits on time and memory, and a token, from a moment on.
///
/// ```
/// use dpgen_forest::{Budget, CancelToken, Limits, StopReason};
///
/// let token = CancelToken::new();
/// let budget = Budget::from_now(&Limits::none().cancel(token.clone()));
/// assert_eq!(budget.reached(), None);
/// token.cancel();
/// assert_eq!(budget.reached(), Some(StopReason::Cancelled));
/// ```
#[derive(Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cancel: Option<CancelToken>,
    memory: Option<MemoryLimit>,
}

impl Budget {
    /// The limits on time and memory, both counted from now, and the token. Limits on what a build does are not part of
    /// them.
    #[must_use]
    pub fn from_now(limits: &Limits) -> Self {
        let memory = limits.memory.and_then(MemoryLimit::more_than_now);
        Self { deadline: limits.deadline(), cancel: limits.cancel.clone(), memory }
    }

    /// The limit that is reached, if one is.
    #[must_use]
    pub fn reached(&self) -> Option<StopReason> {
        if let Some(reason) = self.cancel.as_ref().and_then(CancelToken::reason) {
            return Some(reason);
        }
        if self.deadline.is_none() && self.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(StopReason::Deadline);
        }
        let memory = self.memory.as_ref().is_some_and(|memory| memory.is_reached_at(now));
        memory.then_some(StopReason::Memory)
    }

    /// The time that is left, if it is limited.
    ///
    /// ```
    /// assert_eq!(dpgen_forest::Budget::default().time_left(), None);
    /// ```
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether this many bytes more are within the limit on memory.
    #[must_use]
    pub fn has_room(&self, bytes: u64) -> bool {
        self.memory.as_ref().is_none_or(|memory| memory.has_room(bytes))
    }

    /// An interrupt that is raised when one of them is reached.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use dpgen_forest::{Budget, Limits};
    ///
    /// let budget = Arc::new(Budget::from_now(&Limits::none().time(std::time::Duration::ZERO)));
    /// assert!(budget.interrupt().is_raised());
    /// ```
    #[must_use]
    pub fn interrupt(self: &Arc<Self>) -> Interrupt {
        let budget = self.clone();
        Interrupt::new(move || budget.reached().is_some())
    }
}

impl Limits {
    /// An interrupt that is raised when the limits on time or memory, counted from now, are reached, or the token is
    /// cancelled.
    ///
    /// ```
    /// assert!(dpgen::Limits::none().time(std::time::Duration::ZERO).interrupt().is_raised());
    /// ```
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        Arc::new(Budget::from_now(self)).interrupt()
    }
}
