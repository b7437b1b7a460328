//! The search through sequences of calls, breadth first; before it, the sequences that the last run died in, and after it,
//! random ones of a larger length.

use std::collections::HashSet;
use std::hash::Hash;
use std::io::Write as _;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use dpgen_engine::BuildError;
use dpgen_forest::grouped;
use dpgen_forest::index::{at, id, wide};

use super::call::Call;
use super::call_size::ChosenCalls;
use super::known_failures::KnownFailures;
use super::samples::{SequenceSampler, numbers_text, shrink};
use super::tree::Tree;
use super::watched_sequences::{WatchedCalls, call_text};
use super::{Explored, Sequences};
use crate::structures::Structures;
use crate::testing::failure::{CaseTimer, Failure, Outcome, Quiet, install_hook};
use crate::testing::options::Overrides;
use crate::testing::run_name::RunName;
use crate::testing::watch::{CallRanges, Recorded, Watch};
use crate::types::DpGen;

/// The result of a sequence.
enum Attempt<K> {
    /// A failure, and how many calls were made.
    Failed(Box<Failure>, usize),
    /// All calls were made; what tells the state that they lead to apart, if anything does.
    Passed(Option<K>),
    /// It left itself out, and leads nowhere.
    Discarded,
}

impl<Op: DpGen> Sequences<Op> {
    /// Runs all sequences; `key` tells states apart, if it gives anything.
    pub(super) fn run<S, K: Hash + Eq, O: Outcome>(
        &self,
        start: impl Fn() -> S,
        call: impl Fn(&mut S, &Op) -> O,
        key: impl Fn(&S) -> Option<K>,
    ) -> Result<Explored<Op>, BuildError> {
        let ChosenCalls { structures, variants_left_out } = self.calls_of(&self.generator)?;
        let overrides = Overrides::from_env();
        let ops: Vec<Op> = structures.iter().map(|Call(call)| call).collect();
        let call_count = id(ops.len(), "calls")?;
        if let Some(calls) = &overrides.replay_calls {
            // Before panics are silent.
            assert!(
                calls.iter().all(|call| *call < call_count),
                "DPGEN_REPLAY asks for the calls {}, and there are {call_count} calls, from 0 on",
                numbers_text(calls)
            );
        }
        install_hook();
        let _quiet = Quiet::begin();
        let begun = Instant::now();
        let name = RunName::of_thread::<Op>("sequences");
        let (file, recorded) = name.open();
        let mut watch = Watch::begin(file, self.case_time);
        let tree = Arc::new(Mutex::new(Tree::default()));
        let known_failures = Arc::new(KnownFailures::of_thread::<Op>(self.source, &overrides));
        let texts = || (0..call_count).filter_map(|number| call_text(&structures, number)).collect();
        let of_earlier_runs = known_failures.numbers(&texts);
        let watched = |nodes, calls| WatchedCalls {
            structures: structures.clone(),
            tree: tree.clone(),
            nodes,
            calls,
            call_count,
            case_time: self.case_time,
            known_failures: known_failures.clone(),
            label: name.label.clone(),
        };
        let add = |before, call| tree.lock().unwrap_or_else(PoisonError::into_inner).add(before, call);
        let attempt = |path: &[u32], last: u32| {
            let mut timer = CaseTimer::begin(self.case_time);
            let mut done = 0;
            let result = catch_unwind(AssertUnwindSafe(|| {
                let mut state = start();
                for number in path.iter().chain([&last]) {
                    done += 1;
                    if let Some(message) = call(&mut state, &ops[at(*number)]).failure() {
                        return (Some(message), None);
                    }
                }
                (None, key(&state))
            }));
            let (result, passed) = match result {
                Ok((message, state)) => (Ok(message), Attempt::Passed(state)),
                Err(panic) => (Err(panic), Attempt::Discarded),
            };
            timer.case_ended(Failure::of(result)).map_or(passed, |failure| Attempt::Failed(failure, done))
        };

        let calls_of = |numbers: &[u32]| calls_of(&structures, numbers);
        let mut explored = Explored {
            states: 1,
            max_len: self.max_len,
            seed: overrides.seed,
            expected: self.expect,
            variants_left_out,
            known: Some(known_failures.clone()),
            ..Explored::default()
        };
        let mut seen = HashSet::new();
        match catch_unwind(AssertUnwindSafe(|| key(&start()))) {
            Ok(state) => seen.extend(state),
            Err(panic) => {
                if let Some(failure) = Failure::of(Err(panic)) {
                    explored.add(failure, &[], &calls_of);
                }
            }
        }
        explored.merged = !seen.is_empty();
        // Where it can not begin, no call is tried.
        let begins = explored.failures.is_empty();
        if let Some(calls) = overrides.replay_calls.filter(|_| begins)
            && let Some((last, path)) = calls.split_last()
        {
            explored.calls = 1;
            explored.stopped = Some("DPGEN_REPLAY");
            if let Attempt::Failed(failure, done) = attempt(path, *last) {
                explored.add(failure, &numbers(path, *last, done), &calls_of);
            }
            return Ok(explored.after(begun));
        }
        let mut ran = 0;
        // Those that failed before the search comes to them.
        let mut failed_before = HashSet::new();
        let died_in = self.died_in(recorded, call_count).filter(|_| begins).unwrap_or_default();
        let of_earlier_runs = of_earlier_runs.iter().filter(|_| begins).filter_map(|calls| {
            let (last, path) = calls.split_last()?;
            Some((path.to_vec(), *last..last + 1))
        });
        for (number, (path, last)) in died_in.iter().cloned().chain(of_earlier_runs).enumerate() {
            let node = path.iter().try_fold(Tree::ROOT, |before, call| add(before, *call))?;
            let cases = Arc::new(watched(vec![node], last.clone()));
            if number == 0 && !died_in.is_empty() {
                say_interrupted(&name.label, &died_in, &cases.lines(0));
            }
            watch.cases(cases, ran, true);
            for last in last {
                let sequence = numbers(&path, last, path.len() + 1);
                if !failed_before.contains(&sequence)
                    && let Attempt::Failed(failure, done) = attempt(&path, last)
                {
                    explored.add(failure, &numbers(&path, last, done), &calls_of);
                    failed_before.insert(sequence);
                }
                ran += 1;
                watch.case(ran);
            }
            watch.pause();
        }
        let mut frontier = if begins { vec![Tree::ROOT] } else { Vec::new() };
        for length in 1..=self.max_len {
            let level = Arc::new(watched(std::mem::take(&mut frontier), 0..call_count));
            watch.cases(level.clone(), ran, false);
            for node in &level.nodes {
                let path = tree.lock().unwrap_or_else(PoisonError::into_inner).path(*node);
                for last in level.calls.clone() {
                    if self.stops(&mut explored, begun).is_break() {
                        return Ok(explored.after(begun));
                    }
                    explored.calls += 1;
                    match attempt(&path, last) {
                        Attempt::Failed(..)
                            if !failed_before.is_empty()
                                && failed_before.contains(&numbers(&path, last, path.len() + 1)) => {}
                        Attempt::Failed(failure, done) => {
                            explored.add(failure, &numbers(&path, last, done), &calls_of);
                        }
                        Attempt::Passed(state) => {
                            if state.is_none_or(|state| seen.insert(state)) {
                                explored.states += 1;
                                explored.farthest = length;
                                if length < self.max_len {
                                    frontier.push(add(*node, last)?);
                                }
                            }
                        }
                        Attempt::Discarded => explored.discarded += 1,
                    }
                    ran += 1;
                    watch.case(ran);
                }
            }
            watch.pause();
            if overrides.verbose {
                say_progress(&name.label, length, &explored);
            }
            // Only states can run out before the length does.
            if frontier.is_empty() {
                explored.closed = explored.merged && explored.farthest < length;
                break;
            }
        }
        let (samples, len) = if begins { self.samples } else { (0, 0) };
        let mut sampler = SequenceSampler::new(overrides.seed, call_count);
        for _ in 0..if call_count == 0 || len == 0 { 0 } else { samples } {
            if self.stops(&mut explored, begun).is_break() {
                break;
            }
            let drawn = sampler.draw(len);
            let Some((last, path)) = drawn.split_last() else { break };
            let node = path.iter().try_fold(Tree::ROOT, |before, call| add(before, *call))?;
            watch.cases(Arc::new(watched(vec![node], *last..last + 1)), ran, true);
            if let Attempt::Failed(failure, done) = attempt(path, *last) {
                let numbers = shrink(drawn[..done].to_vec(), |calls| {
                    let Some((last, path)) = calls.split_last() else { return false };
                    matches!(attempt(path, *last), Attempt::Failed(other, _) if other.same_kind(&failure))
                });
                explored.add(failure, &numbers, &calls_of);
            }
            (explored.samples.0, explored.samples.1) = (explored.samples.0 + 1, len);
            ran += 1;
            watch.pause();
        }
        Ok(explored.after(begun))
    }

