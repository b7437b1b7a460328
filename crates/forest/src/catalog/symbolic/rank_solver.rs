//! [`RankSolver`]: solves path conditions rank by rank, while a catalog is walked.
//!
//! Invariant: a random solution depends on the seed, the size and the rank only, not on the way in which it is reached.
//! Read [`compact_iter`](crate::catalog::iteration::compact_iter) next.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

use crate::catalog::Catalog;
use crate::catalog::symbolic::solutions::{AllSolutions, Solutions};
use crate::catalog::symbolic::solve_error::{SolveError, SolveFailure};
use crate::count::Count;
use crate::stable_hash::fnv1a;
use dpgen_solver::Interrupt;

/// The generator of the random solution of a path condition.
pub(crate) fn rng_of(seed: u64, size: u32, rank: &Count) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(fnv1a(format!("{size}:{rank}").as_bytes()));
    rng
}

/// The solutions of a path condition that are still to come.
#[derive(Debug)]
enum Remaining {
    One(Option<Vec<u32>>),
    All {
        solutions: Box<AllSolutions>,
        /// Whether there was one so far.
        found: bool,
    },
}

/// Solves path conditions of ascending ranks.
#[derive(Debug)]
pub(crate) struct RankSolver<'a> {
    catalog: &'a Catalog,
    solutions: Solutions,
    seed: u64,
    size: u32,
    /// The rank of the current path condition.
    rank: Count,
    started: bool,
    /// The solutions of the current path condition that are still to come.
    remaining: Remaining,
    current: Vec<u32>,
    interrupt: Interrupt,
}

impl<'a> RankSolver<'a> {
    /// For the path conditions from rank `start` on.
    pub(crate) fn new(
        catalog: &'a Catalog,
        solutions: Solutions,
        seed: u64,
        size: u32,
        start: &Count,
    ) -> Self {
        Self {
            catalog,
            solutions,
            seed,
            size,
            rank: start.clone(),
            started: false,
            remaining: Remaining::One(None),
            current: Vec::new(),
            interrupt: Interrupt::NEVER,
        }
    }

    /// Goes on with the path condition of another rank.
    pub(crate) fn restart(&mut self, start: &Count) {
        self.rank = start.clone();
        self.started = false;
        self.remaining = Remaining::One(None);
    }

    /// Sets the interrupt that ends searches.
    pub(crate) fn set_interrupt(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
    }

    /// Whether there was a next solution of the current path condition.
    pub(crate) fn next(&mut self) -> Result<bool, SolveFailure> {
        let next = match &mut self.remaining {
            Remaining::One(solution) => solution.take(),
            Remaining::All { solutions, found } => {
                let next = solutions.next()?;
                if next.is_none() && !*found {
                    return Err(SolveFailure::NoSolution);
                }
                *found = true;
                next
            }
        };
        match next {
            Some(words) => self.current = words,
            None => {
                self.remaining = Remaining::One(None);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The current solution.
    pub(crate) fn words(&self) -> &[u32] {
        &self.current
    }

    /// The error that says which path condition it is.
    pub(crate) fn error(&self, failure: SolveFailure) -> SolveError {
        SolveError::new(self.catalog, self.size, self.rank.clone(), failure)
    }

    /// Goes on to the path condition of the structure with these records.
    pub(crate) fn solve(&mut self, records: &[u32]) -> Result<(), SolveFailure> {
        if self.started {
            self.rank += &Count::ONE;
        }
        self.started = true;
        self.remaining = match self.solutions {
            Solutions::Smallest => Remaining::One(Some(self.catalog.smallest(records, &self.interrupt)?)),
            Solutions::Random => {
                let mut rng = rng_of(self.seed, self.size, &self.rank);
                Remaining::One(Some(self.catalog.random(records, &mut rng, &self.interrupt)?))
            }
            Solutions::All => {
                let solutions = Box::new(self.catalog.all_solutions(records, &self.interrupt)?);
                Remaining::All { solutions, found: false }
            }
        };
        Ok(())
    }
}
