//! The watchdog: a thread that looks at the running cases of all tests of the process.
//!
//! It sleeps between looks, and as long as no test runs. What it finds running at two looks in a row it records by itself, as
//! a batch of cases may have been recorded with it.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::shared_state::{NO_CASE, Seen, Watched};

/// The time after which a running case is shown.
const NOTICE_AFTER: Duration = Duration::from_secs(10);
/// The time between looks.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The code of a process that ends because a test failed.
const FAILURE_EXIT_CODE: i32 = 101;

static TESTS: Mutex<Vec<Weak<Watched>>> = Mutex::new(Vec::new());
static BEGUN: Condvar = Condvar::new();

/// Looks at a test from here on.
pub(super) fn watch(watched: &Arc<Watched>) {
    static ONCE: Once = Once::new();
    TESTS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(watched));
    // Without a thread, nobody looks.
    ONCE.call_once(|| drop(thread::Builder::new().name("dpgen-watchdog".to_owned()).spawn(patrol)));
    BEGUN.notify_one();
}

/// The tests that run; waits until there is one.
fn tests() -> Vec<Arc<Watched>> {
    let mut tests = TESTS.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        tests.retain(|test| test.strong_count() > 0);
        if !tests.is_empty() {
            return tests.iter().filter_map(Weak::upgrade).collect();
        }
        tests = BEGUN.wait(tests).unwrap_or_else(PoisonError::into_inner);
    }
}

fn patrol() {
    loop {
        let tests = tests();
        for test in &tests {
            if look(test).is_hung() {
                // The others died of no case of theirs.
                let others = tests.iter().filter(|other| !Arc::ptr_eq(other, test));
                others.for_each(|other| other.lock().file = None);
                std::process::exit(FAILURE_EXIT_CODE);
            }
        }
        drop(tests);
        thread::sleep(POLL_INTERVAL);
    }
}

/// The result of a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Nothing to worry about.
    Nothing,
    /// A case that does not end, and that was shown.
    Hung,
}

impl Found {
    fn is_hung(self) -> bool {
        self == Self::Hung
    }
}

fn look(test: &Watched) -> Found {
    let number = test.running();
    let mut state = test.lock();
    let Some(seen) = state.seen.as_mut().filter(|seen| seen.number == number && number != NO_CASE) else {
        state.seen = Some(Seen { number, since: Instant::now(), is_recorded: false, is_shown: false });
        return Found::Nothing;
    };
    let took = seen.since.elapsed();
    let is_new = !std::mem::replace(&mut seen.is_recorded, true);
    let is_long = took >= NOTICE_AFTER && !std::mem::replace(&mut seen.is_shown, true);
    if is_new && state.batch.end - state.batch.start > 1 {
        // The next case begins another batch.
        test.next_batch.store(0, Ordering::Relaxed);
        state.record(number..number + 1);
        if test.running() != number {
            let batch = state.batch.clone();
            state.record(batch);
        }
    }
    let is_hung = test.case_time.is_some_and(|time| took >= (time * 2).max(time + Duration::from_secs(1)));
    if !is_long && !is_hung {
        return Found::Nothing;
    }
    let Some((cases, index)) = state.case(number) else { return Found::Nothing };
    // Showing a value is the user's code, and may take long.
    drop(state);
    let shown = catch_unwind(AssertUnwindSafe(|| cases.show(index, took, is_hung)));
    if test.running() != number {
        return Found::Nothing;
    }
    // Past the capture of a test's output. Whether anyone reads it does not matter to the test.
    let _ = std::io::stderr().write_all(shown.unwrap_or_default().as_bytes());
    if !is_hung {
        return Found::Nothing;
    }
    let _ = catch_unwind(AssertUnwindSafe(|| cases.remember(index)));
    Found::Hung
}
