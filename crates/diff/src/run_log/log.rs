//! [`Log`]: the findings of a run so far, in an append-only file of blocks.
//!
//! Each line is a JSON object with a check of all lines up to it ([`ChecksumChain`](crate::ChecksumChain)), so that a line that is changed, left
//! out, doubled or moved is noticed. The first line is the [`RunHeader`]. Then come blocks: the findings of consecutive cases, and a line
//! that says up to which case all are judged, with figures. A block for a finding that was reduced has the findings that came of
//! it, and a line that says so. The lines after the last block are cut off when the log is opened again
//! ([`Log::torn_bytes`] says how much that was), and these cases are judged again.
//!
//! Invariant: no finding that the log claims can be missing, however the process or the machine ended, and no case that it claims
//! is judged twice.

use std::fs::{File, OpenOptions};
use std::io::BufReader;
use std::path::Path;

use crate::case::Case;
use crate::findings::finding::Finding;
use crate::findings::finding_store::Findings;
use crate::judge::{Difference, Tally};
use crate::log_error::LogError;
use crate::refusals::Refusals;
use crate::run_log::checksum_chain::ChecksumChain;
use crate::run_log::log_contents::LogContents;
use crate::run_log::log_file::LogFile;
use crate::run_log::log_line::{LOG_FILE_NAME, Line};
use crate::run_log::log_reader::read_log;
use crate::run_log::run_header::RunHeader;

/// The findings of a run, and the cases that are judged; in a folder, if there is one.
///
/// ```
/// use dpgen_diff::{CaseSelection, FileTemplate, Log, Refusals, RunHeader, Tally, Vocabulary};
///
/// let folder = tempfile::tempdir()?;
/// let selection = CaseSelection { cases: 10, total: 10, of: "size 3".into(), ..CaseSelection::default() };
/// let header = RunHeader::new(vec![], vec![], selection, FileTemplate::default(), Vocabulary::default(), String::new());
/// let mut log = Log::open(folder.path(), header.clone())?;
/// log.append(&[], vec![], 4, &Tally::new(), &Refusals::default())?;
/// drop(log);
/// assert_eq!(Log::open(folder.path(), header)?.done(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Log {
    contents: LogContents,
    /// The number of cases that were judged when the log was opened.
    done_earlier: u64,
    /// The number of bytes that were cut off when the log was opened.
    torn_bytes: u64,
    file: Option<LogFile>,
}

impl Log {
    /// A log without a file, which is gone with the value.
    #[must_use]
    pub fn in_memory(header: RunHeader) -> Self {
        Self { contents: LogContents::new(header, None), done_earlier: 0, torn_bytes: 0, file: None }
    }

    /// Begins a log in a folder that exists, or goes on with the one that is there.
    ///
    /// # Errors
    /// When the folder has the log of another run, or a damaged one, or can not be used.
    pub fn open(folder: &Path, header: RunHeader) -> Result<Self, LogError> {
        let path = folder.join(LOG_FILE_NAME);
        let fails = |what| move |error| LogError::Io { path: folder.join(LOG_FILE_NAME), what, error };
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let file = opened.map_err(fails("opened"))?;
        let length = file.metadata().map_err(fails("read"))?.len();
        let (contents, block_end, chain) = match read_log(&path, BufReader::new(&file), Some(folder))? {
            Some(read) => {
                let differences = read.contents.header.differences(&header);
                if !differences.is_empty() {
                    return Err(LogError::Other { path: folder.to_owned(), differences });
                }
                (read.contents, read.block_end, read.chain)
            }
            None => (LogContents::new(header, Some(folder)), 0, ChecksumChain::default()),
        };
        let mut file = LogFile::new(folder, path, file, block_end, chain)?;
        if block_end == 0 {
            file.append(&[Line::Header(Box::new(contents.header.clone()))])?;
        }
        let done_earlier = contents.done;
        let torn_bytes = length.saturating_sub(block_end);
        Ok(Self { contents, done_earlier, torn_bytes, file: Some(file) })
    }

