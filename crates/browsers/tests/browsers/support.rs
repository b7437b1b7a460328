//! Which engines can be used here, and saying which can not.

use std::io::Write;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use dpgen_browsers::{Engine, Kind, Options, Session, installed};

/// Held for reading by tests whose browsers must live, and by those that ask for versions, which starts processes, too; for writing
/// by those that kill all browsers of this process.
static BROWSERS: RwLock<()> = RwLock::new(());

/// While this is held, no test kills browsers.
pub fn unharmed() -> RwLockReadGuard<'static, ()> {
    BROWSERS.read().unwrap_or_else(PoisonError::into_inner)
}

/// While this is held, no other test has browsers.
pub fn exclusive() -> RwLockWriteGuard<'static, ()> {
    BROWSERS.write().unwrap_or_else(PoisonError::into_inner)
}

/// Whether tests are to start browsers.
fn are_wanted() -> bool {
    std::env::var_os("DPGEN_BROWSERS").is_some()
}

/// The kinds that are installed, of those asked for. Says which are missing, past the capture of the test harness. None
/// unless `DPGEN_BROWSERS` is set: all tests together take minutes.
pub fn ready(wanted: &[Kind], test: &str) -> Vec<Engine> {
    if !are_wanted() {
        say(&format!("SKIPPED: {test}: DPGEN_BROWSERS is not set"));
        return Vec::new();
    }
    let mut engines = Vec::new();
    for found in installed().into_iter().filter(|found| wanted.contains(&found.kind)) {
        if found.is_ready() {
            engines.push(Engine::new(found.kind));
        } else {
            let missing: Vec<&str> = found.missing.iter().map(|missing| missing.program).collect();
            say(&format!("SKIPPED: {test} with {}: {} not installed", found.kind.name(), missing.join(", ")));
        }
    }
    engines
}

/// The kinds that are installed, if there are at least so many; otherwise none.
pub fn at_least(count: usize, wanted: &[Kind], test: &str) -> Option<Vec<Engine>> {
    let engines = ready(wanted, test);
    if engines.len() < count && are_wanted() {
        say(&format!("SKIPPED: {test}: it needs {count} engines"));
    }
    (engines.len() >= count).then_some(engines)
}

pub fn say(line: &str) {
    // A test is not about whether this can be written.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A small viewport, and more patience than a busy machine needs.
pub fn options() -> Options {
    Options { page: (120, 100), viewport: (600, 400), ..Options::default() }
}

pub fn session(engine: &Engine) -> Session {
    session_with(engine, options())
}

pub fn session_with(engine: &Engine, options: Options) -> Session {
    Session::start(engine.clone(), options).unwrap_or_else(|error| panic!("{error}"))
}

/// Numbers that look random, the same for each seed: a linear congruential generator (Knuth's MMIX), of which the upper bits count.
pub fn random_numbers(seed: u64) -> impl Iterator<Item = u64> {
    let next = |state: &u64| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    };
    std::iter::successors(Some(seed), next).skip(1).map(|state| state >> 33)
}
