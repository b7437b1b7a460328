//! How to build.

use std::sync::Arc;

use dpgen_forest::{Algorithm, Fields, Limits};

use crate::coin::CoinToss;
use crate::watch::Progress;

/// How to build.
///
/// ```
/// use dpgen_engine::Options;
///
/// let options = Options { threads: 2, ..Options::default() };
/// assert!(options.limits.time.is_none());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The engine; without one, the best for the predicate.
    pub algorithm: Option<Algorithm>,
    /// How data slots are treated.
    pub fields: Fields,
    /// How many threads work; 0: one a core.
    pub threads: usize,
    /// Keeps larger structures with a probability (DP, LazyDP and SymboLazyDP).
    pub coin_toss: Option<CoinToss>,
    /// What the build may spend.
    pub limits: Limits,
    /// Figures that another thread may watch.
    pub progress: Option<Arc<Progress>>,
    /// How many combinations a task may have before it is cut, for tests of what cutting does.
    #[doc(hidden)]
    pub chunk: Option<u64>,
}
