//! [`WatchedCalls`]: the sequences that end with one more call after a sequence, as the watchdog shows them.

use std::time::Duration;

use dpgen_forest::index::{at, wide};
use dpgen_forest::{Count, to_ron};

use super::call::Call;
use crate::structures::Structures;
use crate::testing::watch::{Recorded, Watchable};
use crate::types::DpGen;

/// A sequence, which each of the calls follows in turn.
pub(super) struct WatchedCalls<Op> {
    /// The calls.
    pub(super) structures: Structures<Call<Op>>,
    pub(super) path: Vec<u32>,
    pub(super) case_time: Option<Duration>,
    /// The name of the thread that runs them, which is that of the test.
    pub(super) test: String,
}

impl<Op: DpGen> WatchedCalls<Op> {
    /// The call with this number, as RON.
    fn call(&self, number: u64) -> Option<String> {
        let (catalog, mut left) = (self.structures.catalog(), Count::from(number));
        for size in 0..catalog.complete_sizes() {
            let count = self.structures.try_count(size)?;
            match left.checked_sub(&count) {
                Some(rest) => left = rest,
                None => {
                    let words = catalog.nth_compact(size, &left).ok()??;
                    return Some(to_ron(catalog.schema(), &words));
                }
            }
        }
        None
    }
}

impl<Op: DpGen> Watchable for WatchedCalls<Op> {
    /// What follows a sequence is known to this run alone.
    fn record(&self, _: u64, _: u64) -> Option<Recorded> {
        None
    }

    fn show(&self, index: u64, took: Duration, is_hung: bool) -> String {
        let test = &self.test;
        let numbers = self.path.iter().map(|number| wide(at(*number))).chain([index]);
        let calls: String =
            numbers.filter_map(|number| self.call(number)).map(|call| format!("    {call}\n")).collect();
        let count = self.path.len() + 1;
        if !is_hung {
            return format!(
                "note: {test} has been running one sequence for {} s, of {count} calls:\n{calls}",
                took.as_secs()
            );
        }
        let limit = self.case_time.unwrap_or_default();
        format!(
            "{test}: a sequence of {count} calls is still running after {took:.1?}:\n{calls}  failed: it takes longer than \
             {limit:?}; nothing but the end of the process ends it\n"
        )
    }

    fn remember(&self, _: u64) {}
}
