//! [`check`]: a body on every structure up to a size, without a test's attribute; what failed, by cause.

use std::fmt;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use dpgen_engine::BuildError;
use dpgen_forest::{Count, StopReason, grouped};

use super::failure::{Failure, Outcome, Quiet, install_hook};
use crate::generator::Generator;
use crate::structures::Structures;
use crate::view::DpGen;

/// Runs a body on every structure up to a size, smallest first, until it fails: it panics, or returns an error.
///
/// [`Structures::check`] does the same with structures that were built otherwise, and goes on after a failure.
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
/// let checked = dpgen::check(5, |tree: &Tree| if height(tree) < 4 { Ok(()) } else { Err("too high") })?;
/// let failure = &checked.failures()[0];
/// assert_eq!((failure.size(), failure.message()), (4, "Error: \"too high\""));
/// assert_eq!(failure.value(), "Node(Leaf, Node(Leaf, Node(Leaf, Node(Leaf, Leaf))))");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Errors
/// When the structures can not be built: see [`Generator::build`].
pub fn check<T: DpGen + Debug, O: Outcome>(
    max_size: u32,
    body: impl Fn(&T) -> O,
) -> Result<Checked, BuildError> {
    Ok(Generator::<T>::up_to(max_size).build()?.check(1, body))
}

impl<T: DpGen + Debug> Structures<T> {
    /// Runs a body on every structure, smallest first, until it has failed so many times.
    ///
    /// Failures from one place in the code, or with one message where no place is known, are one cause, of which the
    /// first is kept. Panics are not printed while this runs.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let checked = trees.check(100, |tree| assert_ne!(*tree, Tree::Leaf));
    /// assert_eq!(checked.failures().len(), 1);
    /// assert_eq!(checked.failures()[0].value(), "Leaf");
    /// assert_eq!(checked.to_string().lines().next(), Some("all 65 structures of size ≤ 5: 1 failed, from 1 cause"));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn check<O: Outcome>(&self, failures: u64, body: impl Fn(&T) -> O) -> Checked {
        install_hook();
        let _quiet = Quiet::begin();
        let started = Instant::now();
        let mut checked = Checked { stop: self.stop_reason(), ..Checked::default() };
        let mut failed = 0;
        'sizes: for size in 0..self.complete_sizes() {
            let mut cases = self.iter_size(size).in_place();
            checked.sizes.push(CheckedSize { size, run: 0, failed: 0 });
            while let Some(value) = cases.next() {
                let result = catch_unwind(AssertUnwindSafe(|| body(value).failure()));
                let Some(last) = checked.sizes.last_mut() else { break };
                let rank = last.run;
                last.run += 1;
                let Some(failure) = Failure::of(result) else { continue };
                last.failed += 1;
                match checked.failures.iter_mut().find(|known| known.failure.same_kind(&failure)) {
                    Some(known) => known.times += 1,
                    None => {
                        let value = format!("{value:?}");
                        checked.failures.push(CheckFailure { size, rank, value, times: 1, failure });
                    }
                }
                failed += 1;
                if failed >= failures {
                    let last_size = size + 1 == self.complete_sizes();
                    checked.ended = !last_size || Count::from(last.run) < self.count(size);
                    break 'sizes;
                }
            }
        }
        checked.time = started.elapsed();
        checked
    }
}

/// What [`check`] found. It is shown as lines for people.
#[derive(Debug, Default)]
pub struct Checked {
    sizes: Vec<CheckedSize>,
    failures: Vec<CheckFailure>,
    time: Duration,
    /// Why the build has fewer sizes than were asked for.
    stop: Option<StopReason>,
    /// Whether it ended at the last failure that was asked for, and not at the last structure.
    ended: bool,
}

/// How a size went.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedSize {
    /// The size.
    pub size: u32,
    /// How many of its structures were run.
    pub run: u64,
    /// How many of them failed.
    pub failed: u64,
}

/// The first failure of a cause.
#[derive(Debug)]
pub struct CheckFailure {
    size: u32,
    rank: u64,
    value: String,
    times: u64,
    failure: Failure,
}

impl CheckFailure {
    /// The size of the first structure that failed so, which is a smallest one.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Its rank: [`Structures::nth`] makes it again.
    #[must_use]
    pub fn rank(&self) -> u64 {
        self.rank
    }

    /// It, as `Debug` shows it.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What the panic said, or the error as `Debug` shows it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.failure.message
    }

    /// The file, line and column of the panic.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.failure.place.as_deref()
    }

    /// How many structures failed so.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.times
    }
}

impl Checked {
    /// The causes, each with its first failure, in the order in which they were met.
    #[must_use]
    pub fn failures(&self) -> &[CheckFailure] {
        &self.failures
    }

    /// Each size, as far as it was run.
    #[must_use]
    pub fn sizes(&self) -> &[CheckedSize] {
        &self.sizes
    }

    /// How long it took, the build apart.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether every structure up to the size that was asked for was run.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop.is_none() && !self.ended
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let run: u64 = self.sizes.iter().map(|size| size.run).sum();
        let failed: u64 = self.failures.iter().map(|failure| failure.times).sum();
        let all = if self.ended { "the first" } else { "all" };
        write!(f, "{all} {} structures", grouped(run))?;
        if let Some(last) = self.sizes.last() {
            write!(f, " of size ≤ {}", last.size)?;
        }
        match failed {
            0 => write!(f, " pass")?,
            _ => {
                let causes = self.failures.len();
                let ending = if causes == 1 { "" } else { "s" };
                write!(f, ": {} failed, from {causes} cause{ending}", grouped(failed))?;
            }
        }
        if let Some(stop) = &self.stop {
            write!(f, "; the build stopped early: {stop}")?;
        }
        for failure in &self.failures {
            let CheckFailure { size, rank, value, times, failure } = failure;
            let place = failure.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            write!(f, "\n{} times{place}: {}", grouped(times), failure.message)?;
            write!(f, "\n  first: size {size}, rank {rank}: {value}")?;
        }
        Ok(())
    }
}
