//! The symbolic side of a run, as data: the solver's store, and where its variables come from.
//!
//! Each constraint taken is noted: together they are the run's path condition. Read `symbolic.rs` for how runs use it.

use smallvec::SmallVec;

use dpgen_forest::graph::Span;
use dpgen_forest::index::DomainIx;
use dpgen_forest::path_condition::Extremum;
use dpgen_solver::{Constraint, Feasibility, Interrupt, Linear, Possibility, SolverError, Store, Var};

use super::memo::opening::Openings;
use super::memo::script::{Asked, Recording, Step};
use crate::run::failure::{Failure, raise};
use crate::run::side::Side;

/// Where a variable of the store comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin {
    /// A data slot of a layer of the run: found by its atom.
    Slot { domain: DomainIx },
    /// A variable of the condition of a node.
    Part { node: u32, var: u32 },
    /// The least or greatest of two terms.
    Extremum { lo: i64, hi: i64 },
}

/// A node that was narrowed to a production.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) node: u32,
    /// The production's path condition.
    pub(crate) path: u32,
    /// What its class shows, as variables of the store.
    pub(crate) shown: SmallVec<[Var; 4]>,
}

/// The symbolic side of a run.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) store: Store,
    /// By variable, from 1 on.
    pub(crate) origins: Vec<Origin>,
    /// The constraints taken.
    pub(crate) taken: Vec<Constraint>,
    /// Nodes whose condition is in the store, and at which offset.
    pub(crate) loaded: Vec<(u32, u32)>,
    /// Nodes narrowed to a production.
    pub(crate) entered: Vec<Entered>,
    /// Extrema that are not settled.
    pub(crate) extrema: Vec<Extremum>,
    /// Whether the constraints turned out to be impossible together.
    pub(crate) impossible: bool,
    /// Whether `!=` is one side of a comparison, and not two.
    pub(crate) joins_unequal: bool,
    /// What the runs of a task do with the store, if it is wanted.
    pub(crate) recording: Option<Recording>,
    /// How runs begin, if it is wanted.
    pub(crate) openings: Option<Openings>,
}

impl Symbols {
    /// With a store whose searches end when the interrupt is raised.
    pub(crate) fn new(interrupt: Interrupt, joins_unequal: bool) -> Self {
        Self { store: Store::new().with_interrupt(interrupt), joins_unequal, ..Self::default() }
    }

    pub(crate) fn reset(&mut self) {
        self.store.reset();
        self.origins.clear();
        self.taken.clear();
        self.loaded.clear();
        self.entered.clear();
        self.extrema.clear();
        self.impossible = false;
        self.record(Recording::restart);
        if let Some(openings) = &mut self.openings {
            openings.restart();
        }
    }

    /// Notes something, if it is wanted.
    #[inline]
    pub(crate) fn record(&mut self, note: impl FnOnce(&mut Recording)) {
        if let Some(recording) = &mut self.recording {
            note(recording);
        }
    }

    /// Adds a variable with these bounds.
    pub(crate) fn new_var(&mut self, lo: i64, hi: i64, origin: Origin) -> Var {
        let var = self.store.new_var(lo, hi).unwrap_or_else(|error| unwieldy(error));
        self.origins.push(origin);
        self.record(|recording| recording.step(Step::Var(lo, hi)));
        var
    }

    pub(crate) fn add(&mut self, constraint: Constraint) {
        let feasibility = self.store.add(&constraint);
        if feasibility == Feasibility::Infeasible {
            self.impossible = true;
        }
        let goes_on = feasibility == Feasibility::Feasible && self.store.is_exact();
        self.record(|recording| match goes_on {
            true => recording.added(&constraint),
            false => recording.give_up(),
        });
        self.taken.push(constraint);
    }
}

impl Symbols {
    /// Whether a term can be below zero and can be above it.
    pub(crate) fn splits(&mut self, term: &Linear) -> bool {
        self.can_be(term, Side::Below) && self.can_be(term, Side::Above)
    }

    /// Whether a term can be on a side. For differences in an exact store the closed matrix says so at once.
    pub(crate) fn can_be(&mut self, term: &Linear, side: Side) -> bool {
        let answer = self.store.is_exact().then(|| side.of_difference(self.store.dbm(), term)).flatten();
        self.record(|recording| match answer {
            Some(answer) => recording.asked(Asked::Side(term.clone(), side, answer)),
            None => recording.give_up(),
        });
        if let Some(answer) = answer {
            return answer;
        }
        let constraint = side.constraint(term).unwrap_or_else(|error| unwieldy(error));
        self.store.possible(&constraint) != Possibility::No
    }
}

pub(crate) fn unwieldy(error: SolverError) -> ! {
    raise(Failure::Limit(format!("the predicate's constraints leave the solver's range: {error}")))
}

/// The word of a symbolic data slot in a record: it is solved for, not chosen.
pub(crate) const SYMBOLIC: Span = Span::one(0);
