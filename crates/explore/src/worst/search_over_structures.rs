//! Searches for worst cases over structures, by their size.
//!
//! At small sizes all paths of all structures are taken, which proves the cost. Of the worst ones a policy is learned, as over
//! integers. At large sizes it is followed on structures that are drawn uniformly, on those whose ranks lie where the worst ones of
//! small sizes lay, and on those that a climb from the best of them comes to: structures whose ranks are near have much in common, so that
//! steps of all magnitudes change much or little of one. Every other structure is drawn, or changed, by the decisions that lead to it
//! (`decision_sequence.rs`). On each, a random path and the first ones are taken, too. What is found there is not proven.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::{Count, Limits};
use dpgen_solver::Interrupt;
use rand::RngExt;

use super::cost_report::{AtSize, Worst};
use super::costliest_path::CostliestPath;
use super::decision_sequence;
use super::policy_learning::candidates;
use super::search_settings::Settings;
use super::shapes_by_size::{SamplePosition, Shapes, SingleBeginning, near};
use crate::strategy::{DepthFirst, Policy, Random, Strategy, Taken};
use crate::subject::{ExploreError, Subject};

/// Searches for the worst cases of a program over structures. Sizes that have none are left out.
///
/// # Errors
/// When the program is not pure, and when a structure can not be made.
pub fn worst_over_shapes<S: Shapes>(
    settings: &Settings,
    shapes: &S,
) -> Result<Worst<S::Witness>, ExploreError> {
    Search { settings, shapes }.run()
}

/// The numbers of structures drawn, and of steps taken, for each try of the settings.
const DRAWS_PER_TRY: u64 = 10;
const CHANGES_PER_TRY: u64 = 100;

/// The maximum number of paths of a structure that are taken besides a random one and those of policies.
const MAX_FIRST_PATHS: u64 = 64;

/// The maximum number of policies that are tried where none is known to be right.
const MAX_POLICIES: usize = 4;

/// A policy, with the positions of the structures on which it makes worst paths.
type Learned = (Policy, Vec<SamplePosition>);

/// The state of a search.
struct Search<'a, S> {
    settings: &'a Settings,
    shapes: &'a S,
}

/// The costliest path found, with the structures of its exploration and the name of the method.
struct CostliestFound<O> {
    over: O,
    path: CostliestPath,
    by: &'static str,
}

