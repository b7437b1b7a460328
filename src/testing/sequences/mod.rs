//! Sequences of calls: [`sequences`] runs all of them up to a length, for types whose fields are private.
//!
//! The search goes breadth first, so that the first failure is a shortest one. Invariant: a state is where a shortest
//! sequence leads; with a key for states, of two sequences that lead to equal keys only the first is continued. A state is
//! not kept but made again by its calls, so that it need not be `Clone`: memory holds two words a sequence (`tree.rs`).
//! The search is in `run.rs`, what was covered in `explored.rs`, sequences that failed before in `known_failures.rs`; two threads that share a system are in
//! `linearizability.rs`.

mod call;
mod call_size;
mod explored;
mod known_failures;
mod linearizability;
mod run;
mod samples;
mod state_machine;
mod tree;
mod two_threads;
mod watched_sequences;

pub use explored::{Explored, SequenceFailure};
pub use linearizability::LinearizabilityReport;
pub use state_machine::{ReferenceStateMachine, StateMachineTest};

use std::hash::Hash;
use std::marker::PhantomData;
use std::panic::Location;
use std::time::Duration;

use dpgen_engine::BuildError;

use self::call::Call;
use self::call_size::ChosenCalls;
use super::failure::Outcome;
use crate::generator::Generator;
use crate::types::DpGen;

/// The greatest length that is chosen for a test that names none.
const MAX_CHOSEN_LEN: u32 = 64;

/// All sequences of up to so many calls: *bounded-exhaustive* testing of an interface, for types that can not derive
/// `DpGen` as their fields are private.
///
/// The calls are all values of a type, usually an enum with a variant a method. In their domains `n` is the greatest
/// length. A call is a whole value, and so is each of its arguments: `root_ok` holds of both (see [`DpGen`]).
///
/// If the process dies in a sequence, because it hangs, aborts, or overflows the stack, the next run in the same thread of a
/// test shows that sequence and tries it first, without counting it. Nothing is recorded in the main thread and in threads
/// without a name, as these run no test.
///
/// A sequence that [`Explored::assert`] ends a test by is kept in a file beside the source, `tests/stack.regressions.ron` beside
/// `tests/stack.rs`, and tried first from then on, also without being counted; `DPGEN_REGRESSIONS=0` leaves the file alone.
///
/// ```
/// use dpgen::prelude::*;
/// use std::collections::BTreeSet;
///
/// #[derive(DpGen, Debug, Clone)]
/// enum Op {
///     Insert(#[dpgen(range = 1..=3)] u8),
///     Remove(#[dpgen(range = 1..=3)] u8),
///     Clear,
/// }
///
/// // A set, and a vector that should behave like it.
/// let explored = dpgen::sequences::<Op>(4).check_states(
///     || (BTreeSet::new(), Vec::new()),
///     |(model, set), op| match *op {
///         Op::Insert(key) => {
///             model.insert(key);
///             set.push(key);
///         }
///         Op::Remove(key) => {
///             let there = set.iter().position(|other| *other == key).map(|place| set.remove(place));
///             assert_eq!(there.is_some(), model.remove(&key));
///         }
///         Op::Clear => {
///             model.clear();
///             set.clear();
///         }
///     },
///     |(model, set)| (model.clone(), set.clone()),
/// )?;
/// // What is inserted twice is removed once only.
/// let calls = format!("{:?}", explored.failures()[0].calls());
/// assert_eq!(calls, "[Insert(1), Insert(1), Remove(1), Remove(1)]");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[must_use]
#[track_caller]
pub fn sequences<Op: DpGen>(max_len: u32) -> Sequences<Op> {
    Sequences {
        source: Location::caller().file(),
        generator: Generator::<Call<Op>>::up_to(1).param("n", i64::from(max_len)),
        max_len,
        has_call_size: false,
        failures: 1,
        limit: u64::MAX,
        time: None,
        case_time: None,
        samples: (0, 0),
        expect: None,
        of: PhantomData,
    }
}

/// Which sequences of calls to run: see [`sequences`].
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
/// let explored = dpgen::sequences::<Op>(3).failures(2).limit(1_000).check(|| (), |(), _| ())?;
/// assert_eq!(explored.to_string(), "all 14 sequences of up to 3 calls pass"); // 2 + 4 + 8
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sequences<Op> {
    /// The source file that asks for them, which the regression file is beside.
    source: &'static str,
    generator: Generator<Call<Op>>,
    max_len: u32,
    has_call_size: bool,
    failures: u64,
    limit: u64,
    time: Option<Duration>,
    case_time: Option<Duration>,
    /// How many random sequences are run after all of the smallest lengths, and how long these are.
    samples: (u32, u32),
    expect: Option<u64>,
    of: PhantomData<fn() -> Op>,
}

