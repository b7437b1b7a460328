//! Trains a policy, and says what it covers of worlds that it has not been trained on.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release --example train -- [--no-memory] WORLDS SEED IMITATIONS CRITICISMS [OUT [FROM]]`:
//! `WORLDS` are `mazes` or `random-graphs`; then how often the weights change by imitation, and after that by actor-critic; the files
//! are those that weights are written to, and read from before. Without a memory, each step is decided by what is known then.

use std::error::Error;
use std::time::Instant;

use dpgen_learn::{ActorCritic, Config, Imitation, Learned};
use dpgen_worlds::{Braided, Dfs, Distribution, Imagine, Nearest, RandomGraphs, evaluate};

/// The worlds that means are over. Those of training have seeds drawn from all of 64 bits.
const HELD_OUT: std::ops::Range<u64> = 0..1000;

fn train<D: Distribution + Imagine>(
    worlds: &D,
    config: Config,
    args: &[String],
) -> Result<(), Box<dyn Error>> {
    let number = |place: usize, default: u32| args.get(place).map_or(Ok(default), |arg| arg.parse());
    let (seed, imitations, criticisms) = (number(1, 1)?.into(), number(2, 400)?, number(3, 0)?);
    let mut learner = match args.get(5) {
        Some(file) => Learned::load(config, &std::fs::read(file)?)?,
        None => Learned::new(config, seed)?,
    };
    println!("{}: {} parameters, seed {seed}", worlds.name(), learner.parameters());
    println!("DFS {}", evaluate(worlds, &mut Dfs::default(), HELD_OUT));
    println!("nearest {}", evaluate(worlds, &mut Nearest, HELD_OUT));
    let started = Instant::now();
    let say = |what: &'static str| {
        move |update: u32, figure: f32| {
            if update.is_multiple_of(20) {
                println!("{what} {update}: {figure:.4}, {:.0} s", started.elapsed().as_secs_f64());
            }
        }
    };
    let imitation = Imitation { updates: imitations, ..Imitation::default() };
    imitation.train(&mut learner, worlds, seed, say("imitation, loss"))?;
    println!(
        "learned {} after {:.0} s",
        learner.evaluate(worlds, HELD_OUT)?,
        started.elapsed().as_secs_f64()
    );
    if criticisms > 0 {
        let critic =
            ActorCritic { updates: criticisms, rate: 3e-4, entropy: 0.003, ..ActorCritic::default() };
        critic.train(&mut learner, worlds, seed + 1000, say("actor-critic, new nodes a step"))?;
        println!(
            "learned {} after {:.0} s",
            learner.evaluate(worlds, HELD_OUT)?,
            started.elapsed().as_secs_f64()
        );
    }
    if let Some(file) = args.get(4) {
        learner.save(file)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let history = args.first().is_none_or(|first| first != "--no-memory");
    if !history {
        args.remove(0);
    }
    let config = |kinds| Config { history, ..Config::new(kinds) };
    match args.first().map(String::as_str) {
        Some("mazes") => train(&Braided::backtracker(6, 6, 0.25), config(4), &args),
        Some("random-graphs") => train(&RandomGraphs::new(15..=20, 0.1, 15), config(1), &args),
        _ => Err("say which worlds: mazes or random-graphs".into()),
    }
}
