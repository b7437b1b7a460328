//! A trace of what the runs of some candidates do with the solver's store: its states, with what was asked in each.
//!
//! Runs reach states of the store by the same steps (variables, conditions of parts, bounds), so that the states are a tree;
//! a [`StoreTrace`] has them in preorder. Whatever else a run reads is the same for all candidates of one key
//! (`memo/candidate_key.rs`); so candidates for which the store answers all of this alike have the same runs, and only the
//! projections at their leaves have to be computed anew (`memo/replay_trace.rs`). [`super::trace_recorder`] makes traces.

use std::cmp::Ordering;

use smallvec::SmallVec;

use dpgen_solver::{Dbm, Linear, Var};

use crate::run::sign_cases::Side;

/// A step from one state of the store to the next.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StoreStep {
    /// A new variable with these bounds.
    Var(i64, i64),
    /// The variables of the condition of a part: its recursive slot, counted among these, and the condition.
    Condition(u32, u32),
    /// A bound on a difference, `x - y <= c`, with which the store still has a solution.
    Bound(Var, Var, i64),
}

/// A variable, or none, plus a constant.
pub(crate) type ShiftedVar = (Option<Var>, i128);

/// A question to the store, with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StoreQuery {
    /// Whether a difference can be on a side of zero.
    Side(Linear, Side, bool),
    /// The value of a variable whose bounds meet.
    Value(Var, Option<i64>),
    /// The order of two shifted variables, if their bounds do not overlap.
    Order(ShiftedVar, ShiftedVar, Option<Ordering>),
}

/// The projection of a leaf's data: the possible values of these variables, and terms over them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LeafProjection {
    pub(crate) keep: SmallVec<[Var; 4]>,
    pub(crate) terms: Vec<Linear>,
}

/// A state of the store, with the step that leads to it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct TraceState {
    /// Whether the store goes back to its latest saved state before the step.
    pub(crate) back: bool,
    /// Whether the store is saved, before the step.
    pub(crate) save: bool,
    pub(crate) step: StoreStep,
    pub(crate) queries: Vec<StoreQuery>,
    /// The projections of leaves in this state, numbered.
    pub(crate) shown: Vec<(LeafProjection, u32)>,
}

/// The states that all runs of some candidates reach, in preorder.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct StoreTrace {
    /// The projections of leaves in the empty store, numbered.
    pub(crate) first: Vec<(LeafProjection, u32)>,
    pub(crate) states: Vec<TraceState>,
    /// How many different things leaves show.
    pub(crate) shown: u32,
}

impl StoreTrace {
    /// The trace with each condition replaced by its rank among those of its slot.
    pub(crate) fn with_ranks(mut self, rank: impl Fn(u32, u32) -> Option<u32>) -> Option<Self> {
        for state in &mut self.states {
            if let StoreStep::Condition(slot, condition) = &mut state.step {
                *condition = rank(*slot, *condition)?;
            }
        }
        Some(self)
    }
}

/// The order of two shifted variables, if their bounds do not overlap.
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
