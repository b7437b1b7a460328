//! Writes a report: a folder of pages that need no server, no network and no scripts, and files for programs.
//!
//! `index.html` has the groups, each with its smallest finding; each finding that it lists has a folder with a page, its source
//! as a file to be opened or attached, and its images. `findings.jsonl` has an object a finding, `groups.txt` a line a group, as
//! [`Known`](crate::Known) reads it.

mod finding_page;
mod html_fragments;
mod index_page;
mod machine_files;
mod report_contents;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

pub use report_contents::Report;

use crate::log_error::LogError;
use crate::run_log::log_line::FINDINGS;

impl Report<'_> {
    /// Writes the report to a folder, until `halted` says that this is to end; whether it is whole. One that is not says so.
    /// What is there already and the same stays as it is.
    ///
    /// # Errors
    /// When a file can not be written.
    pub fn write(&self, folder: &Path, halted: &dyn Fn() -> bool) -> Result<bool, LogError> {
        put(&folder.join("style.css"), include_str!("style.css"))?;
        let mut pages = 0;
        for (number, group) in self.groups.iter().enumerate() {
            // A report without groups would be one without differences.
            if pages > 0 && halted() {
                break;
            }
            for (place, minimal) in index_page::listed(group) {
                let finding = self.findings.get(place)?;
                let own = folder.join(FINDINGS).join(finding.case.name());
                fs::create_dir_all(&own).map_err(|error| failed(&own, error))?;
                put(&own.join(self.header.frame.file_name()), &self.header.frame.file(&finding.case.text))?;
                put(&own.join("index.html"), &finding_page::page(self, (number, group), &finding, minimal))?;
            }
            pages += 1;
        }
        let mut written = Report { groups: &self.groups[..pages], ..*self };
        let path = folder.join("findings.jsonl");
        let mut file = BufWriter::new(File::create(&path).map_err(|error| failed(&path, error))?);
        let lines = machine_files::findings(&written, |line| {
            let goes_on = !halted();
            if goes_on {
                writeln!(file, "{line}").map_err(|error| failed(&path, error))?;
            }
            Ok(goes_on)
        })?;
        file.flush().map_err(|error| failed(&path, error))?;
        put(&folder.join("groups.txt"), &machine_files::groups(&written))?;
        let is_whole = pages == self.groups.len() && lines == self.grouped_findings();
        let mut notes = self.notes.to_vec();
        if !is_whole {
            notes.push(format!(
                "This report is not whole, as writing it was stopped: it has {pages} of {} groups, and findings.jsonl has \
                 {lines} findings. The same command writes it anew.",
                self.groups.len()
            ));
        }
        written.notes = &notes;
        put(&folder.join("index.html"), &index_page::page(&written)?)?;
        Ok(is_whole)
    }

    /// How many findings are in groups.
    fn grouped_findings(&self) -> usize {
        let groups = self.groups.iter().chain(self.known);
        groups.map(|group| group.minimal.len() + group.others.len()).sum()
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
