//! Solutions of a structure's path condition: the smallest, a random one, or all.
//!
//! The structure's records become a system of constraints ([`layers`](super::layers)), whose extrema are settled one
//! way after the other ([`ways`](super::ways)); each way is solved by itself. Read [`solutions`](super::solutions)
//! next: it does so rank by rank.

use chacha20::rand_core::Rng;

use super::Catalog;
use super::failure::Trouble;
use super::system::System;
use super::ways::Ways;
use dpgen_solver::{Assignments, Interrupt};

/// Which solution of a path condition is taken.
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

/// The solutions of one path condition; ascending by data slots within each way to settle the extrema.
#[derive(Debug)]
pub(super) struct EverySolution {
    ways: Ways,
    /// Of the present way.
    models: Option<Assignments>,
}

impl EverySolution {
    /// The words of the next solution.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u32>>, Trouble> {
        loop {
            if let Some(models) = &mut self.models {
                if let Some(model) = models.next() {
                    return self.ways.system().solved(&model).map(Some);
                }
                if models.stopped().is_some() {
                    return Err(Trouble::Interrupted);
                }
                self.models = None;
            }
            if !self.ways.next()? {
                return Ok(None);
            }
            self.models = Some(self.ways.system().models(self.ways.interrupt())?);
        }
    }
}

impl Catalog {
    /// The smallest solution of the structure with these records, as compact words.
    pub(super) fn smallest(&self, records: &[u32], interrupt: &Interrupt) -> Result<Vec<u32>, Trouble> {
        self.first_solved(records, interrupt, |system| system.smallest(interrupt))
    }

    /// A random solution.
    pub(super) fn random<R: Rng>(
        &self,
        records: &[u32],
        rng: &mut R,
        interrupt: &Interrupt,
    ) -> Result<Vec<u32>, Trouble> {
        self.first_solved(records, interrupt, |system| system.random(rng, interrupt))
    }

    /// Every solution, one by one.
    pub(super) fn every_solution(
        &self,
        records: &[u32],
        interrupt: &Interrupt,
    ) -> Result<EverySolution, Trouble> {
        Ok(EverySolution { ways: Ways::new(self.system(records)?, interrupt.clone()), models: None })
    }

    /// The solution of the first way that has one.
    fn first_solved(
        &self,
        records: &[u32],
        interrupt: &Interrupt,
        mut solve: impl FnMut(&System) -> Result<Option<Vec<u32>>, Trouble>,
    ) -> Result<Vec<u32>, Trouble> {
        let mut ways = Ways::new(self.system(records)?, interrupt.clone());
        while ways.next()? {
            if let Some(words) = solve(ways.system())? {
                return Ok(words);
            }
        }
        Err(Trouble::NoSolution)
    }
}