impl<Op: DpGen> Sequences<Op> {
    /// Takes the greatest length up to which there are at most so many sequences, and at least 1; at most 64, where there are few calls.
    /// The number of calls is the one that the options named before this one leave.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(1).longest_within(100).check(|| (), |(), _| ())?;
    /// assert_eq!(explored.to_string(), "all 62 sequences of up to 5 calls pass"); // 2 + 4 + 8 + 16 + 32
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn longest_within(mut self, sequences: u64) -> Self {
        self.max_len = 1;
        for len in 1..=MAX_CHOSEN_LEN {
            let generator = self.generator.clone().param("n", i64::from(len));
            // What can not be built is said where it is asked for.
            let calls = self.calls_of(&generator).ok().and_then(|calls| calls.structures.total().to_u128());
            let Some(calls) = calls else { break };
            let total = (1..=len).try_fold(0, |sum: u128, len| sum.checked_add(calls.checked_pow(len)?));
            if len > 1 && total.is_none_or(|total| total > sequences.into()) {
                break;
            }
            (self.generator, self.max_len) = (generator, len);
        }
        self
    }

    /// The calls of a generator.
    fn calls_of(&self, generator: &Generator<Call<Op>>) -> Result<ChosenCalls<Op>, BuildError> {
        match self.has_call_size {
            true => ChosenCalls::of_size(generator),
            false => ChosenCalls::of_smallest_size(generator),
        }
    }

