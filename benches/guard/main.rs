//! How many instructions typical work takes, beside what it took at the last release.
//!
//! `cargo bench -p dpgen-cli --bench guard` runs every case under valgrind, prints its figure beside that in
//! `figures.ron`, and fails if one takes more than a tenth more. `-- --record` writes the figures of a release.
//! `cargo test -p dpgen-cli --bench guard` compares a part of the cases, as the dev profile with the optimisation of
//! `.ci/run` compiles them. Instructions are counted since seconds depend on the machine and on what else it does; with
//! another compiler than the recorded one, figures are shown and not judged. Without valgrind each case runs once, so
//! that its own assertions are checked.
//!
//! `cases.rs` has the work (`values.rs`: that with types of Rust), `instructions.rs` counts, `figures.rs` reads and writes what is recorded.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

mod cases;
#[path = "../../tests/it/common/mod.rs"]
mod common;
mod figures;
mod instructions;
mod values;

use std::process::ExitCode;

use cases::{CASES, Case};
use figures::{Figures, Profile};

/// How much more than recorded is too much.
const TOO_MUCH: f64 = 1.1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if let Some(place) = arguments.iter().position(|argument| argument == "--case") {
        let name = arguments.get(place + 1).expect("--case has a name");
        let case = CASES.iter().find(|case| case.name == name).expect("it is the name of a case");
        (case.work)();
        return ExitCode::SUCCESS;
    }
    let chosen: Vec<&Case> = CASES.iter().filter(|case| case.short || has("--bench")).collect();
    let skipped = match (instructions::available(), Profile::of_this_build()) {
        (false, _) => "valgrind is not there",
        (true, None) => "the recorded figures are those of another profile",
        (true, Some(profile)) => return compare(&chosen, profile, has("--record")),
    };
    println!("SKIPPED: instructions are not counted, as {skipped}; each case runs once");
    for case in chosen {
        (case.work)();
    }
    ExitCode::SUCCESS
}

/// Prints today's figures beside the recorded ones, or records them. Fails if one is too much.
fn compare(chosen: &[&Case], profile: Profile, record: bool) -> ExitCode {
    let figures = Figures::read();
    let comparable = figures.comparable();
    if !comparable && !record {
        println!("The figures were recorded with {}; they are not judged.", figures.compiler);
    }
    println!("{:34} {:>12} {:>12}", "millions of instructions", "recorded", "now");
    let (mut slower, mut measured) = (Vec::new(), Vec::new());
    for case in chosen {
        let now = instructions::of(case.name, &[]);
        let then = figures.get(profile, case.name);
        let ratio = then.map(|then| now / then);
        let shown = |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| format!("{figure:.2}"));
        println!("{:34} {:>12} {now:>12.2} {:>6}", case.name, shown(then), shown(ratio));
        if ratio.is_some_and(|ratio| ratio > TOO_MUCH) {
            slower.push(case.name);
        }
        measured.push((case.name, now));
    }
    if record {
        figures.record(profile, &measured);
    } else if comparable && !slower.is_empty() {
        println!("More than a tenth slower than recorded: {}", slower.join(", "));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
