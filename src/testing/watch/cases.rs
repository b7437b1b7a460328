//! [`WatchedCases`]: the cases of a set of cases, as the watchdog records and shows them.

use std::sync::Arc;
use std::time::Duration;

use dpgen_forest::{Count, grouped};

use super::{Ranks, Recorded, Watchable};
use crate::testing::case_set::{CaseSet, CaseSource};
use crate::testing::counterexample::{arguments, place_text, replay, save_regression};
use crate::testing::options::{Overrides, Show, TestOptions};
use crate::types::DpGen;

/// The cases of a set of cases, with what it takes to show and to keep one.
pub(in crate::testing) struct WatchedCases<T> {
    pub(in crate::testing) case_set: CaseSet<T>,
    pub(in crate::testing) show: Show<T>,
    pub(in crate::testing) options: TestOptions,
    pub(in crate::testing) overrides: Arc<Overrides>,
}

impl<T: DpGen> WatchedCases<T> {
    /// That the last run died in these cases, for people.
    pub(in crate::testing) fn interrupted(&self) -> String {
        let Self { case_set, show, options: TestOptions { name, function, .. }, .. } = self;
        let (size, place) = (case_set.size, place_text(case_set, 0));
        match case_set.len() {
            1 => {
                let (arguments, replay) = (arguments(case_set, 0, *show), replay(case_set, 0, function));
                format!(
                    "note: the last run of {name} died in this case of size {size} ({place}), which is tried first\n\
                     {arguments}{replay}\n"
                )
            }
            len => format!(
                "note: the last run of {name} died in one of {} cases of size {size}, from {place} on: they are tried \
                 first, one by one\n",
                grouped(len)
            ),
        }
    }
}

impl<T: DpGen> Watchable for WatchedCases<T> {
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
        let Self { case_set, show, options, .. } = self;
        let (name, size, place) = (options.name, case_set.size, place_text(case_set, index));
        let (arguments, replay) =
            (arguments(case_set, index, *show), replay(case_set, index, options.function));
        if is_hung {
            let limit = options.case_time.unwrap_or_default();
            return format!(
                "{name}: counterexample of size {size} ({place}; still running after {took:.1?})\n{arguments}  failed: it \
                 takes longer than {limit:?}; nothing but the end of the process ends it\n{replay}\n"
            );
        }
        format!(
            "note: {name} has been running one case for {} s, of size {size} ({place})\n{arguments}{replay}\n",
            took.as_secs()
        )
    }

    fn remember(&self, index: u64) {
        save_regression(&self.options, &self.overrides, &self.case_set, index);
    }
}
