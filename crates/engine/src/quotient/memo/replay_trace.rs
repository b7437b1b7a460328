//! Replays a [`StoreTrace`] for other candidates: does the store answer alike, and what do the leaves show?

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use dpgen_forest::index::at;
use dpgen_solver::Dbm;

use crate::quotient::run_state::store_trace::{
    LeafProjection, StoreQuery, StoreStep, StoreTrace, order_by_bounds,
};
use crate::quotient::table::class_conditions::{Condition, ConditionTable};

/// The traces of templates, interned, as many templates have the same; and the result of the latest replay of each.
#[derive(Debug, Default)]
pub(crate) struct TraceCache {
    traces: IndexSet<StoreTrace, FxBuildHasher>,
    latest: Vec<ReplayResult>,
    /// StoredAnswer for its memory.
    dbm: Dbm,
}

/// The result of replaying a trace.
#[derive(Debug, Default)]
struct ReplayResult {
    /// The conditions of its steps, by number.
    conditions: SmallVec<[u32; 4]>,
    /// Whether the store gave the same answers; nothing if it was not asked.
    is_alike: Option<bool>,
    /// The projections of the leaves, by number.
    shown: Vec<Condition>,
}

impl TraceCache {
    /// The index of a trace, added if it is new.
    pub(crate) fn add(&mut self, trace: StoreTrace) -> usize {
        let index = self.traces.insert_full(trace).0;
        self.latest.resize_with(self.traces.len(), ReplayResult::default);
        index
    }

    /// The conditions that leaves show for candidates whose slots have these conditions, by slot and rank, if the store
    /// gives the same answers for them.
    pub(crate) fn replay(
        &mut self,
        index: usize,
        number: impl Fn(u32, u32) -> u32,
        conditions: &ConditionTable,
    ) -> Option<&[Condition]> {
        let (trace, latest) = (&self.traces[index], &mut self.latest[index]);
        let steps = trace.states.iter().filter_map(|state| match state.step {
            StoreStep::Condition(slot, rank) => Some(number(slot, rank)),
            _ => None,
        });
        let numbers: SmallVec<[u32; 4]> = steps.collect();
        if latest.is_alike.is_none() || latest.conditions != numbers {
            let condition = |slot, rank| conditions.get(number(slot, rank));
            latest.is_alike = Some(replay(trace, condition, (&mut self.dbm, &mut latest.shown)));
            latest.conditions = numbers;
        }
        (latest.is_alike == Some(true)).then_some(&latest.shown)
    }
}

/// Whether the store gives the same answers for candidates whose slots have these conditions. If so, `shown` has the
/// conditions that leaves show, by number.
fn replay<'c>(
    trace: &StoreTrace,
    condition: impl Fn(u32, u32) -> &'c Condition,
    (dbm, shown): (&mut Dbm, &mut Vec<Condition>),
) -> bool {
    dbm.reset();
    shown.resize_with(shown.len().max(at(trace.shown)), Condition::default);
    for (what, number) in &trace.first {
        project(what, dbm, &mut shown[at(*number)]);
    }
    for state in &trace.states {
        if state.back {
            dbm.pop();
        }
        if state.save {
            dbm.push();
        }
        let is_consistent = match &state.step {
            StoreStep::Var(lo, hi) => dbm.add_var(*lo, *hi).is_ok(),
            StoreStep::Condition(slot, rank) => dbm.embed(&condition(*slot, *rank).dbm).is_ok(),
            StoreStep::Bound(x, y, c) => dbm.add(*x, *y, *c),
        };
        if !is_consistent || !state.queries.iter().all(|query| answers_alike(dbm, query)) {
            return false;
        }
        for (what, number) in &state.shown {
            project(what, dbm, &mut shown[at(*number)]);
        }
    }
    true
}

fn answers_alike(dbm: &Dbm, queries: &StoreQuery) -> bool {
    match queries {
        StoreQuery::Side(term, side, answer) => side.of_difference(dbm, term) == Some(*answer),
        StoreQuery::Value(var, value) => dbm.value(*var) == *value,
        StoreQuery::Order(a, b, answer) => order_by_bounds(dbm, *a, *b) == *answer,
    }
}

fn project(what: &LeafProjection, dbm: &Dbm, shown: &mut Condition) {
    dbm.project_into(&what.keep, &mut shown.dbm);
    shown.terms.clone_from(&what.terms);
}
