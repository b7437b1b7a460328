//! Karel programs and programs on strings: how few inputs cover them, beside what neural networks and fuzzers were reported to do.
//!
//! `cargo run --release -p dpgen-explore --example karel [-- PROGRAMS]` prints the tables of `docs/exploring.md`; `-- --smoke` is a
//! short run that fails if a figure is out of its bounds, and `-- train` makes the weights of the strategy `Learned`.
//!
//! `program.rs` has the language as structures of dpgen, `hero.rs` its interpreter, `open.rs` the world that is decided where the
//! hero looks, `random.rs` the one of the baseline, `curve.rs` what is measured; `order.rs` compares strategies, `train.rs` trains one;
//! `span.rs` programs on strings, and `search.rs` a search for strings.

mod curve;
mod hero;
mod open;
mod order;
mod program;
mod random;
mod search;
mod span;
mod train;

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen_explore::Exploration;

use curve::{Measure, Outcomes, bit};
use program::Block;
use span::Span;

/// How many runs the exploration of a program may take.
const RUNS: u64 = 2000;

/// How many steps the search for a smallest suite may take.
const STEPS: u64 = 100_000;

/// Numbers of inputs.
const INPUTS: [usize; 5] = [1, 2, 3, 5, 10];

/// Kinds of programs: how many conditions, and the size.
const KINDS: [(i64, u32); 2] = [(2, 9), (5, 16)];

/// A program with what its exploration found.
struct Studied {
    program: Block,
    /// What each path covers, in the order in which they were found.
    paths: Vec<Outcomes>,
    reachable: Outcomes,
    is_complete: bool,
    runs: u64,
    /// The size of the suite, if it is proved smallest.
    smallest: Option<usize>,
}

fn mask(outcomes: &[u32]) -> Outcomes {
    outcomes.iter().fold(0, |mask, outcome| mask | 1 << outcome)
}

/// Programs on all cores, in their order: what comes out does not depend on the threads.
fn on_threads<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(usize, &T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { break done };
            done.push((place, work(place, item)));
        }
    };
    let mut done: Vec<(usize, Result<R, String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

fn study(program: &Block) -> Result<Studied, String> {
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
fn draw(programs: usize, conditions: i64, size: u32, seed: u64) -> Result<Vec<Block>, Box<dyn Error>> {
    let all = Generator::<Block>::up_to(size).param("conditions", conditions).build()?;
    println!(
        "{} programs of size {size} with {conditions} conditions; {programs} of them, drawn uniformly with seed {seed}",
        all.count(size)
    );
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Ok((0..programs).filter_map(|_| all.sample(size, &mut rng)).collect())
}

/// What a program covers in a world.
fn outcomes_in(program: &Block, world: &mut impl hero::World) -> Outcomes {
    let mut covered = 0;
    hero::run(program, world, &mut |condition, holds| covered |= bit(condition, holds));
    covered
}

/// What random grids cover, by grid.
fn random_rows(one: &Studied, grids: usize, seed: u64) -> Result<Vec<Outcomes>, String> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let row = |_| outcomes_in(&one.program, &mut random::Grid::new(&mut rng));
    let rows: Vec<Outcomes> = (0..grids).map(row).collect();
    if one.is_complete && rows.iter().any(|row| row & !one.reachable != 0) {
        return Err(format!("a grid covers what was proved unreachable: {}", one.program));
    }
    Ok(rows)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, many) = values.fold((0.0, 0.0), |(sum, many), value| (sum + value, many + 1.0));
    sum / f64::max(many, 1.0)
}

/// The mean coverage of blocks and of outcomes over programs, by a measure.
fn means(studied: &[Studied], of: impl Fn(&Studied, Measure) -> f64) -> [f64; 2] {
    let blocks = |one: &Studied| of(one, Measure::blocks(&one.program, one.reachable));
    let outcomes = |one: &Studied| of(one, Measure::outcomes(one.reachable));
    [mean(studied.iter().map(blocks)), mean(studied.iter().map(outcomes))]
}

/// A row of the table: blocks, and outcomes in brackets.
fn row(name: &str, cells: &[[f64; 2]]) {
    let cells: Vec<String> =
        cells.iter().map(|[blocks, outcomes]| format!("{blocks:.3} ({outcomes:.3})")).collect();
    println!("| {name} | {} |", cells.join(" | "));
}

