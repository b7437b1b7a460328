//! The three tools, each told to hunt for a case that breaks a property, by the means that the tool has.
//!
//! dpgen takes no generator of the user's; proptest and quickcheck take what [`Case`] gives them, which a user of theirs
//! would write by hand. All time is counted: builds, generation, the property, shrinking.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use dpgen::DpGen;
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// What a property is given.
pub trait Case: DpGen + Debug + Arbitrary {
    /// The generator for proptest. That for quickcheck is `Arbitrary`, that for dpgen the type itself.
    fn strategy() -> BoxedStrategy<Self>;

    /// How large a case is, in nodes, whichever tool made it.
    fn nodes(&self) -> u64;
}

/// What must hold of every case.
pub trait Property: 'static {
    type Case: Case;

    /// # Errors
    /// What does not hold.
    fn check(case: &Self::Case) -> Result<(), &'static str>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Dpgen,
    Proptest,
    Quickcheck,
}

impl Tool {
    pub const ALL: [Self; 3] = [Self::Dpgen, Self::Proptest, Self::Quickcheck];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Dpgen => "dpgen",
            Self::Proptest => "proptest",
            Self::Quickcheck => "quickcheck",
        }
    }
}

/// What came of a hunt.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// How many cases were run until the first failed, or at all if none did.
    pub cases: u64,
    /// How long it took, with shrinking.
    pub time: Duration,
    /// The nodes of what the first failing case was shrunk to, and how it looks; nothing if no case failed.
    pub smallest: Option<(u64, String)>,
}

impl Hunt {
    /// Several hunts, as one.
    pub fn all(hunts: impl IntoIterator<Item = Self>) -> Self {
        let nothing = Self { cases: 0, time: Duration::ZERO, smallest: None };
        hunts.into_iter().fold(nothing, |all, hunt| Self {
            cases: all.cases + hunt.cases,
            time: all.time + hunt.time,
            smallest: all.smallest.or(hunt.smallest),
        })
    }
}

/// Notes what a tool runs: how many cases, and which was the first that failed.
#[derive(Debug, Default)]
struct Notes {
    ran: Cell<u64>,
    first_failed: Cell<Option<u64>>,
}

impl Notes {
    fn note(&self, failed: bool) {
        self.ran.set(self.ran.get() + 1);
        if failed && self.first_failed.get().is_none() {
            self.first_failed.set(Some(self.ran.get()));
        }
    }

    fn cases(&self) -> u64 {
        self.first_failed.get().unwrap_or(self.ran.get())
    }
}

/// Lets a tool hunt: with a seed, and if it is not dpgen, with so many cases at most.
pub fn hunt<P: Property>(tool: Tool, seed: u64, most: u32) -> Hunt {
    let started = Instant::now();
    let (cases, smallest) = match tool {
        Tool::Dpgen => by_dpgen::<P>(seed),
        Tool::Proptest => by_proptest::<P>(seed, most),
        Tool::Quickcheck => by_quickcheck::<P>(seed, most),
    };
    let time = started.elapsed();
    Hunt { cases, time, smallest: smallest.map(|case| (case.nodes(), format!("{case:?}"))) }
}

/// As `#[dpgen::test]` without options does.
fn by_dpgen<P: Property>(seed: u64) -> (u64, Option<P::Case>) {
    let notes = Notes::default();
    let hunted = dpgen::hunt(seed, |case: &P::Case| {
        let result = P::check(case);
        notes.note(result.is_err());
        result
    });
    (notes.cases(), hunted.failure().map(|failure| failure.value().clone()))
}

/// As `proptest!` does, with more cases.
fn by_proptest<P: Property>(seed: u64, most: u32) -> (u64, Option<P::Case>) {
    let notes = Notes::default();
    // It shrinks as long as it would with its usual number of cases.
    let max_shrink_iters = Config::default().max_shrink_iters();
    let config = Config { cases: most, max_shrink_iters, failure_persistence: None, ..Config::default() };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let found = TestRunner::new_with_rng(config, rng).run(&P::Case::strategy(), |case| {
        let result = P::check(&case);
        notes.note(result.is_err());
        result.map_err(TestCaseError::fail)
    });
    match found {
        Err(TestError::Fail(_, smallest)) => (notes.cases(), Some(smallest)),
        _ => (notes.cases(), None),
    }
}

thread_local! {
    static NOTES: Notes = Notes::default();
    /// What failed last, in memory of a type of its own.
    static LAST: RefCell<Option<Box<dyn std::any::Any>>> = const { RefCell::new(None) };
}

/// A function that quickcheck can take: one without captures.
struct Plain<P>(PhantomData<P>);

impl<P: Property> Plain<P> {
    fn holds(case: P::Case) -> bool {
        let failed = P::check(&case).is_err();
        NOTES.with(|notes| notes.note(failed));
        if failed {
            LAST.set(Some(Box::new(case)));
        }
        !failed
    }
}

/// As `quickcheck` does, with more cases. The last case that fails while it shrinks is what it would print.
fn by_quickcheck<P: Property>(seed: u64, most: u32) -> (u64, Option<P::Case>) {
    NOTES.with(|notes| {
        notes.ran.set(0);
        notes.first_failed.set(None);
    });
    LAST.set(None);
    let holds: fn(P::Case) -> bool = Plain::<P>::holds;
    let found = QuickCheck::new()
        .rng(Gen::from_size_and_seed(100, seed))
        .tests(u64::from(most))
        .max_tests(u64::from(most))
        .quicktest(holds);
    let last = LAST.take().and_then(|last| last.downcast::<P::Case>().ok());
    let smallest = found.err().and(last).map(|last| *last);
    (NOTES.with(Notes::cases), smallest)
}
