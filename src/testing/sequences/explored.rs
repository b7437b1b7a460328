//! [`Explored`]: what sequences of calls covered, and the shortest that failed.

use std::fmt::{self, Debug};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use dpgen_forest::grouped;

use super::known_failures::{self, KnownFailures};
use super::samples::numbers_text;
use crate::testing::failure::Failure;

/// The result of [`sequences`](crate::sequences). Its `Display` is lines for people.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
/// let explored = dpgen::sequences::<Op>(9).check_states(
///     || 0_i8,
///     |level, op| *level = (*level + if let Op::Up = op { 1 } else { -1 }).clamp(0, 3),
///     |level| *level,
/// )?;
/// assert!(explored.is_complete() && explored.is_closed());
/// assert_eq!((explored.states(), explored.calls()), (4, 8));
/// assert_eq!(explored.to_string(), "all 4 states that there are, 3 calls away at most: 8 calls pass");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
#[must_use = "a failure that was found ends no test by itself: `assert` does"]
pub struct Explored<Op> {
    pub(super) states: u64,
    pub(super) calls: u64,
    /// How many of them were left out.
    pub(super) discarded: u64,
    pub(super) max_len: u32,
    /// How many random sequences were run, and of how many calls each.
    pub(super) samples: (u64, u32),
    /// What they were drawn by.
    pub(super) seed: u64,
    /// How many calls away the last new state was.
    pub(super) farthest: u32,
    /// Whether equal states were merged.
    pub(super) merged: bool,
    /// Whether no call leads to another state.
    pub(super) closed: bool,
    pub(super) stopped: Option<&'static str>,
    pub(super) failures: Vec<SequenceFailure<Op>>,
    /// The variants of the calls that have no call.
    pub(super) variants_left_out: Vec<String>,
    /// How many calls there should be.
    pub(super) expected: Option<u64>,
    pub(super) known: Option<Arc<KnownFailures>>,
    pub(super) time: Duration,
}

/// The calls with these numbers, each with its text.
type CallsOf<'a, Op> = dyn Fn(&[u32]) -> Vec<(Op, String)> + 'a;

impl<Op> Default for Explored<Op> {
    fn default() -> Self {
        Self {
            states: 0,
            calls: 0,
            discarded: 0,
            max_len: 0,
            samples: (0, 0),
            seed: 0,
            farthest: 0,
            merged: false,
            closed: false,
            stopped: None,
            failures: Vec::new(),
            variants_left_out: Vec::new(),
            expected: None,
            known: None,
            time: Duration::ZERO,
        }
    }
}

/// The first sequence of calls that failed from a cause, which is a shortest one.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
/// let explored = dpgen::sequences::<Op>(9).check_states(
///     || 2_i8,
///     |level, op| {
///         *level += if let Op::Up = op { 1 } else { -1 };
///         if *level < 0 { Err("below the ground") } else { Ok(()) }
///     },
///     |level| *level,
/// )?;
/// let failure = &explored.failures()[0];
/// assert_eq!(failure.message(), "Error: \"below the ground\"");
/// assert!(matches!(failure.calls(), [Op::Down, Op::Down, Op::Down]));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct SequenceFailure<Op> {
    calls: Vec<Op>,
    times: u64,
    pub(super) failure: Box<Failure>,
    /// The calls as the regression file has them.
    text: String,
    /// The numbers of the calls, and the name of the test, if it runs in one.
    replay: String,
}

