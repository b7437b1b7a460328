//! [`ThreadBudget`]: how many threads run the cases of a test, beside those of other tests of the process.
//!
//! `cargo test` runs as many tests at once as there are cores. So the additional threads of all tests together are at most
//! one less than the cores: a test that runs alone has all cores, and many tests at once have two threads a core at most.

use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The additional threads of all tests that run.
static ADDITIONAL: AtomicUsize = AtomicUsize::new(0);

/// The number of threads that a test may have, itself included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ThreadBudget {
    max_threads: usize,
    /// Whether the test asks for this number, whatever other tests have.
    is_fixed: bool,
}

impl ThreadBudget {
    /// That of the option `threads`, where 0 is one a core; never more than the runner of tests may have.
    pub(super) fn of_option(threads: usize) -> Self {
        let variable = env::var("RUST_TEST_THREADS").ok().and_then(|text| text.parse().ok());
        let limit = of_runner(env::args_os().filter_map(|argument| argument.into_string().ok())).or(variable);
        Self::new(threads, limit, thread::available_parallelism().map_or(1, usize::from))
    }

    fn new(option: usize, limit: Option<usize>, cores: usize) -> Self {
        let max_threads = match option {
            // Miri runs one thread at a time, and slowly.
            _ if cfg!(miri) => 1,
            0 => cores,
            threads => threads,
        };
        Self { max_threads: max_threads.min(limit.unwrap_or(usize::MAX)).max(1), is_fixed: option > 0 }
    }

    /// Whether there may be more threads than the test's own.
    pub(super) fn is_parallel(self) -> bool {
        self.max_threads > 1
    }

    /// Takes as many additional threads as there may be now.
    pub(super) fn take(self) -> AdditionalThreads {
        let most = self.max_threads - 1;
        if self.is_fixed {
            ADDITIONAL.fetch_add(most, Ordering::Relaxed);
            return AdditionalThreads(most);
        }
        let mut taken = 0;
        let _ = ADDITIONAL.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |in_use| {
            taken = most.saturating_sub(in_use);
            Some(in_use + taken)
        });
        AdditionalThreads(taken)
    }
}

/// The number that `cargo test -- --test-threads=1` has.
fn of_runner(mut arguments: impl Iterator<Item = String>) -> Option<usize> {
    while let Some(argument) = arguments.next() {
        if let Some(rest) = argument.strip_prefix("--test-threads") {
            let number = if rest.is_empty() { arguments.next()? } else { rest.strip_prefix('=')?.to_owned() };
            return number.parse().ok();
        }
    }
    None
}

/// Threads beside the test's own, which other tests can take once this is dropped.
#[derive(Debug)]
pub(super) struct AdditionalThreads(usize);

impl AdditionalThreads {
    pub(super) fn count(&self) -> usize {
        self.0
    }
}

impl Drop for AdditionalThreads {
    fn drop(&mut self) {
        ADDITIONAL.fetch_sub(self.0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::{ThreadBudget, of_runner};

    #[test]
    fn arguments_of_the_runner_are_read() {
        let read = |text: &str| of_runner(text.split(' ').map(str::to_owned));
        assert_eq!(read("it --exact name"), None);
        assert_eq!(read("it --test-threads=3 name"), Some(3));
        assert_eq!(read("it --test-threads 4 name"), Some(4));
        assert_eq!(read("it --test-threads"), None);
        assert_eq!(read("it --test-threads=x"), None);
    }

    #[test]
    fn the_option_and_the_runner_limit_threads() {
        let max_threads = |option, variable| ThreadBudget::new(option, variable, 8).max_threads;
        if cfg!(miri) {
            return;
        }
        assert_eq!(max_threads(0, None), 8);
        assert_eq!(max_threads(0, Some(3)), 3);
        assert_eq!(max_threads(3, None), 3);
        assert_eq!(max_threads(3, Some(1)), 1);
        assert_eq!(max_threads(20, None), 20);
        assert_eq!(max_threads(0, Some(0)), 1);
    }
}
