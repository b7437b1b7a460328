//! Runs a body on the cases of a [`Campaign`], in one thread or, where that pays, on several.
//!
//! A set of cases begins in the test's own thread. Once it is known how long a case takes, and that many are left, the rest runs
//! in parallel (`parallel_cases.rs`), with the result that one thread would have.

use std::ops::ControlFlow;
use std::time::Instant;

use super::campaign::Campaign;
use super::case_body::CaseBody;
use super::case_set::{CaseSet, Origin};
use super::failure::{CaseTimer, Failure};
use super::parallel_cases::ParallelCases;
use super::watch::Watch;

/// Cases are run on several threads after so many batches of the time that a batch is to take, in one thread.
const PARALLEL_AFTER_BATCHES: u32 = 3;
/// The fewest batches that are run on several threads: for fewer, starting the threads costs too much.
const MIN_PARALLEL_BATCHES: u64 = 40;

impl Campaign {
    /// Runs a body on all cases in this thread.
    pub(super) fn run_in_thread(&mut self, body: &dyn CaseBody) {
        while let Some(case_set) = self.next() {
            body.run(&case_set, &mut |failure| self.judge(failure));
        }
    }

    /// Runs a body on all cases, on several threads where that pays.
    pub(super) fn run(&mut self, body: &(dyn CaseBody + Sync)) {
        while let Some(case_set) = self.next() {
            let is_parallel = self.thread_budget.is_parallel()
                && matches!(case_set.origin, Origin::InOrder | Origin::Drawn)
                && self.counterexample.is_none();
            let len = case_set.len();
            let mut batches = PARALLEL_AFTER_BATCHES;
            loop {
                let mut goes_on = false;
                body.run(&case_set.part(self.ran()..len), &mut |failure| {
                    self.judge(failure)?;
                    goes_on = is_parallel
                        && self.watch.full_batches() >= batches
                        && !self.is_written(case_set.origin);
                    if goes_on { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if !goes_on || self.run_parallel(&case_set, body).is_break() {
                    break;
                }
                // There were no threads, or too few cases left.
                batches = batches.saturating_mul(2);
            }
        }
    }

    /// The number of cases of the current set that were run.
    fn ran(&self) -> u64 {
        self.current.as_ref().map_or(0, |(_, ran)| *ran)
    }

    /// Runs the other cases of a set on as many threads as there may be, and says whether some are left.
    fn run_parallel(&mut self, case_set: &CaseSet, body: &(dyn CaseBody + Sync)) -> ControlFlow<()> {
        let start = self.ran();
        let may_run = self.options.limit.map_or(u64::MAX, |limit| limit - self.counts.ran);
        let end = case_set.len().min(start.saturating_add(may_run));
        let (Some(watched), chunk_len) = (self.watch.current_cases(), self.watch.batch_len()) else {
            return ControlFlow::Continue(());
        };
        if end - start < chunk_len.saturating_mul(MIN_PARALLEL_BATCHES).max(2) {
            return ControlFlow::Continue(());
        }
        let threads = self.thread_budget.take();
        if threads.count() == 0 {
            return ControlFlow::Continue(());
        }
        for thread in self.thread_watches.len() + 1..=threads.count() {
            let file = self.name.open_of_thread(thread);
            self.thread_watches.push(Watch::begin(file, self.options.case_time));
        }
        let deadline = self.options.time.map(|time| self.started + time);
        let first_number = self.counts.ran - start;
        let case_time = self.options.case_time;
        let cases = ParallelCases { case_set, body, watched, first_number, case_time, deadline, chunk_len };
        let others = &mut self.thread_watches[..threads.count()];
        let result = cases.run(start..end, &mut self.watch, others);
        drop(threads);
        self.statistics.add(result.statistics);
        if let Some(observation) = &mut self.observation {
            observation.ran_elsewhere(self.statistics.discarded());
        }
        self.counts.ran += result.end - start;
        if let Some((_, ran)) = &mut self.current {
            *ran = result.end;
        }
        self.case_timer = CaseTimer::begin(self.options.case_time);
        if let Some(failure) = result.failure {
            return self.judge_again(case_set, result.end, failure, body);
        }
        if self.options.limit.is_some_and(|limit| self.counts.ran >= limit) {
            return self.stop("its limit on cases");
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return self.stop("its limit on time");
        }
        if result.end == end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Judges a case that failed in another thread; one whose panic is to be printed runs again, in this one.
    fn judge_again(
        &mut self,
        case_set: &CaseSet,
        index: u64,
        failure: Box<Failure>,
        body: &dyn CaseBody,
    ) -> ControlFlow<()> {
        if case_set.origin == Origin::Drawn || failure.place.is_none() {
            return self.judge(Some(failure));
        }
        let mut first = Some(failure);
        body.run(&case_set.part(index..index + 1), &mut |again| self.judge(again.or(first.take())));
        ControlFlow::Break(())
    }
}
