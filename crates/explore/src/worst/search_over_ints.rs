//! Searches for worst cases over integers of a range, as many as the size says.

use dpgen_engine::steer::{AssumptionForm, Trial};
use dpgen_forest::Limits;
use dpgen_forest::index::approx;
use dpgen_solver::{Interrupt, Limit};

use super::cost_measure::CostMeasure;
use super::cost_report::{AtSize, Worst};
use super::int_program::{IntProgram, OverInts};
use super::path_merging::{FollowedWays, MAX_MATRICES_PER_STATE, merge};
use super::policy_learning::candidates;
use super::search_method::Search;
use super::search_settings::Settings;
use super::tried_inputs::Inputs;
use crate::branches;
use crate::exploration::Exploration;
use crate::strategy::{DepthFirst, Policy, PySe, Random, Strategy, Taken};
use crate::subject::ExploreError;

/// Searches for the worst cases of a program over integers of a range.
///
/// # Errors
/// When the program is not pure, and when it uses an integer that its last checkpoint did not show.
pub fn worst_over_ints(
    settings: &Settings,
    range: (i64, i64),
    program: OverInts,
) -> Result<Worst, ExploreError> {
    let over = OverRange { settings, range, program };
    match settings.search {
        Search::Auto => over.run(),
        search => over.alone(search),
    }
}

/// The state of a search.
pub(super) struct OverRange<'a> {
    pub(super) settings: &'a Settings,
    range: (i64, i64),
    program: OverInts,
}

/// The worst case of a size whose paths were taken, with some of the worst paths.
type Exhausted = (AtSize, Vec<Vec<Taken>>);

/// The exhausted sizes from 1 on, and the result of the next size, of which not all paths were taken.
type SmallSizes = (Vec<Exhausted>, Option<AtSize>);

/// The maximum number of policies to follow at a size where none is known to be right.
const MAX_POLICIES: usize = 64;

/// The result with the higher cost; the first if both costs are equal.
fn costlier(one: AtSize, other: AtSize) -> AtSize {
    if other.cost > one.cost { other } else { one }
}

