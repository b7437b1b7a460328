//! [`Branch`]es of a program under exploration, and their outcomes, noted while it runs.
//!
//! [`cover!`](crate::cover!) and `#[dpgen::cover]` make a `static` for each branch and note its outcomes here. A run listens
//! between [`start_recording`] and [`stop_recording`]; outside of one, noting is a look at a thread-local flag. Invariant: of each outcome
//! the number of decisions before its first time in the run is kept, and of each decision the first outcome after it.

use std::cell::{Cell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

/// A place of a program with several outcomes: a branch, or a point that is reached.
#[derive(Debug)]
pub struct Branch {
    /// The file.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The kind: `if`, `while`, `match`, `&&`, `||`, `?`, `cover`.
    pub kind: &'static str,
    /// The names of its outcomes, by number.
    pub outcomes: &'static [&'static str],
    /// The branch of the same table in which it lies, with the outcome that leads to it.
    pub parent: Option<(u16, u16)>,
}

impl std::fmt::Display for Branch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, line, column, kind, .. } = self;
        write!(f, "{file}:{line}:{column}: {kind}")
    }
}

/// An outcome of a branch.
#[derive(Debug, Clone, Copy)]
pub struct Hit {
    /// The branch.
    pub branch: &'static Branch,
    /// The outcome's number.
    pub outcome: u32,
}

/// The identity of a hit: the address of the branch, and the outcome.
pub(crate) type HitKey = (*const Branch, u32);

impl Hit {
    pub(crate) fn key(self) -> HitKey {
        (std::ptr::from_ref(self.branch), self.outcome)
    }
}

/// The coverage and the cost of one run.
#[derive(Debug, Default)]
pub(crate) struct RunCoverage {
    /// Outcomes, in the order in which they came first.
    pub(crate) hits: Vec<Hit>,
    seen: FxHashSet<HitKey>,
    /// By decision, counted from 1: the outcome that came first after it.
    pub(crate) after: FxHashMap<u32, Hit>,
    /// The cost that the program added.
    pub(crate) cost: u64,
    /// The tables of the functions that were entered.
    pub(crate) tables: Vec<&'static [Branch]>,
}

thread_local! {
    static IS_RECORDING: Cell<bool> = const { Cell::new(false) };
    static DECISION_COUNT: Cell<u32> = const { Cell::new(0) };
    /// The latest outcome, and the number of decisions before it.
    static LATEST_HIT: Cell<Option<(Hit, u32)>> = const { Cell::new(None) };
    static RUN_COVERAGE: RefCell<RunCoverage> = RefCell::default();
}

/// Starts to record the outcomes of this thread.
pub(crate) fn start_recording() {
    IS_RECORDING.set(true);
    DECISION_COUNT.set(0);
    LATEST_HIT.set(None);
    RUN_COVERAGE.with_borrow_mut(|coverage| *coverage = RunCoverage::default());
}

/// Stops recording, and returns the outcomes recorded.
pub(crate) fn stop_recording() -> RunCoverage {
    IS_RECORDING.set(false);
    RUN_COVERAGE.take()
}

/// The latest outcome of the run, and the number of decisions since.
pub(crate) fn latest() -> (Option<Hit>, u32) {
    match LATEST_HIT.get() {
        Some((hit, then)) => (Some(hit), DECISION_COUNT.get() - then),
        None => (None, DECISION_COUNT.get()),
    }
}

/// Counts a decision of the run.
pub(crate) fn decided() {
    DECISION_COUNT.set(DECISION_COUNT.get() + 1);
}

/// Notes that code with these branches runs, so that outcomes that it never has count as not covered. `#[dpgen::cover]`
/// does so for a function; an interpreter does for the program that it interprets.
#[inline]
pub fn enter(table: &'static [Branch]) {
    if IS_RECORDING.get() {
        RUN_COVERAGE.with_borrow_mut(|coverage| {
            if !coverage.tables.iter().any(|known| std::ptr::eq(known.as_ptr(), table.as_ptr())) {
                coverage.tables.push(table);
            }
        });
    }
}

