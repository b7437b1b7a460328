//! In which order paths are taken: what strategies cover with few runs, of programs from which nothing was learned.

use std::collections::HashSet;
use std::error::Error;

use dpgen_explore::Exploration;
use dpgen_explore::strategy::{BreadthFirst, DepthFirst, Learned, Random, Strategy, Uncovered};

use crate::curve::{Measure, Outcomes};
use crate::program::Block;
use crate::study::{INPUTS, Studied, draw, mask, study};
use crate::work::{mean, on_threads, shown};
use crate::{hero, open};

/// Seeds of the programs: that of the other tables, and two more.
const SEEDS: [u64; 3] = [1, 3, 4];

/// A strategy by its seed.
type Seeded = fn(u64) -> Box<dyn Strategy>;

/// What strategies are called, and how they are made from a seed.
const STRATEGIES: [(&str, Seeded); 5] = [
    ("depth first", |_| Box::new(DepthFirst::default())),
    ("breadth first", |_| Box::new(BreadthFirst::default())),
    ("random", |seed| Box::new(Random::new(seed))),
    ("uncovered first", |seed| Box::new(Uncovered::new(seed))),
    ("learned", |seed| Box::new(Learned::new(seed))),
];

/// The parts of the reachable outcomes that are covered, by program and by [`INPUTS`].
fn covered(studied: &[Studied], strategy: Seeded) -> Result<Vec<[f64; INPUTS.len()]>, String> {
    let most = INPUTS.iter().copied().max().unwrap_or(0);
    on_threads(studied, |place, one| {
        let exploration = Exploration::new().strategy_of(strategy(shown(place)));
        let exploration = exploration.decisions(hero::TICKS * 2).runs(shown(most));
        let explored = open::explore(&one.program, exploration).map_err(|error| error.to_string())?;
        let rows: Vec<Outcomes> = explored.paths.iter().map(|path| mask(&path.outcomes)).collect();
        Ok(INPUTS.map(|inputs| Measure::outcomes(one.reachable).first(&rows, inputs)))
    })
}

/// The table of one kind of programs, so many from each seed, of which none may have been learned from; what each strategy covers,
/// by [`INPUTS`].
pub fn table(
    many: usize,
    (conditions, size): (i64, u32),
    learned_from: &[Block],
) -> Result<Vec<[f64; INPUTS.len()]>, Box<dyn Error>> {
    let known: HashSet<String> = learned_from.iter().map(ToString::to_string).collect();
    let mut drawn = Vec::new();
    for seed in SEEDS {
        drawn.extend(draw(many, conditions, size, seed)?);
    }
    if let Some(program) = drawn.iter().find(|program| known.contains(&program.to_string())) {
        return Err(format!("this program was learned from: {program}").into());
    }
    let studied = on_threads(&drawn, |_, program| study(program))?;
    println!(
        "\n| outcomes, with {conditions} conditions | 1 run | 2 | 3 | 5 | 10 |\n|---|--:|--:|--:|--:|--:|"
    );
    let mut all = Vec::new();
    for (name, strategy) in STRATEGIES {
        let parts = covered(&studied, strategy)?;
        let means = [0, 1, 2, 3, 4].map(|place| mean(parts.iter().map(|part| part[place])));
        println!("| {name} | {} |", means.map(|part| format!("{part:.3}")).join(" | "));
        all.push(means);
        let third = |parts: &[[f64; INPUTS.len()]]| format!("{:.3}", mean(parts.iter().map(|part| part[2])));
        let by_seed: Vec<String> = parts.chunks(many.max(1)).map(third).collect();
        eprintln!("{name}: after 3 runs, by seed: {}", by_seed.join(", "));
    }
    println!();
    Ok(all)
}