impl<Op> SequenceFailure<Op> {
    /// The calls, of which the last one failed.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(9).check_states(
    ///     || 2_i8,
    ///     |level, op| {
    ///         *level += if let Op::Up = op { 1 } else { -1 };
    ///         if *level < 0 { Err("below the ground") } else { Ok(()) }
    ///     },
    ///     |level| *level,
    /// )?;
    /// assert_eq!(explored.failures()[0].calls().len(), 3);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn calls(&self) -> &[Op] {
        &self.calls
    }

    /// The message of the panic, or the error as `Debug` shows it.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(9).check_states(
    ///     || 2_i8,
    ///     |level, op| {
    ///         *level += if let Op::Up = op { 1 } else { -1 };
    ///         if *level < 0 { Err("below the ground") } else { Ok(()) }
    ///     },
    ///     |level| *level,
    /// )?;
    /// assert_eq!(explored.failures()[0].message(), "Error: \"below the ground\"");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.failure.message
    }

    /// The file, line and column of the panic.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(2).check(|| (), |(), op| assert!(matches!(op, Op::Up)))?;
    /// assert!(explored.failures()[0].place().is_some());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.failure.place.as_deref()
    }

    /// The number of sequences that failed so.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let all = dpgen::sequences::<Op>(2).failures(10).check(|| (), |(), op| assert!(matches!(op, Op::Up)))?;
    /// assert_eq!(all.failures()[0].times(), 2); // Down; Up, Down
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn times(&self) -> u64 {
        self.times
    }
}

impl<Op> Explored<Op> {
    /// The causes, each with its first sequence, in the order in which they were met.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(9).check_states(
    ///     || 2_i8,
    ///     |level, op| {
    ///         *level += if let Op::Up = op { 1 } else { -1 };
    ///         if *level < 0 { Err("below the ground") } else { Ok(()) }
    ///     },
    ///     |level| *level,
    /// )?;
    /// assert_eq!(explored.failures().len(), 1);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn failures(&self) -> &[SequenceFailure<Op>] {
        &self.failures
    }

    /// How many states were reached, the first one included; without a key, how many sequences passed, the empty one
    /// included.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(9).check_states(
    ///     || 0_i8,
    ///     |level, op| *level = (*level + if let Op::Up = op { 1 } else { -1 }).clamp(0, 3),
    ///     |level| *level,
    /// )?;
    /// assert_eq!(explored.states(), 4); // 0 to 3
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// How many calls were tried, each at the end of a sequence; those that lead to its state again are not counted.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(9).check_states(
    ///     || 0_i8,
    ///     |level, op| *level = (*level + if let Op::Up = op { 1 } else { -1 }).clamp(0, 3),
    ///     |level| *level,
    /// )?;
    /// assert_eq!(explored.calls(), 4 * 2);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Whether every sequence up to the length was tried, but for those that continue one that failed or one that leads
    /// to a state met before.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let some = dpgen::sequences::<Op>(9).limit(100).check(|| (), |(), _| ())?;
    /// assert!(!some.is_complete());
    /// assert_eq!(some.to_string(), "the first 100 sequences of up to 9 calls pass; stopped by its limit on calls");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Whether every call was tried in every state that any sequence, however long, leads to.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(9).check_states(
    ///     || 0_i8,
    ///     |level, op| *level = (*level + if let Op::Up = op { 1 } else { -1 }).clamp(0, 3),
    ///     |level| *level,
    /// )?;
    /// assert!(explored.is_closed());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed && self.stopped.is_none()
    }

    /// How long it took.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// use std::time::Duration;
    ///
    /// let late = |(): &mut (), _: &Op| std::thread::sleep(Duration::from_millis(1));
    /// let explored = dpgen::sequences::<Op>(2).check(|| (), late)?;
    /// assert!(explored.time() >= Duration::from_millis(6)); // six sequences
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    pub(super) fn after(mut self, begun: Instant) -> Self {
        self.time = begun.elapsed();
        self
    }

    /// Notes a failure of the calls with these numbers, and if its cause is new, the calls, each with its text.
    pub(super) fn add(&mut self, failure: Box<Failure>, numbers: &[u32], calls: &CallsOf<'_, Op>) {
        match self.failures.iter_mut().find(|known| known.failure.same_kind(&failure)) {
            Some(known) => known.times += 1,
            None => {
                let (calls, texts): (_, Vec<_>) = calls(numbers).into_iter().unzip();
                let (text, replay) = (known_failures::text(&texts), replay(&numbers_text(numbers)));
                self.failures.push(SequenceFailure { calls, times: 1, failure, text, replay });
            }
        }
    }
}

