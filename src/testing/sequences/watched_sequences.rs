//! [`WatchedCalls`]: the sequences of a level of the search, as the watchdog records and shows them.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dpgen_forest::index::{at, wide};
use dpgen_forest::{Count, to_ron};

use super::call::Call;
use super::known_failures::{self, KnownFailures};
use super::tree::Tree;
use crate::structures::Structures;
use crate::testing::watch::{CallRanges, Recorded, Watchable};
use crate::types::DpGen;

/// Sequences, each of which some calls follow in turn.
pub(super) struct WatchedCalls<Op> {
    /// The calls.
    pub(super) structures: Structures<Call<Op>>,
    pub(super) tree: Arc<Mutex<Tree>>,
    /// The sequences, by their nodes.
    pub(super) nodes: Vec<u32>,
    /// The numbers of the calls that follow each of them.
    pub(super) calls: Range<u32>,
    /// The number of calls.
    pub(super) call_count: u32,
    pub(super) case_time: Option<Duration>,
    pub(super) known_failures: Arc<KnownFailures>,
    /// The name of the run.
    pub(super) label: Arc<str>,
}

impl<Op: DpGen> WatchedCalls<Op> {
    /// The calls before the last one of the sequence with this index, and that one.
    pub(super) fn sequence(&self, index: u64) -> Option<(Vec<u32>, u32)> {
        let len = u64::from(self.calls.end.checked_sub(self.calls.start)?);
        let node = *self.nodes.get(usize::try_from(index.checked_div(len)?).ok()?)?;
        let path = self.tree.lock().unwrap_or_else(PoisonError::into_inner).path(node);
        Some((path, self.calls.start + u32::try_from(index % len).ok()?))
    }

    /// The calls of a sequence, a line each.
    pub(super) fn lines(&self, index: u64) -> String {
        self.texts(index).iter().map(|call| format!("    {call}\n")).collect()
    }

    /// The calls of a sequence, as RON.
    fn texts(&self, index: u64) -> Vec<String> {
        let Some((path, last)) = self.sequence(index) else { return Vec::new() };
        path.into_iter().chain([last]).filter_map(|number| call_text(&self.structures, number)).collect()
    }
}

/// The call with this number, as RON.
pub(super) fn call_text<Op: DpGen>(structures: &Structures<Call<Op>>, number: u32) -> Option<String> {
    let (catalog, mut left) = (structures.catalog(), Count::from(wide(at(number))));
    for size in 0..catalog.complete_sizes() {
        let count = structures.try_count(size)?;
        match left.checked_sub(&count) {
            Some(rest) => left = rest,
            None => {
                let words = catalog.nth_compact(size, &left).ok()??;
                let ron = to_ron(catalog.schema(), &words);
                // Without the structure around it, of which it is the only field.
                return Some(ron.strip_prefix('(')?.strip_suffix(')')?.to_owned());
            }
        }
    }
    None
}

impl<Op: DpGen> Watchable for WatchedCalls<Op> {
    fn record(&self, index: u64, len: u64) -> Option<Recorded> {
        let mut ranges: Vec<(Vec<u32>, Range<u32>)> = Vec::new();
        let mut index = index..index.saturating_add(len);
        while let Some((path, call)) = self.sequence(index.start).filter(|_| !index.is_empty()) {
            let left = u32::try_from(index.end - index.start).unwrap_or(u32::MAX);
            let end = call.saturating_add(left).min(self.calls.end);
            index.start += u64::from(end - call);
            ranges.push((path, call..end));
        }
        let call_count = self.call_count;
        (!ranges.is_empty()).then_some(Recorded::Calls(CallRanges { call_count, ranges }))
    }

    fn show(&self, index: u64, took: Duration, is_hung: bool) -> String {
        let (label, calls) = (&self.label, self.lines(index));
        let count = calls.lines().count();
        if !is_hung {
            let seconds = took.as_secs();
            return format!(
                "note: {label}: one sequence has been running for {seconds} s, of {count} calls:\n{calls}"
            );
        }
        let limit = self.case_time.unwrap_or_default();
        format!(
            "{label}: a sequence of {count} calls is still running after {took:.1?}:\n{calls}  failed: it takes longer than \
             {limit:?}; nothing but the end of the process ends it\n"
        )
    }

    fn remember(&self, index: u64) {
        if let texts @ [_, ..] = &self.texts(index)[..] {
            self.known_failures.save(&known_failures::text(texts));
        }
    }
}
