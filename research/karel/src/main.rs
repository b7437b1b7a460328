//! Karel programs and programs on strings: how few inputs cover them, beside what neural networks and fuzzers were reported to do.
//!
//! `cargo run --release -p dpgen-karel [-- PROGRAMS]` prints the tables of `docs/exploring.md`; `-- --smoke` is a
//! short run that fails if a figure is out of its bounds, and `-- train` makes the weights of the strategy `Learned`.
//!
//! `program.rs` has the language as structures of dpgen, `hero.rs` its interpreter, `open.rs` the world that is decided where the
//! hero looks, `random.rs` the one of the baseline, `curve.rs` what is measured, `study.rs` what is found of a program;
//! `order.rs` compares strategies, `train.rs` trains one; `span.rs` programs on strings, `search.rs` a local search for strings,
//! `automaton.rs` and `most.rs` an exact one, and `strings.rs` the table.

mod automaton;
mod curve;
mod hero;
mod most;
mod open;
mod order;
mod program;
mod random;
mod search;
mod span;
mod strings;
mod study;
mod train;
mod work;

use std::error::Error;
use std::time::Instant;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

use curve::{Measure, Outcomes};
use study::{INPUTS, KINDS, Studied, draw, outcomes_in, study};
use work::{mean, on_threads, shown};

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
    let fired = strings::table(programs, is_smoke)?;
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
