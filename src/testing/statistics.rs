//! [`Statistics`]: counts the cases with each label of [`classify`] and [`cover`].
//!
//! After QuickCheck (Claessen and Hughes, "QuickCheck: a lightweight tool for random testing of Haskell programs", ICFP
//! 2000). A test that is going on keeps its table with its thread, and each label counts once a case.

use std::cell::RefCell;
use std::fmt;

use dpgen_forest::grouped;
use dpgen_forest::index::approx;

thread_local! {
    static CURRENT_STATISTICS: RefCell<Option<Statistics>> = const { RefCell::new(None) };
}

/// Counts the cases for which a condition holds, in the test that is going on in this thread. A passing test prints the
/// table, and [`Checked`](crate::Checked) has it. Outside of a test it does nothing, as it does in threads that the test
/// starts.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// enum List {
///     Nil,
///     Cons(bool, Box<List>),
/// }
///
/// let checked = dpgen::check(4, |list: &List| {
///     dpgen::classify("begins with true", matches!(list, List::Cons(true, _)));
///     dpgen::cover(0.01, "empty", matches!(list, List::Nil));
/// })?;
/// assert_eq!(checked.statistics().to_string(), "  48.4 % (15) begins with true\n   3.2 % (1) empty\n");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub fn classify(label: &'static str, condition: bool) {
    note(label, condition, None);
}

/// As [`classify`], for a condition that must hold for so large a part of the cases, from 0 to 1: a test in which all
/// cases passed fails if it holds for less.
///
/// ```should_panic
/// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let checked = dpgen::check(3, |tree: &Tree| dpgen::cover(0.5, "leaf", matches!(tree, Tree::Leaf)));
/// checked.expect("it can be built").assert(); // one tree of nine is a leaf
/// ```
pub fn cover(least: f64, label: &'static str, condition: bool) {
    note(label, condition, Some(least));
}

/// Leaves a case out, in the test that is going on in this thread, unless a condition holds: the body ends here, and does
/// not fail. A test says how many cases it left out, and fails if these were all. What can be said by a type's `rep_ok` costs
/// less there, as cases that do not satisfy it are never made.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// struct Pair {
///     #[dpgen(range = 0..=9)]
///     number: u32,
///     #[dpgen(range = 0..=9)]
///     divisor: u32,
/// }
///
/// let checked = dpgen::check(1, |Pair { number, divisor }: &Pair| {
///     dpgen::assume(*divisor != 0);
///     assert_eq!(number / divisor * divisor + number % divisor, *number);
/// })?;
/// checked.assert();
/// assert_eq!(checked.to_string(), "all 100 structures of size ≤ 1 pass; 10 of them were left out by `assume`");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// If the condition does not hold; outside of a test nobody catches that.
pub fn assume(condition: bool) {
    if !condition {
        CURRENT_STATISTICS.with_borrow_mut(|current| {
            if let Some(statistics) = current {
                statistics.discarded += 1;
            }
        });
        std::panic::resume_unwind(Box::new(Discarded));
    }
}

/// The panic payload by which `assume` discards a case.
#[derive(Debug)]
pub(super) struct Discarded;

fn note(label: &'static str, condition: bool, least: Option<f64>) {
    CURRENT_STATISTICS.with_borrow_mut(|current| {
        let Some(Statistics { cases, classes, .. }) = current else { return };
        let place = classes.iter().position(|class| class.label == label).unwrap_or_else(|| {
            classes.push(Class { label, least, hits: 0, last: None });
            classes.len() - 1
        });
        let class = &mut classes[place];
        if condition && class.last != Some(*cases) {
            class.hits += 1;
            class.last = Some(*cases);
        }
    });
}

/// The number of cases with each label. Its `Display` is a table, a line a label, in the order in which they were met.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let checked = dpgen::check(3, |tree: &Tree| dpgen::classify("leaf", matches!(tree, Tree::Leaf)))?;
/// assert_eq!(checked.statistics().to_string(), "  11.1 % (1) leaf\n");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Statistics {
    cases: u64,
    classes: Vec<Class>,
    discarded: u64,
}

/// The cases of one label.
#[derive(Debug, Clone, PartialEq)]
struct Class {
    label: &'static str,
    /// The least part of the cases.
    least: Option<f64>,
    hits: u64,
    /// The case that was counted last.
    last: Option<u64>,
}

