//! Replaying a [`StoreTrace`] for another task: does the store answer alike, and what do the leaves show?

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use dpgen_forest::index::at;
use dpgen_solver::Dbm;

use crate::quotient::run_state::store_trace::{
    LeafProjection, StoreQuery, StoreStep, StoreTrace, order_by_bounds,
};
use crate::quotient::table::conditions::{Condition, ConditionTable};

/// The scripts of templates, of which many have the same; and what came of replaying each for the latest task.
#[derive(Debug, Default)]
pub(crate) struct TraceCache {
    scripts: IndexSet<StoreTrace, FxBuildHasher>,
    latest: Vec<ReplayResult>,
    /// StoredAnswer for its memory.
    dbm: Dbm,
}

/// What came of replaying a script.
#[derive(Debug, Default)]
struct ReplayResult {
    /// The conditions of its steps, by number.
    conditions: SmallVec<[u32; 4]>,
    /// Whether the store gave the same answers; nothing if it was not asked.
    is_alike: Option<bool>,
    /// What the leaves show, by number.
    shown: Vec<Condition>,
}

impl TraceCache {
    /// The place of a script.
    pub(crate) fn add(&mut self, script: StoreTrace) -> usize {
        let place = self.scripts.insert_full(script).0;
        self.latest.resize_with(self.scripts.len(), ReplayResult::default);
        place
    }

    /// What the leaves show for candidates whose slots have these conditions, by slot and rank, if the store gives the
    /// same answers for them.
    pub(crate) fn replay(
        &mut self,
        place: usize,
        number: impl Fn(u32, u32) -> u32,
        conditions: &ConditionTable,
    ) -> Option<&[Condition]> {
        let (script, latest) = (&self.scripts[place], &mut self.latest[place]);
        let steps = script.visits.iter().filter_map(|visit| match visit.step {
            StoreStep::Condition(slot, rank) => Some(number(slot, rank)),
            _ => None,
        });
        let numbers: SmallVec<[u32; 4]> = steps.collect();
        if latest.is_alike.is_none() || latest.conditions != numbers {
            let condition = |slot, rank| conditions.get(number(slot, rank));
            latest.is_alike = Some(replay(script, condition, (&mut self.dbm, &mut latest.shown)));
            latest.conditions = numbers;
        }
        (latest.is_alike == Some(true)).then_some(&latest.shown)
    }
}

/// Whether the store gives the same answers for candidates whose slots have these conditions. If so, what the leaves show
/// is known.
fn replay<'c>(
    script: &StoreTrace,
    condition: impl Fn(u32, u32) -> &'c Condition,
    (dbm, shown): (&mut Dbm, &mut Vec<Condition>),
) -> bool {
    dbm.reset();
    shown.resize_with(shown.len().max(at(script.shown)), Condition::default);
    for (what, number) in &script.first {
        show(what, dbm, &mut shown[at(*number)]);
    }
    for visit in &script.visits {
        if visit.back {
            dbm.pop();
        }
        if visit.save {
            dbm.push();
        }
        let goes_on = match &visit.step {
            StoreStep::Var(lo, hi) => dbm.add_var(*lo, *hi).is_ok(),
            StoreStep::Condition(slot, rank) => dbm.embed(&condition(*slot, *rank).dbm).is_ok(),
            StoreStep::Bound(x, y, c) => dbm.add(*x, *y, *c),
        };
        if !goes_on || !visit.asked.iter().all(|asked| answers_alike(dbm, asked)) {
            return false;
        }
        for (what, number) in &visit.shown {
            show(what, dbm, &mut shown[at(*number)]);
        }
    }
    true
}

fn answers_alike(dbm: &Dbm, asked: &StoreQuery) -> bool {
    match asked {
        StoreQuery::Side(term, side, answer) => side.of_difference(dbm, term) == Some(*answer),
        StoreQuery::Value(var, value) => dbm.value(*var) == *value,
        StoreQuery::PrefixOutcome(a, b, answer) => order_by_bounds(dbm, *a, *b) == *answer,
    }
}

fn show(what: &LeafProjection, dbm: &Dbm, shown: &mut Condition) {
    dbm.project_into(&what.keep, &mut shown.dbm);
    shown.terms.clone_from(&what.terms);
}
