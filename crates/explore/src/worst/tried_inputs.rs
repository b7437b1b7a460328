//! Tries concrete inputs: random ones, those of an [adversary](super::adversary), and a hill climb from the worst of them.
//!
//! A run on values asks the solver nothing, so that thousands take no longer than a few paths. The climb changes one thing at a
//! time (one value, or two that change places) and goes on from what costs no less, as in the (1 + 1) evolutionary algorithm (Droste,
//! Jansen and Wegener, "On the analysis of the (1+1) evolutionary algorithm", 2002). Where programs take other ways at large sizes than
//! at small ones, so that no policy helps, this is what is left.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_engine::steer::{AssumptionForm, BranchQuestion, KnownWay, Steering, Trial};
use dpgen_solver::{Interrupt, Limit, Linear};
use rand::RngExt;

use super::adversary::Adversary;
use super::cost_measure::CostMeasure;
use super::int_program::IntProgram;
use crate::branches;

/// The numbers of inputs drawn, and of changes tried, for each try of the settings.
const DRAWS_PER_TRY: u64 = 10;
const CHANGES_PER_TRY: u64 = 100;

/// The number of random inputs against which the result of a policy is compared.
const RANDOM_COMPARISON_INPUTS: u64 = 100;

/// A run on concrete values.
struct ConcreteRun {
    values: Vec<i64>,
    comparisons: u64,
}

impl Steering for ConcreteRun {
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay> {
        self.comparisons += u64::from(asked.compares);
        None
    }

    fn values(&self) -> Option<&[i64]> {
        Some(&self.values)
    }

    fn choose(&mut self, _: BranchQuestion, _: &Linear, _: &[u32]) -> usize {
        0
    }
}

/// Runs the program on concrete inputs.
pub(super) struct Inputs<'a> {
    ints: &'a IntProgram,
    measured: CostMeasure,
    trial: Trial,
    runs: u64,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(ints: &'a IntProgram, measured: CostMeasure) -> Self {
        let trial = Trial::new(None, AssumptionForm::Sparse, Limit::default(), Interrupt::NEVER);
        Self { ints, measured, trial, runs: 0 }
    }

    /// The cost of an input; none if the program fails on it.
    fn cost(&mut self, values: &[i64]) -> Option<u64> {
        self.runs += 1;
        let steering = ConcreteRun { values: values.to_vec(), comparisons: 0 };
        branches::start_recording();
        let (on, ended) = self.trial.run(&self.ints.setup(), steering, |ints| self.ints.run(ints));
        let added = branches::stop_recording().cost;
        ended.ok()?;
        Some(match self.measured {
            CostMeasure::Comparisons => on.comparisons,
            CostMeasure::Added => added,
        })
    }

    /// Whether some random input costs more than this.
    pub(super) fn beat(mut self, cost: u64, seed: u64) -> bool {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.drawn(RANDOM_COMPARISON_INPUTS, &mut rng, &Interrupt::NEVER).is_some_and(|(most, _)| most > cost)
    }

    /// The worst of `tries` random inputs: its cost, the input, and the number of inputs tried.
    pub(super) fn random(
        mut self,
        tries: u64,
        seed: u64,
        interrupt: &Interrupt,
    ) -> Option<(u64, Vec<i64>, u64)> {
        let (most, worst) = self.drawn(tries, &mut ChaCha8Rng::seed_from_u64(seed), interrupt)?;
        Some((most, worst, self.runs))
    }

    /// The worst of `tries` inputs of an adversary: its cost, the input, and the number of inputs tried.
    pub(super) fn against(
        mut self,
        tries: u64,
        seed: u64,
        interrupt: &Interrupt,
    ) -> Option<(u64, Vec<i64>, u64)> {
        let (most, worst) = self.decided(tries, &mut ChaCha8Rng::seed_from_u64(seed), interrupt)?;
        Some((most, worst, self.runs))
    }

    /// The worst of random inputs, of those of an adversary, and of a hill climb from these: its cost, the input, and the number
    /// of inputs tried.
    pub(super) fn search(
        mut self,
        tries: u64,
        seed: u64,
        interrupt: &Interrupt,
    ) -> Option<(u64, Vec<i64>, u64)> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let drawn = self.drawn(tries.saturating_mul(DRAWS_PER_TRY), &mut rng, interrupt)?;
        let decided = self.decided(tries.saturating_mul(DRAWS_PER_TRY), &mut rng, interrupt);
        let begin = decided.filter(|(most, _)| *most > drawn.0).unwrap_or(drawn);
        let (most, best) = self.climbed(begin, tries.saturating_mul(CHANGES_PER_TRY), &mut rng, interrupt);
        Some((most, best, self.runs))
    }

    /// The worst of `tries` inputs that are decided while the program runs.
    fn decided(
        &mut self,
        tries: u64,
        rng: &mut ChaCha8Rng,
        interrupt: &Interrupt,
    ) -> Option<(u64, Vec<i64>)> {
        let mut worst: Option<(u64, Vec<i64>)> = None;
        for number in (0..tries).take_while(|_| !interrupt.is_raised()) {
            let rng = ChaCha8Rng::seed_from_u64(rng.random());
            let adversary = Adversary::new(self.ints.count, self.ints.range, number, rng)?;
            let (adversary, _) = self.trial.run(&self.ints.setup(), adversary, |ints| self.ints.run(ints));
            let values = adversary.into_values();
            let Some(cost) = self.cost(&values) else { continue };
            if worst.as_ref().is_none_or(|(most, _)| cost > *most) {
                worst = Some((cost, values));
            }
        }
        worst
    }

    /// The worst of `tries` random inputs.
    fn drawn(&mut self, tries: u64, rng: &mut ChaCha8Rng, interrupt: &Interrupt) -> Option<(u64, Vec<i64>)> {
        let (lo, hi) = self.ints.range;
        let mut worst: Option<(u64, Vec<i64>)> = None;
        for _ in 0..tries {
            if interrupt.is_raised() {
                break;
            }
            let values: Vec<i64> = (0..self.ints.count).map(|_| rng.random_range(lo..=hi)).collect();
            let Some(cost) = self.cost(&values) else { continue };
            if worst.as_ref().is_none_or(|(most, _)| cost > *most) {
                worst = Some((cost, values));
            }
        }
        worst
    }

    /// The result of a hill climb of `changes` changes from an input.
    fn climbed(
        &mut self,
        (mut most, mut best): (u64, Vec<i64>),
        changes: u64,
        rng: &mut ChaCha8Rng,
        interrupt: &Interrupt,
    ) -> (u64, Vec<i64>) {
        let (lo, hi) = self.ints.range;
        let Some(last) = best.len().checked_sub(1) else { return (most, best) };
        for _ in 0..changes {
            if interrupt.is_raised() {
                break;
            }
            let mut values = best.clone();
            let place = rng.random_range(0..=last);
            match rng.random_range(0..2) {
                0 => values[place] = rng.random_range(lo..=hi),
                _ => values.swap(place, rng.random_range(0..=last)),
            }
            if let Some(cost) = self.cost(&values).filter(|cost| *cost >= most) {
                (most, best) = (cost, values);
            }
        }
        (most, best)
    }
}
