//! [`Options`] of a build.

use std::sync::Arc;

use dpgen_forest::{Algorithm, Fields, Limits};

use crate::coin_toss_sampling::CoinToss;
use crate::limit_monitor::Progress;

/// The options of a build.
///
/// ```
/// use std::sync::Arc;
///
/// use dpgen::engine::{CoinToss, Options, Progress};
/// use dpgen::{Algorithm, Fields, Limits};
///
/// let options = Options::default()
///     .algorithm(Algorithm::SymbolazyDp)
///     .fields(Fields::Symbolic)
///     .threads(2)
///     .coin_toss(CoinToss::new(5, 0.25, 1))
///     .limits(Limits::none().structures(1000))
///     .progress(Arc::new(Progress::default()));
/// assert_eq!((options.algorithm, options.fields), (Some(Algorithm::SymbolazyDp), Fields::Symbolic));
/// assert_eq!((options.threads, options.limits.structures), (2, Some(1000)));
/// assert!(options.progress.is_some());
/// assert!(options.algorithm(None).coin_toss(None).coin_toss.is_none());
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The engine; without one, the best for the predicate.
    pub algorithm: Option<Algorithm>,
    /// The treatment of data slots.
    pub fields: Fields,
    /// The number of threads; 0: one a core.
    pub threads: usize,
    /// Keeps larger structures with a probability (DP, LazyDP and SymboLazyDP).
    pub coin_toss: Option<CoinToss>,
    /// The limits of the build.
    pub limits: Limits,
    /// Figures that another thread may watch.
    pub progress: Option<Arc<Progress>>,
    /// Keeps `!=` between symbolic integers as it is, and does not split it into less and greater.
    pub joins_unequal: bool,
    /// The maximum number of combinations of a task, which is cut beyond it, for tests of cutting.
    #[doc(hidden)]
    pub chunk: Option<u64>,
    /// Judges every task, also where one like it was judged, for tests of what remembering does.
    #[doc(hidden)]
    pub forgetful: bool,
}

impl Options {
    /// The same with this engine, or with `None` the best for the predicate.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Option<Algorithm>>) -> Self {
        Self { algorithm: algorithm.into(), ..self }
    }

    /// The same with data slots treated like this.
    #[must_use]
    pub fn fields(self, fields: Fields) -> Self {
        Self { fields, ..self }
    }

    /// Sets the number of threads; 0: one a core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The same with a coin toss, or without one.
    #[must_use]
    pub fn coin_toss(self, toss: impl Into<Option<CoinToss>>) -> Self {
        Self { coin_toss: toss.into(), ..self }
    }

    /// The same with these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with figures that another thread may watch.
    #[must_use]
    pub fn progress(self, progress: Arc<Progress>) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// The same with `!=` between symbolic integers kept as one condition. `==` then splits a run in two, and not in three:
    /// for exploring a program that tests for equality, where paths count. What is not ordered leaves difference logic,
    /// so that Quotient DP has more classes, and each question of a run costs more.
    ///
    /// ```
    /// use dpgen::engine::Options;
    /// assert!(Options::default().joins_unequal(true).joins_unequal);
    /// ```
    #[must_use]
    pub fn joins_unequal(self, joins: bool) -> Self {
        Self { joins_unequal: joins, ..self }
    }

    /// Sets the maximum number of combinations of a task.
    #[doc(hidden)]
    #[must_use]
    pub fn chunk(self, combinations: u64) -> Self {
        Self { chunk: Some(combinations), ..self }
    }

    /// The same without remembering tasks.
    #[doc(hidden)]
    #[must_use]
    pub fn forgetful(self) -> Self {
        Self { forgetful: true, ..self }
    }
}
