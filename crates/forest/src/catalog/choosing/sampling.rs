//! Samples structures uniformly: draws a rank, whose structure is then built.
//!
//! Counts are exact, so every structure has the same probability, however many there are. The generator is the caller's;
//! with a seeded one (ChaCha, say) the same structures come on every platform and thread count.

use chacha20::rand_core::Rng;

use crate::catalog::Catalog;
use crate::count::Count;

impl Catalog {
    /// The rank of a random structure of this size, or `None` if there is none.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let rank = trees.catalog().sample_rank(5, &mut ChaCha8Rng::seed_from_u64(1));
    /// assert!(rank.is_some_and(|rank| rank < 42));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn sample_rank<R: Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Option<Count> {
        let count = self.count(size);
        (!count.is_zero()).then(|| count.random_below(rng))
    }

    /// Size and rank of a random structure of any size up to `size`, each structure with the same probability.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let (size, rank) = trees.catalog().sample_up_to(5, &mut rng).unwrap();
    /// assert!(size <= 5 && rank < trees.count(size));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn sample_up_to<R: Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Option<(u32, Count)> {
        let sizes = 0..self.complete_sizes().min(size.saturating_add(1));
        let total: Count = sizes.clone().map(|size| self.count(size)).sum();
        if total.is_zero() {
            return None;
        }
        let mut rank = total.random_below(rng);
        for size in sizes {
            match rank.checked_sub(&self.count(size)) {
                Some(rest) => rank = rest,
                None => return Some((size, rank)),
            }
        }
        None
    }
}
