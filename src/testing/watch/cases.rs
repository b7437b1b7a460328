//! [`WatchedCases`]: a set of cases, as the watchdog records and shows them.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use dpgen_forest::{Count, grouped};

use super::record::{Ranks, Recorded};
use super::shared_state::Watchable;
use crate::testing::case_set::{CaseSet, CaseSource};
use crate::testing::case_type::CaseType;
use crate::testing::counterexample::{arguments, place_text, replay, save_regression};
use crate::testing::options::{Overrides, TestOptions};

/// A set of cases, with what it takes to show and to keep one.
pub(in crate::testing) struct WatchedCases {
    pub(in crate::testing) case_set: CaseSet,
    pub(in crate::testing) case_type: CaseType,
    /// The name of the run.
    pub(in crate::testing) label: Arc<str>,
    pub(in crate::testing) options: TestOptions,
    pub(in crate::testing) overrides: Arc<Overrides>,
}

impl WatchedCases {
    /// Says that the last run died in these cases; past the capture of a test's output, as there may be no other.
    pub(in crate::testing) fn say_interrupted(&self, is_first: bool) {
        let Self { case_set, label, .. } = self;
        let (size, place) = (case_set.size, place_text(case_set, 0));
        let text = match case_set.len() {
            1 => {
                let first = if is_first { ", which is tried first" } else { "" };
                let case = self.case(0);
                format!(
                    "note: the last run of {label} died in this case of size {size} ({place}){first}\n{case}"
                )
            }
            len => {
                let (first, len) = (if is_first { "tried first, " } else { "recorded " }, grouped(len));
                format!(
                    "note: the last run of {label} died in one of {len} cases of size {size}, from {place} on: they are \
                     {first}one by one\n"
                )
            }
        };
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// The arguments of a case, and how to run it again.
    fn case(&self, index: u64) -> String {
        let Self { case_set, case_type, options, .. } = self;
        let arguments = arguments(case_set, index, case_type);
        match options.function {
            // The place that is said is all that its caller needs.
            "" => arguments,
            function => format!("{arguments}{}\n", replay(case_set, index, function)),
        }
    }
}

impl Watchable for WatchedCases {
    fn record(&self, index: u64, len: u64) -> Option<Recorded> {
        let len = len.min(self.case_set.len().checked_sub(index)?);
        let size = self.case_set.size;
        match &self.case_set.source {
            _ if len == 0 => None,
            CaseSource::Consecutive(_, ranks) => {
                let start = ranks.start.clone() + Count::from(index);
                let end = start.clone() + Count::from(len);
                Some(Recorded::Ranks(size, Ranks::Consecutive(start..end)))
            }
            CaseSource::Ranks(_, ranks) => {
                let (index, len) = (usize::try_from(index).ok()?, usize::try_from(len).ok()?);
                Some(Recorded::Ranks(size, Ranks::Some(ranks.get(index..index + len)?.to_vec())))
            }
            CaseSource::Regression(case) => Some(Recorded::Case(case.entry.clone())),
        }
    }

    fn show(&self, index: u64, took: Duration, is_hung: bool) -> String {
        let Self { case_set, case_type, label, options, .. } = self;
        let (size, place) = (case_set.size, place_text(case_set, index));
        if is_hung {
            let limit = options.case_time.unwrap_or_default();
            let arguments = arguments(case_set, index, case_type);
            let replay = replay(case_set, index, options.function);
            return format!(
                "{label}: counterexample of size {size} ({place}; still running after {took:.1?})\n{arguments}  failed: it \
                 takes longer than {limit:?}; nothing but the end of the process ends it\n{replay}\n"
            );
        }
        let (seconds, case) = (took.as_secs(), self.case(index));
        format!("note: {label} has been running one case for {seconds} s, of size {size} ({place})\n{case}")
    }

    fn remember(&self, index: u64) {
        save_regression(&self.options, &self.overrides, &self.case_set, index);
    }
}
