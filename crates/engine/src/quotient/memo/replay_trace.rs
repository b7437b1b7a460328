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
    /// By trace: the parts of the store, if the trace never goes back to a saved state.
    parts: Vec<Option<Vec<StorePart>>>,
    latest: Vec<ReplayResult>,
    /// Kept for its memory.
    dbm: Dbm,
}

/// A step of a trace that adds variables to the store.
#[derive(Debug)]
enum StorePart {
    /// One variable with bounds.
    Var(Dbm),
    /// The variables of the condition of a part.
    Condition,
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
        let (trace, is_new) = self.traces.insert_full(trace);
        if is_new {
            self.parts.push(store_parts(&self.traces[trace]));
            self.latest.push(ReplayResult::new(&self.traces[trace]));
        }
        Replay { trace, conditions }
    }

    /// Whether the store gives the same answers where conditions have these numbers, by slot and rank.
    pub(crate) fn is_alike(
        &mut self,
        replay: &Replay,
        number: impl Fn(u32, u32) -> u32,
        conditions: &ConditionTable,
    ) -> bool {
        let Self { traces, parts, latest, dbm } = self;
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
        let trace = &traces[replay.trace];
        let shown = &mut latest.shown;
        let is_alike = match &parts[replay.trace] {
            Some(parts) => is_alike_at_once(trace, (parts, of_steps), (dbm, shown)),
            None => is_alike_by_steps(trace, of_steps, (dbm, shown)),
        };
        latest.is_alike = Some(is_alike);
        is_alike
    }

    /// What a leaf showed when its trace was replayed last and the store gave the same answers.
    pub(crate) fn shown(&self, replay: &Replay, number: u32) -> &Condition {
        &self.latest[replay.trace].shown[at(number)]
    }
}

impl ReplayResult {
    /// The result of a trace that was not replayed. The terms that leaves show are those of the trace.
    fn new(trace: &StoreTrace) -> Self {
        let mut shown = vec![Condition::default(); at(trace.shown)];
        for (what, number) in trace.first.iter().chain(trace.states.iter().flat_map(|state| &state.shown)) {
            shown[at(*number)].terms.clone_from(&what.terms);
        }
        Self { shown, ..Self::default() }
    }
}

/// The parts of the store, if a trace never goes back to a saved state.
fn store_parts(trace: &StoreTrace) -> Option<Vec<StorePart>> {
    let mut parts = Vec::new();
    for state in &trace.states {
        if state.back {
            return None;
        }
        match state.step {
            StoreStep::Var(lo, hi) => {
                let mut dbm = Dbm::new();
                dbm.add_var(lo, hi).ok()?;
                parts.push(StorePart::Var(dbm));
            }
            StoreStep::Condition(..) => parts.push(StorePart::Condition),
            StoreStep::Bound(..) => {}
        }
    }
    Some(parts)
}

/// Whether the store gives the same answers where the parts have these conditions, in the order of the trace's steps. If so, `shown`
/// has the conditions that leaves show, by number.
///
/// The store has all its variables from the start: those that come later change nothing between the ones before them.
fn is_alike_at_once<'c>(
    trace: &StoreTrace,
    (parts, conditions): (&[StorePart], impl Iterator<Item = &'c Condition>),
    (dbm, shown): (&mut Dbm, &mut [Condition]),
) -> bool {
    let mut matrices: SmallVec<[&Dbm; 8]> = SmallVec::new();
    let mut conditions = conditions.map(|condition| &condition.dbm);
    for part in parts {
        let matrix = match part {
            StorePart::Var(dbm) => Some(dbm),
            StorePart::Condition => conditions.next(),
        };
        let Some(matrix) = matrix else { return false };
        matrices.push(matrix);
    }
    if dbm.set_union(matrices.iter().copied()).is_err() {
        return false;
    }
    project_all(&trace.first, dbm, shown);
    for state in &trace.states {
        if let StoreStep::Bound(x, y, c) = state.step
            && !dbm.add(x, y, c)
        {
            return false;
        }
        if !state.queries.iter().all(|query| answers_alike(dbm, query)) {
            return false;
        }
        project_all(&state.shown, dbm, shown);
    }
    true
}

/// As [`is_alike_at_once`], with the variables added where the trace does.
fn is_alike_by_steps<'c>(
    trace: &StoreTrace,
    mut conditions: impl Iterator<Item = &'c Condition>,
    (dbm, shown): (&mut Dbm, &mut [Condition]),
) -> bool {
    dbm.reset();
    project_all(&trace.first, dbm, shown);
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
        project_all(&state.shown, dbm, shown);
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

/// Projects the matrix to what some leaves show.
fn project_all(leaves: &[(LeafProjection, u32)], dbm: &Dbm, shown: &mut [Condition]) {
    for (what, number) in leaves {
        dbm.project_into(&what.keep, &mut shown[at(*number)].dbm);
    }
}
