//! What a judge said, on the disk: a hunt that goes on hears it again, and so chooses the same structures as before.
//!
//! The record is a file of lines that is only ever appended to: a header, then for each structure, in the order in which they
//! were tried, its size and rank and what was said. A line that was not written to its end is dropped. One process at a time
//! writes to a folder: it holds its [`Lock`].

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dpgen_forest::index::wide;
use dpgen_guide::{Feedback, Proposal};
use serde::{Deserialize, Serialize};

use super::super::command_error::CommandError;
use super::super::files;
use super::super::lock::Lock;

/// The name of the file.
const NAME: &str = "hunt.jsonl";
/// What names of unfinished files begin with.
pub const UNFINISHED: &str = ".dpgen-";
/// The record is brought to the disk so often.
const TIME: Duration = Duration::from_secs(2);

/// What a hunt depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The structures, as keys name them.
    pub identity: String,
    /// The judge's command.
    pub judge: String,
    /// The guide.
    pub guide: String,
    /// What chance depends on.
    pub seed: u64,
    /// A hash of the spec's text.
    pub spec_hash: String,
    /// The order of ranks.
    pub order: String,
    /// How structures are written.
    pub format: String,
    /// The template, if one was given.
    pub template: Option<String>,
}

/// What was said of a structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    size: u32,
    rank: String,
    said: Feedback,
}

impl Entry {
    /// What was said, if it is this structure of which it was said.
    pub fn said_of(self, proposal: &Proposal) -> Result<Feedback, CommandError> {
        if self.size == proposal.size && self.rank == proposal.rank.to_string() {
            return Ok(self.said);
        }
        Err(CommandError::Usage(format!(
            "the record {NAME} is of another hunt: it has rank {} of size {} where this one tries rank {} of size {}. \
             Another version of dpgen made it, or it was changed; give another folder with --out",
            self.rank, self.size, proposal.rank, proposal.size
        )))
    }
}

/// A folder with a record.
#[derive(Debug)]
pub struct Record {
    folder: PathBuf,
    file: Option<BufWriter<File>>,
    saved: Instant,
    _lock: Lock,
}

impl Record {
    /// Makes the folder if need be, and locks it.
    pub fn open(folder: &Path) -> Result<Self, CommandError> {
        let shown = folder.display();
        let unusable = |error: io::Error| {
            CommandError::Usage(format!(
                "the folder {shown} can not be used: {error}; give another with --out"
            ))
        };
        fs::create_dir_all(folder.join(super::finds::BUGS)).map_err(unusable)?;
        let Some(lock) = Lock::take(folder).map_err(unusable)? else {
            return Err(CommandError::Usage(format!(
                "another dpgen is writing to the folder {shown}: wait for its end, or give another with --out"
            )));
        };
        files::remove_stale(folder, UNFINISHED).map_err(unusable)?;
        files::remove_stale(&folder.join(super::finds::BUGS), UNFINISHED).map_err(unusable)?;
        Ok(Self { folder: folder.to_owned(), file: None, saved: Instant::now(), _lock: lock })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What was said before, if the folder has a record; it must be of the same hunt.
    pub fn begin(&mut self, header: Header) -> Result<Vec<Entry>, CommandError> {
        let path = self.folder.join(NAME);
        let failed = |error| CommandError::Write(path.display().to_string(), error);
        let (mut entries, mut end) = (Vec::new(), 0);
        match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
            Ok(file) => {
                let mut file = BufReader::new(file);
                let mut line = String::new();
                let mut number = 0_u64;
                loop {
                    line.clear();
                    let read = file.read_line(&mut line).map_err(failed)?;
                    if !line.ends_with('\n') {
                        break;
                    }
                    number += 1;
                    let damaged = |error: serde_json::Error| {
                        CommandError::Usage(format!(
                            "line {number} of {} is damaged: {error}. Files of structures are untouched; give another folder \
                             with --out",
                            path.display()
                        ))
                    };
                    if number == 1 {
                        let known: Header = serde_json::from_str(&line).map_err(damaged)?;
                        self.compare(&known, &header)?;
                    } else {
                        entries.push(serde_json::from_str(&line).map_err(damaged)?);
                    }
                    end += wide(read);
                }
            }
        }
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        file.set_len(end).map_err(failed)?;
        drop(file);
        let mut file = BufWriter::new(OpenOptions::new().append(true).open(&path).map_err(failed)?);
        if end == 0 {
            line(&mut file, &header).and_then(|()| file.flush()).map_err(failed)?;
        }
        self.file = Some(file);
        Ok(entries)
    }

    fn compare(&self, known: &Header, header: &Header) -> Result<(), CommandError> {
        let entries = |header: &Header| match serde_json::to_value(header) {
            Ok(serde_json::Value::Object(entries)) => entries,
            _ => serde_json::Map::new(),
        };
        let mine = entries(header);
        let differs = entries(known).into_iter().filter(|(name, value)| mine.get(name) != Some(value));
        let differences: Vec<String> = differs
            .map(|(name, was)| {
                format!("{name} was {was} and is {}", mine.get(&name).cloned().unwrap_or_default())
            })
            .collect();
        if differences.is_empty() {
            return Ok(());
        }
        Err(CommandError::Usage(format!(
            "the folder {} is of another hunt: {}; give another folder with --out",
            self.folder.display(),
            differences.join(", ")
        )))
    }

    /// Adds what was said of a structure.
    pub fn add(&mut self, proposal: &Proposal, said: &Feedback) -> Result<(), CommandError> {
        let entry = Entry { size: proposal.size, rank: proposal.rank.to_string(), said: said.clone() };
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = line(file, &entry);
        written.map_err(|error| CommandError::Write(self.folder.join(NAME).display().to_string(), error))?;
        if self.saved.elapsed() >= TIME {
            self.finish()?;
        }
        Ok(())
    }

    /// Hands what was added to the system, so that it outlives this process.
    pub fn flush(&mut self) -> Result<(), CommandError> {
        let flushed = self.file.as_mut().map_or(Ok(()), BufWriter::flush);
        flushed.map_err(|error| CommandError::Write(self.folder.join(NAME).display().to_string(), error))
    }

    /// Brings all to the disk.
    pub fn finish(&mut self) -> Result<(), CommandError> {
        self.saved = Instant::now();
        let Some(file) = &mut self.file else { return Ok(()) };
        let saved = file.flush().and_then(|()| file.get_ref().sync_data());
        saved.map_err(|error| CommandError::Write(self.folder.join(NAME).display().to_string(), error))
    }
}

fn line(file: &mut BufWriter<File>, what: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *file, what)?;
    file.write_all(b"\n")
}