impl<S: Shapes> Search<'_, S> {
    fn run(&self) -> Result<Worst<S::Witness>, ExploreError> {
        let asked = self.settings.sizes();
        let mut worst = Worst { sizes: Vec::new(), learned_from: Vec::new(), policy: None };
        // All sizes until one has too many paths.
        let mut exhausted: Vec<(u32, CostliestFound<S::Over>)> = Vec::new();
        let (mut next, mut stopped) = (0, None);
        for size in 0..=asked.last().copied().unwrap_or(0) {
            let Some(count) = self.shapes.count(size) else { break };
            match self.exhaust(size, &count)? {
                Some(found) if found.path.is_complete => exhausted.push((size, found)),
                None if count.is_zero() => {}
                found => {
                    stopped = found;
                    break;
                }
            }
            next = size + 1;
        }
        let policies = self.learn(&mut exhausted)?;
        worst.policy = policies.first().map(|(policy, made)| (policy.clone(), made.len(), exhausted.len()));
        let is_sure = worst.policy().is_some();
        let policies = &policies[..policies.len().min(if is_sure { 1 } else { MAX_POLICIES })];
        for (size, found) in exhausted {
            let sizes = if asked.contains(&size) { &mut worst.sizes } else { &mut worst.learned_from };
            sizes.push(self.reported(size, found)?);
        }
        for size in asked.into_iter().filter(|size| *size >= next) {
            let known = stopped.take_if(|_| size == next);
            if let Some(count) = self.shapes.count(size).filter(|count| !count.is_zero())
                && let Some(found) = self.best_of(size, &count, policies, known)?
            {
                worst.sizes.push(self.reported(size, found)?);
            }
        }
        Ok(worst)
    }

    fn reported(
        &self,
        size: u32,
        found: CostliestFound<S::Over>,
    ) -> Result<AtSize<S::Witness>, ExploreError> {
        let CostliestFound { over, path, by } = found;
        let CostliestPath { cost, beginning, values, runs: paths, is_complete, .. } = path;
        let witness = self.shapes.witness(&over, beginning, &values)?;
        Ok(AtSize { size, cost, bound: is_complete.then_some(cost), witness, paths, by })
    }

    /// The paths of all structures of a size, or some of them; none if there are more structures than paths may be taken.
    fn exhaust(&self, size: u32, count: &Count) -> Result<Option<CostliestFound<S::Over>>, ExploreError> {
        let Some(all) = count.to_u128().filter(|count| *count <= u128::from(self.settings.paths)) else {
            return Ok(None);
        };
        let mut over = self.shapes.over(size, &mut (0..all).map(Count::new))?;
        let path = self.settings.costliest_of_all(&mut over)?;
        Ok(path.map(|path| {
            let by = path.of_all();
            CostliestFound { over, path, by }
        }))
    }

    /// Policies with the positions of structures on which each makes a worst path, at most one for each size; the policy with most
    /// positions comes first.
    fn learn(&self, known: &mut [(u32, CostliestFound<S::Over>)]) -> Result<Vec<Learned>, ExploreError> {
        let interrupt = Limits::none().time(self.settings.time).interrupt();
        let larger = &known[known.len() / 2..];
        let paths: Vec<Vec<Taken>> = larger
            .iter()
            .flat_map(|(_, found)| found.path.kept.iter().map(|(_, history)| history.clone()))
            .collect();
        let mut policies = Vec::new();
        for policy in candidates(&paths) {
            let mut made = Vec::new();
            for (_, found) in known.iter_mut() {
                made.extend(self.makes(&policy, found, &interrupt)?);
            }
            let is_sure = made.len() == known.len();
            policies.push((policy, made));
            if is_sure || interrupt.is_raised() {
                break;
            }
        }
        policies.sort_by_key(|(_, made)| std::cmp::Reverse(made.len()));
        Ok(policies)
    }

    /// The position of a structure on which a policy makes a worst path, if there is one.
    fn makes(
        &self,
        policy: &Policy,
        found: &mut CostliestFound<S::Over>,
        interrupt: &Interrupt,
    ) -> Result<Option<SamplePosition>, ExploreError> {
        let mut latest = None;
        for (beginning, _) in &found.path.kept {
            if interrupt.is_raised() {
                break;
            }
            if latest.replace(*beginning) == Some(*beginning) {
                continue;
            }
            let mut one = SingleBeginning(&mut found.over, *beginning);
            let made = self.settings.costliest_by(&mut one, Box::new(policy.clone()), 1)?;
            if made.is_some_and(|made| made.cost == found.path.cost) {
                return Ok(Some(SamplePosition { place: *beginning, of: found.over.beginnings() }));
            }
        }
        Ok(None)
    }

    /// The best result at a size, if there is one.
    fn best_of(
        &self,
        size: u32,
        count: &Count,
        policies: &[Learned],
        known: Option<CostliestFound<S::Over>>,
    ) -> Result<Option<CostliestFound<S::Over>>, ExploreError> {
        let interrupt = Limits::none().time(self.settings.time).interrupt();
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        let (drawn, changed) = (self.settings.tries * DRAWS_PER_TRY, self.settings.tries * CHANGES_PER_TRY);
        // The latest are of the largest sizes.
        let parts = policies.iter().flat_map(|(_, made)| made.iter().rev());
        let mut ranks = parts.map(|part| part.rank_of(count)).collect::<Vec<Count>>().into_iter();
        let mut best: Option<(Count, CostliestFound<S::Over>)> = None;
        let mut runs = 0;
        for number in 0..drawn + changed {
            if interrupt.is_raised() || *count <= u128::from(number) {
                break;
            }
            let rank = if *count <= u128::from(drawn + changed) {
                Count::from(number)
            } else if let Some(rank) = ranks.next() {
                rank
            } else {
                let from = best.as_ref().filter(|_| number >= drawn).map(|(rank, _)| rank);
                self.next(size, count, from, number.is_multiple_of(2), &mut rng)
            };
            let found = self.tried(size, rank.clone(), policies, rng.random())?;
            let Some(found) = found else { continue };
            runs += found.path.runs;
            if best.as_ref().is_none_or(|(_, best)| found.path.cost >= best.path.cost) {
                best = Some((rank, found));
            }
        }
        runs += known.as_ref().map_or(0, |known| known.path.runs);
        let found = best.map(|(_, best)| best).into_iter().chain(known);
        let best = found.max_by_key(|found| found.path.cost);
        Ok(best.map(|best| CostliestFound {
            path: CostliestPath { runs, is_complete: false, ..best.path },
            ..best
        }))
    }

    /// A structure near this one, or any: by ranks or by decisions.
    fn next(
        &self,
        size: u32,
        count: &Count,
        from: Option<&Count>,
        by_rank: bool,
        rng: &mut ChaCha8Rng,
    ) -> Count {
        let decided = match from {
            _ if by_rank => None,
            Some(rank) => decision_sequence::changed(self.shapes, size, rank, rng),
            None => decision_sequence::drawn(self.shapes, size, rng),
        };
        match (decided, from) {
            (Some(decided), _) => decided,
            (None, Some(rank)) => near(rank, count, rng),
            (None, None) => count.random_below(rng),
        }
    }

    /// The worst of some paths of a structure: first ones, a random one, and those of the policies.
    fn tried(
        &self,
        size: u32,
        rank: Count,
        policies: &[Learned],
        seed: u64,
    ) -> Result<Option<CostliestFound<S::Over>>, ExploreError> {
        let mut over = self.shapes.over(size, &mut std::iter::once(rank))?;
        let mut worst: Option<(CostliestPath, &'static str)> = None;
        let mut runs = 0;
        for beginning in 0..over.beginnings() {
            let mut ways: Vec<(Box<dyn Strategy>, u64, &'static str)> = vec![
                (Box::new(DepthFirst::default()), MAX_FIRST_PATHS, "by first paths"),
                (Box::new(Random::new(seed)), 1, "by random paths"),
            ];
            ways.extend(policies.iter().map(|(policy, _)| -> (Box<dyn Strategy>, u64, _) {
                (Box::new(policy.clone()), 1, "by a policy")
            }));
            for (strategy, most, by) in ways {
                let path =
                    self.settings.costliest_by(&mut SingleBeginning(&mut over, beginning), strategy, most)?;
                let Some(path) = path else { continue };
                runs += path.runs;
                if worst.as_ref().is_none_or(|(worst, _)| path.cost >= worst.cost) {
                    worst = Some((CostliestPath { beginning, ..path }, by));
                }
            }
        }
        Ok(worst.map(|(worst, by)| CostliestFound { over, path: CostliestPath { runs, ..worst }, by }))
    }
}
