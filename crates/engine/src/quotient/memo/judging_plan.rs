//! A task split into candidates by the first choices of its runs, as far as these are known.
//!
//! Tasks of one key are split alike, so that a [`JudgingPlan`] is made once for them; the cached plan names sets by the
//! positions of their members. Rejections have no order, since they are only counted.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, wide};

use super::candidate_key::{CandidateKey, SetSignatures};
use super::group_by_prefix::{CandidateSets, PrefixOutcome};
use super::subset_positions::SubsetPositions;
use crate::predicate_run::choice_stack::Read;
use crate::quotient::run_state::class_nodes::ClassRun;

/// The most plans that are cached, and the most steps of a cached plan.
const MAX_PLANS: usize = 1 << 14;
const MAX_PLAN_STEPS: usize = 1 << 6;

/// The candidates of a task, and what is known without judging them.
#[derive(Debug, Clone, Default)]
pub(crate) struct JudgingPlan {
    /// The candidates to be judged, in their order.
    pub(crate) judge: Vec<CandidateSets>,
    /// By the condition that rejects: how many runs it rejects.
    pub(crate) reject: SmallVec<[(Option<u32>, u64); 4]>,
    /// The choices that runs would have made before: the read, and among how many sets.
    splits: Vec<(Read, usize)>,
}

impl JudgingPlan {
    /// How many runs each read would have caused, before the candidates are judged.
    pub(super) fn caused_runs(&self) -> impl Iterator<Item = (Read, u64)> {
        self.splits.iter().map(|(read, ways)| (*read, wide(ways.saturating_sub(1))))
    }
}

/// Plans by key.
#[derive(Debug, Default)]
pub(crate) struct PlanCache(FxHashMap<CandidateKey, JudgingPlan>);

impl PlanCache {
    /// Plans the judging of the candidates of a constructor whose parts are of these sets. The choices that their runs
    /// would have made before are counted for the run.
    pub(crate) fn plan(
        &mut self,
        run: &mut ClassRun,
        (signatures, positions): (&mut SetSignatures, &mut SubsetPositions),
        (ctor, sets): (CtorIx, CandidateSets),
    ) -> JudgingPlan {
        let key = signatures.key(run.sets(), ctor, &sets);
        let plan = match key.as_ref().and_then(|key| self.0.get(key)) {
            Some(known) => {
                let mut plan = known.clone();
                for part in plan.judge.iter_mut().flat_map(|candidate| candidate.iter_mut().zip(&sets)) {
                    let (number, set) = part;
                    *number = positions.set(*set, *number, run.sets());
                }
                plan
            }
            None => {
                let (plan, is_final) = split_candidates(run, ctor, sets.clone());
                if let Some(key) = key.filter(|_| is_final && self.0.len() < MAX_PLANS) {
                    let known = positions.by_positions(&plan, &sets, run);
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
    /// A plan that names sets by the positions of their members in these.
    fn by_positions(&mut self, plan: &JudgingPlan, sets: &[u32], run: &mut ClassRun) -> Option<JudgingPlan> {
        if plan.judge.len() + plan.splits.len() > MAX_PLAN_STEPS {
            return None;
        }
        let mut named = plan.clone();
        let class_sets = run.sets();
        for (part, set) in named.judge.iter_mut().flat_map(|of| of.iter_mut().zip(sets)) {
            *part = self.number(class_sets.members(*set), class_sets.members(*part))?;
        }
        Some(named)
    }
}

/// Splits candidates by the prefix tree. Returns the plan, and whether it is final: more runs would not split further.
fn split_candidates(run: &mut ClassRun, ctor: CtorIx, sets: CandidateSets) -> (JudgingPlan, bool) {
    let mut plan = JudgingPlan::default();
    let mut is_final = true;
    // What is left, the next on top.
    let mut open = vec![sets];
    while let Some(sets) = open.pop() {
        match run.follow_prefix(ctor, &sets) {
            PrefixOutcome::NeedsRun => plan.judge.push(sets),
            PrefixOutcome::Unknown => {
                is_final = false;
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
    (plan, is_final)
}
