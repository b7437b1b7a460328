//! [`Belief`]: the probability that a choice is harmless in a context, as counts of a Beta distribution.
//!
//! Read [`Beliefs`](super::beliefs::Beliefs) next, which updates the counts.

use chacha20::ChaCha8Rng;
use dpgen_forest::index::at;
use rand_distr::{Beta, Distribution as _};

use super::context::Context;

/// The weight of the prior, in structures.
const PRIOR_WEIGHT: f64 = 2.0;
/// A prior is at least this, and at most 1 less this.
const MIN_PRIOR: f64 = 0.25;

/// The number of refusals with a case as the likely reason from which on the case is suspect.
const MIN_SUSPECT_REFUSALS: f64 = 2.0;
/// A case is doubtful if it is thought harmless less than this.
const MAX_DOUBTFUL_PROBABILITY: f64 = 0.4;

/// The number of a row of cases: those of one place in one context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowId(u32);

impl RowId {
    pub(super) const fn from_word(word: u32) -> Self {
        Self(word)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        at(self.0)
    }
}

/// A choice, by its number, in a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Case {
    pub choice: u32,
    pub context: Context,
}

/// The belief about a case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Belief {
    pub case: Case,
    /// The row that it is in.
    pub row: RowId,
    pub accepted: f64,
    pub refused: f64,
    /// The number of judged structures with it.
    pub tried: u32,
    /// Which of all structures was the last one with it.
    last: u64,
    /// The prior: the mean of the choice in any context.
    prior: f64,
}

impl Belief {
    /// Of a case that was not tried.
    pub(super) fn new(case: Case, row: RowId, prior: f64) -> Self {
        Self { case, row, accepted: 0.0, refused: 0.0, tried: 0, last: 0, prior }
    }

    /// The prior of a case whose choice is thought harmless so often in any context.
    #[inline]
    pub(super) const fn prior(anywhere: Option<f64>) -> f64 {
        match anywhere {
            Some(mean) => mean.clamp(MIN_PRIOR, 1.0 - MIN_PRIOR),
            None => 0.5,
        }
    }

    /// The parameters of the Beta distribution, both above zero.
    pub(super) const fn parameters(&self) -> (f64, f64) {
        (self.accepted + PRIOR_WEIGHT * self.prior, self.refused + PRIOR_WEIGHT * (1.0 - self.prior))
    }

    /// Counts a structure with it, by its number, which is above 0; `false` if that was counted before.
    pub(super) const fn is_new_in(&mut self, structure: u64) -> bool {
        let is_new = self.last != structure;
        if is_new {
            self.tried = self.tried.saturating_add(1);
            self.last = structure;
        }
        is_new
    }

    /// Whether it was never accepted, and what was refused speaks against it.
    pub(super) fn is_suspect(&self) -> bool {
        !self.is_proven() && self.refused >= MIN_SUSPECT_REFUSALS
    }

    /// Whether it was accepted once, or what was learned elsewhere says so.
    pub(super) const fn is_proven(&self) -> bool {
        self.accepted >= 1.0
    }

    /// Whether it was refused more often than not, of late or from the beginning.
    pub(super) fn is_doubtful(&self) -> bool {
        self.mean() < MAX_DOUBTFUL_PROBABILITY
    }

    /// The probability that it is harmless.
    pub(super) fn mean(&self) -> f64 {
        let (accepted, refused) = self.parameters();
        accepted / (accepted + refused)
    }

    /// A draw from the Beta distribution.
    pub(super) fn sample(&self, rng: &mut ChaCha8Rng) -> f64 {
        let (accepted, refused) = self.parameters();
        Beta::new(accepted, refused).map_or_else(|_| self.mean(), |beta| beta.sample(rng))
    }
}
