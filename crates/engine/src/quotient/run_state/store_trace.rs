//! What the runs of a task did with the solver's store: a [`TraceRecorder`], and the [`StoreTrace`] made of it.
//!
//! Runs reach states of the store by the same steps, variables, conditions of parts and constraints, so that the states
//! are a tree. In each, the recording notes what was asked of the store and what it answered. Whatever else a run reads
//! is the same for all tasks of one key (`key.rs`); so a task for which the store answers all of this alike has the same
//! runs, and only what its leaves show of their data has to be worked out anew (`replay.rs`).

use std::cmp::Ordering;

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};
use dpgen_solver::{Constraint, Dbm, Linear, Relation, Var};

use crate::run::side::Side;

/// A recording of more states, or of more questions in one, is given up.
const MAX_STATES: usize = 1 << 12;
const MAX_QUERIES_PER_STATE: usize = 1 << 7;

/// What leads from one state of the store to the next.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StoreStep {
    /// A variable with these bounds.
    Var(i64, i64),
    /// The variables of the condition of a recursive slot's classes: the slot, counted among such, and the condition.
    Condition(u32, u32),
    /// A bound on a difference, `x - y <= c`, with which the store has a solution.
    Bound(Var, Var, i64),
}

/// A symbol, if it is one, and a constant that is added.
pub(crate) type ShiftedVar = (Option<Var>, i128);

/// What was asked of a state of the store, with the answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StoreQuery {
    /// Whether a difference can be on a side of zero.
    Side(Linear, Side, bool),
    /// The value of a variable whose bounds meet.
    Value(Var, Option<i64>),
    /// How two compare if their bounds do not overlap.
    PrefixOutcome(ShiftedVar, ShiftedVar, Option<Ordering>),
}

/// The values of these variables that are possible, with the terms over them: what a leaf shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LeafProjection {
    pub(crate) keep: SmallVec<[Var; 4]>,
    pub(crate) terms: Vec<Linear>,
}

/// A state of the store.
#[derive(Debug, Default)]
struct StoreState {
    /// The steps that lead on, and where to.
    next: Vec<(StoreStep, u32)>,
    asked: Vec<StoreQuery>,
    /// What leaves show, by number.
    shown: Vec<(LeafProjection, u32)>,
}

/// What the runs of a task do with the store, while they do it.
#[derive(Debug)]
pub(crate) struct TraceRecorder {
    /// The first is the empty store.
    states: Vec<StoreState>,
    /// Where the run is.
    now: u32,
    /// By what leaves show, in the order in which it was met: the place of that condition.
    places: Vec<u32>,
    /// What the latest leaf shows.
    latest: usize,
    /// Whether a run did something that only its own task can do.
    given_up: bool,
}

/// A state of the store on a walk over all of them, in preorder.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct TraceState {
    /// Whether the store goes back to where it was last saved, before the step.
    pub(crate) back: bool,
    /// Whether the store is saved, before the step.
    pub(crate) save: bool,
    pub(crate) step: StoreStep,
    pub(crate) asked: Vec<StoreQuery>,
    /// What leaves show in this state, by number.
    pub(crate) shown: Vec<(LeafProjection, u32)>,
}

/// What all runs of a task do with the store.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct StoreTrace {
    /// What leaves show where the store has no variables, by number.
    pub(crate) first: Vec<(LeafProjection, u32)>,
    pub(crate) visits: Vec<TraceState>,
    /// How many different things leaves show.
    pub(crate) shown: u32,
}

impl StoreTrace {
    /// The same, with the rank of each condition among those of its slot.
    pub(crate) fn with_ranks(mut self, rank: impl Fn(u32, u32) -> Option<u32>) -> Option<Self> {
        for visit in &mut self.visits {
            if let StoreStep::Condition(slot, condition) = &mut visit.step {
                *condition = rank(*slot, *condition)?;
            }
        }
        Some(self)
    }
}

impl TraceRecorder {
    /// Of no run yet.
    pub(crate) fn new() -> Self {
        Self { states: vec![StoreState::default()], now: 0, places: Vec::new(), latest: 0, given_up: false }
    }

    /// A run starts with an empty store.
    pub(crate) fn restart(&mut self) {
        self.now = 0;
    }

    /// Notes that other tasks can not do as this one.
    pub(crate) fn give_up(&mut self) {
        *self = Self { given_up: true, ..Self::new() };
    }