impl Statistics {
    /// The labels, each with the number of cases that it was given to.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| dpgen::classify("leaf", matches!(tree, Tree::Leaf)))?;
    /// assert_eq!(checked.statistics().labels().collect::<Vec<_>>(), [("leaf", 1)]);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn labels(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.classes.iter().map(|class| (class.label, class.hits))
    }

    /// The number of cases that [`assume`](crate::assume) discarded.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let checked = dpgen::check(3, |tree: &Tree| dpgen::assume(!matches!(tree, Tree::Leaf)))?;
    /// assert_eq!(checked.statistics().discarded(), 1);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn discarded(&self) -> u64 {
        self.discarded
    }

    /// The number of discarded cases, as a part of a sentence.
    pub(super) fn without(&self) -> String {
        match self.discarded {
            0 => String::new(),
            discarded => format!("; {} of them were left out by `assume`", grouped(discarded)),
        }
    }

    /// The missing coverage, as a sentence: all cases were discarded, or a label was given to too few.
    pub(super) fn uncovered(&self) -> Option<String> {
        if self.cases > 0 && self.discarded == self.cases {
            return Some(format!(
                "`assume` left out all {} cases, so that nothing was tried",
                grouped(self.cases)
            ));
        }
        let short = self
            .classes
            .iter()
            .find(|class| class.least.is_some_and(|least| approx(class.hits) < least * approx(self.cases)))?;
        let (has, least) = (self.percent(short.hits), short.least.unwrap_or_default() * 100.0);
        let (hits, cases) = (grouped(short.hits), grouped(self.cases));
        let label = short.label;
        Some(format!("{has:.1} % of the cases ({hits} of {cases}) are `{label}`, and {least} % were to be"))
    }

    /// Adds the counts of later cases.
    pub(super) fn add(&mut self, later: Self) {
        self.cases += later.cases;
        self.discarded += later.discarded;
        for class in later.classes {
            match self.classes.iter_mut().find(|known| known.label == class.label) {
                Some(known) => known.hits += class.hits,
                None => self.classes.push(Class { last: None, ..class }),
            }
        }
    }

    fn percent(&self, hits: u64) -> f64 {
        if self.cases == 0 { 0.0 } else { 100.0 * approx(hits) / approx(self.cases) }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for class in &self.classes {
            let Class { label, hits, .. } = class;
            writeln!(f, "{:>6.1} % ({}) {label}", self.percent(*hits), grouped(*hits))?;
        }
        Ok(())
    }
}

/// The table of the test that this thread runs, until it is dropped; then that of the test around it is again.
#[derive(Debug)]
pub(super) struct StatisticsScope {
    around: Option<Statistics>,
}

impl StatisticsScope {
    /// An empty table.
    pub(super) fn begin() -> Self {
        Self { around: CURRENT_STATISTICS.replace(Some(Statistics::default())) }
    }

    /// A case has been run.
    #[inline]
    pub(super) fn case_ended(&self) {
        CURRENT_STATISTICS.with_borrow_mut(|current| {
            if let Some(statistics) = current {
                statistics.cases += 1;
            }
        });
    }

    /// The number of cases that left themselves out.
    pub(super) fn discarded(&self) -> u64 {
        CURRENT_STATISTICS
            .with_borrow(|current| current.as_ref().map_or(0, |statistics| statistics.discarded))
    }

    /// The labels of the running case.
    pub(super) fn labels_of_case(&self) -> Vec<&'static str> {
        CURRENT_STATISTICS.with_borrow(|current| {
            let Some(Statistics { cases, classes, .. }) = current else { return Vec::new() };
            classes.iter().filter(|class| class.last == Some(*cases)).map(|class| class.label).collect()
        })
    }

    /// Cases have been run elsewhere.
    pub(super) fn add(&self, cases: Statistics) {
        CURRENT_STATISTICS.with_borrow_mut(|current| {
            if let Some(statistics) = current {
                statistics.add(cases);
            }
        });
    }

    /// The counts so far.
    pub(super) fn statistics(&self) -> Statistics {
        CURRENT_STATISTICS.with_borrow(Clone::clone).unwrap_or_default()
    }
}

impl Drop for StatisticsScope {
    fn drop(&mut self) {
        CURRENT_STATISTICS.replace(self.around.take());
    }
}
