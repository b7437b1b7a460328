//! The symbolic side of a run: the solver's store, and what its variables stand for.
//!
//! Each constraint that the run takes is kept: together they are its path condition. `symbolic/` has what runs do with it.

use smallvec::SmallVec;

use dpgen_forest::graph::Span;
use dpgen_forest::index::DomainIx;
use dpgen_forest::path_condition::Extremum;
use dpgen_solver::{Constraint, Feasibility, Interrupt, Linear, Possibility, SolverError, Store, Var};

use super::store_trace::{StoreQuery, StoreStep};
use super::trace_recorder::TraceRecorder;
use crate::run::failure::{Failure, raise};
use crate::run::sign_cases::Side;

/// The integer that a variable of the store stands for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin {
    /// A data slot of a layer of the run, which is found by its atom.
    Slot { domain: DomainIx },
    /// A variable of the condition of a node.
    Part { node: u32, var: u32 },
    /// The least or greatest of two terms.
    Extremum { lo: i64, hi: i64 },
}

/// A node that was narrowed to a production.
#[derive(Debug)]
pub(crate) struct EnteredProduction {
    pub(crate) node: u32,
    /// The production's path condition.
    pub(crate) path: u32,
    /// The variables of the store that are those of its class's condition.
    pub(crate) shown: SmallVec<[Var; 4]>,
}

/// The symbolic side of a run.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) store: Store,
    /// By variable, from 1 on: what it stands for.
    pub(crate) origins: Vec<Origin>,
    /// The constraints taken.
    pub(crate) taken: Vec<Constraint>,
    /// Nodes whose condition is in the store, each with the offset of its variables.
    pub(crate) loaded: Vec<(u32, u32)>,
    /// Nodes narrowed to a production.
    pub(crate) entered: Vec<EnteredProduction>,
    /// Extrema that are not settled.
    pub(crate) extrema: Vec<Extremum>,
    /// Whether the constraints turned out to be impossible together.
    pub(crate) impossible: bool,
    /// Whether `!=` is one outcome of a comparison, instead of `<` and `>`.
    pub(crate) joins_unequal: bool,
    /// Records what runs do with the store, if that is wanted.
    pub(crate) recorder: Option<TraceRecorder>,
}

impl Symbols {
    /// An empty store, whose searches end when the interrupt is raised.
    pub(crate) fn new(interrupt: Interrupt, joins_unequal: bool) -> Self {
        Self { store: Store::new().with_interrupt(interrupt), joins_unequal, ..Self::default() }
    }

    /// Forgets the run.
    pub(crate) fn reset(&mut self) {
        self.store.reset();
        self.origins.clear();
        self.taken.clear();
        self.loaded.clear();
        self.entered.clear();
        self.extrema.clear();
        self.impossible = false;
        self.record(TraceRecorder::restart);
    }

    /// Records something, if that is wanted.
    #[inline]
    pub(crate) fn record(&mut self, note: impl FnOnce(&mut TraceRecorder)) {
        if let Some(recorder) = &mut self.recorder {
            note(recorder);
        }
    }

    /// Adds a variable with these bounds.
    pub(crate) fn new_var(&mut self, lo: i64, hi: i64, origin: Origin) -> Var {
        let var = self.store.new_var(lo, hi).unwrap_or_else(|error| raise_range_error(error));
        self.origins.push(origin);
        self.record(|recorder| recorder.step(StoreStep::Var(lo, hi)));
        var
    }

    /// Adds a constraint to the path condition.
    pub(crate) fn add_constraint(&mut self, constraint: Constraint) {
        let feasibility = self.store.add(&constraint);
        if feasibility == Feasibility::Infeasible {
            self.impossible = true;
        }
        let is_traceable = feasibility == Feasibility::Feasible && self.store.is_exact();
        self.record(|recorder| match is_traceable {
            true => recorder.constraint(&constraint),
            false => recorder.give_up(),
        });
        self.taken.push(constraint);
    }

    /// Whether a term can be below zero, and can be above zero.
    pub(crate) fn is_undecided(&mut self, term: &Linear) -> bool {
        self.can_be(term, Side::Below) && self.can_be(term, Side::Above)
    }

    /// Whether a term can be on a side of zero. For a difference in an exact store, the closed matrix tells at once.
    pub(crate) fn can_be(&mut self, term: &Linear, side: Side) -> bool {
        let answer = self.store.is_exact().then(|| side.of_difference(self.store.dbm(), term)).flatten();
        self.record(|recorder| match answer {
            Some(answer) => recorder.query(StoreQuery::Side(term.clone(), side, answer)),
            None => recorder.give_up(),
        });
        if let Some(answer) = answer {
            return answer;
        }
        let constraint = side.constraint(term).unwrap_or_else(|error| raise_range_error(error));
        self.store.possible(&constraint) != Possibility::No
    }
}

/// Ends the run: its constraints leave the solver's range.
pub(crate) fn raise_range_error(error: SolverError) -> ! {
    raise(Failure::Limit(format!("the predicate's constraints leave the solver's range: {error}")))
}

/// The word of a symbolic data slot in a record: it is solved for, not chosen.
pub(crate) const SYMBOLIC_SPAN: Span = Span::one(0);
