//! [`Settings`] of a search for worst cases: its goal and its limits.

use std::time::Duration;

use super::cost_measure::CostMeasure;
use super::search_method::Search;

/// What a search is to find, and how long it may take.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The sizes that are asked for.
    pub sizes: Vec<u32>,
    /// What a run costs.
    pub measured: CostMeasure,
    /// How many paths are taken at most at a size at which all are to be taken.
    pub paths: u64,
    /// How long all paths of one size may take, and what else is tried at one size.
    pub time: Duration,
    /// How much is tried at a size where nothing is known to be right.
    pub tries: u64,
    /// The seed of what is random.
    pub seed: u64,
    /// How integers are looked for.
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
