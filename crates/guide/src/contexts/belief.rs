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

/// So many refusals, of which this is the likely reason, speak against a case.
const SUSPECT: f64 = 2.0;

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
    /// How many structures with it were judged.
    pub tried: u32,
    /// What was believed before anything was tried: the mean of what is known of the choice in any context.
    prior: f64,
}

impl Belief {
    const fn parameters(&self) -> (f64, f64) {
        (self.accepted + PRIOR * self.prior, self.refused + PRIOR * (1.0 - self.prior))
    }

    /// Whether it was never accepted, and what was refused speaks against it.
    pub(super) fn is_suspect(&self) -> bool {
        !self.is_proven() && self.refused >= SUSPECT
    }

    /// Whether it was accepted once, or what was learned elsewhere says so.
    pub(super) const fn is_proven(&self) -> bool {
        self.accepted >= 1.0
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

/// The cases of a structure's choices, by their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Cases {
    /// In near contexts: in these a choice has to be tried.
    pub near: Vec<u32>,
    /// In wide ones: in these it is harmless until something speaks against that.
    pub wide: Vec<u32>,
}

impl Cases {
    pub(super) fn clear(&mut self) {
        self.near.clear();
        self.wide.clear();
    }
}

/// The number of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowId(u32);

/// The cases of one place in one context.
#[derive(Debug)]
struct Row {
    /// The first choice of the place.
    first: u32,
    context: Context,
    /// The row of the same place in any context.
    any: RowId,
    /// By the option's number at the place: its belief's number plus one; 0 where it was not met.
    beliefs: Vec<u32>,
}

/// What is believed of all cases.
#[derive(Debug, Default)]
pub(super) struct Beliefs {
    by_place: FxHashMap<(u32, Context), RowId>,
    rows: Vec<Row>,
    beliefs: Vec<Belief>,
    /// Which cases of a refused structure may be the reason, and how likely each is it, not yet divided by the sum.
    blamed: Vec<u32>,
    blame: Vec<f64>,
}

impl Beliefs {
    /// The row of the place with this first choice in a context.
    #[inline]
    pub(super) fn row(&mut self, first: u32, context: Context) -> RowId {
        if let Some(row) = self.by_place.get(&(first, context)) {
            return *row;
        }
        let next = |rows: &Vec<Row>| RowId(small(rows.len()));
        let any = if context == Context::Any { next(&self.rows) } else { self.row(first, Context::Any) };
        let row = next(&self.rows);
        self.rows.push(Row { first, context, any, beliefs: Vec::new() });
        self.by_place.insert((first, context), row);
        row
    }

    /// The number of an option's case, which it gets when it is met first.
    #[inline]
    pub(super) fn id(&mut self, row: RowId, option: u32) -> u32 {
        if let Some(id) = self.known(row, option) {
            return id;
        }
        let new = self.before(row, option);
        self.beliefs.push(new);
        let id = small(self.beliefs.len());
        let beliefs = &mut self.rows[at(row.0)].beliefs;
        if beliefs.len() <= at(option) {
            beliefs.resize(at(option) + 1, 0);
        }
        beliefs[at(option)] = id;
        id - 1
    }

    #[inline]
    fn known(&self, row: RowId, option: u32) -> Option<u32> {
        self.rows[at(row.0)].beliefs.get(at(option))?.checked_sub(1)
    }

    /// What is believed of an option's case before it is met.
    fn before(&self, row: RowId, option: u32) -> Belief {
        let Row { first, context, any, .. } = &self.rows[at(row.0)];
        let any = self.met(*any, option);
        let prior = any.map_or(0.5, Belief::mean).clamp(DOUBT, 1.0 - DOUBT);
        let case = Case { choice: first + option, context: *context };
        Belief { case, accepted: 0.0, refused: 0.0, tried: 0, prior }
    }

    /// What is believed of an option's case, which need not have been met.
    pub(super) fn about(&self, row: RowId, option: u32) -> Belief {
        self.met(row, option).copied().unwrap_or_else(|| self.before(row, option))
    }

