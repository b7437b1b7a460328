//! Training of the strategy [`Learned`]: what comes of ways in programs that dpgen draws, and the weights that predict it.
//!
//! Rounds: in the first one all choices are random, later ones go by the weights of the lessons so far, so that what is learned
//! from is what the strategy meets. The same programs and seeds give the same weights, on any number of threads.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use dpgen_explore::Exploration;
use dpgen_explore::strategy::{Learned, Lessons, Weights};

use crate::program::Block;
use crate::study::{KINDS, draw};
use crate::work::{on_threads, shown};
use crate::{hero, open};

/// The seed of the programs that are learned from; other programs are drawn with others.
pub const SEED: u64 = 2;

/// How many programs of each kind are learned from.
pub const PROGRAMS: usize = 1000;

/// How often lessons are gathered.
const ROUNDS: u64 = 4;

/// How many runs of a program are learned from: those of which the coverage counts.
const RUNS: u64 = 8;

/// How many of the choices are random, after the first round.
const TRIES: f64 = 0.25;

/// The programs that are learned from: so many of each kind.
pub fn programs(many: usize) -> Result<Vec<Block>, Box<dyn Error>> {
    let mut drawn = Vec::new();
    for (conditions, size) in KINDS {
        drawn.extend(draw(many, conditions, size, SEED)?);
    }
    Ok(drawn)
}

/// Weights that are learned from so many programs of each kind.
pub fn train(many: usize) -> Result<Weights, Box<dyn Error>> {
    let programs = programs(many)?;
    let (mut weights, mut lessons) = (Weights::default(), Lessons::default());
    for round in 0..ROUNDS {
        let tries = if round == 0 { 1.0 } else { TRIES };
        let of_programs = on_threads(&programs, |place, program| {
            let noted = Rc::new(RefCell::new(Lessons::default()));
            let seed = (round << 32) + shown(place);
            let strategy = Learned::with(weights, seed).noting(noted.clone(), tries);
            let exploration = Exploration::new().strategy(strategy).decisions(hero::TICKS * 2).runs(RUNS);
            open::explore(program, exploration).map_err(|error| error.to_string())?;
            Ok(noted.take())
        })?;
        of_programs.into_iter().for_each(|noted| lessons.add(noted));
        weights = Weights::fit(&lessons).rounded();
        println!("round {round}: {} lessons of items, {} of ways", lessons.items.len(), lessons.ways.len());
    }
    Ok(weights)
}

/// Trains, and shows the weights beside those that ship.
pub fn show(many: usize) -> Result<(), Box<dyn Error>> {
    let weights = train(many)?;
    println!("\n{weights}\nitems: {:?},\nways: {:?},\n", weights.items, weights.ways);
    println!("the weights that ship are {}", if weights == Weights::KAREL { "these" } else { "others" });
    Ok(())
}
