//! What to do with a task: taken apart by how its runs begin, as far as that is known.
//!
//! Tasks of one key are taken apart alike, so that a [`JudgingPlan`] is made once for them. It names sets by the places of their
//! members. Rejections come without an order, since they are only counted.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use dpgen_forest::index::CtorIx;

use super::candidate_key::{CandidateKey, SetSignatures};
use super::group_by_prefix::{CandidateSets, PrefixOutcome};
use super::subset_positions::SubsetPositions;
use crate::quotient::run_state::class_source::ClassRun;
use crate::run::choices::Read;

/// How many plans are remembered, and how many steps one of them has at most.
const MAX_PLANS: usize = 1 << 14;
const MAX_PLAN_STEPS: usize = 1 << 6;

/// What to do with a task.
#[derive(Debug, Clone, Default)]
pub(crate) struct JudgingPlan {
    /// The candidates to be judged, in their order.
    pub(crate) judge: Vec<CandidateSets>,
    /// By the condition that rejects: by how many runs it does.
    pub(crate) reject: SmallVec<[(Option<u32>, u64); 4]>,
    /// What runs would have chosen before: how many ways.
    splits: Vec<(Read, usize)>,
}

/// What to do with tasks, by key.
#[derive(Debug, Default)]
pub(crate) struct PlanCache(FxHashMap<CandidateKey, JudgingPlan>);

impl PlanCache {
    /// What to do with the candidates of a constructor whose parts are of these sets. What their runs choose before is
    /// counted for the run.
    pub(crate) fn plan(
        &mut self,
        run: &mut ClassRun,
        (views, places): (&mut SetSignatures, &mut SubsetPositions),
        (ctor, sets): (CtorIx, CandidateSets),
    ) -> JudgingPlan {
        let key = views.key(run.sets(), ctor, &sets);
        let plan = match key.as_ref().and_then(|key| self.0.get(key)) {
            Some(known) => {
                let mut plan = known.clone();
                for part in plan.judge.iter_mut().flat_map(|parts| parts.iter_mut().zip(&sets)) {
                    let (number, set) = part;
                    *number = places.set(*set, *number, run.sets());
                }
                plan
            }
            None => {
                let (plan, is_whole) = make(run, ctor, sets.clone());
                if let Some(key) = key.filter(|_| is_whole && self.0.len() < MAX_PLANS) {
                    let known = places.named(&plan, &sets, run);
                    self.0.extend(known.map(|known| (key, known)));
                }
                plan
            }
        };
        for (read, ways) in &plan.splits {
            run.choices.split(*read, *ways);
        }
        plan
    }
}

impl SubsetPositions {
    /// A plan that names sets by the places of their members in these.
    fn named(&mut self, plan: &JudgingPlan, sets: &[u32], run: &mut ClassRun) -> Option<JudgingPlan> {
        if plan.judge.len() + plan.splits.len() > MAX_PLAN_STEPS {
            return None;
        }
        let mut named = plan.clone();
        let parts = run.sets();
        for (part, set) in named.judge.iter_mut().flat_map(|of| of.iter_mut().zip(sets)) {
            *part = self.number(parts.members(*set), parts.members(*part))?;
        }
        Some(named)
    }
}

/// Takes candidates apart; and whether more runs would not tell more.
fn make(run: &mut ClassRun, ctor: CtorIx, sets: CandidateSets) -> (JudgingPlan, bool) {
    let mut plan = JudgingPlan::default();
    let mut is_whole = true;
    // What is left, the next on top.
    let mut open = vec![sets];
    while let Some(sets) = open.pop() {
        match run.follow_prefix(ctor, &sets) {
            PrefixOutcome::NeedsRun => plan.judge.push(sets),
            PrefixOutcome::Unknown => {
                is_whole = false;
                plan.judge.push(sets);
            }
            PrefixOutcome::Rejected(condition) => {
                let known = plan.reject.iter_mut().find(|(of, _)| *of == condition);
                match known {
                    Some((_, times)) => *times += 1,
                    None => plan.reject.push((condition, 1)),
                }
            }
            PrefixOutcome::Splits(read, slot, parts) => {
                plan.splits.push((read, parts.len()));
                open.extend(parts.into_iter().rev().map(|part| {
                    let mut sets = sets.clone();
                    sets[slot] = part;
                    sets
                }));
            }
        }
    }
    (plan, is_whole)
}