    /// Notes that a constraint was added, with which the store is exact and has a solution.
    pub(crate) fn added(&mut self, constraint: &Constraint) {
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

    /// Notes a step.
    pub(crate) fn step(&mut self, step: StoreStep) {
        if self.given_up || self.states.len() == MAX_STATES {
            self.give_up();
            return;
        }
        let known = self.states[at(self.now)].next.iter().find(|(known, _)| *known == step);
        self.now = match known {
            Some((_, next)) => *next,
            None => {
                let next = small(self.states.len());
                self.states.push(StoreState::default());
                self.states[at(self.now)].next.push((step, next));
                next
            }
        };
    }

    /// Notes what was asked.
    pub(crate) fn asked(&mut self, asked: StoreQuery) {
        let known = &mut self.states[at(self.now)].asked;
        if self.given_up || known.contains(&asked) {
            return;
        }
        known.push(asked);
        if known.len() > MAX_QUERIES_PER_STATE {
            self.give_up();
        }
    }

    /// Notes what a leaf shows: the values of these variables that are possible, with these terms over them.
    pub(crate) fn shows(&mut self, keep: &[Var], terms: &[Linear]) {
        if self.given_up {
            return;
        }
        let known = &mut self.states[at(self.now)].shown;
        let same = |(shown, _): &&(LeafProjection, u32)| *shown.keep == *keep && *shown.terms == *terms;
        self.latest = match known.iter().find(same) {
            Some((_, number)) => at(*number),
            None => {
                let shown = LeafProjection { keep: keep.into(), terms: terms.to_vec() };
                known.push((shown, small(self.places.len())));
                self.places.push(0);
                self.places.len() - 1
            }
        };
    }

    /// Notes where the condition is that the latest leaf shows.
    pub(crate) fn is_at(&mut self, place: u32) {
        if let Some(latest) = self.places.get_mut(self.latest) {
            *latest = place;
        }
    }

    /// The walk over all states, and by what leaves show its place; unless the recording was given up.
    pub(crate) fn script(self) -> Option<(StoreTrace, Vec<u32>)> {
        if self.given_up {
            return None;
        }
        let Self { mut states, places, .. } = self;
        // Where nothing is asked or shown, the run has rejected. That the last bound was possible was asked before.
        for place in (0..states.len()).rev() {
            let mut next = std::mem::take(&mut states[place].next);
            next.retain(|(_, state)| {
                let StoreState { next, asked, shown } = &states[at(*state)];
                !(next.is_empty() && asked.is_empty() && shown.is_empty())
            });
            states[place].next = next;
        }
        let mut states: Vec<Option<StoreState>> = states.into_iter().map(Some).collect();
        let mut script = StoreTrace { shown: small(places.len()), ..StoreTrace::default() };
        // States to visit, the next on top; the store is saved before each but the last of its siblings.
        let mut open = Vec::new();
        let first = states[0].take()?;
        // Without variables there is nothing to ask that could have another answer.
        script.first = first.shown;
        push_next(&mut open, first.next);
        while let Some((back, save, step, state)) = open.pop() {
            let StoreState { next, asked, shown } = states[at(state)].take()?;
            script.visits.push(TraceState { back, save, step, asked, shown });
            push_next(&mut open, next);
        }
        Some((script, places))
    }
}

/// Puts the steps from a state onto the stack, the first on top.
fn push_next(open: &mut Vec<(bool, bool, StoreStep, u32)>, next: Vec<(StoreStep, u32)>) {
    let last = next.len().saturating_sub(1);
    let steps = next.into_iter().enumerate();
    open.extend(steps.map(|(place, (step, state))| (place > 0, place < last, step, state)).rev());
}

/// How two compare, if their bounds do not overlap.
pub(crate) fn order_by_bounds(dbm: &Dbm, a: ShiftedVar, b: ShiftedVar) -> Option<Ordering> {
    let bounds = |(var, constant): ShiftedVar| {
        let (lo, hi) = var.map_or((0, 0), |var: Var| dbm.bounds(var));
        (i128::from(lo).saturating_add(constant), i128::from(hi).saturating_add(constant))
    };
    let ((a_lo, a_hi), (b_lo, b_hi)) = (bounds(a), bounds(b));
    if a_hi < b_lo {
        Some(Ordering::Less)
    } else if a_lo > b_hi {
        Some(Ordering::Greater)
    } else {
        None
    }
}