impl OverRange<'_> {
    fn run(&self) -> Result<Worst, ExploreError> {
        let asked = self.settings.sizes();
        let largest = asked.last().copied().unwrap_or(0);
        let mut worst = Worst { sizes: Vec::new(), learned_from: Vec::new(), policy: None };
        // A policy is learned from the larger half.
        let mut paths: Vec<Vec<Vec<Taken>>> = Vec::new();
        let (small, mut stopped) = self.small_sizes(largest)?;
        for (at, of_size) in small {
            paths.push(of_size);
            worst.learned_from.push(at);
        }
        let exhausted = worst.learned_from.last().map_or(0, AtSize::size);
        let paths: Vec<Vec<Taken>> = paths.split_off(paths.len() / 2).into_iter().flatten().collect();
        let policies = self.learn(&paths, &worst.learned_from)?;
        worst.policy =
            policies.first().cloned().map(|(policy, makes)| (policy, makes, worst.learned_from.len()));
        let is_sure = worst.policy().is_some();
        let policies: Vec<Policy> = policies
            .into_iter()
            .map(|(policy, _)| policy)
            .take(if is_sure { 1 } else { MAX_POLICIES })
            .collect();
        for size in asked {
            let at = match worst.learned_from.iter().find(|at| at.size == size) {
                Some(at) => at.clone(),
                None if size <= exhausted || size == 0 => self.best_of(size, &[], false)?,
                // A program that does otherwise at large sizes makes less of a policy than was to be expected, or than of any
                // input.
                None => {
                    let mut at = self.best_of(size, &policies, is_sure)?;
                    let expected = worst.growth().map_or(0.0, |growth| growth.at(size));
                    let is_low = approx(at.cost) < 0.75 * expected;
                    let some = stopped.take_if(|stopped| stopped.size == size);
                    let is_beaten = some.as_ref().is_some_and(|some| some.cost > at.cost);
                    if is_sure && !at.is_proven() && (is_low || is_beaten || self.is_beaten(&at)?) {
                        at = costlier(at, self.best_of(size, &policies, false)?);
                    }
                    some.into_iter().fold(at, costlier)
                }
            };
            worst.sizes.push(at);
        }
        Ok(worst)
    }

    /// Whether the first path or random inputs cost more than the best result so far.
    fn is_beaten(&self, at: &AtSize) -> Result<bool, ExploreError> {
        let first = self.try_at(at.size, DepthFirst::default(), 1)?;
        Ok(first.is_some_and(|(cost, ..)| cost > at.cost)
            || Inputs::new(&self.ints_of(at.size), self.settings.measured).beat(at.cost, self.settings.seed))
    }

    /// All sizes from 1 on until one has too many paths; and the result of that one.
    pub(super) fn small_sizes(&self, largest: u32) -> Result<SmallSizes, ExploreError> {
        let mut known = Vec::new();
        for size in 1..=largest.max(1) {
            match self.exhaust(size)? {
                Some((at, kept)) if at.is_proven() => known.push((at, kept)),
                stopped => return Ok((known, stopped.map(|(at, _)| at))),
            }
        }
        Ok((known, None))
    }

    pub(super) fn ints_of(&self, size: u32) -> IntProgram {
        IntProgram { program: self.program.clone(), count: size, range: self.range }
    }

    /// All paths of a size, or as many as may be taken, with some of the worst; none if there is none.
    pub(super) fn exhaust(&self, size: u32) -> Result<Option<Exhausted>, ExploreError> {
        let found = self.settings.costliest_of_all(&mut self.ints_of(size))?;
        Ok(found.map(|found| {
            let (cost, by) = (found.cost, found.of_all());
            let bound = found.is_complete.then_some(cost);
            let at = AtSize { size, cost, bound, witness: found.values, paths: found.runs, by };
            (at, found.kept.into_iter().map(|(_, history)| history).collect())
        }))
    }

    /// Policies with the number of known sizes at which each makes a worst path, in descending order of that number.
    fn learn(&self, paths: &[Vec<Taken>], known: &[AtSize]) -> Result<Vec<(Policy, usize)>, ExploreError> {
        let mut policies = Vec::new();
        for policy in candidates(paths) {
            let mut makes = 0;
            for at in known {
                let made = self.try_at(at.size, policy.clone(), 1)?;
                makes += usize::from(made.is_some_and(|(cost, ..)| cost == at.cost));
            }
            policies.push((policy, makes));
            if makes == known.len() {
                break;
            }
        }
        policies.sort_by_key(|(_, makes)| std::cmp::Reverse(*makes));
        Ok(policies)
    }

    /// The worst of some paths of a strategy: its cost, an input, and how many paths there were.
    pub(super) fn try_at(
        &self,
        size: u32,
        strategy: impl Strategy + 'static,
        runs: u64,
    ) -> Result<Option<(u64, Vec<i64>, u64)>, ExploreError> {
        let found = self.settings.costliest_by(&mut self.ints_of(size), Box::new(strategy), runs)?;
        Ok(found.map(|found| (found.cost, found.values, found.runs)))
    }

    /// The best result at a size, with a bound if the program has checkpoints.
    fn best_of(&self, size: u32, policies: &[Policy], is_sure: bool) -> Result<AtSize, ExploreError> {
        let mut at = AtSize { size, cost: 0, bound: None, witness: Vec::new(), paths: 0, by: "by nothing" };
        let mut take = |found: Option<(u64, Vec<i64>, u64)>, by: &'static str| {
            let Some((cost, witness, paths)) = found else { return };
            at.paths += paths;
            if cost > at.cost || at.witness.is_empty() {
                (at.cost, at.witness, at.by) = (cost, witness, by);
            }
        };
        for policy in policies {
            let by = if is_sure { "by the policy" } else { "by policies of some sizes" };
            take(self.try_at(size, policy.clone(), 1)?, by);
        }
        if !is_sure {
            take(self.try_at(size, DepthFirst::default(), 1)?, "by first ways");
            take(self.try_at(size, Random::new(self.settings.seed), self.settings.tries)?, "by random paths");
            let interrupt = Limits::none().time(self.settings.time).interrupt();
            let ints = self.ints_of(size);
            let inputs = Inputs::new(&ints, self.settings.measured);
            take(
                inputs.search(self.settings.tries, self.settings.seed, &interrupt),
                "by a climb from random inputs and an adversary's",
            );
            for length in [0, 1, 2] {
                take(
                    self.try_at(size, PySe::new(length, self.settings.seed), self.settings.tries)?,
                    "by learned paths",
                );
            }
        }
        if self.has_checkpoints(size)? {
            self.bound(&mut at)?;
        }
        Ok(at)
    }

    /// Bounds the cost by merging paths, and tries the path that comes with the bound.
    fn bound(&self, at: &mut AtSize) -> Result<(), ExploreError> {
        let interrupt = Limits::none().time(self.settings.time).interrupt();
        for width in MAX_MATRICES_PER_STATE {
            let Some(merged) = merge(&self.ints_of(at.size), self.settings.measured, width, &interrupt)?
            else {
                return Ok(());
            };
            at.paths += merged.runs;
            at.bound = Some(at.bound.map_or(merged.bound, |bound| bound.min(merged.bound)));
            if let Some((cost, witness)) =
                self.along(at.size, merged.ways).filter(|(cost, _)| *cost > at.cost)
            {
                (at.cost, at.witness, at.by) = (cost, witness, "by merging paths");
            }
            if at.is_proven() {
                at.by = "by merging paths, given that checkpoints show all that is used later";
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the program marks checkpoints, found out by one run.
    fn has_checkpoints(&self, size: u32) -> Result<bool, ExploreError> {
        let once = Exploration::new().strategy(DepthFirst::default()).decisions(u32::MAX).runs(1);
        Ok(once.run_without_paths(&mut self.ints_of(size), |_, _| {})?.has_checkpoints)
    }

    /// The cost along some ways, with an input that takes them.
    fn along(&self, size: u32, ways: Vec<u32>) -> Option<(u64, Vec<i64>)> {
        let ints = self.ints_of(size);
        let mut trial = Trial::new(None, AssumptionForm::Sparse, Limit::default(), Interrupt::NEVER);
        branches::start_recording();
        let (along, ended) = trial.run(&ints.setup(), FollowedWays::new(ways), |values| ints.run(values));
        let added = branches::stop_recording().cost;
        let model = trial.solve().assignment().filter(|_| ended.is_ok())?;
        let cost = match self.settings.measured {
            CostMeasure::Comparisons => along.comparisons,
            CostMeasure::Added => added,
        };
        Some((cost, model.values().to_vec()))
    }
}
