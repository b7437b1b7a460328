//! What the policies that ship cover, in worlds like those they were trained on and in others, beside policies that do not learn.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release --example table [-- WORLDS]`: means over so many worlds, 1,000 if nothing is said.

use std::error::Error;

use dpgen_learn::Learned;
use dpgen_worlds::{Braided, Dfs, Distribution, Nearest, RandomGraphs, evaluate};

fn row(worlds: &impl Distribution, learned: &Learned, count: u64) -> Result<(), Box<dyn Error>> {
    let means = [
        evaluate(worlds, &mut Dfs::default(), 0..count),
        evaluate(worlds, &mut Nearest, 0..count),
        learned.evaluate(worlds, 0..count)?,
    ];
    println!("| {} | {} |", worlds.name(), means.map(|mean| mean.to_string()).join(" | "));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1000), |arg| arg.parse())?;
    println!("| worlds | DFS | nearest | learned |\n|---|---|---|---|");
    let learned = Learned::mazes()?;
    for mazes in [
        Braided::backtracker(6, 6, 0.25),
        Braided::backtracker(6, 6, 0.0),
        Braided::uniform(6, 6, 0.25)?,
        Braided::backtracker(4, 4, 0.25),
        Braided::backtracker(8, 8, 0.25),
    ] {
        row(&mazes, &learned, count)?;
    }
    let learned = Learned::random_graphs()?;
    for graphs in [RandomGraphs::new(15..=20, 0.1, 15), RandomGraphs::new(30..=40, 0.08, 35)] {
        row(&graphs, &learned, count)?;
    }
    Ok(())
}
