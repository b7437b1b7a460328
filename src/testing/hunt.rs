//! [`hunt`]: the search of `#[dpgen::test]` without options, with its result as a value.
//!
//! The seed alone decides which samples are drawn. Neither environment variables nor the time of day matter, but that a case in
//! which the last run died comes first. Read `campaign.rs` next.

use std::fmt;
use std::time::{Duration, Instant};

use dpgen_forest::{Count, grouped};

use super::campaign::Campaign;
use super::case_body::ByReference;
use super::case_type::CaseType;
use super::failure::{Outcome, Quiet};
use super::options::{Overrides, TestOptions};
use super::run_name::RunName;
use crate::types::DpGen;

/// Runs a body on all cases of the smallest sizes, up to 10,000 of them, then on 1,000 stratified samples of each size to 16,
/// drawn by a seed; after a sample that fails, the sizes between are searched for a smaller one, which is then changed in one
/// place after the other, as long as it gets smaller, stays valid, and fails.
///
/// This is the search of `#[dpgen::test]` without options. [`check`](crate::check) tries all cases up to a size instead.
///
/// A case that the body runs on for ten seconds is shown on the standard error. If the process dies in a case, because it hangs,
/// aborts, or overflows the stack, the next hunt for the type in the same thread of a test shows that case and tries it first. The
/// main thread and threads without a name keep no record, as they run no test.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn height(tree: &Tree) -> u32 {
///     let Tree::Node(left, right) = tree else { return 0 };
///     1 + height(left).max(height(right))
/// }
///
/// let hunted = dpgen::hunt(0, |tree: &Tree| if height(tree) < 4 { Ok(()) } else { Err("too high") });
/// let failure = hunted.failure().expect("there are trees that high");
/// assert_eq!((failure.size(), failure.message()), (4, "Error: \"too high\""));
/// assert_eq!(height(failure.value()), 4);
/// assert_eq!(hunted.cases(), 1 + 1 + 2 + 5 + 1); // the first of size 4 fails
///
/// let passed = dpgen::hunt(0, |tree: &Tree| assert!(height(tree) < 99));
/// assert!(passed.failure().is_none());
/// ```
///
/// # Panics
/// When the type can not be built, as `#[dpgen::test]` does; the message says why. A body that panics is a failure, and is
/// not printed.
pub fn hunt<T: DpGen, O: Outcome>(seed: u64, body: impl Fn(&T) -> O) -> Hunted<T> {
    let _quiet = Quiet::begin();
    let started = Instant::now();
    let options =
        TestOptions { name: std::any::type_name::<T>(), regressions: false, ..TestOptions::DEFAULT };
    let name = RunName::of_thread::<T>("hunt");
    let overrides = Overrides { seed, ..Overrides::default() };
    let mut campaign = Campaign::with(options, overrides, CaseType::of::<T>(None), name);
    campaign.quiet = true;
    campaign.run_in_thread(&ByReference::new(body));
    let (counterexample, cases) = campaign.into_found();
    let failure = counterexample.and_then(|found| {
        let value = found.case_set.case(found.index)?;
        let (_, rank) = found.case_set.rank(found.index)?;
        let (size, message) = (found.case_set.size, found.failure.message);
        Some(HuntFailure { size, rank, value, message })
    });
    Hunted { failure, cases, time: started.elapsed() }
}

/// The result of [`hunt`]. Its `Display` is lines for people.
#[derive(Debug)]
#[must_use = "a failure that was found ends no test by itself"]
pub struct Hunted<T> {
    failure: Option<HuntFailure<T>>,
    cases: u64,
    time: Duration,
}

impl<T> Hunted<T> {
    /// The smallest case that failed, if one did.
    #[must_use]
    pub fn failure(&self) -> Option<&HuntFailure<T>> {
        self.failure.as_ref()
    }

    /// The number of cases that were run, in search of a smaller one too.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The time that it took, builds included.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }
}

/// The smallest case that failed.
#[derive(Debug)]
pub struct HuntFailure<T> {
    size: u32,
    rank: Count,
    value: T,
    message: String,
}

impl<T> HuntFailure<T> {
    /// Its size.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Its rank; `n`, in domains, was its size.
    #[must_use]
    pub fn rank(&self) -> &Count {
        &self.rank
    }

    /// The case.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.value
    }

    /// The message of the panic, or the error as `Debug` shows it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl<T: fmt::Debug> fmt::Display for Hunted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = grouped(self.cases);
        match &self.failure {
            None => write!(f, "{cases} cases pass"),
            Some(HuntFailure { size, rank, value, message }) => {
                write!(f, "failed after {cases} cases: {message}\n  size {size}, rank {rank}: {value:?}")
            }
        }
    }
}
