//! What the parts of the network are good for: each without the others, after the same short training.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release --example ablation [-- UPDATES [SEEDS [SIDE]]]`: 120 updates by imitation, one seed
//! and mazes of 4x4 cells if nothing is said; means over 1,000 mazes.

use std::error::Error;

use dpgen_learn::{Config, Imitation, Learned};
use dpgen_worlds::Braided;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1);
    let mut number = |default: u32| numbers.next().map_or(Ok(default), |arg| arg.parse());
    let (updates, seeds, side) = (number(120)?, number(1)?, number(4)?);
    let side = usize::try_from(side)?;
    let mazes = Braided::backtracker(side, side, 0.25);
    let whole = Config::new(4);
    let parts = [
        ("the node where one is", Config { rounds: 0, graph: false, ..whole }),
        ("the set of known nodes", Config { rounds: 0, ..whole }),
        ("the graph", whole),
    ];
    println!("| read-out | seed | without memory | with memory |\n|---|---|---|---|");
    for seed in 1..=u64::from(seeds) {
        for (name, config) in parts {
            let covered = |history| -> candle_core::Result<String> {
                let mut learner = Learned::new(Config { history, ..config }, seed)?;
                Imitation { updates, ..Imitation::default() }.train(&mut learner, &mazes, seed, |_, _| ())?;
                Ok(learner.evaluate(&mazes, 0..1000)?.to_string())
            };
            println!("| {name} | {seed} | {} | {} |", covered(false)?, covered(true)?);
        }
    }
    Ok(())
}
