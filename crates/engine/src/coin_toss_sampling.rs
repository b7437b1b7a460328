//! Coin-toss sampling, as in the paper: keeps all structures up to a size, and larger ones with a given probability.
//!
//! A structure over the threshold that loses its toss is discarded and builds nothing. The tosses are made in
//! the order of acceptance from a seeded generator, so a seed gives the same structures for every number of
//! threads and on every platform. The result is not a uniform sample: see `Catalog::sample_rank` for one.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The parameters of coin-toss sampling.
///
/// ```
/// use dpgen::engine::CoinToss;
///
/// let toss = CoinToss::new(3, 0.1, 1);
/// assert_eq!((toss.threshold, toss.probability, toss.seed), (3, 0.1, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CoinToss {
    /// Structures up to this size are all kept.
    pub threshold: u32,
    /// The probability with which a larger one is kept, from 0 to 1.
    pub probability: f64,
    /// The seed of the tosses.
    pub seed: u64,
}

impl CoinToss {
    /// Keeps all structures up to the size `threshold`, and larger ones with this probability, from 0 to 1.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::engine::CoinToss;
    ///
    /// let toss = CoinToss::new(3, 0.5, 7);
    /// let trees = Generator::<Tree>::up_to(4).algorithm(Algorithm::Dp).coin_toss(toss).build()?;
    /// assert_eq!(trees.count(3), 5); // all of them
    /// assert!(trees.count(4) <= 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub const fn new(threshold: u32, probability: f64, seed: u64) -> Self {
        Self { threshold, probability, seed }
    }
}

/// A coin that is being tossed.
#[derive(Debug)]
pub(crate) struct Coin {
    threshold: u32,
    /// A draw of 53 bits below this keeps.
    below: f64,
    rng: ChaCha8Rng,
}

impl Coin {
    pub(crate) fn new(toss: CoinToss) -> Self {
        let below = toss.probability * dpgen_forest::index::approx(1 << 53);
        Self { threshold: toss.threshold, below, rng: ChaCha8Rng::seed_from_u64(toss.seed) }
    }

    /// Whether a structure of this size is kept.
    pub(crate) fn keeps(&mut self, size: u32) -> bool {
        size <= self.threshold || dpgen_forest::index::approx(self.rng.next_u64() >> 11) < self.below
    }
}
