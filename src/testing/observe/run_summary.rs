//! The totals of a run, for its last line: [`RunTotals`], and [`SizeTable`] with a row for each size.
//!
//! The object has `status` (`passed` or `failed`), `summary` (the line that a passing test prints), `cases` (all that were
//! run), `failed` and `assumed_away` (how many of these), `labels` (the number of cases with each), `counterexample` (the
//! value of `DPGEN_REPLAY` for it, or `null`), `seed`, `shard` (`"2/8"` or `null`), `stopped` (why it ended early, or `null`),
//! `seconds`, `written` and `left_out` (of `cases`), and `sizes`: a row for each size, with `size`, `ran`, `of` (how many cases
//! that size has, or `null`) and `how`: `all` of them were run, a `part`, `samples`, or `others` only, such as a
//! remembered case.

use std::collections::BTreeMap;
use std::time::Duration;

use dpgen_forest::Count;

use super::json_text::{JsonObject, array, text};
use crate::testing::case_set::{CaseSet, Origin};

/// The totals that the test knows in the end.
#[derive(Debug, Default)]
pub(in crate::testing) struct RunTotals {
    /// The line that a passing test prints.
    pub(in crate::testing) summary: String,
    /// All cases that were run.
    pub(in crate::testing) cases: u64,
    /// The number of cases that left themselves out.
    pub(in crate::testing) discarded: u64,
    /// The number of cases with each label.
    pub(in crate::testing) labels: Vec<(&'static str, u64)>,
    /// The size and the rank of the counterexample.
    pub(in crate::testing) counterexample: Option<(u32, Count)>,
    pub(in crate::testing) seed: u64,
    pub(in crate::testing) shard: Option<(u32, u32)>,
    /// Why it ended before its end.
    pub(in crate::testing) stopped: Option<&'static str>,
    pub(in crate::testing) time: Duration,
}

impl RunTotals {
    /// The first fields of the object.
    pub(super) fn object(&self, passed: bool, failed_cases: u64) -> JsonObject {
        let or_null = |value: Option<String>| value.map_or_else(|| "null".to_owned(), |value| text(&value));
        let add = |object: JsonObject, (label, cases): &(&'static str, u64)| object.number(label, cases);
        let labels = self.labels.iter().fold(JsonObject::new(), add).finish();
        let counterexample = self.counterexample.as_ref().map(|(size, rank)| format!("{size}:{rank}"));
        let shard = self.shard.map(|(index, of)| format!("{index}/{of}"));
        JsonObject::new()
            .text("status", if passed { "passed" } else { "failed" })
            .text("summary", &self.summary)
            .number("cases", self.cases)
            .number("failed", failed_cases)
            .number("assumed_away", self.discarded)
            .raw("labels", &labels)
            .raw("counterexample", &or_null(counterexample))
            .number("seed", self.seed)
            .raw("shard", &or_null(shard))
            .raw("stopped", &or_null(self.stopped.map(str::to_owned)))
            .number("seconds", format_args!("{:.3}", self.time.as_secs_f64()))
    }
}

/// Which cases of a size were run; of several, the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Others,
    Samples,
    Part,
    All,
}

/// A row of the table.
#[derive(Debug)]
struct SizeRow {
    ran: u64,
    of: Option<Count>,
    how: How,
}

/// The cases that were run, by size.
#[derive(Debug)]
pub(super) struct SizeTable {
    rows: BTreeMap<u32, SizeRow>,
    /// Whether other runs have the other cases of each size.
    is_shard: bool,
}

impl SizeTable {
    pub(super) fn new(is_shard: bool) -> Self {
        Self { rows: BTreeMap::new(), is_shard }
    }

    /// So many cases of a set were run.
    pub(super) fn add(&mut self, case_set: &CaseSet, ran: u64) {
        let how = match case_set.origin {
            Origin::InOrder if ran == case_set.len() && !self.is_shard => How::All,
            Origin::InOrder => How::Part,
            Origin::Drawn => How::Samples,
            _ => How::Others,
        };
        let row = self.rows.entry(case_set.size).or_insert(SizeRow { ran: 0, of: None, how });
        row.ran += ran;
        row.how = row.how.max(how);
        if let Some((catalog, _)) = case_set.rank(0) {
            row.of = catalog.try_count(case_set.size);
        }
    }

    /// The rows, by size.
    pub(super) fn array(&self) -> String {
        array(self.rows.iter().map(|(size, SizeRow { ran, of, how })| {
            let how = match how {
                How::All => "all",
                How::Part => "part",
                How::Samples => "samples",
                How::Others => "others",
            };
            let of = of.as_ref().map_or_else(|| "null".to_owned(), ToString::to_string);
            let row = JsonObject::new().number("size", size).number("ran", ran);
            row.raw("of", &of).text("how", how).finish()
        }))
    }
}
