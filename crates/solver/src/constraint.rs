//! [`Constraint`]: a linear term compared with zero: `term <= 0`, `term == 0` or `term != 0`.
//!
//! A [`Constraint`] is kept canonical: its coefficients have no common divisor (a `<=` is rounded to the
//! integers, a `==` that no integer can meet has become `1 == 0`), and the first coefficient of a `==` or
//! `!=` is positive. [`Constraint::as_difference`] recognises the constraints that a
//! [`Dbm`](super::Dbm) holds exactly; read [`dbm`](super::dbm) next.

use super::error::SolverError;
use super::linear_term::{Linear, Var};
use std::fmt;

/// The relation of a term to zero.
///
/// ```
/// use dpgen_solver::{Constraint, Linear, Relation, Var};
///
/// let term = Linear::new([(Var::new(1), 1)], -5)?;
/// let text = |relation| Constraint::new(term.clone(), relation).to_string();
/// assert_eq!(text(Relation::Le), "v1 - 5 <= 0");
/// assert_eq!(text(Relation::Eq), "v1 - 5 == 0");
/// assert_eq!(text(Relation::Ne), "v1 - 5 != 0");
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
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
/// use dpgen_solver::{Constraint, Linear, Relation, Var};
///
/// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
/// let c = Constraint::lt(&x, &y)?;
/// assert_eq!(c.to_string(), "v1 - v2 + 1 <= 0");
/// assert_eq!(c.term(), &x.checked_sub(&y)?.plus(1)?);
/// assert_eq!(c.relation(), Relation::Le);
/// assert_eq!(c.last_var(), Some(Var::new(2)));
/// assert_eq!(c.as_constant(), None);
///
/// let even = Constraint::eq(&x.checked_scale(2)?, &Linear::from(5))?;
/// assert_eq!(even.as_constant(), Some(false)); // no integer is 5 / 2
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
///
/// ```
/// use dpgen_solver::{Constraint, Difference, Linear, Relation, Var};
///
/// let late = Constraint::ge(&Linear::from(Var::new(3)), &Linear::from(8))?; // 0 - v3 <= -8
/// let found = Difference { x: Var::ZERO, y: Var::new(3), relation: Relation::Le, c: -8 };
/// assert_eq!(late.as_difference(), Some(found));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Difference {
    /// The variable that is added.
    pub x: Var,
    /// The variable that is subtracted.
    pub y: Var,
    /// The relation of the difference to `c`. `Le` is one difference bound, `Eq` is two of them
    /// (`x - y <= c` and `y - x <= -c`), and `Ne` is none: it leaves a hole.
    pub relation: Relation,
    /// The right side of the comparison.
    pub c: i64,
}

impl Constraint {
    /// `term` compared with zero.
    ///
    /// ```
    /// use dpgen_solver::{Constraint, Linear, Relation, Var};
    ///
    /// let twice = Linear::new([(Var::new(1), 2)], -7)?;
    /// // 2x <= 7 is x <= 3 over the integers.
    /// assert_eq!(Constraint::new(twice, Relation::Le).to_string(), "v1 - 3 <= 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn new(term: Linear, relation: Relation) -> Constraint {
        canonical(term, relation)
    }

    /// `a <= b`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
    /// assert_eq!(Constraint::le(&x, &y)?.to_string(), "v1 - v2 <= 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolverError::TermTooLarge`] when the difference of the two sides is too large a term.
    pub fn le(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?, Relation::Le))
    }

    /// `a < b`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
    /// assert_eq!(Constraint::lt(&x, &y)?.to_string(), "v1 - v2 + 1 <= 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn lt(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?.plus(1)?, Relation::Le))
    }

    /// `a >= b`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let x = Linear::from(Var::new(1));
    /// assert_eq!(Constraint::ge(&x, &Linear::from(3))?.to_string(), "-v1 + 3 <= 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn ge(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Constraint::le(b, a)
    }

    /// `a > b`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let x = Linear::from(Var::new(1));
    /// assert_eq!(Constraint::gt(&x, &Linear::from(3))?.to_string(), "-v1 + 4 <= 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn gt(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Constraint::lt(b, a)
    }

    /// `a == b`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
    /// assert_eq!(Constraint::eq(&y, &x)?.to_string(), "v1 - v2 == 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn eq(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?, Relation::Eq))
    }

    /// `a != b`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let x = Linear::from(Var::new(1));
    /// assert_eq!(Constraint::ne(&x, &Linear::from(3))?.to_string(), "v1 - 3 != 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Constraint::le`].
    pub fn ne(a: &Linear, b: &Linear) -> Result<Constraint, SolverError> {
        Ok(canonical(a.checked_sub(b)?, Relation::Ne))
    }

    /// `x - y <= c`.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Var};
    /// let (start, end) = (Var::new(1), Var::new(2));
    /// assert_eq!(Constraint::difference(end, start, 5)?.to_string(), "-v1 + v2 - 5 <= 0");
    /// assert_eq!(Constraint::difference(end, Var::ZERO, 12)?.to_string(), "v2 - 12 <= 0");
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
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

    /// The relation of the term to zero.
    #[inline]
    #[must_use]
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The constraint that holds exactly when this one does not.
    ///
    /// Negating twice gives the constraint back. The constant of a negated `<=` may be one larger than
    /// terms are allowed to be; the evaluation has room for that.
    ///
    /// ```
    /// # use dpgen_solver::{Constraint, Linear, Var};
    /// let (x, y) = (Linear::from(Var::new(1)), Linear::from(Var::new(2)));
    /// let below = Constraint::lt(&x, &y)?;
    /// assert_eq!(below.negated(), Constraint::ge(&x, &y)?);
    /// assert_eq!(Constraint::eq(&x, &y)?.negated(), Constraint::ne(&x, &y)?);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
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
