//! Records what the runs of some candidates do with the solver's store, for a [`StoreTrace`].
//!
//! A recording is given up where a run does what only its own candidates can do: it looks into a part, leaves difference
//! logic, or tries values.

use dpgen_forest::index::{at, small};
use dpgen_solver::{Constraint, Linear, Relation, Var};

use super::store_trace::{LeafProjection, StoreQuery, StoreStep, StoreTrace, TraceState};

/// A recording of more states, or of more questions in one state, is given up.
const MAX_STATES: usize = 1 << 12;
const MAX_QUERIES_PER_STATE: usize = 1 << 7;

/// A state of the store.
#[derive(Debug, Default)]
struct StoreState {
    /// The steps to further states.
    next: Vec<(StoreStep, u32)>,
    queries: Vec<StoreQuery>,
    /// The projections of leaves, numbered.
    shown: Vec<(LeafProjection, u32)>,
}

/// Records what the runs of some candidates do with the store.
#[derive(Debug)]
pub(crate) struct TraceRecorder {
    /// The first is the empty store.
    states: Vec<StoreState>,
    /// The state that the run is in.
    current: u32,
    /// By number of a leaf projection: the index of its condition in the batch.
    conditions: Vec<u32>,
    /// The number of the latest leaf's projection.
    latest: usize,
    /// Whether a run did something that no trace can describe.
    given_up: bool,
}

impl TraceRecorder {
    /// An empty recorder.
    pub(crate) fn new() -> Self {
        Self {
            states: vec![StoreState::default()],
            current: 0,
            conditions: Vec::new(),
            latest: 0,
            given_up: false,
        }
    }

    /// Goes back to the empty store: a run starts.
    pub(crate) fn restart(&mut self) {
        self.current = 0;
    }

    /// Gives the recording up: a run did something that no trace can describe.
    pub(crate) fn give_up(&mut self) {
        *self = Self { given_up: true, ..Self::new() };
    }

    /// Records a constraint with which the store is exact and has a solution.
    pub(crate) fn constraint(&mut self, constraint: &Constraint) {
        match constraint.as_difference() {
            Some(bound) if bound.relation == Relation::Le => {
                self.step(StoreStep::Bound(bound.x, bound.y, bound.c));
            }
            Some(bound) if bound.relation == Relation::Eq => {
                self.step(StoreStep::Bound(bound.x, bound.y, bound.c));
                self.step(StoreStep::Bound(bound.y, bound.x, bound.c.saturating_neg()));
            }
            _ => self.give_up(),
        }
    }

    /// Records a step.
    pub(crate) fn step(&mut self, step: StoreStep) {
        if self.given_up || self.states.len() == MAX_STATES {
            self.give_up();
            return;
        }
        let known = self.states[at(self.current)].next.iter().find(|(known, _)| *known == step);
        self.current = match known {
            Some((_, next)) => *next,
            None => {
                let next = small(self.states.len());
                self.states.push(StoreState::default());
                self.states[at(self.current)].next.push((step, next));
                next
            }
        };
    }

    /// Notes what was asked.
    pub(crate) fn query(&mut self, query: StoreQuery) {
        let known = &mut self.states[at(self.current)].queries;
        if self.given_up || known.contains(&query) {
            return;
        }
        known.push(query);
        if known.len() > MAX_QUERIES_PER_STATE {
            self.give_up();
        }
    }

    /// Records what a leaf shows: the possible values of these variables, and terms over them.
    pub(crate) fn leaf(&mut self, keep: &[Var], terms: &[Linear]) {
        if self.given_up {
            return;
        }
        let known = &mut self.states[at(self.current)].shown;
        let same = |(shown, _): &&(LeafProjection, u32)| *shown.keep == *keep && *shown.terms == *terms;
        self.latest = match known.iter().find(same) {
            Some((_, number)) => at(*number),
            None => {
                let shown = LeafProjection { keep: keep.into(), terms: terms.to_vec() };
                known.push((shown, small(self.conditions.len())));
                self.conditions.push(0);
                self.conditions.len() - 1
            }
        };
    }

    /// Records the index of the condition that the latest leaf shows.
    pub(crate) fn leaf_condition(&mut self, index: u32) {
        if let Some(latest) = self.conditions.get_mut(self.latest) {
            *latest = index;
        }
    }

    /// The trace, and by number of a leaf projection the index of its condition; `None` if the recording was given up.
    pub(crate) fn finish(self) -> Option<(StoreTrace, Vec<u32>)> {
        if self.given_up {
            return None;
        }
        let Self { mut states, conditions, .. } = self;
        // Where nothing is asked or shown, runs have rejected: such states are dropped. Whether the last bound was possible
        // was asked before.
        for index in (0..states.len()).rev() {
            let mut next = std::mem::take(&mut states[index].next);
            next.retain(|(_, state)| {
                let StoreState { next, queries, shown } = &states[at(*state)];
                !(next.is_empty() && queries.is_empty() && shown.is_empty())
            });
            states[index].next = next;
        }
        let mut states: Vec<Option<StoreState>> = states.into_iter().map(Some).collect();
        let mut trace = StoreTrace { shown: small(conditions.len()), ..StoreTrace::default() };
        // States to visit, the next on top; the store is saved before each but the last of its siblings.
        let mut open = Vec::new();
        let first = states[0].take()?;
        // Without variables there is nothing to ask that could have another answer.
        trace.first = first.shown;
        push_next(&mut open, first.next);
        while let Some((back, save, step, state)) = open.pop() {
            let StoreState { next, queries, shown } = states[at(state)].take()?;
            trace.states.push(TraceState { back, save, step, queries, shown });
            push_next(&mut open, next);
        }
        Some((trace, conditions))
    }
}

/// Puts the steps from a state onto the stack, the first on top.
fn push_next(open: &mut Vec<(bool, bool, StoreStep, u32)>, next: Vec<(StoreStep, u32)>) {
    let last = next.len().saturating_sub(1);
    let steps = next.into_iter().enumerate();
    open.extend(steps.map(|(index, (step, state))| (index > 0, index < last, step, state)).rev());
}
