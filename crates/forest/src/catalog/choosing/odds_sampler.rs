//! [`OddsSampler`]: draws structures with probabilities proportional to their [`Odds`].
//!
//! Numbers below the count by odds of a size (`odds_counts.rs`) stand for its structures, each structure for as many of them
//! as its odds are, and a draw is one such number. Read [`odds_chooser`](super::odds_chooser) next, which finds the structure
//! of a number.

use std::ops::RangeInclusive;

use chacha20::rand_core::Rng;

use crate::catalog::Catalog;
use crate::catalog::choosing::odds::Odds;
use crate::catalog::choosing::odds_chooser::OddsChooser;
use crate::catalog::choosing::odds_counts::OddsCounts;
use crate::count::Count;

/// Draws structures of some sizes of a catalog, each with a probability proportional to its odds.
///
/// ```
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// use dpgen::prelude::*;
/// use dpgen::schema::{Odds, OddsSampler};
///
/// #[derive(DpGen)]
/// enum Expr {
///     One,
///     Neg(Box<Expr>),
///     Add(Box<Expr>, Box<Expr>),
/// }
///
/// let exprs = Generator::<Expr>::up_to(2).build()?;
/// let mut odds = Odds::new(exprs.catalog().schema());
/// odds.set("Neg", 3).unwrap();
/// let sampler = OddsSampler::new(exprs.catalog(), odds, 0..=2);
/// // Of size 2: -(-1) nine times; -(1 + 1), -1 + 1 and 1 + -1 three times; (1 + 1) + 1 and 1 + (1 + 1) once.
/// assert_eq!((exprs.count(2), sampler.total(2)), (Count::new(6), Count::new(9 + 3 * 3 + 2)));
/// let (size, rank) = sampler.draw(&mut ChaCha8Rng::seed_from_u64(1)).unwrap();
/// assert!(rank < exprs.count(size));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct OddsSampler<'c> {
    catalog: &'c Catalog,
    counts: OddsCounts<'c>,
}

impl<'c> OddsSampler<'c> {
    /// A sampler of these sizes, as far as the catalog is complete. It takes the time of a walk through the graph, and an
    /// exact number for each of its records and unions.
    #[must_use]
    pub fn new(catalog: &'c Catalog, odds: Odds<'c>, sizes: RangeInclusive<u32>) -> Self {
        Self { catalog, counts: OddsCounts::new(catalog, odds, sizes) }
    }

    /// The sum of the odds of all structures of a size; 0 for a size of which nothing is drawn.
    #[must_use]
    pub fn total(&self, size: u32) -> Count {
        self.counts.sums(size).last().cloned().unwrap_or_default()
    }

    /// The size and the rank of a random structure; `None` if there is no structure of these sizes.
    pub fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<(u32, Count)> {
        let total: Count = self.counts.sizes().iter().filter_map(|(_, sums)| sums.last()).sum();
        if total.is_zero() {
            return None;
        }
        let mut number = total.random_below(rng);
        for (size, sums) in self.counts.sizes() {
            let Some(total) = sums.last() else { continue };
            match number.checked_sub(total) {
                Some(rest) => number = rest,
                None => return Some((*size, self.rank_at(*size, number)?)),
            }
        }
        None
    }

    /// The rank of the structure of a size that a number below [`total`](Self::total) stands for; `None` for other numbers.
    ///
    /// Each structure has as many numbers as its odds are. With odds of 1, numbers are ranks.
    #[must_use]
    pub fn rank_at(&self, size: u32, number: Count) -> Option<Count> {
        if number >= self.total(size) {
            return None;
        }
        self.catalog.rank_by(size, &mut OddsChooser::new(&self.counts, size, number))
    }
}
