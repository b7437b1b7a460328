//! From path conditions to structures, rank by rank, while a catalog is walked.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::solve::EverySolution;
use super::{Catalog, Solutions, fnv1a};
use crate::count::Count;

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
    All(Box<EverySolution>),
}

/// Turns path conditions into structures.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    catalog: &'a Catalog,
    solutions: Solutions,
    seed: u64,
    size: u32,
    /// The rank of the next path condition.
    rank: Count,
    /// The solutions of the current path condition that are still to come.
    open: Open,
    current: Vec<u32>,
}

impl<'a> Solver<'a> {
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
            open: Open::One(None),
            current: Vec::new(),
        }
    }

    /// Whether there was a next solution of the current path condition.
    pub(super) fn next(&mut self) -> bool {
        let next = match &mut self.open {
            Open::One(solution) => solution.take(),
            Open::All(solutions) => solutions.next(),
        };
        next.is_some_and(|words| {
            self.current = words;
            true
        })
    }

    /// The solution at hand.
    pub(super) fn words(&self) -> &[u32] {
        &self.current
    }

    /// Goes on to the path condition of the structure with these records.
    pub(super) fn solve(&mut self, records: &[u32]) {
        self.open = match self.solutions {
            Solutions::Smallest => Open::One(self.catalog.smallest(records)),
            Solutions::Random => {
                let mut rng = rng_of(self.seed, self.size, &self.rank);
                Open::One(self.catalog.random(records, &mut rng))
            }
            Solutions::All => Open::All(Box::new(self.catalog.every_solution(records))),
        };
        self.rank += &Count::ONE;
    }
}
