//! [`TwoThreads`]: runs two sequences of calls at once, one in the calling thread and one in a helper.
//!
//! The helper waits for sequences in a channel. Before their first calls both threads meet, so that they begin within less than a
//! microsecond of each other. The clock is a counter that each begin and end of a call adds one to; adding is an acquire at a begin and
//! a release at an end, so that a call is not reordered with its own stamps.

use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};

use crate::testing::failure::{Quiet, install_hook, panic_text};

/// How often a thread looks whether the other one has come before it gives its time away.
const MAX_SPINS: u32 = 1_000;

/// A call that has ended: its answer or the message of its panic, and when it began and ended.
pub(super) struct Answered<R> {
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) answer: Result<R, String>,
}

/// What both threads work on.
struct Meeting<S> {
    system: Arc<S>,
    clock: AtomicU64,
    /// How many threads are ready.
    ready: AtomicUsize,
}

/// Two threads, of which the caller is one.
pub(super) struct TwoThreads<'env, Op, S, R, C> {
    call: &'env C,
    sequences: Sender<(Arc<Meeting<S>>, Vec<&'env Op>)>,
    answers: Receiver<Vec<Answered<R>>>,
}

impl<'scope, 'env, Op, S, R, C> TwoThreads<'env, Op, S, R, C>
where
    Op: Sync + 'scope,
    S: Send + Sync + 'scope,
    R: Send + 'scope,
    C: Fn(&S, &Op) -> R + Sync,
    'env: 'scope,
{
    /// Starts the helper, which ends when this is dropped.
    pub(super) fn new(scope: &'scope Scope<'scope, '_>, call: &'env C) -> Self {
        install_hook();
        let (sequences, work) = channel::<(Arc<Meeting<S>>, Vec<&'env Op>)>();
        let (done, answers) = channel();
        scope.spawn(move || {
            let _quiet = Quiet::begin();
            for (meeting, calls) in work {
                if done.send(meeting.run(call, &calls)).is_err() {
                    break;
                }
            }
        });
        Self { call, sequences, answers }
    }

    /// Runs two sequences at once.
    pub(super) fn run(
        &self,
        system: Arc<S>,
        first: Vec<&'env Op>,
        second: Vec<&'env Op>,
    ) -> [Vec<Answered<R>>; 2] {
        let meeting = Arc::new(Meeting { system, clock: AtomicU64::new(0), ready: AtomicUsize::new(0) });
        // The helper lives as long as its channels, and does not panic.
        if self.sequences.send((meeting.clone(), second)).is_err() {
            return [Vec::new(), Vec::new()];
        }
        let _quiet = Quiet::begin();
        let own = meeting.run(self.call, &first);
        [own, self.answers.recv().unwrap_or_default()]
    }
}

impl<S> Meeting<S> {
    /// Waits for the other thread, then makes the calls, up to one that panics.
    fn run<Op, R>(&self, call: &impl Fn(&S, &Op) -> R, calls: &[&Op]) -> Vec<Answered<R>> {
        self.ready.fetch_add(1, Ordering::AcqRel);
        let mut spins = 0;
        while self.ready.load(Ordering::Acquire) < 2 {
            spins += 1;
            if spins < MAX_SPINS { spin_loop() } else { thread::yield_now() }
        }
        let mut answers = Vec::with_capacity(calls.len());
        for op in calls {
            let begin = self.clock.fetch_add(1, Ordering::Acquire);
            let answer = catch_unwind(AssertUnwindSafe(|| call(&self.system, op)));
            let end = self.clock.fetch_add(1, Ordering::Release);
            let answer =
                answer.map_err(|panic| panic_text(&*panic).unwrap_or_else(|| "without a message".to_owned()));
            let panicked = answer.is_err();
            answers.push(Answered { begin, end, answer });
            if panicked {
                break;
            }
        }
        answers
    }
}
