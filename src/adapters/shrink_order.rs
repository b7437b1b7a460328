//! [`ShrinkOrder`]: the order in which a shrinking tool tries smaller structures.
//!
//! ShrinkOrder sizes come first, from the smallest on: all structures of a size that has few, and otherwise one of each of
//! equally many parts of its ranks. Then ranks of the same size, which the tools go through themselves.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use dpgen_forest::Count;

use super::size_and_rank::Place;
use super::size_range::SizeRange;

/// The most structures of each smaller size that are tried.
const MAX_TRIES_PER_SIZE: u32 = 64;

/// Places of sizes below a size, smallest sizes first.
#[derive(Debug)]
pub(super) struct ShrinkOrder {
    sizes: Arc<SizeRange>,
    below: u32,
    /// The number of the size, and that of the part of its ranks.
    next: (usize, u32),
    rng: ChaCha8Rng,
}

impl ShrinkOrder {
    /// Those of sizes below this one; where a size has too many structures, some are drawn.
    pub(super) fn new(sizes: Arc<SizeRange>, below: u32, rng: ChaCha8Rng) -> Self {
        Self { sizes, below, next: (0, 0), rng }
    }

    /// Whether all structures of a size with so many are tried.
    #[cfg(feature = "proptest")]
    pub(super) fn tries_all(count: &Count) -> bool {
        *count <= u128::from(MAX_TRIES_PER_SIZE)
    }
}

impl Iterator for ShrinkOrder {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        loop {
            let (index, part) = self.next;
            let (size, count) = self.sizes.get(index).filter(|(size, _)| *size < self.below)?;
            let parts = count
                .to_usize()
                .and_then(|count| u32::try_from(count).ok())
                .unwrap_or(MAX_TRIES_PER_SIZE)
                .min(MAX_TRIES_PER_SIZE);
            if part == parts {
                self.next = (index + 1, 0);
                continue;
            }
            self.next.1 += 1;
            let from = |part: u32| (count.clone() * Count::from(part)).div_rem(&Count::from(parts)).0;
            let (start, end) = (from(part), from(part + 1));
            let width = end.checked_sub(&start).unwrap_or(Count::ONE);
            return Some(Place { size, rank: start + width.random_below(&mut self.rng) });
        }
    }
}