    /// Reads the log of a folder.
    ///
    /// # Errors
    /// When there is none, or it is damaged.
    pub fn read(folder: &Path) -> Result<Self, LogError> {
        let path = folder.join(LOG_FILE_NAME);
        let fails = |error| LogError::Io { path: path.clone(), what: "read", error };
        let file = File::open(&path).map_err(fails)?;
        let length = file.metadata().map_err(fails)?.len();
        let read = read_log(&path, BufReader::new(file), None)?;
        let read = read.ok_or(LogError::Damaged { path, line: 1 })?;
        let torn_bytes = length.saturating_sub(read.block_end);
        Ok(Self { contents: read.contents, done_earlier: 0, torn_bytes, file: None })
    }

    /// The inputs of the run.
    #[must_use]
    pub fn header(&self) -> &RunHeader {
        &self.contents.header
    }

    /// The findings, in the order in which they were found.
    #[must_use]
    pub fn findings(&self) -> &Findings {
        &self.contents.findings
    }

    /// The number of judged cases: all cases before this position.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.contents.done
    }

    /// The number of cases that earlier runs had judged when the log was opened.
    #[must_use]
    pub fn done_earlier(&self) -> u64 {
        self.done_earlier
    }

    /// The number of bytes at the end of the file that belonged to a block which was not written whole. They are ignored.
    #[must_use]
    pub fn torn_bytes(&self) -> u64 {
        self.torn_bytes
    }

    /// The figures of all blocks together.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.contents.tally
    }

    /// The refused cases of all blocks together.
    #[must_use]
    pub fn refusals(&self) -> &Refusals {
        &self.contents.refusals
    }

    /// The folder, if there is one.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.folder.as_path())
    }

    /// Whether the finding with this key is reduced.
    #[must_use]
    pub fn is_reduced(&self, key: &str) -> bool {
        self.contents.reduced.contains(key)
    }

    /// Whether all findings are reduced, apart from those that came of reducing others.
    #[must_use]
    pub fn all_reduced(&self) -> bool {
        self.contents.findings.originals() == self.contents.reduced.len()
    }

    /// Appends a block with the findings of these cases. With it all cases before `to` are judged.
    ///
    /// # Errors
    /// When it can not be written; then the log is as it was.
    pub fn append(
        &mut self,
        cases: &[Case],
        found: Vec<Option<Difference>>,
        to: u64,
        tally: &Tally,
        refused: &Refusals,
    ) -> Result<(), LogError> {
        let found = cases.iter().zip(found).filter_map(|(case, found)| Some((case, found?, None)));
        let end = Line::Done { to, tally: tally.clone(), refused: refused.clone() };
        self.append_block(found.collect(), end)?;
        self.contents.add_judged(to, tally, refused);
        Ok(())
    }

    /// Appends the result of reducing a finding: none if it contains no smaller one, or if the smaller one was found before.
    ///
    /// # Errors
    /// When it can not be written; then the log is as it was.
    pub fn append_reduced(&mut self, key: &str, smaller: Option<(Case, Difference)>) -> Result<(), LogError> {
        let found = smaller.iter().map(|(case, found)| (case, found.clone(), Some(key.to_owned())));
        self.append_block(found.collect(), Line::Reduced(key.to_owned()))?;
        self.contents.reduced.insert(key.to_owned());
        Ok(())
    }

    fn append_block(
        &mut self,
        found: Vec<(&Case, Difference, Option<String>)>,
        end: Line,
    ) -> Result<(), LogError> {
        let mut lines = Vec::new();
        for (case, found, reduced_from) in found {
            if let Some(file) = &self.file {
                file.attach(case, &found.attachments)?;
            }
            let Difference { pattern, answers, difference, note, attachments: _ } = found;
            let case = case.clone();
            lines.push(Line::Finding(Box::new(Finding {
                case,
                pattern,
                answers,
                difference,
                note,
                reduced_from,
            })));
        }
        lines.push(end);
        if let Some(file) = &mut self.file {
            file.append(&lines)?;
        }
        for line in &lines {
            if let Line::Finding(finding) = line {
                self.contents.findings.push(finding)?;
            }
        }
        Ok(())
    }
}
