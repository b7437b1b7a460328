//! [`Checked`]: the result of a check, for programs and as lines for people.

use std::fmt;
use std::time::Duration;

use dpgen_forest::{StopReason, grouped};

use super::failure::Failure;
use super::statistics::Statistics;

/// The result of [`check`](crate::check). Its `Display` is lines for people.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let checked = dpgen::check(4, |tree: &Tree| drop(format!("{tree:?}")))?;
/// assert!(checked.is_complete() && checked.failures().is_empty());
/// assert_eq!(checked.to_string(), "all 23 structures of size ≤ 4 pass");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Default)]
#[must_use = "a failure that was found ends no test by itself: `assert` does"]
pub struct Checked {
    pub(super) sizes: Vec<CheckedSize>,
    pub(super) failures: Vec<CheckFailure>,
    pub(super) time: Duration,
    /// Why the build has fewer sizes than were asked for.
    pub(super) stop: Option<StopReason>,
    /// Whether it ended at the last failure that was asked for, and not at the last structure.
    pub(super) ended: bool,
    pub(super) statistics: Statistics,
}

/// The result of one size.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// use dpgen::CheckedSize;
///
/// let trees = Generator::<Tree>::up_to(2).build()?;
/// let checked = trees.check(10, |tree| if let Tree::Leaf = tree { Ok(()) } else { Err("grown") });
/// let rows = checked.sizes().iter().map(|CheckedSize { size, run, failed, .. }| [u64::from(*size), *run, *failed]);
/// assert_eq!(rows.collect::<Vec<_>>(), [[0, 1, 0], [1, 1, 1], [2, 2, 2]]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedSize {
    /// The size.
    pub size: u32,
    /// The number of its structures that were run.
    pub run: u64,
    /// The number of them that failed.
    pub failed: u64,
}

/// The first failure of a cause.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let trees = Generator::<Tree>::up_to(3).build()?;
/// let checked = trees.check(10, |tree| assert!(matches!(tree, Tree::Leaf), "grown"));
/// let failure = &checked.failures()[0];
/// assert_eq!((failure.message(), failure.times()), ("grown", 1 + 2 + 5));
/// assert_eq!((failure.size(), failure.rank(), failure.value()), (1, 0, "Node(Leaf, Leaf)"));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct CheckFailure {
    pub(super) size: u32,
    pub(super) rank: u64,
    pub(super) value: String,
    pub(super) times: u64,
    pub(super) failure: Box<Failure>,
}

impl CheckFailure {
    /// The size of the first structure that failed so, which is a smallest one.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| assert!(matches!(tree, Tree::Leaf), "grown"))?;
    /// assert_eq!(checked.failures()[0].size(), 1);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Its rank: [`Structures::nth`](crate::Structures::nth) makes it again.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(3).build()?;
    /// let checked = trees.check(1, |tree| assert!(matches!(tree, Tree::Leaf)));
    /// let failure = &checked.failures()[0];
    /// let again = trees.nth(failure.size(), failure.rank()).expect("it was there");
    /// assert_eq!(format!("{again:?}"), failure.value());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn rank(&self) -> u64 {
        self.rank
    }

    /// The structure, as `Debug` shows it.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| assert!(matches!(tree, Tree::Leaf), "grown"))?;
    /// assert_eq!(checked.failures()[0].value(), "Node(Leaf, Leaf)");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The message of the panic, or the error as `Debug` shows it.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| assert!(matches!(tree, Tree::Leaf), "grown"))?;
    /// assert_eq!(checked.failures()[0].message(), "grown");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.failure.message
    }

    /// The file, line and column of the panic.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let line = line!() + 1;
    /// let checked = dpgen::check(3, |tree: &Tree| assert!(matches!(tree, Tree::Leaf)))?;
    /// let place = checked.failures()[0].place().expect("it panicked");
    /// assert!(place.contains(&format!(":{line}:")));
    /// // An error has no place.
    /// let checked = dpgen::check(3, |_: &Tree| Err::<(), _>("always"))?;
    /// assert_eq!(checked.failures()[0].place(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.failure.place.as_deref()
    }

    /// The number of structures that failed so.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(3).build()?;
    /// let checked = trees.check(100, |tree| assert!(matches!(tree, Tree::Leaf)));
    /// assert_eq!(checked.failures()[0].times(), 1 + 2 + 5);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn times(&self) -> u64 {
        self.times
    }
}

impl Checked {
    /// The causes, each with its first failure, in the order in which they were met.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(2).build()?;
    /// let checked = trees.check(10, |tree| if let Tree::Leaf = tree { Err("a leaf") } else { Err("a node") });
    /// let messages: Vec<&str> = checked.failures().iter().map(|failure| failure.message()).collect();
    /// assert_eq!(messages, ["Error: \"a leaf\"", "Error: \"a node\""]);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn failures(&self) -> &[CheckFailure] {
        &self.failures
    }

    /// Each size, as far as it was run.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |_: &Tree| {})?;
    /// assert_eq!(checked.sizes().iter().map(|size| size.run).collect::<Vec<_>>(), [1, 1, 2, 5]);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn sizes(&self) -> &[CheckedSize] {
        &self.sizes
    }

    /// The time that it took, the build apart.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |_: &Tree| std::thread::sleep(std::time::Duration::from_millis(1)))?;
    /// assert!(checked.time() >= std::time::Duration::from_millis(9)); // nine trees
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The counts of [`classify`](crate::classify) and [`cover`](fn@crate::cover).
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| dpgen::classify("leaf", matches!(tree, Tree::Leaf)))?;
    /// assert_eq!(checked.statistics().to_string(), "  11.1 % (1) leaf\n");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Ends a test by what was found, if it is a failure.
    ///
    /// ```should_panic
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| if let Tree::Leaf = tree { Err("a leaf") } else { Ok(()) });
    /// checked.expect("it can be built").assert();
    /// ```
    ///
    /// # Panics
    /// When a structure failed, when fewer cases were covered than [`cover`](fn@crate::cover) asks for, when the build
    /// stopped before the size that was asked for, and when there was no structure at all.
    #[track_caller]
    pub fn assert(&self) {
        let run: u64 = self.sizes.iter().map(|size| size.run).sum();
        assert!(self.failures.is_empty() && self.stop.is_none(), "{self}");
        assert!(run > 0, "no structure of these sizes satisfies the predicate");
        if let Some(uncovered) = self.statistics.uncovered() {
            panic!("{uncovered}\n{self}");
        }
    }

    /// Whether every structure up to the size that was asked for was run.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// assert!(dpgen::check(3, |_: &Tree| {})?.is_complete());
    /// let checked = dpgen::check(3, |_: &Tree| Err::<(), _>("the first one fails"))?;
    /// assert!(!checked.is_complete());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
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
        f.write_str(&self.statistics.without())?;
        if let Some(stop) = &self.stop {
            write!(f, "; the build stopped early: {stop}")?;
        }
        for failure in &self.failures {
            let CheckFailure { size, rank, value, times, failure } = failure;
            let place = failure.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            write!(f, "\n{} times{place}: {}", grouped(times), failure.message)?;
            write!(f, "\n  first: size {size}, rank {rank}: {value}")?;
        }
        if self.statistics.labels().next().is_some() {
            write!(f, "\n{}", self.statistics.to_string().trim_end())?;
        }
        Ok(())
    }
}
