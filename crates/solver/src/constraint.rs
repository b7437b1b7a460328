//! A linear term compared with zero: `term <= 0`, `term == 0` or `term != 0`.
//!
//! A [`Constraint`] is kept canonical: its coefficients have no common divisor (a `<=` is rounded to the
//! integers, a `==` that no integer can meet has become `1 == 0`), and the first coefficient of a `==` or
//! `!=` is positive. [`Constraint::as_difference`] recognises the constraints that a
//! [`Dbm`](super::Dbm) holds exactly; read [`dbm`](super::dbm) next.

use super::error::SolverError;
use super::linear::{Linear, Var};
use std::fmt;

/// How a term compares with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `<= 0`
    Le,
    /// `== 0`
    Eq,
    /// `!= 0`
    Ne,
}

/// A linear term and how it compares with zero.
///
/// ```
/// use dpgen_solver::{Constraint, Linear, Var};
///
/// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
/// let c = Constraint::lt(&x, &y)?;
/// assert_eq!(c.to_string(), "v1 - v2 + 1 <= 0");
/// assert_eq!(c.negated().to_string(), "-v1 + v2 <= 0");
///
/// let even = Constraint::eq(&x.checked_scale(2)?, &Linear::from(5))?;
/// assert_eq!(even.as_constant(), Some(false));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    term: Linear,
    relation: Relation,
}

/// A constraint on the difference of two variables: `x - y` compared with `c`.
///
/// A bound on one variable is a difference with [`Var::ZERO`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Difference {
    /// The variable that is added.
    pub x: Var,
    /// The variable that is subtracted.
    pub y: Var,
    /// How the difference compares with `c`. `Le` is one difference bound, `Eq` is two of them
    /// (`x - y <= c` and `y - x <= -c`), and `Ne` is none: it leaves a hole.
    pub relation: Relation,
    /// What the difference is compared with.
    pub c: i64,
}

impl Constraint {
    /// `term` compared with zero.
    #[must_use]
    pub fn new(term: Linear, relation: Relation) -> Constraint {
        canonical(term, relation)
    }

    /// `a <= b`.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the difference of the two sides is too large a term.
    pub fn le(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?, Relation::Le))
    }

    /// `a < b`.
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn lt(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?.plus(1)?, Relation::Le))
    }

    /// `a >= b`.
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn ge(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Constraint::le(b, a)
    }

    /// `a > b`.
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn gt(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Constraint::lt(b, a)
    }

    /// `a == b`.
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn eq(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?, Relation::Eq))
    }

    /// `a != b`.
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn ne(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?, Relation::Ne))
    }

    /// `x - y <= c`.
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when `c` is.
    pub fn difference(x: Var, y: Var, c: i64) -> Result<Constraint, SolverError> {
        let constant = c.checked_neg().ok_or(SolverError::TermTooLarge)?;
        Ok(canonical(Linear::new([(x, 1), (y, -1)], constant)?, Relation::Le))
    }

    /// The term that is compared with zero.
    #[inline]
    #[must_use]
    pub fn term(&self) -> &Linear {
        &self.term
    }

    /// How the term compares with zero.
    #[inline]
    #[must_use]
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The constraint that holds exactly when this one does not.
    ///
    /// Negating twice gives the constraint back. The constant of a negated `<=` may be one larger than
    /// terms are allowed to be; the evaluation has room for that.
    #[must_use]
    pub fn negated(&self) -> Constraint {
        match self.relation {
            Relation::Eq => Constraint { term: self.term.clone(), relation: Relation::Ne },
            Relation::Ne => Constraint { term: self.term.clone(), relation: Relation::Eq },
            Relation::Le => {
                // not (t <= 0)  is  t >= 1  is  1 - t <= 0
                let opposite = self.term.negated();
                let constant = opposite.constant_part() + 1;
                let term = Linear::from_parts(opposite.terms().to_vec(), constant);
                Constraint { term, relation: Relation::Le }
            }
        }
    }

    /// Whether the constraint holds, when it mentions no variable.
    #[inline]
    #[must_use]
    pub fn as_constant(&self) -> Option<bool> {
        let value = self.term.as_constant()?;
        Some(match self.relation {
            Relation::Le => value <= 0,
            Relation::Eq => value == 0,
            Relation::Ne => value != 0,
        })
    }

    /// The constraint as one on a single variable or on the difference of two, if it is one.
    ///
    /// ```
    /// use dpgen_solver::{Constraint, Difference, Linear, Relation, Var};
    ///
    /// let (x, y) = (Var::new(1), Var::new(2));
    /// let twice = Constraint::new(Linear::new([(x, 2), (y, -2)], -7)?, Relation::Le);
    /// let found = Difference { x, y, relation: Relation::Le, c: 3 };
    /// assert_eq!(twice.as_difference(), Some(found));
    ///
    /// let sum = Constraint::new(Linear::new([(x, 1), (y, 1)], -7)?, Relation::Le);
    /// assert_eq!(sum.as_difference(), None);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_difference(&self) -> Option<Difference> {
        let (x, y) = match *self.term.terms() {
            [(x, 1)] => (x, Var::ZERO),
            [(y, -1)] => (Var::ZERO, y),
            [(x, 1), (y, -1)] | [(y, -1), (x, 1)] => (x, y),
            _ => return None,
        };
        Some(Difference { x, y, relation: self.relation, c: -self.term.constant_part() })
    }

    /// The largest variable that is mentioned.
    #[inline]
    #[must_use]
    pub fn last_var(&self) -> Option<Var> {
        self.term.terms().last().map(|&(var, _)| var)
    }
}

/// Divides by the coefficients' common divisor and fixes the sign.
fn canonical(term: Linear, relation: Relation) -> Constraint {
    let Some(&(_, first)) = term.terms().first() else {
        return Constraint { term, relation };
    };
    let common = term.terms().iter().fold(0, |common, &(_, by)| gcd(common, by));
    let constant = term.constant_part();
    if relation != Relation::Le && constant % common != 0 {
        // No integers make the two sides equal.
        return Constraint { term: Linear::from(1), relation };
    }
    let flip = relation != Relation::Le && first < 0;
    if common == 1 && !flip {
        return Constraint { term, relation };
    }
    let by = if flip { -common } else { common };
    let terms = term.terms().iter().map(|&(var, coefficient)| (var, coefficient / by)).collect();
    // Round up: t + k <= 0 over integers t means t <= floor(-k).
    let constant = match relation {
        Relation::Le => -((-constant).div_euclid(by)),
        Relation::Eq | Relation::Ne => constant / by,
    };
    Constraint { term: Linear::from_parts(terms, constant), relation }
}

/// The greatest common divisor of `a >= 0` and the magnitude of `b`. Norms keep both far from overflow.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::Le => "<=",
            Relation::Eq => "==",
            Relation::Ne => "!=",
        };
        write!(f, "{} {sign} 0", self.term)
    }
}
