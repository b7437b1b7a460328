//! The log of the answers of a judge: a hunt that goes on reads it again, and so chooses the same structures as before.
//!
//! The log is a file of lines that is only ever appended to: the inputs of the hunt, then the answers in the order in which
//! structures were tried. Each line has a check of all lines up to it ([`ChecksumChain`]); a last line that was not written whole is cut
//! off. One process at a time writes to a folder: it holds its [`Lock`].

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dpgen_diff::ChecksumChain;
use dpgen_forest::index::wide;
use dpgen_guide::{Feedback, Proposal};
use serde::{Deserialize, Serialize};

use crate::command_error::CommandError;
use crate::folder::atomic_file::{TEMP_PREFIX, remove_stale};
use crate::folder::folder_claim::claim_folder;
use crate::folder::folder_lock::Lock;
use crate::folder::run_inputs::entry_differences;
use crate::hunt::hunt_corpus::BUGS_FOLDER;

/// The name of the log.
const LOG_FILE: &str = "hunt.jsonl";
/// How often the log is brought to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(2);

/// What a hunt depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntInputs {
    /// The structures, as keys name them.
    pub identity: String,
    /// The judge's command.
    pub judge: String,
    /// How long an answer may take: what takes longer is a bug.
    pub timeout_ms: u128,
    /// The exit codes that are bugs.
    pub bug_exits: Vec<i32>,
    /// The guide.
    pub guide: String,
    /// The seed of the guide.
    pub seed: u64,
    /// A hash of the spec's text.
    pub spec_hash: String,
    /// The order of ranks.
    pub order: String,
    /// The format of structures.
    pub format: String,
    /// The template, if one was given.
    pub template: Option<String>,
    /// The rendering of the spec, if one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendering: Option<String>,
}

/// The answer of the judge on a structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedAnswer {
    size: u32,
    rank: String,
    #[serde(rename = "said")]
    feedback: Feedback,
}

impl LoggedAnswer {
    /// The answer, if it is on this structure.
    pub fn feedback_on(self, proposal: &Proposal) -> Result<Feedback, CommandError> {
        if self.size == proposal.size && self.rank == proposal.rank.to_string() {
            return Ok(self.feedback);
        }
        Err(CommandError::Usage(format!(
            "the record {LOG_FILE} is of another hunt: it has rank {} of size {} where this one tries rank {} of size {}. \
             Another version of dpgen made it, or it was changed; give another folder with --out",
            self.rank, self.size, proposal.rank, proposal.size
        )))
    }
}

/// The log in a folder, which it locks.
#[derive(Debug)]
pub struct AnswerLog {
    folder: PathBuf,
    file: Option<BufWriter<File>>,
    /// The check of the lines so far.
    chain: ChecksumChain,
    saved: Instant,
    _lock: Lock,
}

impl AnswerLog {
    /// Makes the folder if need be, and locks it.
    pub fn open(folder: &Path) -> Result<Self, CommandError> {
        let shown = folder.display();
        let unusable = |error: io::Error| {
            CommandError::Usage(format!(
                "the folder {shown} can not be used: {error}; give another with --out"
            ))
        };
        let lock = claim_folder(folder, "--out", Some(LOG_FILE), &[BUGS_FOLDER])?;
        fs::create_dir_all(folder.join(BUGS_FOLDER)).map_err(unusable)?;
        remove_stale(folder, TEMP_PREFIX).map_err(unusable)?;
        remove_stale(&folder.join(BUGS_FOLDER), TEMP_PREFIX).map_err(unusable)?;
        let (folder, chain) = (folder.to_owned(), ChecksumChain::default());
        Ok(Self { folder, file: None, chain, saved: Instant::now(), _lock: lock })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The answers of earlier runs, if the folder has a log, which must be of the same hunt; and the number of bytes of a last
    /// line that was not written whole, which are cut off.
    pub fn begin(&mut self, inputs: HuntInputs) -> Result<(Vec<LoggedAnswer>, u64), CommandError> {
        let path = self.folder.join(LOG_FILE);
        let failed = |error| CommandError::Write(path.display().to_string(), error);
        let (mut entries, mut end, mut cut) = (Vec::new(), 0, 0);
        match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
            Ok(file) => {
                let mut file = BufReader::new(file);
                let mut line = Vec::new();
                let mut number = 0_u64;
                loop {
                    line.clear();
                    let read = file.read_until(b'\n', &mut line).map_err(failed)?;
                    if !line.ends_with(b"\n") {
                        cut = wide(read);
                        break;
                    }
                    number += 1;
                    let damaged = || {
                        CommandError::Usage(format!(
                            "line {number} of {} is damaged, or lines before it are missing. Files of structures are \
                             untouched; give another folder with --out",
                            path.display()
                        ))
                    };
                    let text = self.chain.open(&line).ok_or_else(damaged)?;
                    if number == 1 {
                        let known: HuntInputs = serde_json::from_slice(text).map_err(|_| damaged())?;
                        self.refuse_other_hunt(&known, &inputs)?;
                    } else {
                        entries.push(serde_json::from_slice(text).map_err(|_| damaged())?);
                    }
                    end += wide(read);
                }
            }
        }
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        file.set_len(end).map_err(failed)?;
        drop(file);
        self.file = Some(BufWriter::new(OpenOptions::new().append(true).open(&path).map_err(failed)?));
        if end == 0 {
            self.line(&inputs)?;
            self.finish()?;
        }
        Ok((entries, cut))
    }

    fn refuse_other_hunt(&self, known: &HuntInputs, inputs: &HuntInputs) -> Result<(), CommandError> {
        let differences = entry_differences(known, inputs);
        if differences.is_empty() {
            return Ok(());
        }
        Err(CommandError::Usage(format!(
            "the folder {} is of another hunt: {}; give another folder with --out",
            self.folder.display(),
            differences.join(", ")
        )))
    }

    /// Adds the answer on a structure.
    pub fn add(&mut self, proposal: &Proposal, feedback: &Feedback) -> Result<(), CommandError> {
        let entry =
            LoggedAnswer { size: proposal.size, rank: proposal.rank.to_string(), feedback: feedback.clone() };
        self.line(&entry)?;
        if self.saved.elapsed() >= SYNC_INTERVAL {
            self.finish()?;
        }
        Ok(())
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), CommandError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let text = serde_json::to_vec(what).map_err(io::Error::other);
        let written = text.and_then(|text| file.write_all(&self.chain.seal(&text)));
        written.map_err(|error| CommandError::Write(self.folder.join(LOG_FILE).display().to_string(), error))
    }

    /// Hands what was added to the system, so that it outlives this process.
    pub fn flush(&mut self) -> Result<(), CommandError> {
        let flushed = self.file.as_mut().map_or(Ok(()), BufWriter::flush);
        flushed.map_err(|error| CommandError::Write(self.folder.join(LOG_FILE).display().to_string(), error))
    }

    /// Brings all to the disk.
    pub fn finish(&mut self) -> Result<(), CommandError> {
        self.saved = Instant::now();
        let Some(file) = &mut self.file else { return Ok(()) };
        let saved = file.flush().and_then(|()| file.get_ref().sync_data());
        saved.map_err(|error| CommandError::Write(self.folder.join(LOG_FILE).display().to_string(), error))
    }
}