    /// Takes calls up to this size, for arguments that are structures themselves. Without it, that is the smallest size, up to 16, at which
    /// each variant of the calls has a value.
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
    /// #[derive(DpGen, Debug)]
    /// enum Op {
    ///     Append(List),
    /// }
    ///
    /// // An empty list.
    /// assert_eq!(dpgen::sequences::<Op>(1).check(|| (), |(), _| ())?.calls(), 1);
    ///
    /// // The call weighs 1, and its list up to 2: there are 1 + 2 + 4 lists.
    /// assert_eq!(dpgen::sequences::<Op>(1).call_size(3).check(|| (), |(), _| ())?.calls(), 7);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn call_size(mut self, size: u32) -> Self {
        self.generator = self.generator.max_size(size);
        self.has_call_size = true;
        self
    }

    /// Sets a parameter of the calls' domains, as [`Generator::param`] does.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug)]
    /// enum Op {
    ///     Push(#[dpgen(range = 1..=keys)] u8),
    /// }
    ///
    /// let explored = dpgen::sequences::<Op>(2).param("keys", 3).check(|| (), |(), _| ())?;
    /// assert_eq!(explored.calls(), 3 + 9);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn param(mut self, name: impl Into<String>, value: i64) -> Self {
        self.generator = self.generator.param(name, value);
        self
    }

    /// Runs so many random sequences of `len` calls, after all of the smallest lengths. One that fails is made smaller: calls are
    /// left out, and replaced by earlier ones in the order of calls, as long as it fails from the same cause.
    /// `DPGEN_SEED=7` draws others.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
    /// enum Op {
    ///     Pop,
    ///     Push,
    /// }
    ///
    /// // It fails when it is full, which takes more calls than all sequences can be run of.
    /// let explored = dpgen::sequences::<Op>(4).samples(200, 60).check(|| 0, |len, op| {
    ///     *len = if *op == Op::Push { *len + 1 } else { i32::max(*len - 1, 0) };
    ///     assert!(*len < 8, "there is no room");
    /// })?;
    /// assert_eq!(explored.failures()[0].calls(), [Op::Push; 8]);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn samples(mut self, count: u32, len: u32) -> Self {
        self.samples = (count, len);
        self
    }

    /// Goes on after a failure, until it has failed from so many causes; 1 is the default. Failures from one place in the code
    /// with one message, values in it apart, are one cause, of which a shortest sequence is kept.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let all = dpgen::sequences::<Op>(3).failures(10).check(|| (), |(), op| assert!(matches!(op, Op::Up)))?;
    /// assert_eq!(all.failures()[0].times(), 3); // what continues a failure is not tried
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn failures(mut self, causes: u64) -> Self {
        self.failures = causes;
        self
    }

    /// Says how many [calls](Explored::calls) will be tried, so that [`Explored::assert`] panics when there are fewer or more: when a
    /// domain, a precondition or a key that changes makes the test smaller than it seems.
    ///
    /// ```should_panic
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(3).expect(15).check(|| (), |(), _| ());
    /// explored.unwrap().assert(); // 2 + 4 + 8
    /// ```
    #[must_use]
    pub fn expect(mut self, calls: u64) -> Self {
        self.expect = Some(calls);
        self
    }

    /// Stops after so many calls.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(20).limit(1_000).check(|| (), |(), _| ())?;
    /// assert_eq!((explored.calls(), explored.is_complete()), (1_000, false));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn limit(mut self, calls: u64) -> Self {
        self.limit = calls;
        self
    }

    /// Stops after this time.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// let explored = dpgen::sequences::<Op>(20).time_limit(std::time::Duration::ZERO).check(|| (), |(), _| ())?;
    /// assert_eq!(explored.to_string(), "the first 0 sequences of up to 20 calls pass; stopped by its limit on time");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Lets a sequence take this time: one that takes longer fails. One that does not end after twice that time, and a second
    /// more at least, is shown, and ends the process with code 101, as nothing else ends it.
    ///
    /// Without a limit, a sequence that runs for ten seconds is shown, and goes on.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, Copy)] enum Op { Up, Down }
    /// use std::time::Duration;
    ///
    /// let sequences = dpgen::sequences::<Op>(1).case_time(Duration::from_millis(1));
    /// let explored = sequences.check(|| (), |(), op| {
    ///     if let Op::Down = op {
    ///         std::thread::sleep(Duration::from_millis(20));
    ///     }
    /// })?;
    /// assert!(explored.failures()[0].message().starts_with("it takes longer than 1ms: "));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn case_time(mut self, time: Duration) -> Self {
        self.case_time = Some(time);
        self
    }

    /// Runs all sequences: `start` makes what is called, and `call` calls it and judges what happened by a panic or an
    /// error.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug)]
    /// enum Op {
    ///     Push(bool),
    ///     Pop,
    /// }
    ///
    /// let explored = dpgen::sequences::<Op>(3).check(
    ///     || (Vec::new(), 0_usize),
    ///     |(stack, len), op| {
    ///         match *op {
    ///             Op::Push(value) => stack.push(value),
    ///             Op::Pop => drop(stack.pop()),
    ///         }
    ///         *len = if let Op::Push(_) = op { *len + 1 } else { len.saturating_sub(1) };
    ///         assert_eq!(stack.len(), *len);
    ///     },
    /// )?;
    /// explored.assert();
    /// assert_eq!(explored.to_string(), "all 39 sequences of up to 3 calls pass"); // 3 + 9 + 27
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When the calls can not be built: see [`Generator::build`].
    pub fn check<S, O: Outcome>(
        &self,
        start: impl Fn() -> S,
        call: impl Fn(&mut S, &Op) -> O,
    ) -> Result<Explored<Op>, BuildError> {
        self.run(start, call, |_| None::<()>)
    }

    /// As [`check`](Self::check), but of sequences that lead to equal states only the first is continued. So each state
    /// is met once, by a shortest sequence, and each call is tried in it once.
    ///
    /// `key` tells states apart: it must hold all that later calls depend on. If no call leads to a state with a new key
    /// any more, all states were reached, whatever the length.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen, Debug, Clone, Copy)]
    /// enum Op {
    ///     Up,
    ///     Down,
    /// }
    ///
    /// let explored = dpgen::sequences::<Op>(100).check_states(
    ///     || 0_u8,
    ///     |level, op| *level = if let Op::Up = op { (*level + 1).min(7) } else { level.saturating_sub(1) },
    ///     |level| *level,
    /// )?;
    /// assert_eq!(explored.to_string(), "all 8 states that there are, 7 calls away at most: 16 calls pass");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn check_states<S, K: Hash + Eq, O: Outcome>(
        &self,
        start: impl Fn() -> S,
        call: impl Fn(&mut S, &Op) -> O,
        key: impl Fn(&S) -> K,
    ) -> Result<Explored<Op>, BuildError> {
        self.run(start, call, |state| Some(key(state)))
    }
}
