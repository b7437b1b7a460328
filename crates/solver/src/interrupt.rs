//! [`Interrupt`] and [`UnknownReason`]: the ways in which a question ends before its answer is certain: an interrupt from
//! outside, or a limit on the work.
//!
//! An [`Interrupt`] is a callback that the solver polls: at the start of a search and
//! every 1,024 nodes of it, and while a large matrix is being tightened. Once it is raised, the answer is
//! `Unknown` with [`UnknownReason::Interrupted`]; nothing that was concluded before becomes wrong, so the same store
//! can be asked again. Read [`search`](super::search) next.

use super::search_limit::Limit;
use std::fmt;
use std::sync::Arc;

/// A callback that tells whether a search is to stop: a deadline has passed, a token was cancelled.
///
/// ```
/// use dpgen_solver::{Constraint, Interrupt, Linear, Mode, Outcome, UnknownReason, Relation, Store};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let stop = Arc::new(AtomicBool::new(false));
/// let heard = stop.clone();
/// let mut store = Store::new().with_interrupt(Interrupt::new(move || heard.load(Ordering::Relaxed)));
/// let (x, y) = (store.new_var(0, 1_000_000)?, store.new_var(0, 1_000_000)?);
/// store.add(&Constraint::new(Linear::new([(x, 7), (y, 9)], -1_000_000)?, Relation::Eq));
///
/// stop.store(true, Ordering::Relaxed); // from a signal handler, say
/// assert_eq!(store.solve(Mode::Any), Outcome::Unknown(UnknownReason::Interrupted));
///
/// stop.store(false, Ordering::Relaxed);
/// assert!(matches!(store.solve(Mode::Any), Outcome::Sat(_)));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// An interrupt that is never raised.
    pub const NEVER: Interrupt = Interrupt(None);

    /// An interrupt that is raised when `raised` says so. It is called often, and should take no longer than
    /// reading a clock.
    ///
    /// ```
    /// use dpgen_solver::Interrupt;
    /// use std::time::{Duration, Instant};
    ///
    /// let deadline = Instant::now() + Duration::from_secs(3600);
    /// let interrupt = Interrupt::new(move || Instant::now() >= deadline);
    /// assert!(!interrupt.is_raised());
    /// ```
    #[must_use]
    pub fn new(raised: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(raised)))
    }

    /// Whether to stop now.
    ///
    /// ```
    /// use dpgen_solver::Interrupt;
    /// assert!(!Interrupt::NEVER.is_raised());
    /// assert!(Interrupt::new(|| true).is_raised());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.as_ref().is_some_and(|raised| raised())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Interrupt" } else { "Interrupt::NEVER" })
    }
}

/// The reason for which a question was left open.
///
/// ```
/// use dpgen_solver::{Interrupt, Limit, UnknownReason, Store};
///
/// let mut store = Store::new();
/// store.new_var(0, 9)?;
/// let mut limited = store.all(Limit::nodes(2));
/// while limited.next().is_some() {}
/// assert_eq!(limited.stopped(), Some(UnknownReason::Limit(Limit::nodes(2))));
///
/// let mut interrupted = store.with_interrupt(Interrupt::new(|| true)).all(Limit::NONE);
/// assert!(interrupted.next().is_none());
/// assert_eq!(interrupted.stopped(), Some(UnknownReason::Interrupted));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnknownReason {
    /// The limit was reached.
    Limit(Limit),
    /// The [`Interrupt`] was raised.
    Interrupted,
}
