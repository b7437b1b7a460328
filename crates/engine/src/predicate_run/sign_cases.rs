//! [`Side`]: the sign of a term; comparisons of symbolic integers branch on it.

use dpgen_solver::{Constraint, Dbm, Linear, Relation, SolverError, Var};

use super::predicate_int::Cut;

/// On which side of zero a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Below,
    AtMost,
    Zero,
    AtLeast,
    Above,
    Apart,
}

/// The sides that a comparison tells apart, with their groups. Different is below or above, so that
/// difference logic is not left, unless what is different is to be one side.
pub(crate) const fn sides(cut: Cut, joins_unequal: bool) -> &'static [(u32, Side)] {
    match cut {
        Cut::Equal if joins_unequal => &[(1, Side::Zero), (0, Side::Apart)],
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
            Self::Apart => Constraint::new(term.clone(), Relation::Ne),
        })
    }

    /// Whether a term can be on this side of zero, if it is a difference: the closed matrix says so at once.
    pub(crate) fn of_difference(self, dbm: &Dbm, term: &Linear) -> Option<bool> {
        let k = term.constant_part();
        let (x, y) = match *term.terms() {
            [(x, 1)] => (x, Var::ZERO),
            [(x, -1)] => (Var::ZERO, x),
            [(x, 1), (y, -1)] | [(y, -1), (x, 1)] => (x, y),
            _ => return None,
        };
        (k.unsigned_abs() < 1 << 60).then(|| match self {
            Self::Below => dbm.consistent(x, y, -k - 1),
            Self::AtMost => dbm.consistent(x, y, -k),
            Self::Zero => dbm.consistent(x, y, -k) && dbm.consistent(y, x, k),
            Self::AtLeast => dbm.consistent(y, x, k),
            Self::Above => dbm.consistent(y, x, k - 1),
            Self::Apart => dbm.consistent(x, y, -k - 1) || dbm.consistent(y, x, k - 1),
        })
    }
}
