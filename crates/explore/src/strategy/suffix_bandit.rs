//! Suffix: Thompson sampling on the last clause of a path condition, a bandit with an arm for each clause.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;
use rustc_hash::FxHashMap;

use super::{Item, Outcome, Strategy};
use crate::coverage::Coverage;

/// Takes the way whose last clause, without constants, has been feasible most likely: one draw a clause from the Beta
/// distribution of what was seen of it (Thompson, Biometrika 1933). Only the last clause of a path condition is in doubt, as
/// what is before it was executed; so the shared beginning does not drown it.
#[derive(Debug)]
pub struct Suffix {
    items: Vec<Item>,
    /// By clause: the numbers of feasible and infeasible tries.
    seen: FxHashMap<u64, (u32, u32)>,
    rng: ChaCha8Rng,
}

impl Suffix {
    /// With a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { items: Vec::new(), seen: FxHashMap::default(), rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A draw from Beta(feasible + 1, infeasible + 1), as the order statistic of uniform draws that it is.
    fn draw(&mut self, suffix: u64) -> f64 {
        const MAX_DRAWS: u32 = 64;
        let (feasible, infeasible) = self.seen.get(&suffix).copied().unwrap_or_default();
        // Beyond some counts the ratio is what matters.
        let scale = (feasible + infeasible).div_ceil(MAX_DRAWS).max(1);
        let (above, below) = (feasible / scale, infeasible / scale);
        let mut draws: Vec<f64> = (0..=above + below).map(|_| self.rng.random()).collect();
        draws.sort_by(f64::total_cmp);
        draws[dpgen_forest::index::at(above)]
    }
}

impl Strategy for Suffix {
    fn wants_conditions(&self) -> bool {
        true
    }

    fn offer(&mut self, item: Item) {
        self.items.push(item);
    }

    fn next(&mut self, _: &Coverage) -> Option<Item> {
        let mut suffixes: Vec<u64> = self
            .items
            .iter()
            .map(|item| item.condition.as_ref().map_or(0, |condition| condition.suffix))
            .collect();
        let of_items = suffixes.clone();
        suffixes.sort_unstable();
        suffixes.dedup();
        let mut best: Option<(f64, u64)> = None;
        for suffix in suffixes {
            let draw = self.draw(suffix);
            if best.is_none_or(|(most, _)| draw > most) {
                best = Some((draw, suffix));
            }
        }
        let (_, suffix) = best?;
        let place = of_items.iter().position(|of| *of == suffix)?;
        Some(self.items.remove(place))
    }

    fn learn(&mut self, item: Option<&Item>, outcome: &Outcome<'_>) {
        // Of an attempt, only the clause that was tried was in doubt: what an input does anyway says nothing of what it could do
        // instead.
        let Some(condition) = item.and_then(|item| item.condition.as_ref()) else { return };
        let (feasible, infeasible) = self.seen.entry(condition.suffix).or_default();
        *if outcome.is_feasible { feasible } else { infeasible } += 1;
    }
}
