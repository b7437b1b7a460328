//! PySE: Q-learning of the outcomes that make the longest path.
//!
//! Koo, Saumya, Kulkarni and Bagchi (*PySE: Automatic Worst-Case Test Generation by Reinforcement Learning*, ICST 2019). A state is a
//! comparison with the ones before it; an action a way; the reward is one a step, without discount, so that Q is what is
//! expected to come. Their network is a table here, as the states of all programs that they show are a few; their *unique path
//! finder* is the tree of paths, which leaves no run a path that was taken; and as ways are asked for before they are taken, no
//! run dies of an infeasible one (their penalty of 20).

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;
use rustc_hash::FxHashMap;

use super::policy_table::{Context, context};
use super::{Fork, Item, Outcome, Strategy};
use crate::coverage::Coverage;

/// The probability of a random way.
const RANDOM_RATE: f64 = 0.1;
/// The share by which a value moves towards an observed reward.
const LEARNING_RATE: f64 = 0.2;

/// Learns the way that makes the longest path.
#[derive(Debug)]
pub struct PySe {
    /// The number of preceding decisions that belong to the state of a comparison.
    length: usize,
    /// The expected reward by state and way.
    values: FxHashMap<(Context, u32), f64>,
    rng: ChaCha8Rng,
}

impl PySe {
    /// A learner whose states have `length` preceding decisions, with a seed.
    #[must_use]
    pub fn new(length: usize, seed: u64) -> Self {
        Self { length, values: FxHashMap::default(), rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn value(&self, context: &Context, way: u32) -> f64 {
        self.values.get(&(context.clone(), way)).copied().unwrap_or(0.0)
    }
}

impl Strategy for PySe {
    fn offer(&mut self, _: Item) {}

    fn next(&mut self, _: &Coverage) -> Option<Item> {
        None
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        let Some(asked) = fork.asked else { return 0 };
        if self.rng.random::<f64>() < RANDOM_RATE {
            return self.rng.random_range(0..fork.ways.len());
        }
        let context = context(asked.site, fork.history, self.length);
        // Ties go to the way with the greater number: of two, the one that they call true.
        let best = (0..fork.ways.len()).max_by(|a, b| {
            self.value(&context, fork.ways[*a]).total_cmp(&self.value(&context, fork.ways[*b]))
        });
        best.unwrap_or(0)
    }

    fn learn(&mut self, _: Option<&Item>, outcome: &Outcome<'_>) {
        let steps: Vec<(Context, u32)> = (0..outcome.history.len())
            .map(|place| {
                let taken = outcome.history[place];
                (context(taken.site, &outcome.history[..place], self.length), taken.way)
            })
            .collect();
        // From the end, so that what is learned of a step is there for the one before it.
        let mut next = 0.0;
        for (context, way) in steps.into_iter().rev() {
            let value = self.values.entry((context.clone(), way)).or_default();
            *value += LEARNING_RATE * (1.0 + next - *value);
            next = (0..3).map(|way| self.value(&context, way)).fold(0.0, f64::max);
        }
    }
}
