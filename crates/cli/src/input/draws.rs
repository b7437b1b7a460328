//! [`Draws`]: structures of a selection at random, each with the same probability, or by odds.

use chacha20::ChaCha8Rng;
use dpgen_forest::{Catalog, Count, Odds, OddsSampler};

use crate::input::selection::Selection;

/// Draws structures of a selection that has at least one.
#[derive(Debug)]
pub struct Draws<'c> {
    catalog: &'c Catalog,
    selection: &'c Selection,
    total: Count,
    by_odds: Option<OddsSampler<'c>>,
}

impl<'c> Draws<'c> {
    /// Draws by odds if there are any. `total` is the number of structures of the selection.
    pub fn new(catalog: &'c Catalog, selection: &'c Selection, total: Count, odds: Option<Odds<'c>>) -> Self {
        let by_odds = odds.map(|odds| OddsSampler::new(catalog, odds, selection.sizes.clone()));
        Self { catalog, selection, total, by_odds }
    }

    /// The size and the rank of a random structure.
    pub fn draw(&self, random: &mut ChaCha8Rng) -> (u32, Count) {
        let by_odds = self.by_odds.as_ref().and_then(|sampler| sampler.draw(random));
        by_odds.unwrap_or_else(|| self.selection.place(self.catalog, self.total.random_below(random)))
    }
}
