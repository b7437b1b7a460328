//! Observations: what a test ran, case by case, in a file for `dpgen studio` and other readers.
//!
//! With `DPGEN_OBSERVE=DIR`, each run of a `#[dpgen::test]` writes one file `DIR/<test>-<milliseconds>-<process>.jsonl`, where
//! the milliseconds are those since 1970 at which the run began. The form is the one that Hypothesis publishes for
//! *observability* and that Tyche reads: each line is a JSON object, whose fields `property` (the test's path) and
//! `run_start` (seconds since 1970) are the same in all lines of a file.
//!
//! - A line of `"type": "test_case"` is a case that was run. Its other fields are `status` (`passed`, `failed`, or `gave_up` if
//!   `assume` left it out), `status_reason`, `representation` (the arguments, one a line), `arguments` (a text for
//!   each), `how_generated`, `features` (`size` and `rank` as numbers, and `true` for each label of `classify` or `cover`), `coverage`
//!   (`null`), `timing` (`execute:test`, in seconds), and `metadata`: `origin` (a word of `case_record.rs`) and `replay`, the
//!   value of `DPGEN_REPLAY` that runs the case again, `null` if it has no rank.
//! - A line of `"type": "error"` has the text of the counterexample, or why the test failed otherwise, and one of
//!   `"type": "alert"` the limit that stopped a run. Their fields are `title` and `content`, both texts.
//! - The last line is of `"type": "info"` and has the title `summary`. Its `content` is an object with the totals of the
//!   run (`run_summary.rs`). A file without it is of a run that goes on, or whose process died.
//!
//! Invariants: a line is written by one call, so that a process that dies leaves whole lines. A run writes at most as many
//! passing cases as [`Caps`] allow, while failing cases are always written; the totals count all. While passing cases are
//! written, cases run in the test's own thread; later ones on as many threads as there are. What can not be written is said
//! once, on the standard error, and fails no test.

mod caps;
mod case_record;
mod json_text;
mod line_file;
mod run_head;
mod run_summary;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use dpgen_forest::Count;

use super::case_set::{CaseSet, Origin};
use super::options::{Overrides, TestOptions};
use caps::Caps;
use line_file::LineFile;
use run_head::RunHead;

pub(super) use case_record::{CaseRecord, CaseStatus};
pub(super) use run_summary::RunTotals;
use run_summary::SizeTable;

/// The observation of one run of a test. When it is dropped, the last lines are written.
#[derive(Debug)]
pub(super) struct Observation {
    folder: PathBuf,
    file: LineFile,
    head: RunHead,
    caps: Caps,
    sizes: SizeTable,
    totals: RunTotals,
    /// The title and the text of what the test failed by.
    error: Option<(&'static str, String)>,
    passed: bool,
    failed_cases: u64,
    case_began: Instant,
    /// The number of cases that had left themselves out before the running one.
    discarded: u64,
}

impl Observation {
    /// Begins the file of a run of a test, if that is asked for; `None`, with a note to people, if it can not be written.
    pub(super) fn of_test(options: &TestOptions, overrides: &Overrides) -> Option<Self> {
        overrides.observe.as_deref().and_then(|folder| Self::begin(folder, options, overrides))
    }

    fn begin(folder: &Path, options: &TestOptions, overrides: &Overrides) -> Option<Self> {
        let property = options.name;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let file = match LineFile::create(&folder, &overrides.name_of_part(property), since) {
            Ok(file) => file,
            Err(error) => {
                let folder = folder.display();
                let line = format!(
                    "note: DPGEN_OBSERVE: {folder} can not be written, and {property} is not observed: {error}\n"
                );
                // Past the capture of a test's output.
                let _ = std::io::stderr().write_all(line.as_bytes());
                return None;
            }
        };
        let draws = options.sample.is_some() || options.max_size.is_none();
        Some(Self {
            folder,
            file,
            head: RunHead::new(property, since),
            caps: Caps::of_run(draws),
            sizes: SizeTable::new(overrides.shard.is_some()),
            totals: RunTotals::default(),
            error: None,
            passed: false,
            failed_cases: 0,
            case_began: Instant::now(),
            discarded: 0,
        })
    }

