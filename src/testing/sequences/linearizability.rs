//! Two threads that share a system: their answers are *linearizable* if the calls, in some order that keeps each thread's own and
//! puts a call before those that began after it had ended, give the same answers one by one (Herlihy and Wing, TOPLAS 1990).
//!
//! For two sequences of calls, [`orders`] has the answers of every order, which a model gives. `two_threads.rs` runs them at once on
//! the system, and stamps the begin and end of each call by a clock that both threads share.

use std::fmt::{self, Debug};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use dpgen_engine::BuildError;
use dpgen_forest::grouped;
use dpgen_forest::index::{at, id};

use super::Sequences;
use super::call::Call;
use super::two_threads::{Answered, TwoThreads};
use crate::testing::statistics::Discarded;
use crate::types::DpGen;

/// How many times two sequences run at once, each time on a new system.
const DEFAULT_ROUNDS: u32 = 20;

/// The result of [`Sequences::check_linearizable`]. Its `Display` is lines for people.
#[derive(Debug)]
#[must_use = "a failure that was found ends no test by itself: `assert` does"]
pub struct LinearizabilityReport {
    max_len: u32,
    pairs: u64,
    rounds: u32,
    stopped: Option<&'static str>,
    failure: Option<String>,
}

impl LinearizabilityReport {
    /// How many pairs of sequences ran.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The calls of both threads with their answers, if no order of the calls gives these.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Ends a test by what was found, if it is a failure.
    ///
    /// # Panics
    /// When answers are not linearizable, and when there was no call to try.
    #[track_caller]
    pub fn assert(&self) {
        assert!(self.failure.is_none(), "{self}");
        assert!(self.pairs > 0, "there are no two sequences to try");
    }
}

impl fmt::Display for LinearizabilityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { max_len, pairs, rounds, stopped, failure } = self;
        let all = if stopped.is_some() { "the first" } else { "all" };
        let pairs = grouped(*pairs);
        write!(
            f,
            "{all} {pairs} pairs of sequences of up to {max_len} calls, {rounds} times each in two threads"
        )?;
        match failure {
            None => f.write_str(": linearizable")?,
            Some(failure) => write!(f, ": no order of these calls gives their answers\n{failure}")?,
        }
        if let (Some(stopped), None) = (stopped, failure) {
            write!(f, "; stopped by {stopped}")?;
        }
        Ok(())
    }
}

