//! [`Outline`]: a structure with its integers open, and the constraints on them.
//!
//! It is what [`solutions`](super::solutions) solves. Explorations make the integers variables of a program's run.
//! Invariant: the outlines of one rank exclude each other, and their solutions together are those of the rank's path
//! condition.

use dpgen_solver::{Constraint, Interrupt};

use crate::algorithm::Fields;
use crate::catalog::Catalog;
use crate::catalog::iteration::structure_walk::Walk;
use crate::catalog::symbolic::constraint_system::ConstraintSystem;
use crate::catalog::symbolic::extremum_cases::ExtremumCases;
use crate::catalog::symbolic::solve_error::SolveError;
use crate::count::Count;

/// A structure with its integers open: decided constructors, and constraints on the data.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = increases)]
/// struct Pair(#[dpgen(range = 1..=9)] i64, #[dpgen(range = 1..=9)] i64);
///
/// fn increases(pair: PairView) -> bool {
///     pair.0 < pair.1
/// }
///
/// let pairs = Generator::<Pair>::up_to(1).fields(Fields::Symbolic).build()?;
/// let outlines = pairs.catalog().outlines(1, &Count::ZERO)?;
/// assert_eq!(outlines.len(), 1);
/// assert_eq!(outlines[0].variables, [(Some(1), 1, 9), (Some(2), 1, 9)]); // words 1 and 2 of the structure
/// assert_eq!(outlines[0].constraints.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The compact words; the word of an open integer means nothing.
    pub words: Vec<u32>,
    /// The variables, from 1 on: the word that each is, if it is one, with its least and its greatest value. The word of a
    /// value is its distance from the least.
    pub variables: Vec<(Option<usize>, i64, i64)>,
    /// The constraints on the variables.
    pub constraints: Vec<Constraint>,
}

impl Outline {
    /// The outline of a system whose extrema are resolved.
    fn of(system: &ConstraintSystem) -> Self {
        let (words, variables) = (system.words().to_vec(), system.variables().to_vec());
        Self { words, variables, constraints: system.constraints().to_vec() }
    }
}

impl Catalog {
    /// The outlines of the structure with this rank: one, or several where its path condition has a least or greatest of two
    /// integers that can be either. None if there is no such rank. With concrete data, it is the structure.
    ///
    /// # Errors
    /// When the path condition can not be made or has no solution: see [`SolveError`].
    pub fn outlines(&self, size: u32, rank: &Count) -> Result<Vec<Outline>, SolveError> {
        let Some(roots) = self.roots_of(size) else { return Ok(Vec::new()) };
        let Some((place, rest)) = roots.locate(&self.schema, &self.dag, rank) else { return Ok(Vec::new()) };
        let mut walk = Walk::new(&self.schema, &self.dag, &roots.records);
        if self.fields == Fields::Concrete {
            let words = walk.seek(place, rest).to_vec();
            return Ok(vec![Outline { words, variables: Vec::new(), constraints: Vec::new() }]);
        }
        let mut walk = walk.with_records();
        let records = walk.seek(place, rest);
        let failed = |failure| SolveError::new(self, size, rank.clone(), failure);
        let mut cases = ExtremumCases::new(self.system(records).map_err(failed)?, Interrupt::NEVER);
        let mut outlines = Vec::new();
        while cases.next().map_err(failed)? {
            outlines.push(Outline::of(cases.system()));
        }
        Ok(outlines)
    }
}
