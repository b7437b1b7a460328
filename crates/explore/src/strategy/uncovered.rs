//! Uncovered first: a way next to an outcome that no run had; then one next to the rarest.

use std::collections::{BTreeMap, VecDeque};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;

use super::{Fork, Item, Strategy};
use crate::coverage::Coverage;

/// Takes a way that decides a branch of which some outcome was not covered; if there is none, one whose branch has the rarest
/// outcome, so that the others are not forgotten. Shorter paths come first. A path goes on at random, as what lies behind an
/// outcome is not known.
#[derive(Debug)]
pub struct Uncovered {
    /// By the branch that they decide: by depth, in the order in which they came.
    items: BTreeMap<Option<u32>, BTreeMap<u32, VecDeque<Item>>>,
    rng: ChaCha8Rng,
}

impl Uncovered {
    /// With a seed, for how paths go on.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { items: BTreeMap::new(), rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Strategy for Uncovered {
    fn offer(&mut self, item: Item) {
        self.items.entry(item.aim).or_default().entry(item.depth).or_default().push_back(item);
    }

    fn next(&mut self, coverage: &Coverage) -> Option<Item> {
        // A branch with an open outcome, then the rarest; an item that decides no branch counts like one that all runs had
        // until all branches are closed.
        let value = |aim: &Option<u32>| match aim {
            Some(branch) if coverage.is_open(*branch) => (0, 0),
            Some(branch) => (1, coverage.rarest(*branch)),
            None => (1, 0),
        };
        let aim = *self.items.keys().min_by_key(|aim| value(aim))?;
        let by_depth = self.items.get_mut(&aim)?;
        let mut shortest = by_depth.first_entry()?;
        let item = shortest.get_mut().pop_front();
        if shortest.get().is_empty() {
            shortest.remove();
        }
        if by_depth.is_empty() {
            self.items.remove(&aim);
        }
        item
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        self.rng.random_range(0..fork.ways.len())
    }
}