impl<Op: Debug> Explored<Op> {
    /// Ends a test by what was found, if it is a failure; otherwise prints what was tried.
    ///
    /// ```should_panic
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(2).check(|| (), |(), op| assert!(matches!(op, Op::Up)));
    /// explored.expect("it can be built").assert();
    /// ```
    ///
    /// # Panics
    /// When a sequence failed, and when there was no call to try, all sequences were left out, or the number of calls is not the one
    /// [expected](super::Sequences::expect).
    #[track_caller]
    pub fn assert(&self) {
        if let Some(known) = &self.known {
            let with_calls = self.failures.iter().filter(|failure| !failure.calls.is_empty());
            with_calls.for_each(|failure| known.save(&failure.text));
        }
        assert!(self.failures.is_empty(), "{self}");
        assert!(self.calls > 0, "there is no call to try");
        assert!(self.calls > self.discarded, "every sequence was left out: {self}");
        if let Some(expected) = self.expected.filter(|_| self.is_complete()) {
            assert!(self.calls == expected, "{} calls were expected: {self}", grouped(expected));
        }
        println!("{self}");
    }
}

/// The line that runs a sequence again, in the test that this thread runs.
fn replay(numbers: &str) -> String {
    match thread::current().name().filter(|name| *name != "main" && !numbers.is_empty()) {
        Some(test) => format!("\nreplay: DPGEN_REPLAY=calls:{numbers} cargo test {test}"),
        None => String::new(),
    }
}

impl<Op: Debug> fmt::Display for Explored<Op> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = if self.stopped.is_some() { "the first" } else { "all" };
        let (states, calls) = (grouped(self.states), grouped(self.calls));
        match (self.merged, self.closed) {
            (false, _) => write!(f, "{all} {calls} sequences of up to {} calls", self.max_len)?,
            (true, true) => {
                let away = self.farthest;
                write!(f, "{all} {states} states that there are, {away} calls away at most: {calls} calls")?;
            }
            (true, false) => write!(f, "{all} {states} states within {} calls: {calls} calls", self.max_len)?,
        }
        if let (samples @ 1.., len) = self.samples {
            write!(f, ", and {} samples of {len} calls (seed {})", grouped(samples), self.seed)?;
        }
        let failed: u64 = self.failures.iter().map(|failure| failure.times).sum();
        match self.failures.len() {
            0 => f.write_str(" pass")?,
            causes => {
                let ending = if causes == 1 { "" } else { "s" };
                write!(f, ", {} failed, from {causes} cause{ending}", grouped(failed))?;
            }
        }
        if self.discarded > 0 {
            write!(f, "; {} of them were left out, by a precondition or `assume`", grouped(self.discarded))?;
        }
        if !self.variants_left_out.is_empty() {
            let variants = self.variants_left_out.join("`, `");
            write!(f, "; without calls of `{variants}`, as none is so small: see `call_size`")?;
        }
        if let Some(stopped) = self.stopped {
            write!(f, "; stopped by {stopped}")?;
        }
        self.failures.iter().try_for_each(|failure| write!(f, "\n{failure}"))
    }
}

/// How often it failed, where and why, its calls, and the line that runs them again.
impl<Op: Debug> fmt::Display for SequenceFailure<Op> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, times, failure, replay, .. } = self;
        let place = failure.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        write!(f, "{} times{place}: {}", grouped(*times), failure.message)?;
        write!(f, "\n  first, after {} calls:", calls.len())?;
        for call in calls {
            write!(f, "\n    {call:?}")?;
        }
        f.write_str(replay)
    }
}
