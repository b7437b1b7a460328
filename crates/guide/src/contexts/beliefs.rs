//! [`Beliefs`]: the beliefs about all choices in all contexts, and their update from a judged structure.
//!
//! The model is a *noisy and*: a structure is accepted if each of its choices is harmless in each of its contexts. So an
//! accepted structure speaks for all of them, and a refused one against one: which one is not known, and it is divided among
//! them, by how likely each is the reason (one step of expectation maximisation: Dempster, Laird and Rubin, 1977).
//!
//! Invariant: the rows are up to date with the beliefs.

use dpgen_forest::index::{at, small};
use rustc_hash::FxHashMap;

use super::belief::{Belief, Case, RowId};
use super::belief_row::Row;
use super::context::{Context, Packed};

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

/// The beliefs about all cases.
#[derive(Debug, Default)]
pub(super) struct Beliefs {
    by_place: FxHashMap<(u64, Packed), RowId>,
    rows: Vec<Row>,
    beliefs: Vec<Belief>,
    /// The number of structures learned from.
    judged: u64,
    /// Which cases of a refused structure may be the reason, and how likely each is it, not yet divided by the sum.
    blamed: Vec<u32>,
    blame: Vec<f64>,
}

impl Beliefs {
    /// The row of the place with this first choice in a context.
    #[inline]
    pub(super) fn row(&mut self, first: u32, context: Context) -> RowId {
        let place = (u64::from(first), context.packed());
        if let Some(row) = self.by_place.get(&place) {
            return *row;
        }
        let any = (context != Context::Any).then(|| self.row(first, Context::Any));
        let row = RowId::from_word(small(self.rows.len()));
        self.rows.push(Row::new(first, context, any.unwrap_or(row)));
        self.by_place.insert(place, row);
        row
    }

    #[inline]
    pub(super) fn at(&self, row: RowId) -> &Row {
        &self.rows[row.index()]
    }

    /// The number of an option's case, which it gets when it is met first.
    #[inline]
    pub(super) fn id(&mut self, row: RowId, option: u32) -> u32 {
        if let Some(id) = self.at(row).known(option) {
            return id;
        }
        let id = small(self.beliefs.len());
        let new = self.before(row, option);
        self.rows[row.index()].add(option, id, &new);
        self.beliefs.push(new);
        id
    }

    /// The prior belief about an option's case.
    fn before(&self, row: RowId, option: u32) -> Belief {
        let Row { first, context, .. } = self.at(row);
        let case = Case { choice: first + option, context: *context };
        Belief::new(case, row, self.prior(row, option))
    }

    /// The prior probability that an option's case is harmless.
    #[inline]
    fn prior(&self, row: RowId, option: u32) -> f64 {
        Belief::prior(self.at(self.at(row).any).mean(option))
    }

    /// The probability that an option's case is harmless; the prior, if the case was not met.
    #[inline]
    pub(super) fn mean(&self, row: RowId, option: u32) -> f64 {
        self.at(row).mean(option).unwrap_or_else(|| self.prior(row, option))
    }

    /// The belief about an option's case; the prior, if the case was not met.
    pub(super) fn about(&self, row: RowId, option: u32) -> Belief {
        let known = self.at(row).known(option);
        known.map_or_else(|| self.before(row, option), |id| self.beliefs[at(id)])
    }

    /// Notes what is now believed of a case where its row shows it.
    fn show(&mut self, id: u32) {
        let belief = &self.beliefs[at(id)];
        let row = &mut self.rows[belief.row.index()];
        row.show(belief.case.choice - row.first, belief);
    }

    pub(super) fn all(&self) -> &[Belief] {
        &self.beliefs
    }

    /// Takes over what was learned elsewhere.
    pub(super) fn remember(&mut self, row: RowId, option: u32, accepted: f64, refused: f64) {
        let id = self.id(row, option);
        (self.beliefs[at(id)].accepted, self.beliefs[at(id)].refused) = (accepted, refused);
        self.show(id);
    }

    /// Learns from a structure with these cases, which is accepted or refused.
    pub(super) fn learn(&mut self, Cases { near, wide }: &mut Cases, accepted: bool) {
        self.judged += 1;
        for cases in [&mut *near, &mut *wide] {
            cases.retain(|case| self.beliefs[at(*case)].is_new_in(self.judged));
        }
        if accepted {
            for case in near.iter().chain(&*wide) {
                let belief = &mut self.beliefs[at(*case)];
                if !belief.is_proven() {
                    // It was not the reason after all.
                    belief.refused = 0.0;
                }
                belief.accepted += 1.0;
                self.show(*case);
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
        for place in 0..self.blamed.len() {
            let case = self.blamed[place];
            self.beliefs[at(case)].refused += self.blame[place] / sum;
            self.show(case);
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