/// Adds to the cost of a run, for worst cases of something else than comparisons. Outside of an exploration it does nothing.
#[inline]
pub fn cost(amount: u64) {
    if IS_RECORDING.get() {
        RUN_COVERAGE.with_borrow_mut(|coverage| coverage.cost = coverage.cost.saturating_add(amount));
    }
}

/// The cost of the current run so far.
pub(crate) fn cost_so_far() -> u64 {
    RUN_COVERAGE.with_borrow(|coverage| coverage.cost)
}

/// Notes an outcome of a branch, by its number. [`cover!`](crate::cover!) and `#[dpgen::cover]` do so for Rust; an interpreter
/// does for the branches of the program that it interprets. Outside of an exploration it does nothing.
///
/// ```
/// use dpgen_explore::{Branch, note};
///
/// static JUMP: Branch =
///     Branch { file: "program", line: 1, column: 1, kind: "jump", outcomes: &["taken", "not taken"], parent: None };
/// note(&JUMP, 0);
/// ```
#[inline]
pub fn note(branch: &'static Branch, outcome: u32) {
    if IS_RECORDING.get() {
        note_in_run(Hit { branch, outcome });
    }
}

fn note_in_run(hit: Hit) {
    let decisions = DECISION_COUNT.get();
    LATEST_HIT.set(Some((hit, decisions)));
    RUN_COVERAGE.with_borrow_mut(|coverage| {
        if coverage.seen.insert(hit.key()) {
            coverage.hits.push(hit);
        }
        coverage.after.entry(decisions).or_insert(hit);
    });
}

/// Notes the outcome of a condition, and returns the condition.
#[doc(hidden)]
#[inline]
pub fn condition(branch: &'static Branch, holds: bool) -> bool {
    note(branch, u32::from(holds));
    holds
}

/// Types to which `?` applies.
#[doc(hidden)]
pub trait Tried {
    /// Whether the function goes on.
    fn goes_on(&self) -> bool;
}

impl<T> Tried for Option<T> {
    fn goes_on(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Tried for Result<T, E> {
    fn goes_on(&self) -> bool {
        self.is_ok()
    }
}

impl<B, C> Tried for std::ops::ControlFlow<B, C> {
    fn goes_on(&self) -> bool {
        self.is_continue()
    }
}

/// Notes whether `?` continues with a value, and returns the value.
#[doc(hidden)]
#[inline]
pub fn tried<T: Tried>(branch: &'static Branch, value: T) -> T {
    note(branch, u32::from(value.goes_on()));
    value
}

/// Notes a branch of a program under exploration: `cover!(condition)` gives the condition back and has two outcomes,
/// `cover!()` is a point that is reached or not. Outside of an exploration it does nothing.
///
/// `#[dpgen::cover]` does so for all branches of a function.
///
/// ```
/// use dpgen::Int;
/// use dpgen::explore::cover;
///
/// fn sign(number: Int) -> i64 {
///     if cover!(number < 0) {
///         return -1;
///     }
///     cover!();
///     i64::from(number > 0)
/// }
/// assert_eq!(sign(Int::from(-7)), -1);
/// ```
#[macro_export]
macro_rules! cover {
    () => {{
        static BRANCH: $crate::Branch = $crate::Branch {
            file: ::core::file!(),
            line: ::core::line!(),
            column: ::core::column!(),
            kind: "cover",
            outcomes: &["reached"],
            parent: ::core::option::Option::None,
        };
        $crate::__private::note(&BRANCH, 0);
    }};
    ($condition:expr) => {{
        static BRANCH: $crate::Branch = $crate::Branch {
            file: ::core::file!(),
            line: ::core::line!(),
            column: ::core::column!(),
            kind: "cover",
            outcomes: &["false", "true"],
            parent: ::core::option::Option::None,
        };
        $crate::__private::condition(&BRANCH, $condition)
    }};
}
