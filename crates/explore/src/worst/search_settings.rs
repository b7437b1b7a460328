//! [`Settings`] of a search for worst cases: its goal and its limits.

use std::time::Duration;

use super::cost_measure::CostMeasure;
use super::search_method::Search;

/// The goal and the limits of a search.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The sizes that are asked for.
    pub sizes: Vec<u32>,
    /// The measure of costs.
    pub measured: CostMeasure,
    /// The maximum number of paths at a size that is to be exhausted.
    pub paths: u64,
    /// The time limit for all paths of one size, and for the other methods at one size.
    pub time: Duration,
    /// The number of tries at a size where no method is known to be right.
    pub tries: u64,
    /// The seed of random choices.
    pub seed: u64,
    /// The search method over integers.
    pub search: Search,
}

impl Default for Settings {
    fn default() -> Self {
        let (paths, time, tries, seed) = (10_000, Duration::from_secs(5), 30, 0);
        let (measured, search) = (CostMeasure::default(), Search::default());
        Self { sizes: Vec::new(), measured, paths, time, tries, seed, search }
    }
}

impl Settings {
    /// The sizes that are asked for, ascending, each once.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
