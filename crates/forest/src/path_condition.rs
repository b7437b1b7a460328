//! [`PathCondition`]: the constraints of a production on the symbolic data below it, as plain data.
//!
//! A [`PathCondition`] belongs to a production: the constraints collected along the run of the predicate that accepted
//! it. Its variables are data slots of its layer, variables of its parts' conditions, and extrema ([`PathVar`]). A
//! structure's data is solved from the path conditions of all its layers together (`catalog/symbolic/`).

use dpgen_solver::{Constraint, Linear, Relation, SolverError, Var};

/// The meaning of a variable of a path condition; slots lead from the production's layer downwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub enum PathVar {
    /// A data slot.
    Data {
        /// The recursive slots that lead to its layer.
        path: Vec<u32>,
        /// The slot.
        slot: u32,
        /// The least value of its domain.
        lo: i64,
        /// The greatest value of its domain.
        hi: i64,
    },
    /// A variable of the condition of a part.
    Part {
        /// The recursive slots that lead to the part.
        path: Vec<u32>,
        /// The variable, numbered from 0 as the part's class shows it.
        var: u32,
    },
    /// The least or greatest of two terms.
    Extremum {
        /// Its least value.
        lo: i64,
        /// Its greatest value.
        hi: i64,
    },
}

/// A linear term as words: coefficients by variable, and a constant.
pub type Term = (Vec<(u32, i64)>, i64);

/// A constraint as words: coefficients by variable, a constant, and the relation to zero.
pub type Row = (Vec<(u32, i64)>, i64, u8);

/// The constraints under which a production was accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct PathCondition {
    /// The variables, from variable 1 on.
    pub vars: Vec<PathVar>,
    /// Over them: coefficients by variable, a constant, and 0 for `<= 0`, 1 for `== 0`, 2 for `!= 0`.
    pub constraints: Vec<Row>,
    /// Variables that are the least or greatest of two terms.
    pub extrema: Vec<ExtremumRow>,
    /// For each variable of the class's condition: the variable here that it is.
    pub shown: Vec<u32>,
}

/// The relation that a word of a path condition stands for.
#[inline]
#[must_use]
pub const fn decode_relation(word: u8) -> Relation {
    match word {
        0 => Relation::Le,
        1 => Relation::Eq,
        _ => Relation::Ne,
    }
}

/// The word that stands for a relation.
#[inline]
#[must_use]
pub const fn encode_relation(relation: Relation) -> u8 {
    match relation {
        Relation::Le => 0,
        Relation::Eq => 1,
        Relation::Ne => 2,
    }
}

/// A variable that is the least or the greatest of two terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extremum {
    /// The variable.
    pub var: Var,
    /// The terms.
    pub of: [Linear; 2],
    /// Whether it is the greatest.
    pub greatest: bool,
}

/// An extremum as words: the variable, and each term.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct ExtremumRow {
    /// The variable.
    pub var: u32,
    /// The terms.
    pub of: [Term; 2],
    /// Whether it is the greatest.
    pub greatest: bool,
}

impl Extremum {
    /// The constraints under which it is the first or the second of its terms; the two exclude each other.
    ///
    /// # Errors
    /// When a difference of the terms leaves the solver's range.
    pub fn side(&self, second: bool) -> Result<[Constraint; 2], SolverError> {
        let [a, b] = &self.of;
        let (it, other) = if second { (b, a) } else { (a, b) };
        let (low, high) = if self.greatest { (other, it) } else { (it, other) };
        let order = low.checked_sub(high)?.plus(i64::from(second))?;
        let same = Linear::from(self.var).checked_sub(it)?;
        Ok([Constraint::new(same, Relation::Eq), Constraint::new(order, Relation::Le)])
    }

    /// The constraints that hold whichever term it is.
    ///
    /// # Errors
    /// When a difference of the terms leaves the solver's range.
    pub fn bounds(&self) -> Result<[Constraint; 2], SolverError> {
        let var = Linear::from(self.var);
        let bound = |term: &Linear| {
            let (low, high) = if self.greatest { (term, &var) } else { (&var, term) };
            Ok(Constraint::new(low.checked_sub(high)?, Relation::Le))
        };
        Ok([bound(&self.of[0])?, bound(&self.of[1])?])
    }

    /// Whether a constraint bounds it from the side on which its own bounds are not enough.
    #[must_use]
    pub fn is_bound_by(&self, constraint: &Constraint) -> bool {
        let factor = constraint.term().terms().iter().find(|(var, _)| *var == self.var);
        factor.is_some_and(|(_, factor)| {
            constraint.relation() != Relation::Le || (*factor > 0) != self.greatest
        })
    }

    /// As words.
    #[must_use]
    pub fn row(&self) -> ExtremumRow {
        let words = |term: &Linear| {
            (term.terms().iter().map(|(var, factor)| (var.number(), *factor)).collect(), term.constant_part())
        };
        let [a, b] = &self.of;
        ExtremumRow { var: self.var.number(), of: [words(a), words(b)], greatest: self.greatest }
    }
}

impl ExtremumRow {
    /// Over variables of another system.
    ///
    /// # Errors
    /// When a term leaves the solver's range.
    pub fn over(&self, name: impl Fn(u32) -> Var) -> Result<Extremum, SolverError> {
        let term = |(terms, constant): &Term| {
            Linear::new(terms.iter().map(|(var, factor)| (name(*var), *factor)), *constant)
        };
        let [a, b] = &self.of;
        Ok(Extremum { var: name(self.var), of: [term(a)?, term(b)?], greatest: self.greatest })
    }
}
