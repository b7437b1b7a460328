//! What makes a search finite, and what may stop it early.
//!
//! A [`Scope`] fixes the maximum size `n` and the named parameters that data domains mention.
//! [`Limits`] bound the work; a build that hits one ends with a [`StopReason`] and keeps what was
//! complete; `bounds.rs` watches them. Read `schema/mod.rs` next.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The maximum size and the parameters of a build.
///
/// ```
/// use dpgen::Scope;
/// let scope = Scope::new(6).with("keys", 10);
/// assert_eq!(scope.max_size(), 6);
/// assert_eq!(scope.param("keys"), Some(10));
/// assert_eq!(scope.param("n"), Some(6));
/// assert!(scope.params().eq([("keys", 10)])); // `n` was not set
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Scope {
    max_size: u32,
    params: BTreeMap<String, i64>,
}

impl Scope {
    /// The largest maximum size that a build takes.
    pub const LARGEST: u32 = 1_000_000;

    /// The scope of structures up to `max_size`; the parameter `n` is `max_size`.
    #[must_use]
    pub fn new(max_size: u32) -> Self {
        Self { max_size, params: BTreeMap::new() }
    }

    /// The same scope with a parameter set. Setting `n` changes what domains see, not the maximum size.
    ///
    /// ```
    /// use dpgen::Scope;
    /// let scope = Scope::new(6).with("n", 3);
    /// assert_eq!((scope.max_size(), scope.param("n")), (6, Some(3)));
    /// ```
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: i64) -> Self {
        self.params.insert(name.into(), value);
        self
    }

    /// The same parameters with another maximum size.
    ///
    /// ```
    /// use dpgen::Scope;
    /// let larger = Scope::new(6).with("keys", 10).resized(8);
    /// assert_eq!((larger.max_size(), larger.param("keys")), (8, Some(10)));
    /// ```
    #[must_use]
    pub fn resized(self, max_size: u32) -> Self {
        Self { max_size, ..self }
    }

    /// The largest size of a structure.
    #[inline]
    #[must_use]
    pub const fn max_size(&self) -> u32 {
        self.max_size
    }

    /// The value of a parameter; `n` is the maximum size unless set otherwise.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<i64> {
        let set = self.params.get(name).copied();
        if name == "n" { set.or(Some(i64::from(self.max_size))) } else { set }
    }

    /// The parameters that were set, by name.
    pub fn params(&self) -> impl Iterator<Item = (&str, i64)> {
        self.params.iter().map(|(name, value)| (name.as_str(), *value))
    }
}

/// Cancels a build from another thread.
///
/// ```
/// let token = dpgen::CancelToken::new();
/// let for_the_build = token.clone();
/// assert!(!for_the_build.is_cancelled());
/// std::thread::spawn(move || token.cancel()).join().unwrap();
/// assert!(for_the_build.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<OnceLock<StopReason>>);

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every build that holds a clone of this token to stop.
    pub fn cancel(&self) {
        self.cancel_for(StopReason::Cancelled);
    }

    /// As [`cancel`](Self::cancel), for a limit that somebody else watches: it is the reason that builds give. The first one stays.
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
        // One that is cancelled stays so.
        let _ = self.0.set(reason);
    }

    /// Whether somebody cancelled.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.get().is_some()
    }

    /// Why builds are to stop, if somebody cancelled.
    #[inline]
    pub(crate) fn reason(&self) -> Option<StopReason> {
        self.0.get().copied()
    }
}

/// What a build may spend. The default is no limit.
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

/// Why a build ended before its scope was covered.
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
