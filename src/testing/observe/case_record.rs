//! [`CaseRecord`]: what is written of one case, and its line.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::json_text::JsonObject;
use super::run_head::RunHead;
use crate::testing::case_set::{CaseSet, Origin};
use crate::testing::case_type::CaseType;
use crate::testing::failure::{Failure, Quiet};
use crate::testing::options::Argument;

/// What came of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::testing) enum CaseStatus {
    Passed,
    Failed,
    /// `assume` left it out.
    GaveUp,
}

/// A case that was run.
#[derive(Debug)]
pub(in crate::testing) struct CaseRecord {
    status: CaseStatus,
    status_reason: String,
    arguments: Vec<Argument>,
    origin: Origin,
    how_generated: String,
    size: u32,
    /// Its rank, if it has one.
    rank: Option<String>,
    /// The place of its panic in the code.
    place: Option<String>,
    labels: Vec<&'static str>,
    seconds: f64,
}

impl CaseRecord {
    /// Of the `index`-th case of a set. `seed` is what samples are drawn by.
    pub(in crate::testing) fn new(
        case_set: &CaseSet,
        index: u64,
        case_type: &CaseType,
        result: (CaseStatus, Option<&Failure>, f64),
        labels: Vec<&'static str>,
        seed: u64,
    ) -> Self {
        let (status, failure, seconds) = result;
        let rank = case_set.rank(index).map(|(_, rank)| rank.to_string());
        let place = failure.and_then(|failure| failure.place.clone());
        let status_reason = match (status, failure) {
            (CaseStatus::Failed, Some(failure)) => match &place {
                Some(place) => format!("{} at {place}", failure.message),
                None => failure.message.clone(),
            },
            (CaseStatus::GaveUp, _) => "left out by `assume`".to_owned(),
            _ => String::new(),
        };
        let arguments = arguments(case_set, index, case_type);
        let (origin, size) = (case_set.origin, case_set.size);
        let how_generated = how_generated(case_set, seed);
        Self { status, status_reason, arguments, origin, how_generated, size, rank, place, labels, seconds }
    }

    /// Its line.
    pub(super) fn line(&self, head: &RunHead) -> String {
        let status = match self.status {
            CaseStatus::Passed => "passed",
            CaseStatus::Failed => "failed",
            CaseStatus::GaveUp => "gave_up",
        };
        let lines: Vec<_> = self.arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let add = |object: JsonObject, (name, value): &Argument| object.text(name, value);
        let arguments = self.arguments.iter().fold(JsonObject::new(), add);
        let mut features = JsonObject::new().number("size", self.size);
        if let Some(rank) = &self.rank {
            features = features.number("rank", rank);
        }
        for label in &self.labels {
            features = match *label {
                "size" | "rank" => features.raw(&format!("{label} (label)"), "true"),
                label => features.raw(label, "true"),
            };
        }
        let mut metadata = JsonObject::new().text("origin", origin_word(self.origin));
        metadata = match &self.rank {
            Some(rank) => metadata.text("replay", &format!("{}:{rank}", self.size)),
            None => metadata.raw("replay", "null"),
        };
        if let Some(place) = &self.place {
            metadata = metadata.text("place", place);
        }
        let timing = JsonObject::new().number("execute:test", format_args!("{:.9}", self.seconds));
        head.object("test_case")
            .text("status", status)
            .text("status_reason", &self.status_reason)
            .text("representation", &lines.join("\n"))
            .raw("arguments", &arguments.finish())
            .text("how_generated", &self.how_generated)
            .raw("features", &features.finish())
            .raw("coverage", "null")
            .raw("timing", &timing.finish())
            .raw("metadata", &metadata.finish())
            .finish()
    }
}

/// The arguments of a case; none if they can not be shown, as a `Debug` of the user's panics.
fn arguments(case_set: &CaseSet, index: u64, case_type: &CaseType) -> Vec<Argument> {
    let _quiet = Quiet::begin();
    let shown = catch_unwind(AssertUnwindSafe(|| case_set.arguments(index, case_type)));
    shown.ok().flatten().unwrap_or_default()
}

/// An origin in one word or two.
fn origin_word(origin: Origin) -> &'static str {
    match origin {
        Origin::InOrder => "in order",
        Origin::Drawn => "drawn",
        Origin::Shrunk => "made smaller",
        Origin::Neighbor => "neighbor",
        Origin::Interrupted => "interrupted",
        Origin::Regression => "remembered",
        Origin::Replayed => "replayed",
    }
}

/// Why a case was run, as people read it.
fn how_generated(case_set: &CaseSet, seed: u64) -> String {
    let size = case_set.size;
    match case_set.origin {
        Origin::InOrder => format!("in order, of all cases of size {size}"),
        Origin::Drawn => format!("drawn with seed {seed} from the cases of size {size}"),
        Origin::Shrunk => "made smaller from a case that failed".to_owned(),
        Origin::Neighbor => "one step away from the counterexample".to_owned(),
        Origin::Interrupted => "the last run died in it, or in one near it".to_owned(),
        Origin::Regression => match case_set.regression() {
            Some(remembered) => format!("remembered in {}", remembered.entry.place),
            None => "remembered".to_owned(),
        },
        Origin::Replayed => "replayed".to_owned(),
    }
}
