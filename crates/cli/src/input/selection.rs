//! [`Selection`]: the structures of a build that are meant, as sizes and a part of each size.

use std::ops::{Range, RangeInclusive};

use dpgen_forest::{Catalog, Count, Scope, StopReason};

use crate::command_error::CommandError;
use crate::input::common_args::{PartArgs, SizeArgs};
use crate::input::flag_values::{Ranks, Shard};

/// Sizes, and a part of each.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The sizes.
    pub sizes: RangeInclusive<u32>,
    /// The part of every size.
    pub shard: Option<Shard>,
    /// The ranks; then there is one size.
    pub ranks: Option<Ranks>,
    /// The most structures.
    pub limit: Option<u64>,
}

/// Consecutive ranks of a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankRange {
    /// The size.
    pub size: u32,
    /// The ranks.
    pub ranks: Range<Count>,
}

impl RankRange {
    /// The number of structures.
    pub fn count(&self) -> Count {
        self.ranks.end.checked_sub(&self.ranks.start).unwrap_or_default()
    }
}

impl Selection {
    /// The selection of the flags, within a scope.
    pub fn new(sizes: &SizeArgs, part: &PartArgs, scope: &Scope) -> Self {
        Self { sizes: sizes.within(scope), shard: part.shard, ranks: part.rank.clone(), limit: part.limit }
    }

    /// All structures of some sizes.
    pub fn all(sizes: &SizeArgs, scope: &Scope) -> Self {
        Self { sizes: sizes.within(scope), shard: None, ranks: None, limit: None }
    }

    /// The ranks of a size that is complete.
    pub fn part(&self, catalog: &Catalog, size: u32) -> RankRange {
        let count = catalog.count(size);
        let ranks = match (&self.ranks, self.shard) {
            (Some(ranks), _) => {
                let end = ranks.end.clone().map_or_else(|| count.clone(), |end| end.min(count.clone()));
                ranks.start.clone().min(end.clone())..end
            }
            (None, Some(shard)) => catalog.shard(size, shard.index, shard.of),
            (None, None) => Count::ZERO..count,
        };
        RankRange { size, ranks }
    }

    /// The parts of all sizes that are complete.
    pub fn parts<'c>(&self, catalog: &'c Catalog) -> impl Iterator<Item = RankRange> + use<'c> {
        let selection = self.clone();
        let sizes = self.sizes.clone().take_while(|size| *size < catalog.complete_sizes());
        sizes.map(move |size| selection.part(catalog, size))
    }

    /// The number of selected structures of the complete sizes.
    pub fn selected(&self, catalog: &Catalog) -> Count {
        self.parts(catalog).map(|part| part.count()).sum()
    }

    /// The size and rank of a number below the count of all selected structures.
    pub fn place(&self, catalog: &Catalog, mut number: Count) -> (u32, Count) {
        for part in self.parts(catalog) {
            match number.checked_sub(&part.count()) {
                Some(rest) => number = rest,
                None => return (part.size, part.ranks.start + number),
            }
        }
        (*self.sizes.end(), number)
    }

    /// Builds no more than the limit needs. An engine stops once all sizes so far hold enough structures;
    /// when these are not the selected ones, it is asked for more, and for at least twice as many.
    pub fn build(
        &self,
        mut build: impl FnMut(Option<u64>) -> Result<Catalog, CommandError>,
    ) -> Result<Catalog, CommandError> {
        let one_size = self.sizes.start() == self.sizes.end();
        let mut enough = self.limit.filter(|_| !one_size);
        loop {
            let catalog = build(enough)?;
            let (Some(asked), Some(limit)) = (enough, self.limit) else { return Ok(catalog) };
            if catalog.stop_reason() != Some(StopReason::Structures)
                || self.selected(&catalog) >= Count::from(limit)
            {
                return Ok(catalog);
            }
            let found = catalog.total().to_u128().and_then(|total| u64::try_from(total).ok());
            enough = found.and_then(|found| found.max(asked).checked_mul(2));
        }
    }
}
