//! Counts of productions: a [`Product`] for each, and [`Sums`] of them by key.

use dpgen_forest::Count;
use dpgen_forest::count::{CountProduct, CountSum};

use crate::error::MAX_COUNT_BITS;

/// How many structures the productions of a batch stand for.
#[derive(Default)]
pub(super) struct Sums {
    /// By index of a key.
    pub(super) of_keys: Vec<CountSum>,
    /// Of whole structures.
    pub(super) of_roots: CountSum,
}

/// A product that is not multiplied further once it is too large: more is refused when batches are merged, and need not be
/// exact.
pub(super) trait Product {
    /// Multiplies by a count, unless the product is too large already.
    fn multiply_bounded(&mut self, factor: &Count);
}

impl Product for Count {
    fn multiply_bounded(&mut self, factor: &Count) {
        if self.bits() <= MAX_COUNT_BITS {
            *self *= factor;
        }
    }
}

impl Product for CountProduct {
    fn multiply_bounded(&mut self, factor: &Count) {
        if self.max_bits() <= MAX_COUNT_BITS {
            self.multiply(factor);
        }
    }
}
