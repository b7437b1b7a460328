//! Writes a report: a folder of pages that need no server, no network and no scripts, and files for programs.
//!
//! `index.html` has the groups, each with its smallest finding; each finding that it lists has a folder with a page, its source
//! as a file to be opened or attached, and its images. `findings.jsonl` has an object a finding, `groups.txt` a line a group, as
//! [`Known`](crate::Known) reads it.

mod contents;
mod finding_page;
mod html_fragments;
mod index_page;
mod machine_files;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

pub use contents::Report;

use crate::log::FINDINGS;
use crate::log_error::LogError;

impl Report<'_> {
    /// Writes the report to a folder. What is there already and the same stays as it is.
    ///
    /// # Errors
    /// When a file can not be written.
    pub fn write(&self, folder: &Path) -> Result<(), LogError> {
        put(&folder.join("style.css"), include_str!("style.css"))?;
        for (number, group) in self.groups.iter().enumerate() {
            for (place, minimal) in index_page::listed(group) {
                let finding = self.findings.get(place)?;
                let own = folder.join(FINDINGS).join(finding.case.name());
                fs::create_dir_all(&own).map_err(|error| failed(&own, error))?;
                put(&own.join(self.header.frame.file_name()), &self.header.frame.file(&finding.case.text))?;
                put(&own.join("index.html"), &finding_page::page(self, (number, group), &finding, minimal))?;
            }
        }
        let path = folder.join("findings.jsonl");
        let mut file = BufWriter::new(File::create(&path).map_err(|error| failed(&path, error))?);
        machine_files::findings(self, |line| writeln!(file, "{line}").map_err(|error| failed(&path, error)))?;
        file.flush().map_err(|error| failed(&path, error))?;
        put(&folder.join("groups.txt"), &machine_files::groups(self))?;
        put(&folder.join("index.html"), &index_page::page(self)?)
    }
}

/// Writes a file, unless it is as it should be.
fn put(path: &Path, text: &str) -> Result<(), LogError> {
    if fs::read(path).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: io::Error) -> LogError {
    LogError::Io { path: path.to_owned(), what: "written", error }
}