    /// The sequences of a record, if they are sequences of this search.
    fn died_in(&self, recorded: Option<Recorded>, call_count: u32) -> Option<Vec<(Vec<u32>, Range<u32>)>> {
        let Some(Recorded::Calls(CallRanges { call_count: of, ranges })) = recorded else { return None };
        let is_one = |(path, last): &(Vec<u32>, Range<u32>)| {
            path.len() < at(self.max_len.max(self.samples.1))
                && path.iter().all(|call| *call < call_count)
                && last.start < last.end
                && last.end <= call_count
        };
        (of == call_count && ranges.iter().all(is_one)).then_some(ranges)
    }

    /// Whether a limit was reached.
    fn stops(&self, explored: &mut Explored<Op>, begun: Instant) -> ControlFlow<()> {
        explored.stopped = if wide(explored.failures.len()) >= self.failures {
            Some("a failure")
        } else if explored.calls >= self.limit {
            Some("its limit on calls")
        } else if self.time.is_some_and(|time| begun.elapsed() >= time) {
            Some("its limit on time")
        } else {
            return ControlFlow::Continue(());
        };
        ControlFlow::Break(())
    }
}

/// The numbers of the calls of a sequence that were made.
fn numbers(path: &[u32], last: u32, done: usize) -> Vec<u32> {
    path.iter().chain([&last]).take(done).copied().collect()
}

