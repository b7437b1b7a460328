//! [`TestRun`]: what one run of a test wrote, as Hypothesis' observability defines it: an object a line, of which those of the type
//! `test_case` are cases, and others are notes on the whole.
//!
//! Invariant: a line that is no such object is counted and left out, as is the last line of a run that was killed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use dpgen_forest::index::wide;
use serde::Deserialize;
use serde_json::Value;

use super::folder_kind::observation_files;

/// The most bytes that are read of a folder.
const MAX_BYTES: u64 = 256 << 20;

/// A run of a test.
#[derive(Debug, Default)]
pub struct TestRun {
    /// The test.
    pub property: String,
    /// When it began, in seconds since 1970.
    pub start: f64,
    /// The cases.
    pub cases: Vec<ObservedCase>,
    /// The notes: their titles and contents.
    pub notes: Vec<(String, Value)>,
}

/// A case that a test ran.
#[derive(Debug)]
pub struct ObservedCase {
    /// `passed`, `failed` or `gave_up`.
    pub status: String,
    /// Why it failed or gave up; empty otherwise.
    pub reason: String,
    /// The arguments as text.
    pub text: String,
    /// The size, if it is told.
    pub size: Option<u64>,
    /// Labels.
    pub labels: Vec<String>,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// The runs of a folder, the last first, and how many lines could not be read.
#[derive(Debug, Default)]
pub struct Observations {
    /// The runs.
    pub runs: Vec<TestRun>,
    /// Lines that are no observations.
    pub unread: u64,
    /// Whether there is more than is read.
    pub is_cut: bool,
}

/// A line, as far as it is shown.
#[derive(Deserialize)]
struct Line {
    r#type: String,
    property: String,
    #[serde(default)]
    run_start: f64,
    #[serde(default)]
    status: String,
    #[serde(default)]
    status_reason: String,
    #[serde(default)]
    representation: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    content: Value,
    #[serde(default)]
    features: BTreeMap<String, Value>,
    #[serde(default)]
    timing: Value,
}

impl Observations {
    /// Reads the files of a folder.
    ///
    /// # Errors
    /// In words, when the folder or a file can not be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let mut all = Self::default();
        let mut runs: BTreeMap<(String, u64), TestRun> = BTreeMap::new();
        let mut left = MAX_BYTES;
        for path in observation_files(folder)? {
            let failed = |error: std::io::Error| format!("{} can not be read: {error}", path.display());
            let mut lines = BufReader::new(File::open(&path).map_err(failed)?.take(left));
            let mut line = Vec::new();
            while lines.read_until(b'\n', &mut line).map_err(failed)? > 0 {
                left = left.saturating_sub(wide(line.len()));
                match serde_json::from_slice::<Line>(&line) {
                    Ok(line) => {
                        let key = (line.property.clone(), line.run_start.to_bits());
                        let new = || TestRun {
                            property: key.0.clone(),
                            start: line.run_start,
                            ..TestRun::default()
                        };
                        runs.entry(key.clone()).or_insert_with(new).add(line);
                    }
                    Err(_) => all.unread += 1,
                }
                line.clear();
            }
            all.is_cut |= left == 0;
        }
        all.runs = runs.into_values().collect();
        all.runs.sort_by(|a, b| b.start.total_cmp(&a.start).then_with(|| a.property.cmp(&b.property)));
        Ok(all)
    }
}

impl TestRun {
    fn add(&mut self, line: Line) {
        if line.r#type != "test_case" {
            self.notes.push((line.title, line.content));
            return;
        }
        let size = line.features.get("size").and_then(Value::as_u64);
        let is_label = |(name, _): &(&String, &Value)| !matches!(name.as_str(), "size" | "rank");
        let labels = line.features.iter().filter(is_label).map(|(name, value)| match value {
            Value::Null | Value::Bool(true) => name.clone(),
            Value::String(text) if text.is_empty() => name.clone(),
            Value::String(text) => format!("{name}: {text}"),
            value => format!("{name}: {value}"),
        });
        let seconds = match &line.timing {
            Value::Object(parts) => parts.values().filter_map(Value::as_f64).sum(),
            other => other.as_f64().unwrap_or_default(),
        };
        let labels = labels.collect();
        let (status, reason, text) = (line.status, line.status_reason, line.representation);
        self.cases.push(ObservedCase { status, reason, text, size, labels, seconds });
    }
}
