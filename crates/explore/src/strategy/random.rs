//! Random: takes any outcome that is left.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;

use super::{Fork, Item, Strategy};
use crate::coverage::Coverage;

/// Takes any way that is left, with equal probability; a path goes on at random.
#[derive(Debug)]
pub struct Random {
    items: Vec<Item>,
    rng: ChaCha8Rng,
}

impl Random {
    /// With a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { items: Vec::new(), rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Strategy for Random {
    fn offer(&mut self, item: Item) {
        self.items.push(item);
    }

    fn next(&mut self, _: &Coverage) -> Option<Item> {
        match self.items.len() {
            0 => None,
            len => Some(self.items.swap_remove(self.rng.random_range(0..len))),
        }
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        self.rng.random_range(0..fork.ways.len())
    }
}