impl<Op: DpGen + Debug + Send + Sync> Sequences<Op> {
    /// Runs each two sequences at once, each in a thread of its own, on a system that both share, and compares their answers with those of
    /// a model that makes the same calls one by one, in every order: the answers must be *linearizable*.
    ///
    /// The threads are real ones, and each pair runs 20 times: a fault that needs a rare schedule can be missed. The crate loom
    /// runs every schedule of code that is written against its own types; it is better where the code can be, and this where it can not.
    /// The number of pairs is the square of that of sequences: lengths of 1 to 3 are what it is for.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use std::sync::Mutex;
    ///
    /// #[derive(DpGen, Debug, Clone, Copy)]
    /// enum Op {
    ///     Push(#[dpgen(range = 1..=2)] u8),
    ///     Pop,
    /// }
    ///
    /// fn apply(stack: &mut Vec<u8>, op: &Op) -> Option<u8> {
    ///     match *op {
    ///         Op::Push(value) => {
    ///             stack.push(value);
    ///             None
    ///         }
    ///         Op::Pop => stack.pop(),
    ///     }
    /// }
    ///
    /// let locked = |stack: &Mutex<Vec<u8>>, op: &Op| apply(&mut stack.lock().unwrap(), op);
    /// let report = dpgen::sequences::<Op>(2).check_linearizable(Mutex::default, locked, Vec::new, apply)?;
    /// report.assert();
    /// assert_eq!(report.pairs(), 12 * 13 / 2); // 3 + 9 sequences
    ///
    /// // A look at the length, then a pop of its own: the element can be gone in between.
    /// let in_two_steps = |stack: &Mutex<Vec<u8>>, op: &Op| match op {
    ///     Op::Pop if stack.lock().unwrap().is_empty() => None,
    ///     Op::Pop => Some(stack.lock().unwrap().pop().expect("it was not empty")),
    ///     _ => locked(stack, op),
    /// };
    /// let report = dpgen::sequences::<Op>(2).check_linearizable(Mutex::default, in_two_steps, Vec::new, apply)?;
    /// // Whether it happens is up to the machine.
    /// assert!(report.failure().is_none_or(|failure| failure.contains("it was not empty")));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// Pairs with an order in which the model leaves itself out, by [`assume`](crate::assume), are left out. Of the options of
    /// sequences, [`limit`](Self::limit) is one on pairs, and [`samples`](Self::samples) and [`case_time`](Self::case_time) do not count.
    ///
    /// # Errors
    /// When the calls can not be built: see [`Generator::build`](crate::Generator::build).
    ///
    /// # Panics
    /// When the model panics.
    pub fn check_linearizable<S, M, R>(
        &self,
        system: impl Fn() -> S,
        call: impl Fn(&S, &Op) -> R + Sync,
        model: impl Fn() -> M,
        apply: impl Fn(&mut M, &Op) -> R,
    ) -> Result<LinearizabilityReport, BuildError>
    where
        S: Send + Sync,
        R: PartialEq + Debug + Send,
    {
        let calls = self.calls_of(&self.generator)?.structures;
        let ops: Vec<Op> = calls.iter().map(|Call(call)| call).collect();
        let call_count = id(ops.len(), "calls")?;
        let calls_of = |numbers: &[u32]| numbers.iter().map(|number| &ops[at(*number)]).collect::<Vec<_>>();
        let begun = Instant::now();
        let mut report = LinearizabilityReport {
            max_len: self.max_len,
            pairs: 0,
            rounds: DEFAULT_ROUNDS,
            stopped: None,
            failure: None,
        };
        thread::scope(|scope| {
            let threads = TwoThreads::new(scope, &call);
            for [first, second] in pairs(self.max_len, call_count) {
                report.stopped = self.stops_pairs(report.pairs, begun.elapsed());
                if report.stopped.is_some() {
                    break;
                }
                let [first, second] = [calls_of(&first), calls_of(&second)];
                let Some(orders) = orders(&model, &apply, &first, &second) else { continue };
                report.pairs += 1;
                for round in 1..=DEFAULT_ROUNDS {
                    let answers = threads.run(Arc::new(system()), first.clone(), second.clone());
                    if !orders.iter().any(|order| order.gives(&answers)) {
                        report.failure = Some(text([&first, &second], &answers, round));
                        report.stopped = Some("a failure");
                        return;
                    }
                }
            }
        });
        Ok(report)
    }

    fn stops_pairs(&self, pairs: u64, took: Duration) -> Option<&'static str> {
        if pairs >= self.limit {
            Some("its limit on calls")
        } else {
            self.time.is_some_and(|time| took >= time).then_some("its limit on time")
        }
    }
}

/// An order of the calls of two sequences, with the answers of a model.
struct Order<R> {
    /// Which of the two sequences each call is the next of.
    threads: Vec<usize>,
    answers: [Vec<R>; 2],
}

impl<R: PartialEq> Order<R> {
    /// Whether calls that ran at once have the answers of this order, and began in it.
    fn gives(&self, ran: &[Vec<Answered<R>>; 2]) -> bool {
        let same = |(ran, own): (&Vec<Answered<R>>, &Vec<R>)| {
            ran.iter().map(|answered| answered.answer.as_ref().ok()).eq(own.iter().map(Some))
        };
        ran.iter().zip(&self.answers).all(same) && self.keeps_time(ran)
    }

    /// Whether no call stands after one that began when it had ended.
    fn keeps_time<A>(&self, ran: &[Vec<Answered<A>>; 2]) -> bool {
        let mut next = [0, 0];
        self.threads.iter().all(|thread| {
            let other = 1 - thread;
            let (own, others) = (&ran[*thread][next[*thread]], ran[other].get(next[other]));
            next[*thread] += 1;
            others.is_none_or(|waiting| waiting.end > own.begin)
        })
    }
}

