//! [`ExplorationRate`]: the share of structures that get an unproven choice, and the place at which they get it.
//!
//! It learns from the result of each. The share of such structures follows the share of them that is accepted; a place of a kind where they came
//! out well is chosen sooner than one where they did not, by the rule of succession (Laplace, 1814): of `tried` choices of which
//! `harmless` were, the next one is with the probability `(harmless + 1) / (tried + 2)`.

use chacha20::ChaCha8Rng;
use rand::RngExt;
use rustc_hash::FxHashMap;

/// At least this share of structures has such a choice.
const MIN_RATE: f64 = 1.0 / 16.0;
/// The weight of each such structure in the acceptance rate.
const LEARNING_RATE: f64 = 0.01;
/// The factor by which the highest chance of a place decays with each structure.
const DECAY: f64 = 0.99;

/// The results of unproven choices.
#[derive(Debug)]
pub(super) struct ExplorationRate {
    /// By kind of place: how many there were, and how many were harmless.
    places: FxHashMap<u64, (f64, f64)>,
    /// The recent share of accepted structures among those with an unproven choice.
    acceptance_rate: f64,
    /// The highest recent chance of a place.
    highest: f64,
}

impl Default for ExplorationRate {
    fn default() -> Self {
        Self { places: FxHashMap::default(), acceptance_rate: 0.25, highest: 0.0 }
    }
}

impl ExplorationRate {
    /// Whether a structure is to have one.
    pub(super) fn is_now(&self, rng: &mut ChaCha8Rng) -> bool {
        rng.random::<f64>() < MIN_RATE + self.acceptance_rate
    }

    /// Whether it is to have it at a place of this kind.
    pub(super) fn is_here(&mut self, kind: u64, rng: &mut ChaCha8Rng) -> bool {
        let (tried, harmless) = self.places.get(&kind).copied().unwrap_or_default();
        let hope = (harmless + 1.0) / (tried + 2.0);
        self.highest = hope.max(self.highest * DECAY);
        hope >= self.highest * rng.random::<f64>()
    }

    /// Notes what came of one, at a place of this kind, if there was one.
    pub(super) fn note(&mut self, kind: Option<u64>, accepted: bool) {
        let Some(kind) = kind else { return };
        let found = if accepted { 1.0 } else { 0.0 };
        let (tried, harmless) = self.places.entry(kind).or_default();
        *tried += 1.0;
        *harmless += found;
        self.acceptance_rate += (found - self.acceptance_rate) * LEARNING_RATE;
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;

    use super::ExplorationRate;

    #[test]
    fn places_where_it_came_out_well_are_chosen_sooner() {
        let (mut daring, mut rng) = (ExplorationRate::default(), ChaCha8Rng::seed_from_u64(1));
        for time in 0..98 {
            daring.note(Some(1), false);
            daring.note(Some(2), time % 2 == 0);
        }
        // Of 98 choices none was harmless at one place, and 49 at the other: hopes of 0.01 and 0.5.
        let mut chosen = [0; 2];
        for _ in 0..10_000 {
            for (of, kind) in chosen.iter_mut().zip([2, 1]) {
                *of += u32::from(daring.is_here(kind, &mut rng));
            }
        }
        assert_eq!(chosen[0], 10_000, "the best place is always taken");
        assert!((100..400).contains(&chosen[1]), "one in fifty: {}", chosen[1]);
    }

    #[test]
    fn who_dares_in_vain_dares_seldom() {
        let (mut daring, mut rng) = (ExplorationRate::default(), ChaCha8Rng::seed_from_u64(1));
        let mut share = |daring: &ExplorationRate| (0..10_000).filter(|_| daring.is_now(&mut rng)).count();
        (0..1000).for_each(|_| daring.note(Some(1), false));
        assert!((500..800).contains(&share(&daring)));
        (0..1000).for_each(|_| daring.note(Some(1), true));
        assert!(share(&daring) > 9000);
    }
}