/// The tables of programs with so many conditions: what suites cover, by inputs, and what is proved.
fn karel(programs: usize, conditions: i64, size: u32) -> Result<Vec<[f64; 2]>, Box<dyn Error>> {
    let drawn = draw(programs, conditions, size, 1)?;
    let begun = Instant::now();
    let studied = on_threads(&drawn, |_, program| study(program))?;
    let taken = begun.elapsed().as_secs_f64();
    println!(
        "\n| blocks (outcomes) | 1 input | 2 | 3 | 5 | 10 | 100 | 1000 |\n|---|---|---|---|---|---|---|---|"
    );
    let grids = on_threads(&studied, |place, one| random_rows(one, 1000, shown(place)))?;
    let of_grids = |inputs: usize| {
        let of = |measure: fn(&Studied) -> Measure| {
            mean(studied.iter().zip(&grids).map(|(one, rows)| measure(one).first(rows, inputs)))
        };
        [of(|one| Measure::blocks(&one.program, one.reachable)), of(|one| Measure::outcomes(one.reachable))]
    };
    row("random grids", &[1, 2, 3, 5, 10, 100, 1000].map(of_grids));
    let best = INPUTS.map(|inputs| means(&studied, |one, measure| measure.best(&one.paths, inputs)));
    row("suites of explored paths", &best);
    row(
        "paths as they are found",
        &INPUTS.map(|inputs| means(&studied, |one, measure| measure.first(&one.paths, inputs))),
    );
    let part = |is: &dyn Fn(&Studied) -> bool| mean(studied.iter().map(|one| f64::from(u8::from(is(one)))));
    let runs: u64 = studied.iter().map(|one| one.runs).sum();
    let smallest: Vec<f64> = studied
        .iter()
        .filter_map(|one| one.smallest)
        .filter_map(|size| u32::try_from(size).ok())
        .map(f64::from)
        .collect();
    println!(
        "\nall paths taken: {:.3} of the programs; a smallest suite proved: {:.3}, of {:.2} inputs in the mean; {runs} runs in {taken:.2} s\n",
        part(&|one| one.is_complete),
        part(&|one| one.smallest.is_some()),
        mean(smallest.into_iter()),
    );
    Ok(best.into_iter().collect())
}

fn shown(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The table of programs on strings.
fn strings(programs: usize) -> Result<f64, Box<dyn Error>> {
    let all = Generator::<Vec<Span>>::up_to(10).build()?;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let drawn: Vec<Vec<Span>> = (0..programs)
        .filter_map(|number| all.sample(3 + u32::try_from(number % 8).unwrap_or(0), &mut rng))
        .collect();
    println!("{programs} programs of 3 to 10 spans, strings of at most {} letters\n", span::LONGEST);
    println!("| random strings | spans that fire |\n|---|---|");
    for inputs in [1, 5, 10, 100] {
        let covered = mean(drawn.iter().map(|spans| {
            let texts: Vec<Vec<u8>> = (0..inputs).map(|_| search::random(&mut rng)).collect();
            search::fired(spans, &texts)
        }));
        println!("| {inputs} | {covered:.3} |");
    }
    println!("\n| one string, found by local search | spans that fire |\n|---|---|");
    let mut found = 0.0;
    for evaluations in [2000, 200] {
        found = mean(drawn.iter().map(|spans| search::climb(spans, evaluations, &mut rng)));
        println!("| after {evaluations} evaluations | {found:.3} |");
    }
    println!();
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("train") {
        return train::show(train::PROGRAMS);
    }
    let is_smoke = argument.as_deref() == Some("--smoke");
    let programs = if is_smoke { 40 } else { argument.map_or(Ok(500), |programs| programs.parse())? };
    let [few, many] = KINDS.map(|(conditions, size)| karel(programs, conditions, size));
    let (few, many) = (few?, many?);
    let learned_from = train::programs(train::PROGRAMS)?;
    let orders = KINDS.map(|kind| order::table(programs, kind, &learned_from));
    let orders: Vec<_> = orders.into_iter().collect::<Result<_, _>>()?;
    let fired = strings(programs)?;
    if is_smoke {
        let [[blocks, _], [_, two], [_, three], ..] = few[..] else {
            return Err("five numbers of inputs".into());
        };
        let is_as_told = blocks > 0.8 && two > 0.9 && three > 0.97 && many[3][1] > 0.97 && fired > 0.85;
        if !is_as_told {
            return Err("a figure is out of its bounds".into());
        }
        for order in orders {
            let [.., uncovered, learned] = order[..] else { return Err("five strategies".into()) };
            if uncovered[3] < 0.85 || learned[2] < uncovered[2] {
                return Err("a strategy covers less than it should".into());
            }
        }
        if train::train(20)?.items[1] <= 0.0 {
            return Err("what is open was learned to be worth nothing".into());
        }
    }
    Ok(())
}