/// All orders of the calls of two sequences; `None` if the model leaves itself out in one.
fn orders<M, Op, R>(
    model: &impl Fn() -> M,
    apply: &impl Fn(&mut M, &Op) -> R,
    first: &[&Op],
    second: &[&Op],
) -> Option<Vec<Order<R>>> {
    let len = first.len() + second.len();
    let mut orders = Vec::new();
    // The places of the calls of the first sequence, as the bits of a number.
    for places in 0_u64..1 << len {
        if at(places.count_ones()) != first.len() {
            continue;
        }
        let threads: Vec<usize> = (0..len).map(|place| usize::from(places >> place & 1 == 0)).collect();
        let run = || {
            let (mut model, mut answers, mut left) =
                (model(), [Vec::new(), Vec::new()], [first.iter(), second.iter()]);
            for thread in &threads {
                let op = left[*thread].next();
                answers[*thread].extend(op.map(|op| apply(&mut model, op)));
            }
            answers
        };
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(answers) => orders.push(Order { threads, answers }),
            Err(panic) if panic.is::<Discarded>() => return None,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    Some(orders)
}

/// Each two sequences of up to so many calls once, with fewer calls in all first.
fn pairs(max_len: u32, call_count: u32) -> impl Iterator<Item = [Vec<u32>; 2]> {
    let sequences = move |len: u32| {
        let count = u64::from(call_count).saturating_pow(len);
        (0..count).map(move |index| digits(index, len, call_count))
    };
    (2..=max_len.saturating_mul(2)).flat_map(move |total| {
        (1..=total / 2).filter(move |len| total - len <= max_len).flat_map(move |len| {
            let other = total - len;
            sequences(len).enumerate().flat_map(move |(index, first)| {
                // Of two of one length, the second is no earlier one.
                let skipped = if len == other { index } else { 0 };
                sequences(other).skip(skipped).map(move |second| [first.clone(), second])
            })
        })
    })
}

/// A number in so many digits of a base.
fn digits(mut number: u64, len: u32, base: u32) -> Vec<u32> {
    let mut digits: Vec<u32> = (0..len)
        .map(|_| {
            let digit = u32::try_from(number % u64::from(base)).unwrap_or_default();
            number /= u64::from(base);
            digit
        })
        .collect();
    digits.reverse();
    digits
}

/// The calls with their answers, a line each.
fn text<Op: Debug, R: Debug>(calls: [&[&Op]; 2], answers: &[Vec<Answered<R>>; 2], round: u32) -> String {
    let mut text = format!("  in round {round}");
    for (number, (calls, answers)) in calls.into_iter().zip(answers).enumerate() {
        text += &format!("\n  thread {}:", number + 1);
        for (call, Answered { answer, .. }) in calls.iter().zip(answers) {
            text += &match answer {
                Ok(answer) => format!("\n    {call:?} = {answer:?}"),
                Err(panic) => format!("\n    {call:?} panicked: {panic}"),
            };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_once_and_shorter_ones_first() {
        let pairs: Vec<_> = pairs(2, 2).collect();
        // 2 + 4 sequences.
        assert_eq!(pairs.len(), 6 * 7 / 2);
        assert!(pairs.is_sorted_by_key(|[first, second]| first.len() + second.len()));
        let mut sorted: Vec<_> = pairs
            .iter()
            .cloned()
            .map(|mut pair| {
                pair.sort();
                pair
            })
            .collect();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 21);
        assert_eq!(super::pairs(3, 0).count(), 0);
    }

    fn at_once(stamps: [[u64; 2]; 2], answers: [u8; 2]) -> [Vec<Answered<u8>>; 2] {
        let thread = |thread: usize| {
            let ([begin, end], answer) = (stamps[thread], Ok(answers[thread]));
            vec![Answered { begin, end, answer }]
        };
        [thread(0), thread(1)]
    }

    /// A call answers how many were made before it.
    #[test]
    fn a_call_stands_after_those_that_had_ended_when_it_began() {
        let count = |made: &mut u8, _: &()| {
            *made += 1;
            *made - 1
        };
        let orders = orders(&|| 0, &count, &[&()], &[&()]).unwrap();
        let holds = |stamps, answers| orders.iter().any(|order| order.gives(&at_once(stamps, answers)));
        let (overlapping, after) = ([[0, 2], [1, 3]], [[0, 1], [2, 3]]);
        assert!(holds(overlapping, [0, 1]) && holds(overlapping, [1, 0]));
        assert!(holds(after, [0, 1]) && !holds(after, [1, 0]));
        assert!(!holds(overlapping, [0, 0]) && !holds(overlapping, [1, 1]));
    }

    #[test]
    fn a_model_that_leaves_itself_out_leaves_the_pair_out() {
        let apply = |made: &mut u8, _: &()| {
            crate::assume(*made == 0);
            *made += 1;
        };
        assert!(orders(&|| 0, &apply, &[&()], &[&()]).is_none());
    }
}