/// The calls with these numbers, each with its text.
fn calls_of<Op: DpGen>(structures: &Structures<Call<Op>>, numbers: &[u32]) -> Vec<(Op, String)> {
    let call_of = |number: &u32| {
        let Call(call) = structures.iter().nth(at(*number))?;
        Some((call, call_text(structures, *number)?))
    };
    numbers.iter().filter_map(call_of).collect()
}

/// Says how far the search is; past the capture of a test's output.
fn say_progress<Op>(label: &str, length: u32, explored: &Explored<Op>) {
    let (calls, causes) = (grouped(explored.calls), explored.failures.len());
    let states =
        if explored.merged { format!(", {} states", grouped(explored.states)) } else { String::new() };
    let failed = if causes == 0 { String::new() } else { format!(", failed from {causes} causes") };
    let line = format!("{label}: {calls} calls of up to {length} in a row{states}{failed}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Says that the last run died in these sequences; past the capture of a test's output, as there may be no other.
fn say_interrupted(label: &str, ranges: &[(Vec<u32>, Range<u32>)], calls: &str) {
    let text = match ranges.iter().map(|(_, last)| last.len()).sum() {
        1 => {
            let count = calls.lines().count();
            format!("died in this sequence of {count} calls, which is tried first:\n{calls}")
        }
        len => format!("died in one of {} sequences: they are tried first, one by one\n", grouped(wide(len))),
    };
    let _ = std::io::stderr().write_all(format!("note: the last run of {label} {text}").as_bytes());
}
