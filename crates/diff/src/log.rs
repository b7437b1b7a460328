//! [`Log`]: the findings of a run so far, in an append-only file of blocks.
//!
//! Each line is a JSON object with a check of all lines up to it ([`Chain`]), so that none can be changed, left out, doubled or
//! moved. The first is the [`Header`]. Then come blocks: the findings of consecutive cases, and a line
//! that says up to which case all are judged, with figures. A finding that was reduced has the findings that came of it, and a line
//! that says so. A block is written by one call and brought to the disk, after the files that its findings name; what
//! follows the last line that ends a block is cut off when the log is opened again ([`Log::cut`] says how much that was), and
//! these cases are judged again.
//! So nothing that is claimed can be missing, however the process or the machine ended, and no case that is claimed is
//! judged twice. When writing fails, what was written of the block is cut off at once.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::checksum_chain::Chain;
use crate::finding::Finding;
use crate::finding_store::Findings;
use crate::judge::{Attachment, Difference, Tally};
use crate::log_error::LogError;
use crate::run_header::{FORMAT, Header};

/// The log's name in its folder.
pub const LOG: &str = "log.jsonl";
/// The folder with a folder for each finding.
pub const FINDINGS: &str = "findings";

/// A line of a log.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Header(Box<Header>),
    Finding(Box<Finding>),
    /// All cases before this one are judged; the figures are those of the block.
    Done {
        to: u64,
        tally: Tally,
    },
    /// The finding with this key has been reduced.
    Reduced(String),
}

/// The findings of a run, and what was covered; in a folder, if there is one.
///
/// ```
/// use dpgen_diff::{Frame, Header, Log, Selection, Tally, Vocabulary};
///
/// let folder = tempfile::tempdir()?;
/// let selection = Selection { cases: 10, total: 10, of: "size 3".into(), ..Selection::default() };
/// let header = Header::new(vec![], vec![], selection, Frame::default(), Vocabulary::default(), String::new());
/// let mut log = Log::open(folder.path(), header.clone())?;
/// log.append(&[], vec![], 4, &Tally::new())?;
/// drop(log);
/// assert_eq!(Log::open(folder.path(), header)?.done(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Log {
    header: Header,
    findings: Findings,
    done: u64,
    tally: Tally,
    reduced: BTreeSet<String>,
    /// How many cases were judged, and how many bytes cut off, when the log was opened.
    earlier: u64,
    cut: u64,
    disk: Option<Disk>,
}

/// Where a log is written.
#[derive(Debug)]
struct Disk {
    folder: PathBuf,
    path: PathBuf,
    file: File,
    /// How long the file is, up to the last block.
    length: u64,
    /// The check of its lines.
    chain: Chain,
}

impl Log {
    /// A log that is gone with the value.
    #[must_use]
    pub fn in_memory(header: Header) -> Self {
        Self::within(header, None)
    }

    /// A log without a file of its own. What is in no memory is in this folder.
    fn within(header: Header, folder: Option<&Path>) -> Self {
        Self {
            findings: Findings::new(header.vocabulary.clone(), folder),
            header,
            done: 0,
            tally: Tally::new(),
            reduced: BTreeSet::new(),
            earlier: 0,
            cut: 0,
            disk: None,
        }
    }

    /// Begins a log in a folder that exists, or goes on with the one that is there.
    ///
    /// # Errors
    /// When the folder has the log of another run, or a damaged one, or can not be used.
    pub fn open(folder: &Path, header: Header) -> Result<Self, LogError> {
        let path = folder.join(LOG);
        let fails = |what| move |error| LogError::Io { path: folder.join(LOG), what, error };
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = opened.map_err(fails("opened"))?;
        let bytes = file.metadata().map_err(fails("read"))?.len();
        let (mut log, length, chain) = match read(&path, BufReader::new(&file), Some(folder))? {
            Some(found) => {
                let differences = found.log.header.differences(&header);
                if !differences.is_empty() {
                    return Err(LogError::Other { path: folder.to_owned(), differences });
                }
                (found.log, found.length, found.chain)
            }
            None => (Self::within(header, Some(folder)), 0, Chain::default()),
        };
        log.earlier = log.done;
        log.cut = bytes.saturating_sub(length);
        file.set_len(length).map_err(fails("written"))?;
        file.seek(SeekFrom::End(0)).map_err(fails("written"))?;
        let disk = log.disk.insert(Disk { folder: folder.to_owned(), path, file, length, chain });
        if length == 0 {
            disk.write(&[Line::Header(Box::new(log.header.clone()))])?;
        }
        Ok(log)
    }

    /// Reads the log of a folder.
    ///
    /// # Errors
    /// When there is none, or it is damaged.
    pub fn read(folder: &Path) -> Result<Self, LogError> {
        let path = folder.join(LOG);
        let fails = |error| LogError::Io { path: path.clone(), what: "read", error };
        let file = File::open(&path).map_err(fails)?;
        let bytes = file.metadata().map_err(fails)?.len();
        let found = read(&path, BufReader::new(file), None)?;
        let mut found = found.ok_or(LogError::Damaged { path, line: 1 })?;
        found.log.cut = bytes.saturating_sub(found.length);
        Ok(found.log)
    }

    /// What the run depends on.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The findings, in the order in which they were found.
    #[must_use]
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// All cases before this one are judged.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many cases earlier runs had judged when the log was opened.
    #[must_use]
    pub fn earlier(&self) -> u64 {
        self.earlier
    }

