//! Random programs: every engine finds the structures that brute force and a plain interpreter find.
//!
//! A program is drawn (`schemas.rs`, `expressions.rs`), interpreted on all structures (`structures.rs`,
//! `interpret.rs`), and built as a model and as a spec (`model.rs`, `spec_text.rs`) by every engine (`compare.rs`).
//!
//! `DPGEN_LONG=1` tries many more programs, from a seed that is printed; `DPGEN_PROGRAMS` says how many, `DPGEN_SEED`
//! where to begin. A failure is shrunk, and named by the seed that makes it again alone.

mod compare;
mod draw;
mod expressions;
mod interpret;
mod model;
mod program;
mod schemas;
mod spec_text;
mod structures;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use compare::{Expected, Verdict};
use draw::Draw;
use program::Program;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use structures::Structures;

/// How many programs are tried normally, and where their seeds begin.
const PROGRAMS: u64 = 300;
const SEED: u64 = 1;
/// How many with `DPGEN_LONG=1`.
const LONG: u64 = 20_000;
/// How many numbers a program is drawn from.
const CHOICES: usize = 600;
/// Parsing a deep expression takes stack, most of all without optimisation.
const STACK: usize = 1 << 27;
/// The most structures that brute force makes.
const MOST: usize = 1200;

/// The program that a sequence of choices stands for, with all its structures.
fn program(choices: &[u32]) -> Option<(Arc<Program>, Structures)> {
    let draw = &mut Draw::new(choices);
    let most_size = 1 + u32::try_from(draw.of(&[2_usize, 3, 4, 7])).unwrap();
    let mut program = schemas::program(draw);
    expressions::fill(&mut program, draw);
    // As large as brute force allows.
    let mut found = None;
    for size in 0..=most_size {
        let Ok(structures) = Structures::up_to(&program, size, MOST) else { break };
        program.max_size = size;
        found = Some(structures);
    }
    Some((Arc::new(program), found?))
}

/// What trying one program showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    verdict: Verdict,
    /// Whether it accepts some structures and not all.
    tells_apart: bool,
}

fn try_program(choices: &[u32]) -> Result<Option<Seen>, String> {
    let Some((program, structures)) = program(choices) else { return Ok(None) };
    let expected: Expected = compare::expected(&program, &structures);
    compare::difference(&program, &expected)?;
    let all: usize = (0..=program.max_size).map(|size| structures.of(0, size).len()).sum();
    let tells_apart = expected.total() > 0 && expected.total() < all;
    Ok(Some(Seen { verdict: expected.verdict(), tells_apart }))
}

/// Tries the program of a seed; a failure comes back as the report of a shrunk program.
fn try_seed(seed: u64) -> Result<Option<Seen>, String> {
    let config = Config {
        cases: 1,
        failure_persistence: None,
        max_shrink_iters: 1 << 20,
        max_shrink_time: 15_000,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let seen = Mutex::new(None);
    let choices = prop::collection::vec(0..1000_u32, 100..=CHOICES);
    let result = runner.run(&choices, |choices| {
        let tried = std::panic::catch_unwind(|| try_program(&choices));
        let tried = tried.unwrap_or_else(|_| Err("a panic".to_owned()));
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = tried.map_err(TestCaseError::fail)?;
        Ok(())
    });
    match result {
        Ok(()) => Ok(seen.into_inner().unwrap_or_else(PoisonError::into_inner)),
        Err(TestError::Fail(reason, choices)) => {
            let (program, _) = program(&choices).unwrap();
            let text = spec_text::of(&program);
            Err(format!("DPGEN_SEED={seed}: {reason}\nmaximum size {}\n{text}", program.max_size))
        }
        Err(error) => Err(format!("DPGEN_SEED={seed}: {error}")),
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

#[test]
fn every_engine_agrees_with_an_interpreter_on_random_programs() {
    let long = number("DPGEN_LONG").is_some_and(|long| long != 0);
    let seed = number("DPGEN_SEED");
    let fresh =
        || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let first = seed.unwrap_or_else(|| if long { fresh() * LONG } else { SEED });
    let default = if seed.is_some() {
        1
    } else if long {
        LONG
    } else {
        PROGRAMS
    };
    let programs = number("DPGEN_PROGRAMS").unwrap_or(default);
    // Panics of a predicate's own, on the engines' threads, are results here.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name().is_some() {
            hook(info);
        }
    }));
    println!("{programs} random programs from DPGEN_SEED={first} on");
    let (next, failures) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let seen: Mutex<BTreeMap<Seen, u64>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let work = || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= programs || failures.lock().unwrap().len() >= 5 {
                        return;
                    }
                    match try_seed(first.wrapping_add(number)) {
                        Ok(Some(one)) => *seen.lock().unwrap().entry(one).or_default() += 1,
                        Ok(None) => {}
                        Err(report) => failures.lock().unwrap().push(report),
                    }
                }
            };
            thread.spawn_scoped(scope, work).unwrap();
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    let seen = seen.into_inner().unwrap();
    println!("{seen:?}");
    if programs >= PROGRAMS {
        // Programs are worth something where they tell structures apart.
        let telling: u64 = seen.iter().filter(|(seen, _)| seen.tells_apart).map(|(_, count)| count).sum();
        assert!(telling * 3 > programs, "only {telling} of {programs} programs tell structures apart");
    }
}
