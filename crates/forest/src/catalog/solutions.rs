//! From path conditions to structures, rank by rank, while a catalog is walked.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

use super::Catalog;
use super::failure::{SolveError, Trouble};
use super::solve::{EverySolution, Solutions};
use crate::count::Count;
use crate::hash::fnv1a;
use dpgen_solver::Interrupt;

/// What the random solution of a path condition is drawn from: the same whichever way it is reached.
pub(super) fn rng_of(seed: u64, size: u32, rank: &Count) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(fnv1a(format!("{size}:{rank}").as_bytes()));
    rng
}

/// Solutions to come.
#[derive(Debug)]
enum Open {
    One(Option<Vec<u32>>),
    All {
        solutions: Box<EverySolution>,
        /// Whether one of them has come.
        found: bool,
    },
}

/// Turns path conditions into structures.
#[derive(Debug)]
pub(super) struct RankSolver<'a> {
    catalog: &'a Catalog,
    solutions: Solutions,
    seed: u64,
    size: u32,
    /// The rank of the path condition at hand.
    rank: Count,
    begun: bool,
    /// The solutions of the path condition at hand that are still to come.
    open: Open,
    current: Vec<u32>,
    interrupt: Interrupt,
}

impl<'a> RankSolver<'a> {
    /// For the path conditions from rank `start` on.
    pub(super) fn new(
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
            begun: false,
            open: Open::One(None),
            current: Vec::new(),
            interrupt: Interrupt::NEVER,
        }
    }

    /// Goes on with the path condition of another rank.
    pub(super) fn restart(&mut self, start: &Count) {
        self.rank = start.clone();
        self.begun = false;
        self.open = Open::One(None);
    }

    /// From now on, searches end when this is raised.
    pub(super) fn hear(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
    }

    /// Whether there was a next solution of the path condition at hand.
    pub(super) fn next(&mut self) -> Result<bool, Trouble> {
        let next = match &mut self.open {
            Open::One(solution) => solution.take(),
            Open::All { solutions, found } => {
                let next = solutions.next()?;
                if next.is_none() && !*found {
                    return Err(Trouble::NoSolution);
                }
                *found = true;
                next
            }
        };
        match next {
            Some(words) => self.current = words,
            None => {
                self.open = Open::One(None);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The solution at hand.
    pub(super) fn words(&self) -> &[u32] {
        &self.current
    }

    /// The error that says which path condition it is.
    pub(super) fn error(&self, trouble: Trouble) -> SolveError {
        SolveError::new(self.catalog, self.size, self.rank.clone(), trouble)
    }

    /// Goes on to the path condition of the structure with these records.
    pub(super) fn solve(&mut self, records: &[u32]) -> Result<(), Trouble> {
        if self.begun {
            self.rank += &Count::ONE;
        }
        self.begun = true;
        self.open = match self.solutions {
            Solutions::Smallest => Open::One(Some(self.catalog.smallest(records, &self.interrupt)?)),
            Solutions::Random => {
                let mut rng = rng_of(self.seed, self.size, &self.rank);
                Open::One(Some(self.catalog.random(records, &mut rng, &self.interrupt)?))
            }
            Solutions::All => {
                let solutions = Box::new(self.catalog.every_solution(records, &self.interrupt)?);
                Open::All { solutions, found: false }
            }
        };
        Ok(())
    }
}