    /// How many bytes at the end of the file belonged to a block that was not written whole, and are not taken.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// The figures of all blocks together.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The folder, if there is one.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.disk.as_ref().map(|disk| disk.folder.as_path())
    }

    /// Whether the finding with this key has been reduced.
    #[must_use]
    pub fn is_reduced(&self, key: &str) -> bool {
        self.reduced.contains(key)
    }

    /// Whether all findings that are no results of reducing have been reduced.
    #[must_use]
    pub fn all_reduced(&self) -> bool {
        self.findings.originals() == self.reduced.len()
    }

    /// Appends a block: what was found on these cases. All cases before `to` are judged then.
    ///
    /// # Errors
    /// When it can not be written; then the log is as it was.
    pub fn append(
        &mut self,
        cases: &[Case],
        found: Vec<Option<Difference>>,
        to: u64,
        tally: &Tally,
    ) -> Result<(), LogError> {
        let found = cases.iter().zip(found).filter_map(|(case, found)| Some((case, found?, None)));
        self.block(found.collect(), Line::Done { to, tally: tally.clone() })?;
        self.done = to;
        for (name, count) in tally {
            *self.tally.entry(name.clone()).or_default() += count;
        }
        Ok(())
    }

    /// Appends what came of reducing a finding: nothing if it is as small as can be, or came to what was found before.
    ///
    /// # Errors
    /// When it can not be written; then the log is as it was.
    pub fn append_reduced(&mut self, key: &str, smaller: Option<(Case, Difference)>) -> Result<(), LogError> {
        let found = smaller.iter().map(|(case, found)| (case, found.clone(), Some(key.to_owned())));
        self.block(found.collect(), Line::Reduced(key.to_owned()))?;
        self.reduced.insert(key.to_owned());
        Ok(())
    }

    fn block(&mut self, found: Vec<(&Case, Difference, Option<String>)>, end: Line) -> Result<(), LogError> {
        let mut lines = Vec::new();
        for (case, found, from) in found {
            if let Some(disk) = &self.disk {
                disk.attach(case, &found.attachments)?;
            }
            let Difference { way, answers, difference, note, attachments: _ } = found;
            let case = case.clone();
            lines.push(Line::Finding(Box::new(Finding { case, way, answers, difference, note, from })));
        }
        lines.push(end);
        if let Some(disk) = &mut self.disk {
            disk.write(&lines)?;
        }
        for line in &lines {
            if let Line::Finding(finding) = line {
                self.findings.push(finding)?;
            }
        }
        Ok(())
    }
}

impl Disk {
    /// Writes the files of a finding, and brings them to the disk.
    fn attach(&self, case: &Case, attachments: &[Attachment]) -> Result<(), LogError> {
        if attachments.is_empty() {
            return Ok(());
        }
        let folder = self.folder.join(FINDINGS).join(case.name());
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| LogError::Io { path, what: "written", error }
        };
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        for attachment in attachments {
            let path = folder.join(&attachment.name);
            let put = File::create(&path).and_then(|mut file| {
                file.write_all(&attachment.bytes)?;
                file.sync_data()
            });
            put.map_err(failed(&path))?;
        }
        Ok(())
    }

    /// Appends lines by one call, and brings them to the disk.
    fn write(&mut self, lines: &[Line]) -> Result<(), LogError> {
        let (mut bytes, mut chain) = (Vec::new(), self.chain);
        for line in lines {
            // Plain data with string keys: this can not fail.
            bytes.extend(chain.seal(&serde_json::to_vec(line).unwrap_or_default()));
        }
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // What is torn is noticed and cut off later if this fails.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::End(0));
            return Err(LogError::Io { path: self.path.clone(), what: "written", error });
        }
        self.length += bytes_in(&bytes);
        self.chain = chain;
        Ok(())
    }
}

fn bytes_in(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// A log that was read: up to the end of its last block.
struct Found {
    log: Log,
    /// How long the file is up to there.
    length: u64,
    /// The check of the lines up to there.
    chain: Chain,
}

/// Reads the lines of a log, one at a time; none when not even the header is there.
fn read(path: &Path, mut lines: impl BufRead, folder: Option<&Path>) -> Result<Option<Found>, LogError> {
    let mut log: Option<Log> = None;
    let mut chain = Chain::default();
    let (mut length, mut ended) = (0, chain);
    let mut read = 0;
    let mut block = Vec::new();
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let fails = |error| LogError::Io { path: path.to_owned(), what: "read", error };
        lines.read_until(b'\n', &mut text).map_err(fails)?;
        read += bytes_in(&text);
        // The first form had no checks.
        if number == 1 && text.starts_with(b"{\"header\":") {
            return Err(LogError::Version { path: path.to_owned() });
        }
        let damaged = || LogError::Damaged { path: path.to_owned(), line: number };
        if !text.ends_with(b"\n") {
            // The end, or torn: the last line of a process that was ended.
            break;
        }
        let line = chain.open(&text).and_then(|text| serde_json::from_slice::<Line>(text).ok());
        let Some(line) = line else { return Err(damaged()) };
        match (line, &mut log) {
            (Line::Header(header), None) if header.format == FORMAT => {
                log = Some(Log::within(*header, folder))
            }
            (Line::Header(_), None) => return Err(LogError::Version { path: path.to_owned() }),
            (Line::Finding(finding), Some(log)) if finding.case.term.is_of(&log.header.vocabulary) => {
                block.push(*finding);
                continue;
            }
            (Line::Done { to, tally }, Some(log)) if to >= log.done => {
                log.done = to;
                block.drain(..).try_for_each(|finding| log.findings.push(&finding))?;
                for (name, count) in tally {
                    let sum = log.tally.entry(name).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            (Line::Reduced(key), Some(log)) => {
                block.drain(..).try_for_each(|finding| log.findings.push(&finding))?;
                log.reduced.insert(key);
            }
            _ => return Err(damaged()),
        }
        (length, ended) = (read, chain);
    }
    Ok(log.map(|log| Found { log, length, chain: ended }))
}
