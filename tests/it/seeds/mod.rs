//! Tries what random numbers stand for, one seed after the other, on all cores; a failure is shrunk.
//!
//! `DPGEN_LONG=1` tries many more, from a seed that is printed; `DPGEN_PROGRAMS` says how many, `DPGEN_SEED` where to
//! begin. A failure is named by the seed that makes it again alone. Read `draw.rs` for how numbers become choices.

pub mod draw;

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// Where seeds begin normally.
const FIRST_SEED: u64 = 1;
/// How many numbers one is drawn from.
const MAX_CHOICES: usize = 600;
/// Parsing a deep expression takes stack, most of all without optimisation.
const STACK_BYTES: usize = 1 << 27;
/// The number of failures after which no more are looked for.
const MAX_FAILURES: usize = 5;

/// Tries what choices stand for: what was seen, or nothing if they stand for nothing; or the difference.
type TryOne<Seen> = dyn Fn(&[u32]) -> Result<Option<Seen>, String> + Sync;

/// What is tried.
pub struct Trial<'a, Seen> {
    /// What it is called in the plural.
    pub name: &'a str,
    /// How many are tried normally, and with `DPGEN_LONG=1`.
    pub normally: u64,
    pub long: u64,
    /// Tries what choices stand for: what that showed, if anything, or what differs.
    pub try_one: &'a TryOne<Seen>,
    /// The text of what choices stand for.
    pub show: &'a (dyn Fn(&[u32]) -> String + Sync),
}

/// What the seeds showed.
pub struct Shown<Seen> {
    pub seen: Vec<Seen>,
    /// How many seeds were tried.
    pub tried: u64,
    /// Whether these are at least as many as normally, so that figures of them mean something.
    pub is_whole: bool,
}

/// Tries them all.
///
/// # Panics
/// When some failed, with their texts.
pub fn try_seeds<Seen: Send>(trial: &Trial<'_, Seen>) -> Shown<Seen> {
    let long = number("DPGEN_LONG").is_some_and(|long| long != 0);
    let seed = number("DPGEN_SEED");
    let fresh =
        || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let first = seed.unwrap_or_else(|| if long { fresh() * trial.long } else { FIRST_SEED });
    let default = match (seed, long) {
        (Some(_), _) => 1,
        (None, true) => trial.long,
        (None, false) => trial.normally,
    };
    let tried = number("DPGEN_PROGRAMS").unwrap_or(default);
    // Panics of a predicate's own, on the engines' threads, are results here.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name().is_some() {
            hook(info);
        }
    }));
    println!("{tried} random {} from DPGEN_SEED={first} on", trial.name);
    let (next, failures, seen) = (AtomicU64::new(0), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let work = || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tried || failures.lock().unwrap().len() >= MAX_FAILURES {
                        return;
                    }
                    match try_seed(trial, first.wrapping_add(number)) {
                        Ok(one) => seen.lock().unwrap().extend(one),
                        Err(report) => failures.lock().unwrap().push(report),
                    }
                }
            };
            thread.spawn_scoped(scope, work).unwrap();
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    Shown { seen: seen.into_inner().unwrap(), tried, is_whole: tried >= trial.normally }
}

/// Tries what a seed stands for; a failure comes back as the report of a shrunk one.
fn try_seed<Seen: Send>(trial: &Trial<'_, Seen>, seed: u64) -> Result<Option<Seen>, String> {
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
    let choices = prop::collection::vec(0..1000_u32, 100..=MAX_CHOICES);
    let result = runner.run(&choices, |choices| {
        let once = std::panic::AssertUnwindSafe(|| (trial.try_one)(&choices));
        let tried = std::panic::catch_unwind(once).unwrap_or_else(|panic| Err(message(&*panic)));
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = tried.map_err(TestCaseError::fail)?;
        Ok(())
    });
    match result {
        Ok(()) => Ok(seen.into_inner().unwrap_or_else(PoisonError::into_inner)),
        Err(TestError::Fail(reason, choices)) => {
            Err(format!("DPGEN_SEED={seed}: {reason}\n{}", (trial.show)(&choices)))
        }
        Err(error) => Err(format!("DPGEN_SEED={seed}: {error}")),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("a panic: {}", text.unwrap_or("without a text"))
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}
