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
    /// Kept for its memory.
    dbm: Dbm,
}

/// A trace to be replayed.
#[derive(Debug, Clone)]
pub(crate) struct Replay {
    /// Its index in the worker's cache.
    pub(crate) trace: usize,
    /// By step of the trace that takes the condition of a part: the recursive slot, and the rank of the condition there.
    pub(crate) conditions: SmallVec<[(u32, u32); 4]>,
}

/// The latest result of replaying a trace.
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
    /// The replay of a trace, which is added if it is new, where conditions are given by slot and rank as in the trace.
    pub(crate) fn add(&mut self, trace: StoreTrace) -> Replay {
        let steps = trace.states.iter().filter_map(|state| match state.step {
            StoreStep::Condition(slot, rank) => Some((slot, rank)),
            _ => None,
        });
        let conditions = steps.collect();
        let trace = self.traces.insert_full(trace).0;
        self.latest.resize_with(self.traces.len(), ReplayResult::default);
        Replay { trace, conditions }
    }

    /// Whether the store gives the same answers where conditions have these numbers, by slot and rank.
    pub(crate) fn is_alike(
        &mut self,
        replay: &Replay,
        number: impl Fn(u32, u32) -> u32,
        conditions: &ConditionTable,
    ) -> bool {
        let Self { traces, latest, dbm } = self;
        let latest = &mut latest[replay.trace];
        let numbers = replay.conditions.iter().map(|(slot, rank)| number(*slot, *rank));
        if let Some(is_alike) = latest.is_alike
            && numbers.clone().eq(latest.conditions.iter().copied())
        {
            return is_alike;
        }
        latest.conditions.clear();
        latest.conditions.extend(numbers);
        let of_steps = latest.conditions.iter().map(|number| conditions.get(*number));
        let is_alike = is_alike(&traces[replay.trace], of_steps, (dbm, &mut latest.shown));
        latest.is_alike = Some(is_alike);
        is_alike
    }

    /// What a leaf showed when its trace was replayed last and the store gave the same answers.
    pub(crate) fn shown(&self, replay: &Replay, number: u32) -> &Condition {
        &self.latest[replay.trace].shown[at(number)]
    }
}

/// Whether the store gives the same answers where the parts have these conditions, in the order of the trace's steps. If so, `shown` has the
/// conditions that leaves show, by number.
fn is_alike<'c>(
    trace: &StoreTrace,
    mut conditions: impl Iterator<Item = &'c Condition>,
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
            StoreStep::Condition(..) => {
                conditions.next().is_some_and(|condition| dbm.embed(&condition.dbm).is_ok())
            }
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
