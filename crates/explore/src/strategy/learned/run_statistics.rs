//! [`RunStatistics`]: statistics of an exploration's runs, from which features are computed.
//!
//! Invariant: `look` was called after the last `learn` when features are asked for; each feature is from 0 to 1.

use rustc_hash::{FxHashMap, FxHashSet};

use dpgen_engine::steer::Site;
use dpgen_forest::index::{at, shown, small};

use super::super::{Outcome, Spot, Step};
use super::features::{FEATURE_NAMES, Features};
use crate::coverage::Coverage;

/// The counts of a way.
#[derive(Debug, Clone, Copy, Default)]
struct WayCounts {
    taken: u32,
    /// The number of runs that ended with it: they covered nothing after it, and decided nothing.
    ended: u32,
    /// The outcome that came next, the last time that there was one.
    next: Option<u32>,
}

impl WayCounts {
    /// The part of the runs that ended.
    fn ended(self, more: u32) -> f64 {
        f64::from(self.ended) / f64::from((self.taken + more).max(1))
    }
}

/// A way that could be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Way {
    /// The spot; none where the structure is chosen.
    pub(super) spot: Option<Spot>,
    pub(super) way: u32,
    /// The branch that it decides, if that is known of it and not of its spot alone.
    pub(super) aim: Option<u32>,
}

/// The statistics of all runs.
#[derive(Debug, Default)]
pub(super) struct RunStatistics {
    /// By spot and by comparison alone.
    at_spots: FxHashMap<(Spot, u32), WayCounts>,
    at_sites: FxHashMap<(Site, u32), WayCounts>,
    /// The branch that was noted after a decision.
    aims: FxHashMap<Spot, u32>,
    /// The spots at which runs have ended.
    ends: FxHashSet<Spot>,
    /// Outcomes that came one after the other.
    follows: FxHashSet<(u32, u32)>,
    /// By outcome: how near after it a branch with an open outcome is; 1 if it is next.
    near: Vec<f64>,
}

/// A count from 0 to 1, which is a half at `half`.
fn part(count: u32, half: u32) -> f64 {
    f64::from(count) / (f64::from(count) + f64::from(half))
}

fn bit(is: bool) -> f64 {
    f64::from(u8::from(is))
}

impl RunStatistics {
    /// Adds a run.
    pub(super) fn learn(&mut self, outcome: &Outcome<'_>) {
        let mut before = None;
        for Step { spot, way, next } in outcome.steps {
            for (first, second) in [(before, spot.latest), (spot.latest, *next)] {
                self.follows.extend(first.zip(second).filter(|(first, second)| first != second));
            }
            before = next.or(before);
            let here = self.at_spots.entry((*spot, *way)).or_default();
            here.taken += 1;
            here.next = next.or(here.next);
            self.at_sites.entry((spot.site, *way)).or_default().taken += 1;
        }
        if let Some((spot, way)) = outcome.dead_end() {
            self.at_spots.entry((spot, way)).or_default().ended += 1;
            self.at_sites.entry((spot.site, way)).or_default().ended += 1;
            self.ends.insert(spot);
        }
    }

    /// Looks at what is covered by now; the steps are those of the latest run.
    pub(super) fn look(&mut self, coverage: &Coverage, steps: &[Step]) {
        for Step { spot, next, .. } in steps {
            self.aims.extend(next.map(|next| (*spot, coverage.branch_of(next))));
        }
        let is_open = |outcome| coverage.is_open(coverage.branch_of(outcome));
        let outcomes = 0..shown(coverage.known());
        let mut far: Vec<Option<u32>> = outcomes.map(|outcome| is_open(outcome).then_some(0)).collect();
        for steps in 0.. {
            let comes = |(from, to): &&(u32, u32)| far[at(*from)].is_none() && far[at(*to)] == Some(steps);
            let reached: Vec<u32> = self.follows.iter().filter(comes).map(|(from, _)| *from).collect();
            if reached.is_empty() {
                break;
            }
            reached.into_iter().for_each(|outcome| far[at(outcome)] = Some(steps + 1));
        }
        self.near = far.into_iter().map(|far| far.map_or(0.0, |far| 1.0 - part(far, 2))).collect();
    }

    /// The features of a way to which `depth` decisions lead.
    pub(super) fn features(&self, coverage: &Coverage, way: Way, depth: u32) -> Features {
        let Way { spot, way, aim } = way;
        let here = spot.and_then(|spot| self.at_spots.get(&(spot, way))).copied().unwrap_or_default();
        let at_site = spot.and_then(|spot| self.at_sites.get(&(spot.site, way))).copied().unwrap_or_default();
        let aim = aim.or_else(|| self.aims.get(&spot?).copied());
        let is_open = aim.is_some_and(|aim| coverage.is_open(aim));
        let is_new = here.taken == 0;
        let rarest = aim.map(|aim| u32::try_from(coverage.rarest(aim)).unwrap_or(u32::MAX));
        let text = aim.or_else(|| Some(coverage.branch_of(spot?.latest?)));
        let below = text.map_or(0, |branch| coverage.unreached_after(branch));
        let features: [f64; FEATURE_NAMES.len()] = [
            1.0,
            bit(is_open && is_new),
            bit(is_open && !is_new),
            bit(aim.is_none()),
            1.0 - part(here.taken, 1),
            here.next.and_then(|next| self.near.get(at(next)).copied()).unwrap_or(0.0),
            here.ended(0),
            at_site.ended(1),
            bit(here.ended == 0 && spot.is_some_and(|spot| self.ends.contains(&spot))),
            rarest.map_or(0.0, |rarest| 1.0 - part(rarest, 1)),
            part(depth, 8),
            part(small(below), 2),
        ];
        features
    }
}
