//! Programs that are drawn, and what an exploration finds of each.

use std::error::Error;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen_explore::Exploration;

use crate::curve::{Outcomes, bit};
use crate::program::Block;
use crate::{hero, open};

/// How many runs the exploration of a program may take.
const RUNS: u64 = 2000;

/// How many steps the search for a smallest suite may take.
const STEPS: u64 = 100_000;

/// Numbers of inputs.
pub const INPUTS: [usize; 5] = [1, 2, 3, 5, 10];

/// Kinds of programs: how many conditions, and the size.
pub const KINDS: [(i64, u32); 2] = [(2, 9), (5, 16)];

/// A program with what its exploration found.
pub struct Studied {
    pub program: Block,
    /// What each path covers, in the order in which they were found.
    pub paths: Vec<Outcomes>,
    pub reachable: Outcomes,
    pub is_complete: bool,
    pub runs: u64,
    /// The size of the suite, if it is proved smallest.
    pub smallest: Option<usize>,
}

/// Outcomes as the bits of a number.
pub fn mask(outcomes: &[u32]) -> Outcomes {
    outcomes.iter().fold(0, |mask, outcome| mask | 1 << outcome)
}

/// Explores a program, and takes each input that is found as a concrete grid.
pub fn study(program: &Block) -> Result<Studied, String> {
    let explored = open::explore(program, Exploration::new().decisions(hero::TICKS * 2).runs(RUNS));
    let explored = explored.map_err(|error| error.to_string())?;
    let paths: Vec<Outcomes> = explored.paths.iter().map(|path| mask(&path.outcomes)).collect();
    for (path, covered) in explored.paths.iter().zip(&paths) {
        if outcomes_in(program, &mut open::Cells(&path.values)) != *covered {
            return Err(format!("an input does not take the path that it is from: {program}"));
        }
    }
    let chosen = explored.suite(STEPS);
    Ok(Studied {
        reachable: paths.iter().fold(0, |all, path| all | path),
        paths,
        is_complete: explored.is_complete(),
        runs: explored.runs,
        smallest: (chosen.is_smallest && explored.is_complete()).then_some(chosen.rows.len()),
        program: program.clone(),
    })
}

/// Programs with so many conditions, all of a size as likely.
pub fn draw(programs: usize, conditions: i64, size: u32, seed: u64) -> Result<Vec<Block>, Box<dyn Error>> {
    let all = Generator::<Block>::up_to(size).param("conditions", conditions).build()?;
    println!(
        "{} programs of size {size} with {conditions} conditions; {programs} of them, drawn uniformly with seed {seed}",
        all.count(size)
    );
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Ok((0..programs).filter_map(|_| all.sample(size, &mut rng)).collect())
}

/// What a program covers in a world.
pub fn outcomes_in(program: &Block, world: &mut impl hero::World) -> Outcomes {
    let mut covered = 0;
    hero::run(program, world, &mut |condition, holds| covered |= bit(condition, holds));
    covered
}
