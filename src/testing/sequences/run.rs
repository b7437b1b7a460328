//! The search through sequences of calls, breadth first.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use dpgen_engine::BuildError;
use dpgen_forest::index::{at, id, wide};

use super::call::Call;
use super::tree::Tree;
use super::watched::WatchedCalls;
use super::{Explored, Sequences};
use crate::structures::Structures;
use crate::testing::failure::{Failure, Outcome, Quiet, install_hook};
use crate::testing::watch::Watch;
use crate::types::DpGen;

impl<Op: DpGen> Sequences<Op> {
    /// Runs all sequences; `key` tells states apart, if it gives anything.
    pub(super) fn run<S, K: Hash + Eq, O: Outcome>(
        &self,
        start: impl Fn() -> S,
        call: impl Fn(&mut S, &Op) -> O,
        key: impl Fn(&S) -> Option<K>,
    ) -> Result<Explored<Op>, BuildError> {
        let structures = self.generator.build()?;
        let calls = || structures.iter().map(|Call(call)| call);
        let ops: Vec<Op> = calls().collect();
        install_hook();
        let _quiet = Quiet::begin();
        let begun = Instant::now();
        let mut watch = Watch::begin(None, self.case_time);
        let mut explored = Explored::default();
        let mut seen = HashSet::new();
        let mut tree = Tree::default();
        match catch_unwind(AssertUnwindSafe(|| key(&start()))) {
            Ok(state) => seen.extend(state),
            // No call is tried.
            Err(panic) => {
                if let Some(failure) = Failure::of(Err(panic)) {
                    explored.add(failure, Vec::new);
                }
            }
        }
        explored.merged = !seen.is_empty();
        explored.states = 1;
        let mut frontier = if explored.failures.is_empty() { vec![Tree::ROOT] } else { Vec::new() };
        for length in 1..=self.max_len {
            let mut next = Vec::new();
            for node in std::mem::take(&mut frontier) {
                let path = tree.path(node);
                watch.cases(Arc::new(self.watched(&structures, &path)), explored.calls, false);
                for (number, op) in ops.iter().enumerate() {
                    if self.stops(&mut explored, begun).is_break() {
                        return Ok(explored.after(begun));
                    }
                    watch.case(explored.calls);
                    explored.calls += 1;
                    let case_began = self.case_time.map(|limit| (limit, Instant::now()));
                    let mut done = 0;
                    let result = catch_unwind(AssertUnwindSafe(|| {
                        let mut state = start();
                        for op in path.iter().map(|before| &ops[at(*before)]).chain([op]) {
                            done += 1;
                            if let Some(message) = call(&mut state, op).failure() {
                                return (Some(message), None);
                            }
                        }
                        (None, key(&state))
                    }));
                    // One that leaves itself out leads nowhere.
                    let led_on = result.is_ok();
                    let (result, state) = match result {
                        Ok((message, state)) => (Ok(message), state),
                        Err(panic) => (Err(panic), None),
                    };
                    let failure = Failure::of(result).or_else(|| case_began.and_then(Failure::too_slow));
                    if let Some(failure) = failure {
                        let made = || {
                            let number = id(number, "calls").unwrap_or_default();
                            let numbers = path.iter().copied().chain([number]).take(done);
                            numbers.filter_map(|number| calls().nth(at(number))).collect()
                        };
                        explored.add(failure, made);
                    } else if led_on && state.is_none_or(|state| seen.insert(state)) {
                        explored.states += 1;
                        explored.farthest = length;
                        if length < self.max_len {
                            next.push(tree.add(node, id(number, "calls")?, id(tree.len(), "sequences")?));
                        }
                    }
                }
            }
            watch.pause();
            frontier = next;
            // Only states can run out before the length does.
            if frontier.is_empty() {
                explored.closed = explored.merged && explored.farthest < length;
                break;
            }
        }
        explored.max_len = self.max_len;
        Ok(explored.after(begun))
    }

    /// The sequences that continue one.
    fn watched(&self, structures: &Structures<Call<Op>>, path: &[u32]) -> WatchedCalls<Op> {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        WatchedCalls { structures: structures.clone(), path: path.to_vec(), case_time: self.case_time, test }
    }

    /// Whether a limit was reached.
    fn stops(&self, explored: &mut Explored<Op>, begun: Instant) -> ControlFlow<()> {
        explored.max_len = self.max_len;
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
