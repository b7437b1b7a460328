//! [`Solutions`]: the solutions of a structure's path condition: the smallest, a random one, or all.
//!
//! The structure's records become a system of constraints ([`system_builder`](super::system_builder)), whose extrema are
//! resolved case by case ([`extremum_cases`](super::extremum_cases)); each case is solved by itself. Read
//! [`rank_solver`](super::rank_solver) next.

use chacha20::rand_core::Rng;

use crate::catalog::Catalog;
use crate::catalog::symbolic::constraint_system::ConstraintSystem;
use crate::catalog::symbolic::extremum_cases::ExtremumCases;
use crate::catalog::symbolic::solve_error::SolveFailure;
use dpgen_solver::{Interrupt, ModelIter};

/// The solutions of a path condition to take.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::Solutions;
///
/// #[derive(DpGen, Debug, PartialEq)]
/// struct Die {
///     #[dpgen(range = 1..=6)]
///     eyes: i64,
/// }
///
/// let dice = Generator::<Die>::up_to(1).fields(Fields::Symbolic).build()?;
/// let eyes = |solutions| dice.iter_solutions(1, solutions, 7).map(|die| die.eyes).collect::<Vec<_>>();
/// assert_eq!(eyes(Solutions::Smallest), [1]);
/// assert_eq!(eyes(Solutions::All), [1, 2, 3, 4, 5, 6]);
/// assert!((1..=6).contains(&eyes(Solutions::Random)[0]));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Solutions {
    /// The smallest: each data slot as small as it can be, the earlier ones first. (Where the predicate takes the
    /// least or greatest of two integers, the smallest for the first of the two, if there is one.)
    #[default]
    Smallest,
    /// A random one; each solution can come, not all with the same probability.
    Random,
    /// Every one.
    All,
}

/// The solutions of one path condition; ascending by data slots within each case of the extrema.
#[derive(Debug)]
pub(crate) struct AllSolutions {
    cases: ExtremumCases,
    /// The models of the current case.
    models: Option<ModelIter>,
}

impl AllSolutions {
    /// The words of the next solution.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u32>>, SolveFailure> {
        loop {
            if let Some(models) = &mut self.models {
                if let Some(model) = models.next() {
                    return self.cases.system().words_of_model(&model).map(Some);
                }
                if models.stopped().is_some() {
                    return Err(SolveFailure::Interrupted);
                }
                self.models = None;
            }
            if !self.cases.next()? {
                return Ok(None);
            }
            self.models = Some(self.cases.system().models(self.cases.interrupt())?);
        }
    }
}

impl Catalog {
    /// The smallest solution of the structure with these records, as compact words.
    pub(crate) fn smallest(&self, records: &[u32], interrupt: &Interrupt) -> Result<Vec<u32>, SolveFailure> {
        self.solve_first(records, interrupt, |system| system.smallest(interrupt))
    }

    /// A random solution.
    pub(crate) fn random<R: Rng>(
        &self,
        records: &[u32],
        rng: &mut R,
        interrupt: &Interrupt,
    ) -> Result<Vec<u32>, SolveFailure> {
        self.solve_first(records, interrupt, |system| system.random(rng, interrupt))
    }

    /// Every solution, one by one.
    pub(crate) fn all_solutions(
        &self,
        records: &[u32],
        interrupt: &Interrupt,
    ) -> Result<AllSolutions, SolveFailure> {
        Ok(AllSolutions { cases: ExtremumCases::new(self.system(records)?, interrupt.clone()), models: None })
    }

    /// The solution of the first case that has one.
    fn solve_first(
        &self,
        records: &[u32],
        interrupt: &Interrupt,
        mut solve: impl FnMut(&ConstraintSystem) -> Result<Option<Vec<u32>>, SolveFailure>,
    ) -> Result<Vec<u32>, SolveFailure> {
        let mut cases = ExtremumCases::new(self.system(records)?, interrupt.clone());
        while cases.next()? {
            if let Some(words) = solve(cases.system())? {
                return Ok(words);
            }
        }
        Err(SolveFailure::NoSolution)
    }
}
