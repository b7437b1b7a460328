//! [`Counterexample`]: a case that failed; its text, its replay line, and its entry in the regression file.

use std::env;
use std::fmt::{Display, Write};

use dpgen_forest::{Count, grouped, to_ron};

use super::case_set::{CaseSet, Origin};
use super::case_type::CaseType;
use super::failure::Failure;
use super::options::{Overrides, TestOptions};
use super::regressions::RegressionFile;

/// A case that failed.
#[derive(Debug)]
pub(super) struct Counterexample {
    pub(super) case_set: CaseSet,
    /// Its place in the set of cases.
    pub(super) index: u64,
    pub(super) failure: Box<Failure>,
    /// The number of cases in order that passed before it.
    pub(super) passed: u64,
    /// The text about the search for a smaller one, if that was tried.
    pub(super) shrunk: Option<String>,
    /// What differs from a case that passes, a line each argument, if one was searched for and found.
    pub(super) nearest_passing: Option<String>,
}

impl Counterexample {
    /// The case, why it failed if that was not printed, and how to run it again. `drawn` is what samples were drawn by,
    /// and what had passed before them.
    pub(super) fn text(
        &self,
        function: &str,
        drawn: (u64, Option<impl Display>),
        case_type: &CaseType,
    ) -> String {
        let Self { case_set, index, failure, passed, shrunk, nearest_passing } = self;
        let after = |(seed, all): (u64, Option<_>)| match all {
            Some(all) => format!("drawn with seed {seed}, after {all} passed"),
            None => format!("drawn with seed {seed}"),
        };
        let before = match case_set.origin {
            Origin::InOrder => format!("{} smaller and equal-sized cases passed first", grouped(passed)),
            Origin::Drawn => after(drawn),
            Origin::Shrunk | Origin::Neighbor => format!("made of one that was {}", after(drawn)),
            Origin::Interrupted if case_set.len() == 1 => "the last run died in it".to_owned(),
            Origin::Interrupted => "one of those that the last run died in".to_owned(),
            Origin::Regression => String::new(),
            Origin::Replayed => "replayed".to_owned(),
        };
        let place = place_text(case_set, *index);
        let separator = if place.is_empty() || before.is_empty() { "" } else { "; " };
        let mut text = format!("counterexample of size {} ({place}{separator}{before})\n", case_set.size);
        text += &arguments(case_set, *index, case_type);
        // Writing to a string does not fail.
        if !failure.shown {
            let place = failure.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            let _ = writeln!(text, "  failed{place}: {}", failure.message);
        }
        if let Some(shrunk) = shrunk {
            let _ = writeln!(text, "  {shrunk}");
        }
        text += nearest_passing.as_deref().unwrap_or_default();
        text + &replay(case_set, *index, function)
    }
}

/// Which case of a set of cases it is, in words.
pub(super) fn place_text(case_set: &CaseSet, index: u64) -> String {
    match (case_set.rank(index), case_set.regression()) {
        (Some((catalog, rank)), _) => {
            format!("rank {rank} of {} at that size", grouped(catalog.count(case_set.size)))
        }
        (None, Some(remembered)) => format!("remembered in {}", remembered.entry.place),
        (None, None) => String::new(),
    }
}

/// The arguments of a case, a line each; as RON without a way to show them.
pub(super) fn arguments(case_set: &CaseSet, index: u64, case_type: &CaseType) -> String {
    let shown = if case_type.has_arguments() {
        let line = |(argument, value)| format!("  {argument} = {value}\n");
        case_set.arguments(index, case_type).map(|arguments| arguments.into_iter().map(line).collect())
    } else {
        regression_entry(case_set, index).map(|(_, _, ron)| format!("  {ron}\n"))
    };
    shown.unwrap_or_else(|| "  (it can not be made again)\n".to_owned())
}

/// The line that runs a case again.
pub(super) fn replay(case_set: &CaseSet, index: u64, function: &str) -> String {
    let size = case_set.size;
    let rank = case_set.rank(index).map(|(_, rank)| format!("DPGEN_REPLAY={size}:{rank} "));
    // What nextest sets for the tests that it runs.
    let runner = if env::var_os("NEXTEST").is_some() { "cargo nextest run" } else { "cargo test" };
    format!("replay: {}{runner} {function}", rank.unwrap_or_default())
}

/// Keeps a case for later runs, unless it is one of an earlier run.
pub(super) fn save_regression(options: &TestOptions, overrides: &Overrides, case_set: &CaseSet, index: u64) {
    let Some(file) = RegressionFile::in_use(options, overrides) else { return };
    let Some((rank, n, case)) = regression_entry(case_set, index) else { return };
    match file.add(options.name, (case_set.size, &rank), n, &case) {
        Ok(()) => eprintln!("remembered in {file}, and tried first from now on"),
        Err(error) => {
            eprintln!("note: {file} can not be written, and the case is not remembered: {error}")
        }
    }
}

/// The entry by which a later run finds a case: its rank, what `n` was, and itself; `None` if it was found by that.
fn regression_entry(case_set: &CaseSet, index: u64) -> Option<(Count, u32, String)> {
    let (catalog, rank) = case_set.rank(index)?;
    let words = catalog.nth_compact(case_set.size, &rank).ok()??;
    let n = catalog.scope().param("n").and_then(|n| u32::try_from(n).ok());
    let n = n.unwrap_or_else(|| catalog.scope().max_size());
    Some((rank, n, to_ron(catalog.schema(), &words)))
}