    /// What is believed of an option's case, if it was met.
    #[inline]
    pub(super) fn met(&self, row: RowId, option: u32) -> Option<&Belief> {
        self.known(row, option).map(|id| &self.beliefs[at(id)])
    }

    pub(super) fn all(&self) -> &[Belief] {
        &self.beliefs
    }

    /// Takes over what was learned elsewhere.
    pub(super) fn remember(&mut self, row: RowId, option: u32, accepted: f64, refused: f64) {
        let id = self.id(row, option);
        (self.beliefs[at(id)].accepted, self.beliefs[at(id)].refused) = (accepted, refused);
    }

    /// Learns from a structure with these cases, which is accepted or refused.
    pub(super) fn learn(&mut self, Cases { near, wide }: &mut Cases, accepted: bool) {
        for cases in [&mut *near, &mut *wide] {
            cases.sort_unstable();
            cases.dedup();
            for case in cases {
                let tried = &mut self.beliefs[at(*case)].tried;
                *tried = tried.saturating_add(1);
            }
        }
        if accepted {
            for case in near.iter().chain(&*wide) {
                let belief = &mut self.beliefs[at(*case)];
                if !belief.is_proven() {
                    // It was not the reason after all.
                    belief.refused = 0.0;
                }
                belief.accepted += 1.0;
            }
            return;
        }
        // What was accepted once is not the reason where something never was, and a near context is one sooner than a wide one.
        let is_open = |case: &&u32| !self.beliefs[at(**case)].is_proven();
        self.blamed.clear();
        self.blamed.extend(near.iter().filter(is_open));
        if self.blamed.is_empty() {
            self.blamed.extend(wide.iter().filter(is_open));
        }
        if self.blamed.is_empty() {
            self.blamed.extend(near.iter().chain(&*wide));
        }
        let Self { beliefs, blame, blamed, .. } = self;
        blame.clear();
        blame.extend(blamed.iter().map(|case| {
            let (accepted, refused) = beliefs[at(*case)].parameters();
            (refused / accepted).powi(2)
        }));
        let sum: f64 = blame.iter().sum();
        for (case, blame) in blamed.iter().zip(blame) {
            beliefs[at(*case)].refused += *blame / sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;
    use dpgen_forest::index::at;

    use super::super::context::Context;
    use super::{Beliefs, Cases};

    fn near(cases: &[u32]) -> Cases {
        Cases { near: cases.to_vec(), wide: Vec::new() }
    }

    #[test]
    fn blame_goes_to_what_is_not_proven() {
        let mut beliefs = Beliefs::default();
        let row = beliefs.row(0, Context::Any);
        let [good, other, bad] = [1, 2, 3].map(|option| beliefs.id(row, option));
        for _ in 0..10 {
            beliefs.learn(&mut near(&[good, other, good]), true);
        }
        for _ in 0..5 {
            beliefs.learn(&mut near(&[good, bad]), false);
        }
        assert!(beliefs.all()[at(good)].mean() > 0.9 && beliefs.all()[at(bad)].mean() < 0.2, "{beliefs:?}");
        assert_eq!(beliefs.all()[at(other)].refused, 0.0);
    }

    #[test]
    fn samples_have_the_mean_and_the_spread_of_the_distribution() {
        // A Beta distribution has mean a / (a + b) and variance mean (1 - mean) / (a + b + 1).
        let mut beliefs = Beliefs::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (accepted, refused) in [(0.0, 0.0), (9.0, 0.5), (3.0, 40.0)] {
            let row = beliefs.row(0, Context::Any);
            beliefs.remember(row, 7, accepted, refused);
            let id = beliefs.id(row, 7);
            let (mean, of) = (beliefs.all()[at(id)].mean(), 20_000.0);
            let draws: Vec<f64> = (0..20_000).map(|_| beliefs.all()[at(id)].sample(&mut rng)).collect();
            let average = draws.iter().sum::<f64>() / of;
            let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / of;
            let expected = mean * (1.0 - mean) / (accepted + refused + 3.0);
            assert!((average - mean).abs() < 0.01, "{average} for {mean}");
            assert!((variance / expected - 1.0).abs() < 0.05, "{variance} for {expected}");
        }
    }
}