    /// The command that shows the folder, as a line.
    pub(super) fn command(&self) -> String {
        let folder = self.folder.display().to_string();
        let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+~:\\".contains(letter);
        let folder = if folder.chars().all(is_plain) {
            folder
        } else {
            format!("'{}'", folder.replace('\'', r"'\''"))
        };
        format!("observed: dpgen studio {folder}")
    }

    /// The next case begins now.
    pub(super) fn case_begins(&mut self) {
        self.case_began = Instant::now();
    }

    /// Whether passing cases of this origin are written.
    pub(super) fn has_room(&self, origin: Origin) -> bool {
        self.caps.has_room(origin)
    }

    /// Cases were run in other threads; so many have left themselves out so far.
    pub(super) fn ran_elsewhere(&mut self, discarded: u64) {
        self.discarded = discarded;
        self.case_begins();
    }

    /// A case has ended. `discarded` is the number of cases that have left themselves out so far; `record` says what came of
    /// the case by its status and its time in seconds, and is called if the case is written.
    pub(super) fn case_ended(
        &mut self,
        origin: Origin,
        failed: bool,
        discarded: u64,
        record: impl FnOnce(CaseStatus, f64) -> CaseRecord,
    ) {
        let seconds = self.case_began.elapsed().as_secs_f64();
        let was_discarded = std::mem::replace(&mut self.discarded, discarded) < discarded;
        self.failed_cases += u64::from(failed);
        if failed || self.caps.has_room(origin) {
            let status = match (failed, was_discarded) {
                (true, _) => CaseStatus::Failed,
                (false, true) => CaseStatus::GaveUp,
                (false, false) => CaseStatus::Passed,
            };
            let line = record(status, seconds).line(&self.head);
            if self.caps.admits(&line, origin, failed) {
                self.file.write(line);
            }
        }
        self.case_begins();
    }

    /// So many cases of a set were run, and no more of it will be.
    pub(super) fn cases_ended(&mut self, case_set: &CaseSet, ran: u64) {
        self.sizes.add(case_set, ran);
    }

    /// The totals of the run, before it is known whether the test passes.
    pub(super) fn set_totals(&mut self, totals: RunTotals) {
        self.totals = totals;
    }

    /// The size and the rank of the case that the test fails by.
    pub(super) fn set_counterexample(&mut self, size: u32, rank: Option<Count>) {
        self.totals.counterexample = rank.map(|rank| (size, rank));
    }

    /// The test fails by this.
    pub(super) fn set_error(&mut self, title: &'static str, text: String) {
        self.error = Some((title, text));
    }

    /// The test passes.
    pub(super) fn set_passed(&mut self) {
        self.passed = true;
    }

    fn write_message(&mut self, ty: &str, title: &str, content: &str) {
        let line = self.head.object(ty).text("title", title).text("content", content).finish();
        self.file.write(line);
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        if let Some(why) = self.totals.stopped {
            self.write_message("alert", "stopped early", &format!("The run was stopped by {why}."));
        }
        if !self.passed {
            let other =
                || ("failed", "The test failed outside of its cases: its output says why.".to_owned());
            let (title, text) = self.error.take().unwrap_or_else(other);
            self.write_message("error", title, &text);
        }
        let content = self
            .totals
            .object(self.passed, self.failed_cases)
            .number("written", self.caps.written())
            .number("left_out", self.totals.cases.saturating_sub(self.caps.written()))
            .raw("sizes", &self.sizes.array())
            .finish();
        let line = self.head.object("info").text("title", "summary").raw("content", &content).finish();
        self.file.write(line);
    }
}
