//! Writes a report: a folder of pages that need no server and no network, and files for programs.
//!
//! `index.html` has the groups, each with its smallest finding as a report that can be filed (`bug_report.rs`): a text, what was
//! answered, what specifications say (`spec_sections.rs`), the command that repeats it, and the files of [`Filing`]. Each finding
//! that is listed has a folder with a page, its case as a file to be opened or attached, and its images. `report.js` shows images
//! in turns and enlarged, and copies texts; without it all is there side by side. `findings.jsonl` has an object a finding,
//! `groups.txt` a line a group, as [`KnownGroups`](crate::KnownGroups) reads it. If only accepted cases were compared,
//! `refused.jsonl` says how many each subject refused.

mod bug_report;
mod filing;
mod finding_page;
mod html_fragments;
mod index_page;
mod machine_files;
mod report_contents;
mod spec_sections;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

pub use filing::{Filing, Reftest, SmallestFile};
pub use report_contents::Report;
pub use spec_sections::{SpecSection, spec_sections};

use crate::findings::finding::Finding;
use crate::judge::Attachment;
use crate::log_error::LogError;
use crate::run_log::log_line::FINDINGS_FOLDER_NAME;

impl Report<'_> {
    /// Writes the report to a folder, until `halted` says to stop. Returns whether it is complete; an incomplete one says so. A file
    /// that is there with the same content is not written again.
    ///
    /// # Errors
    /// When a file can not be written.
    pub fn write(&self, folder: &Path, halted: &dyn Fn() -> bool) -> Result<bool, LogError> {
        put(&folder.join("style.css"), include_str!("style.css"))?;
        put(&folder.join("report.js"), include_str!("report.js"))?;
        let mut pages = 0;
        for (number, group) in self.groups.iter().enumerate() {
            // At least one group, as a report without groups says that there are no differences.
            if pages > 0 && halted() {
                break;
            }
            for (place, minimal) in index_page::listed(group) {
                let finding = self.findings.get(place)?;
                let own = folder.join(FINDINGS_FOLDER_NAME).join(finding.case.name());
                fs::create_dir_all(&own).map_err(|error| failed(&own, error))?;
                put(
                    &own.join(self.header.file_template.file_name()),
                    &self.header.file_template.file(&finding.case.text),
                )?;
                for (name, template) in &self.header.renderings {
                    let text = template.file(finding.case.text_in(Some(name)));
                    put(&own.join(template.file_name_of(name)), &text)?;
                }
                let is_smallest = group.minimal.first() == Some(&place);
                if is_smallest {
                    self.write_bug_report(&own, &finding)?;
                }
                let what = finding_page::Role::of(minimal, is_smallest);
                put(&own.join("index.html"), &finding_page::page(self, (number, group), &finding, what))?;
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
        if let Some(refused) = machine_files::refusals(&written) {
            put(&folder.join("refused.jsonl"), &refused)?;
        }
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

    /// Writes the files of a bug report into the folder of its finding.
    fn write_bug_report(&self, own: &Path, finding: &Finding) -> Result<(), LogError> {
        put(&own.join(bug_report::TEXT_FILE), &bug_report::text(self, finding))?;
        let Some(file) = self.filing.files.get(&finding.case.key) else { return Ok(()) };
        let name = format!("{}.{}", bug_report::SMALLEST_FILE, self.header.file_template.extension);
        put(&own.join(name), &file.text)?;
        for Attachment { name, bytes } in &file.attachments {
            put_bytes(&own.join(name), bytes)?;
        }
        if let Some(reftest) = &file.reftest {
            put(&own.join(reftest.test_file_name()), &reftest.test)?;
            put(&own.join(reftest.reference_file_name()), &reftest.reference)?;
        }
        Ok(())
    }

    /// The number of findings in groups.
    fn grouped_findings(&self) -> usize {
        let groups = self.groups.iter().chain(self.known);
        groups.map(|group| group.minimal.len() + group.others.len()).sum()
    }
}

/// Writes a file, unless it has this content already.
fn put(path: &Path, text: &str) -> Result<(), LogError> {
    put_bytes(path, text.as_bytes())
}

fn put_bytes(path: &Path, bytes: &[u8]) -> Result<(), LogError> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::write(path, bytes).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: io::Error) -> LogError {
    LogError::Io { path: path.to_owned(), what: "written", error }
}
