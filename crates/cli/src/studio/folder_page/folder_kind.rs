//! [`FolderKind`]: what a folder holds, by its files.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// What a folder holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderKind {
    /// What tests wrote with DPGEN_OBSERVE, or Hypothesis: a JSON object a line.
    Observations,
    /// The report of `dpgen diff --report`.
    DiffReport,
    /// What `dpgen hunt --out` kept.
    Hunt,
}

/// The most bytes of a first line that are looked at.
const MAX_LINE_BYTES: u64 = 1 << 20;

impl FolderKind {
    /// What a folder holds.
    ///
    /// # Errors
    /// In words, when it is none of these, or can not be read.
    pub fn of(folder: &Path) -> Result<Self, String> {
        if folder.join("findings.jsonl").is_file() && folder.join("index.html").is_file() {
            return Ok(Self::DiffReport);
        }
        if folder.join("hunt.jsonl").is_file() {
            return Ok(Self::Hunt);
        }
        let files = observation_files(folder)?;
        if files.iter().any(|file| is_observed(file)) {
            return Ok(Self::Observations);
        }
        Err(format!(
            "the folder {} holds nothing that can be shown: it has neither what tests wrote with DPGEN_OBSERVE, nor the report \
             of a run of `dpgen diff --report` or `dpgen hunt --out`",
            folder.display()
        ))
    }
}

/// The files of a folder that may have observations, in the order of their names.
pub fn observation_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("the folder {} can not be read: {error}", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether the first line of a file is an observation.
fn is_observed(file: &Path) -> bool {
    let Ok(file) = File::open(file) else { return false };
    let mut line = String::new();
    let read = BufReader::new(file.take(MAX_LINE_BYTES)).read_line(&mut line);
    let value: Option<serde_json::Value> = serde_json::from_str(&line).ok();
    read.is_ok() && value.is_some_and(|value| value["type"].is_string() && value["property"].is_string())
}
