//! [`Limits`]: limits on the work of a build or an iteration, the token that cancels it, and the [`StopReason`].
//!
//! A build that reaches a limit ends with a [`StopReason`] and keeps the sizes that were complete. Read `budget.rs` (limits
//! counted from a moment on), then `memory.rs`.

pub(crate) mod budget;
pub mod memory;

pub use budget::Budget;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A token by which another thread cancels a build.
///
/// ```
/// let token = dpgen::CancelToken::new();
/// let for_the_build = token.clone();
/// assert!(!for_the_build.is_cancelled());
/// std::thread::spawn(move || token.cancel()).join().unwrap();
/// assert!(for_the_build.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<CancelState>);

/// What the clones of a token share.
#[derive(Debug, Default)]
struct CancelState {
    reason: OnceLock<StopReason>,
    /// The number of polls until it is cancelled, if they are counted.
    polls_left: Option<AtomicU64>,
}

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that is cancelled as builds have polled it this often: a test can stop a build at each of its polls.
    #[doc(hidden)]
    #[must_use]
    pub fn after_polls(polls: u64) -> Self {
        Self(Arc::new(CancelState { polls_left: Some(AtomicU64::new(polls)), ..CancelState::default() }))
    }

    /// Asks every build that holds a clone of this token to stop.
    pub fn cancel(&self) {
        self.cancel_for(StopReason::Cancelled);
    }

    /// Stops as [`cancel`](Self::cancel) does, with the reason that builds give: that of a limit which the caller watches. The
    /// first reason stays.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::{CancelToken, Limits, StopReason};
    ///
    /// let token = CancelToken::new();
    /// token.cancel_for(StopReason::Memory);
    /// let trees = Generator::<Tree>::up_to(5).limits(Limits::none().cancel(token)).build()?;
    /// assert_eq!(trees.stop_reason(), Some(StopReason::Memory));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn cancel_for(&self, reason: StopReason) {
        // A token that is cancelled keeps its reason.
        let _ = self.0.reason.set(reason);
    }

    /// Whether it was cancelled.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.reason.get().is_some()
    }

    /// The reason for which it was cancelled, if it was: a poll.
    #[inline]
    pub(crate) fn reason(&self) -> Option<StopReason> {
        if let Some(left) = &self.0.polls_left {
            let count_down = |left: u64| left.checked_sub(1);
            if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count_down).is_err() {
                self.cancel();
            }
        }
        self.0.reason.get().copied()
    }
}

/// Limits on the time, work and memory of a build. The default is no limit.
///
/// ```
/// use std::time::Duration;
///
/// let limits = dpgen::Limits::none().time(Duration::from_secs(60)).structures(1_000_000).memory(1 << 30);
/// assert_eq!(limits.time, Some(Duration::from_secs(60)));
/// assert_eq!((limits.structures, limits.memory), (Some(1_000_000), Some(1 << 30)));
/// assert!(limits.candidates.is_none() && limits.cancel.is_none());
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Stop after this much time.
    pub time: Option<Duration>,
    /// Stop after about this many candidates (runs under way end first).
    pub candidates: Option<u64>,
    /// Stop as soon as the sizes that are complete hold at least this many structures.
    pub structures: Option<u64>,
    /// Stop when the process holds about this many bytes of memory more than when the build began.
    pub memory: Option<u64>,
    /// Stop when this token is cancelled.
    pub cancel: Option<CancelToken>,
}

impl Limits {
    /// No limit at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The same with a limit on time.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::{Limits, StopReason};
    ///
    /// let trees = Generator::<Tree>::up_to(25).algorithm(Algorithm::Dp).limits(Limits::none().time(std::time::Duration::ZERO)).build()?;
    /// assert_eq!(trees.stop_reason(), Some(StopReason::Deadline));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same with a limit on candidates.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::{Limits, StopReason};
    ///
    /// let trees = Generator::<Tree>::up_to(25).algorithm(Algorithm::Dp).limits(Limits::none().candidates(1000)).build()?;
    /// assert_eq!(trees.stop_reason(), Some(StopReason::Candidates));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn candidates(self, candidates: u64) -> Self {
        Self { candidates: Some(candidates), ..self }
    }

    /// The same with a limit on structures.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::{Limits, StopReason};
    ///
    /// let trees = Generator::<Tree>::up_to(25).limits(Limits::none().structures(1000)).build()?;
    /// assert_eq!(trees.stop_reason(), Some(StopReason::Structures));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn structures(self, structures: u64) -> Self {
        Self { structures: Some(structures), ..self }
    }

    /// The same with a limit on memory, in bytes.
    ///
    /// ```
    /// let limits = dpgen::Limits::none().memory(2 << 30); // 2 GiB
    /// assert_eq!(limits.memory, Some(2_147_483_648));
    /// ```
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The same with a token that stops the build when it is cancelled.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::{Limits, StopReason};
    ///
    /// let token = dpgen::CancelToken::new();
    /// token.cancel(); // another thread would
    /// let trees = Generator::<Tree>::up_to(25).algorithm(Algorithm::Dp).limits(Limits::none().cancel(token)).build()?;
    /// assert_eq!(trees.stop_reason(), Some(StopReason::Cancelled));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn cancel(self, token: CancelToken) -> Self {
        Self { cancel: Some(token), ..self }
    }

    /// The instant at which time runs out, counted from now.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// let limits = dpgen::Limits::none().time(Duration::from_secs(3600));
    /// assert!(limits.deadline().unwrap() > Instant::now());
    /// assert_eq!(dpgen::Limits::none().deadline(), None);
    /// ```
    pub fn deadline(&self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
    }
}

/// The reason why a build ended before its scope was covered.
///
/// ```
/// assert_eq!(dpgen::StopReason::Deadline.to_string(), "the time limit");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::time`] ran out.
    Deadline,
    /// [`Limits::candidates`] were judged.
    Candidates,
    /// [`Limits::structures`] were found.
    Structures,
    /// [`Limits::memory`] was reached.
    Memory,
    /// The [`CancelToken`] was cancelled.
    Cancelled,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Deadline => "the time limit",
            Self::Candidates => "the limit on candidates",
            Self::Structures => "the limit on structures",
            Self::Memory => "the limit on memory",
            Self::Cancelled => "an interrupt",
        })
    }
}
