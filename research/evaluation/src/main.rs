//! The paper's evaluation: six microbenchmarks by every engine, and random generation of large structures.
//!
//! `cargo run --release -p dpgen-evaluation` prints tables; with `-- --write` it rewrites the part of `research/docs/evaluation.md` between
//! its markers, and the plots; `-- --smoke` runs all of it at tiny sizes. Each build runs in a process of its own,
//! so that peak memory is its own.
#![allow(
    clippy::unwrap_used,
    clippy::as_conversions,
    reason = "a study may panic, and its figures are shown only"
)]

mod chart;
mod check;
mod growth;
mod korat;
mod page;
mod random;

use std::sync::Arc;
use std::time::Duration;

use dpgen::engine::{self, CoinToss, Options};
use dpgen::{Algorithm, Catalog, Fields, Limits, Scope};
use dpgen_spec::Spec;

/// The microbenchmarks, by the names of their specs.
pub const BENCHMARKS: [&str; 6] =
    ["sorted-list", "binary-tree", "red-black-tree", "fibonacci-heap", "binary-heap", "hash-table"];

/// An engine with a way of treating data.
#[derive(Debug, Clone, Copy)]
pub struct Engine {
    /// As in the tables.
    pub name: &'static str,
    /// What runs.
    pub algorithm: Algorithm,
    /// Values, or symbols.
    pub fields: Fields,
}

/// The engines, in the order of the tables.
pub const ENGINES: [Engine; 6] = [
    Engine { name: "top-down", algorithm: Algorithm::TopDown, fields: Fields::Concrete },
    Engine { name: "DP", algorithm: Algorithm::Dp, fields: Fields::Concrete },
    Engine { name: "LazyDP", algorithm: Algorithm::LazyDp, fields: Fields::Concrete },
    Engine { name: "SymboLazyDP", algorithm: Algorithm::SymbolazyDp, fields: Fields::Symbolic },
    Engine { name: "Quotient", algorithm: Algorithm::Quotient, fields: Fields::Concrete },
    Engine { name: "Quotient, symbolic", algorithm: Algorithm::Quotient, fields: Fields::Symbolic },
];

/// Builds a built-in spec on one thread.
pub fn build(
    name: &str,
    scope: &Scope,
    engine: Engine,
    coin_toss: Option<CoinToss>,
    time: Duration,
) -> Catalog {
    let model = Arc::new(Spec::builtin(name).unwrap().model(scope).unwrap());
    let limits = Limits::none().time(time);
    let (algorithm, fields) = (Some(engine.algorithm), engine.fields);
    let options =
        Options::default().algorithm(algorithm).fields(fields).threads(1).coin_toss(coin_toss).limits(limits);
    engine::build(&model, scope, &options).unwrap_or_else(|error| panic!("{name}: {}: {error}", engine.name))
}

/// How far to go.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// An engine that took longer than this is not given a larger size.
    pub limit: Duration,
    /// No larger size is tried.
    pub max_size: u32,
    /// Only to see that everything runs.
    pub test: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["--one", benchmark, engine, seconds, size, ref params @ ..] = arguments[..] {
        let param = |scope: Scope, param: &&str| {
            let (name, value) = param.split_once('=').unwrap();
            scope.with(name, value.parse().unwrap())
        };
        let scope = params.iter().fold(Scope::new(size.parse().unwrap()), param);
        growth::one(benchmark, engine.parse().unwrap(), &scope, seconds.parse().unwrap());
        return;
    }
    let effort = if arguments.contains(&"--smoke") {
        Effort { limit: Duration::from_millis(200), max_size: 3, test: true }
    } else {
        Effort { limit: Duration::from_secs(2), max_size: 100, test: false }
    };
    let curves: Vec<growth::Curve> =
        BENCHMARKS.iter().flat_map(|name| growth::curves(name, effort)).collect();
    let draws: Vec<random::Draws> = BENCHMARKS.iter().map(|name| random::draws(name, effort)).collect();
    check::all(&curves);
    let text = page::generated(&curves, &draws) + &korat::table(effort);
    println!("{text}");
    let plots: Vec<(String, String)> =
        BENCHMARKS.iter().map(|name| (format!("{name}.svg"), chart::plot(name, &curves))).collect();
    if arguments.contains(&"--write") {
        page::write(&text, &plots);
    }
}
