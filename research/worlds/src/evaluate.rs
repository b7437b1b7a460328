//! [`evaluate`]: a policy in many worlds, with how sure the mean is.

use std::fmt;

use crate::distribution::Distribution;
use crate::explore::explore;
use crate::index::real;
use crate::policy::Policy;

/// The mean of something over worlds that were drawn independently.
///
/// ```
/// use dpgen_worlds::Mean;
///
/// let mean = Mean::of(&[0.5, 0.7, 0.6]);
/// assert_eq!(mean.to_string(), "0.600 ± 0.058");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error: 0 for fewer than two values.
    pub standard_error: f64,
}

impl Mean {
    /// The mean of values; 0 of none.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let count = real(values.len());
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let standard_error = (squares / (count * (count - 1.0)).max(1.0)).sqrt();
        Self { mean, standard_error }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ± {:.3}", self.mean, self.standard_error)
    }
}

/// The part of the nodes that a policy covers, on average over the worlds with these seeds.
///
/// ```
/// use dpgen_worlds::{Braided, Dfs, Random, evaluate};
///
/// let mazes = Braided::backtracker(6, 6, 0.25);
/// let [random, dfs] = [evaluate(&mazes, &mut Random, 0..20), evaluate(&mazes, &mut Dfs::default(), 0..20)];
/// assert!(random.mean + 0.2 < dfs.mean);
/// ```
pub fn evaluate(
    worlds: &impl Distribution,
    policy: &mut impl Policy,
    seeds: impl IntoIterator<Item = u64>,
) -> Mean {
    let covered = |seed| {
        let mut world = worlds.draw(seed);
        explore(&mut world, policy, seed);
        world.coverage()
    };
    Mean::of(&seeds.into_iter().map(covered).collect::<Vec<f64>>())
}
