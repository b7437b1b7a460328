//! [`OddsSampler`]: draws structures with probabilities proportional to their [`Odds`].
//!
//! Counts by odds are counts in which a structure counts as often as its odds say: a production has the product of the
//! counts of its parts, times the odds of its constructor; a union has the sum of its members. So numbers below the count
//! of a size stand for its structures, each structure for as many of them as its odds are, and a draw is one such number.
//! Numbers are exact, of any magnitude. Read [`odds_chooser`](super::odds_chooser) next, which finds the structure of a
//! number.

use std::ops::RangeInclusive;

use chacha20::rand_core::Rng;

use crate::catalog::Catalog;
use crate::catalog::choosing::odds::Odds;
use crate::catalog::choosing::odds_chooser::OddsChooser;
use crate::catalog::choosing::production_parts::ProductionParts;
use crate::catalog::families::bottom_up::BottomUp;
use crate::count::Count;
use crate::graph::decoded_record::SlotContent;
use crate::graph::record_references::Family;
use crate::index::at;

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
    odds: Odds<'c>,
    /// Counts by record and by union; `None` for those that no structure of these sizes has.
    records: Vec<Option<Count>>,
    unions: Vec<Option<Count>>,
    /// Each size with the counts of its productions, each added to those before it.
    sizes: Vec<(u32, Vec<Count>)>,
}

impl<'c> OddsSampler<'c> {
    /// A sampler of these sizes, as far as the catalog is complete. It takes the time of a walk through the graph, and an
    /// exact number for each of its records and unions.
    #[must_use]
    pub fn new(catalog: &'c Catalog, odds: Odds<'c>, sizes: RangeInclusive<u32>) -> Self {
        let (schema, dag) = (&*catalog.schema, &catalog.dag);
        let mut counts: BottomUp<'_, Count> = BottomUp::new(schema, dag);
        let mut sums_by_size = Vec::new();
        for size in sizes.take_while(|size| *size < catalog.complete_sizes()) {
            let records = catalog.roots_of(size).map_or(&[][..], |roots| &roots.records);
            let mut sum = Count::ZERO;
            let sums = records.iter().map(|record| {
                let count = counts.compute(
                    Family::record(*record),
                    |counts, record| {
                        let known = |family| counts.known(family).cloned();
                        product(&odds, &ProductionParts::of(schema, dag, record), known)
                    },
                    |members| members.sum(),
                );
                sum += &count.unwrap_or_default();
                sum.clone()
            });
            sums_by_size.push((size, sums.collect()));
        }
        let (records, unions) = counts.into_parts();
        Self { catalog, odds, records, unions, sizes: sums_by_size }
    }

    /// The sum of the odds of all structures of a size; 0 for a size of which nothing is drawn.
    #[must_use]
    pub fn total(&self, size: u32) -> Count {
        self.sums(size).last().cloned().unwrap_or_default()
    }

    /// The size and the rank of a random structure; `None` if there is no structure of these sizes.
    pub fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<(u32, Count)> {
        let total: Count = self.sizes.iter().filter_map(|(_, sums)| sums.last()).sum();
        if total.is_zero() {
            return None;
        }
        let mut number = total.random_below(rng);
        for (size, sums) in &self.sizes {
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
        self.catalog.rank_by(size, &mut OddsChooser::new(self, size, number))
    }

    /// The counts of the productions of a size, each added to those before it.
    pub(super) fn sums(&self, size: u32) -> &[Count] {
        self.sizes.iter().find(|(known, _)| *known == size).map_or(&[], |(_, sums)| sums)
    }

    /// The count of a family by odds.
    pub(super) fn count(&self, family: Family) -> Count {
        let known = match family.split() {
            Ok(record) => &self.records[at(record)],
            Err(union) => &self.unions[at(union)],
        };
        known.clone().unwrap_or_default()
    }

    /// The odds of a production's own layer: 1 for the rest of one.
    pub(super) fn own(&self, parts: &ProductionParts<'_>) -> Count {
        own(&self.odds, parts)
    }

    /// The count by odds of a part of a production; `None` for data with one possible value.
    pub(super) fn ways(&self, parts: &ProductionParts<'_>, place: usize) -> Option<Count> {
        match parts.content(place) {
            SlotContent::Family(family) => Some(self.count(family)),
            SlotContent::Data(_) => parts.ways(place),
        }
    }
}

fn own(odds: &Odds<'_>, parts: &ProductionParts<'_>) -> Count {
    parts.begun().map_or(Count::ONE, |ctor| Count::from(odds.of(ctor)))
}

/// The count of a production by odds, from those of its parts.
fn product(odds: &Odds<'_>, parts: &ProductionParts<'_>, known: impl Fn(Family) -> Option<Count>) -> Count {
    (0..parts.len()).fold(own(odds, parts), |product, place| match parts.content(place) {
        SlotContent::Family(family) => product * known(family).unwrap_or_default(),
        SlotContent::Data(_) => product * parts.ways(place).unwrap_or(Count::ONE),
    })
}
