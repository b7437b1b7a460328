//! [`SizeRange`]: the sizes that a tool draws from, with their counts.

use std::ops::{Bound, RangeBounds};

use dpgen_forest::Count;

#[cfg(any(feature = "proptest", feature = "quickcheck"))]
use super::size_and_rank::Place;
use crate::structures::Structures;
use crate::types::DpGen;

/// SizeRange that have structures, ascending, with their counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SizeRange(Vec<(u32, Count)>);

impl SizeRange {
    /// The sizes of a range that have structures.
    ///
    /// # Panics
    /// When the range has a size that is not complete. One without an end goes as far as the build does.
    pub(super) fn of<T: DpGen>(structures: &Structures<T>, range: &impl RangeBounds<u32>) -> Self {
        let first = match range.start_bound() {
            Bound::Included(first) => *first,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(last) => last.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => structures.complete_sizes(),
        };
        let counts = (first..end).map(|size| (size, structures.count(size)));
        Self(counts.filter(|(_, count)| !count.is_zero()).collect())
    }

    /// The number of sizes.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The `index`-th of them, and how many structures it has.
    pub(super) fn get(&self, index: usize) -> Option<(u32, &Count)> {
        self.0.get(index).map(|(size, count)| (*size, count))
    }

    /// The sizes that are not greater than this one.
    #[cfg(feature = "quickcheck")]
    pub(super) fn up_to(&self, largest: u32) -> Self {
        Self(self.0.iter().filter(|(size, _)| *size <= largest).cloned().collect())
    }

    /// A place of a size drawn uniformly, and a rank drawn uniformly there; `None` if there is no size.
    #[cfg(any(feature = "proptest", feature = "quickcheck"))]
    pub(super) fn draw(&self, rng: &mut impl rand_core::Rng) -> Option<Place> {
        if self.0.is_empty() {
            return None;
        }
        let index = Count::from(self.len()).random_below(rng).to_usize()?;
        let (size, count) = self.get(index)?;
        Some(Place { size, rank: count.random_below(rng) })
    }
}
