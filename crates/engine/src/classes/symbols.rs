//! The symbolic side of a run, as data: the solver's store, and where its variables come from.
//!
//! Each constraint taken is noted: together they are the run's path condition. Read `symbolic.rs` for how runs use it.

use smallvec::SmallVec;

use dpgen_forest::graph::Span;
use dpgen_forest::index::DomainIx;
use dpgen_forest::path::Extremum;
use dpgen_solver::{
    Constraint, Feasibility, Interrupt, Linear, Possibility, Relation, SolverError, Store, Var,
};

use crate::run::failure::{Failure, raise};
use crate::run::int::Cut;

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
}

impl Symbols {
    /// With a store whose searches end when the interrupt is raised.
    pub(crate) fn new(interrupt: Interrupt) -> Self {
        Self { store: Store::new().with_interrupt(interrupt), ..Self::default() }
    }

    pub(crate) fn reset(&mut self) {
        self.store.reset();
        self.origins.clear();
        self.taken.clear();
        self.loaded.clear();
        self.entered.clear();
        self.extrema.clear();
        self.impossible = false;
    }

    pub(crate) fn add(&mut self, constraint: Constraint) {
        if self.store.add(&constraint) == Feasibility::Infeasible {
            self.impossible = true;
        }
        self.taken.push(constraint);
    }
}

/// On which side of zero a term is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Side {
    Below,
    AtMost,
    Zero,
    AtLeast,
    Above,
}

/// The sides that a comparison tells apart, with their groups. Different is below or above, so that
/// difference logic is not left.
pub(crate) const fn sides(cut: Cut) -> &'static [(u32, Side)] {
    match cut {
        Cut::Less => &[(0, Side::Below), (1, Side::AtLeast)],
        Cut::AtMost => &[(0, Side::AtMost), (1, Side::Above)],
        Cut::Three => &[(0, Side::Below), (1, Side::Zero), (2, Side::Above)],
        Cut::Equal => &[(1, Side::Zero), (0, Side::Below), (0, Side::Above)],
    }
}

impl Side {
    pub(crate) fn constraint(self, term: &Linear) -> Result<Constraint, SolverError> {
        Ok(match self {
            Self::Below => Constraint::new(term.plus(1)?, Relation::Le),
            Self::AtMost => Constraint::new(term.clone(), Relation::Le),
            Self::Zero => Constraint::new(term.clone(), Relation::Eq),
            Self::AtLeast => Constraint::new(term.plus(1)?, Relation::Le).negated(),
            Self::Above => Constraint::new(term.clone(), Relation::Le).negated(),
        })
    }
}

impl Symbols {
    /// Whether a term can be below zero and can be above it.
    pub(crate) fn splits(&mut self, term: &Linear) -> bool {
        self.can_be(term, Side::Below) && self.can_be(term, Side::Above)
    }

    /// Whether a term can be on a side. For differences in an exact store the closed matrix says so at once.
    pub(crate) fn can_be(&mut self, term: &Linear, side: Side) -> bool {
        let k = term.constant_part();
        let ends = match *term.terms() {
            [(x, 1)] => Some((x, Var::ZERO)),
            [(x, -1)] => Some((Var::ZERO, x)),
            [(x, 1), (y, -1)] | [(y, -1), (x, 1)] => Some((x, y)),
            _ => None,
        };
        if let Some((x, y)) = ends.filter(|_| self.store.is_exact() && k.unsigned_abs() < 1 << 60) {
            let dbm = self.store.dbm();
            return match side {
                Side::Below => dbm.consistent(x, y, -k - 1),
                Side::AtMost => dbm.consistent(x, y, -k),
                Side::Zero => dbm.consistent(x, y, -k) && dbm.consistent(y, x, k),
                Side::AtLeast => dbm.consistent(y, x, k),
                Side::Above => dbm.consistent(y, x, k - 1),
            };
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
