//! [`Beliefs`]: how likely a choice is harmless in a context, as counts of a Beta distribution.
//!
//! The model is a *noisy and*: a structure is accepted if each of its choices is harmless in each of its contexts. So an
//! accepted structure speaks for all of them, and a refused one against one: which one is not known, and it is divided among
//! them, by how likely each is the reason (one step of expectation maximisation: Dempster, Laird and Rubin, 1977).

use chacha20::ChaCha8Rng;
use dpgen_forest::index::{at, small};
use rand::RngExt;
use rustc_hash::FxHashMap;

use super::context::Context;

/// How many structures the prior is worth.
const PRIOR: f64 = 2.0;
/// A prior is at least this, and at most 1 less this.
const DOUBT: f64 = 0.25;

/// A choice, by its number, in a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Case {
    pub choice: u32,
    pub context: Context,
}

/// What is believed of a case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Belief {
    pub case: Case,
    pub accepted: f64,
    pub refused: f64,
    /// What was believed before anything was tried: the mean of what is known of the choice in any context.
    prior: f64,
}

impl Belief {
    const fn parameters(&self) -> (f64, f64) {
        (self.accepted + PRIOR * self.prior, self.refused + PRIOR * (1.0 - self.prior))
    }

    /// How likely it is harmless.
    pub(super) fn mean(&self) -> f64 {
        let (accepted, refused) = self.parameters();
        accepted / (accepted + refused)
    }

    /// A draw from the Beta distribution.
    pub(super) fn sample(&self, rng: &mut ChaCha8Rng) -> f64 {
        let (accepted, refused) = self.parameters();
        let (accepted, refused) = (gamma(accepted, rng), gamma(refused, rng));
        accepted / (accepted + refused)
    }
}

/// A draw from a Gamma distribution (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
fn gamma(shape: f64, rng: &mut ChaCha8Rng) -> f64 {
    // Above zero, so that it has a logarithm.
    let mut uniform = || 1.0 - rng.random::<f64>();
    if shape < 1.0 {
        let boost = uniform().powf(1.0 / shape);
        return (gamma(shape + 1.0, rng) * boost).max(f64::MIN_POSITIVE);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        // A normal variable, by Box and Muller.
        let normal = (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos();
        let cube = (1.0 + c * normal).powi(3);
        if cube > 0.0 && uniform().ln() < 0.5 * normal * normal + d - d * cube + d * cube.ln() {
            return d * cube;
        }
    }
}

/// What is believed of all cases.
#[derive(Debug, Default)]
pub(super) struct Beliefs {
    ids: FxHashMap<Case, u32>,
    beliefs: Vec<Belief>,
    /// How likely each case of a refused structure is the reason, not yet divided by the sum.
    blame: Vec<f64>,
}

impl Beliefs {
    /// The number of a case, which it gets when it is met first.
    #[inline]
    pub(super) fn id(&mut self, case: Case) -> u32 {
        if let Some(id) = self.ids.get(&case) {
            return *id;
        }
        let any = self.ids.get(&Case { context: Context::Any, ..case });
        let prior = any.map_or(0.5, |any| self.beliefs[at(*any)].mean()).clamp(DOUBT, 1.0 - DOUBT);
        self.beliefs.push(Belief { case, accepted: 0.0, refused: 0.0, prior });
        let id = small(self.beliefs.len() - 1);
        self.ids.insert(case, id);
        id
    }

    #[inline]
    pub(super) fn of(&self, id: u32) -> &Belief {
        &self.beliefs[at(id)]
    }

    pub(super) fn all(&self) -> &[Belief] {
        &self.beliefs
    }

    /// Takes over what was learned elsewhere.
    pub(super) fn remember(&mut self, case: Case, accepted: f64, refused: f64) {
        let id = self.id(case);
        (self.beliefs[at(id)].accepted, self.beliefs[at(id)].refused) = (accepted, refused);
    }

    /// Learns from a structure with these cases, which is accepted or refused.
    pub(super) fn learn(&mut self, cases: &mut Vec<u32>, accepted: bool) {
        cases.sort_unstable();
        cases.dedup();
        if accepted {
            cases.iter().for_each(|case| self.beliefs[at(*case)].accepted += 1.0);
            return;
        }
        self.blame.clear();
        self.blame.extend(cases.iter().map(|case| {
            let (accepted, refused) = self.beliefs[at(*case)].parameters();
            (refused / accepted).powi(2)
        }));
        let sum: f64 = self.blame.iter().sum();
        for (case, blame) in cases.iter().zip(&self.blame) {
            self.beliefs[at(*case)].refused += blame / sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;

    use super::super::context::Context;
    use super::{Beliefs, Case};

    fn case(choice: u32) -> Case {
        Case { choice, context: Context::Any }
    }

    #[test]
    fn blame_goes_to_what_is_not_proven() {
        let mut beliefs = Beliefs::default();
        let [good, other, bad] = [1, 2, 3].map(|choice| beliefs.id(case(choice)));
        for _ in 0..10 {
            beliefs.learn(&mut vec![good, other, good], true);
        }
        for _ in 0..5 {
            beliefs.learn(&mut vec![good, bad], false);
        }
        assert!(beliefs.of(good).mean() > 0.9 && beliefs.of(bad).mean() < 0.2, "{beliefs:?}");
        assert_eq!(beliefs.of(other).refused, 0.0);
    }

    #[test]
    fn samples_have_the_mean_and_the_spread_of_the_distribution() {
        // A Beta distribution has mean a / (a + b) and variance mean (1 - mean) / (a + b + 1).
        let mut beliefs = Beliefs::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (accepted, refused) in [(0.0, 0.0), (9.0, 0.5), (3.0, 40.0)] {
            beliefs.remember(case(7), accepted, refused);
            let id = beliefs.id(case(7));
            let (mean, of) = (beliefs.of(id).mean(), 20_000.0);
            let draws: Vec<f64> = (0..20_000).map(|_| beliefs.of(id).sample(&mut rng)).collect();
            let average = draws.iter().sum::<f64>() / of;
            let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / of;
            let expected = mean * (1.0 - mean) / (accepted + refused + 3.0);
            assert!((average - mean).abs() < 0.01, "{average} for {mean}");
            assert!((variance / expected - 1.0).abs() < 0.05, "{variance} for {expected}");
        }
    }
}
