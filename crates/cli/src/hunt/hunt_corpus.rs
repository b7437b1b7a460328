//! The corpus of a hunt: the smallest structure of each behaviour, and every bug.
//!
//! Each is a file, named as `dpgen enumerate` names it, so that its size and rank replay it; bugs lie in a folder of their own,
//! each with a text beside it that says how the program failed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use dpgen_forest::Count;
use dpgen_guide::{Feedback, Proposal, Verdict};

use crate::command_error::CommandError;
use crate::folder::atomic_file::{AtomicFile, TEMP_PREFIX};
use crate::folder::file_names::file_stem;

/// The extension of the text that says how the program failed.
const FAILURE_FILE_EXTENSION: &str = "how.txt";
/// The folder of bugs.
pub const BUGS_FOLDER: &str = "bugs";
/// The most bugs, and the most other structures, that are shown.
const MAX_SHOWN: usize = 10;

/// A structure, and what the judge said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusEntry {
    pub size: u32,
    pub rank: Count,
    feedback: Feedback,
}

impl CorpusEntry {
    /// The entry of a structure.
    pub fn of(proposal: &Proposal, feedback: &Feedback) -> Self {
        Self { size: proposal.size, rank: proposal.rank.clone(), feedback: feedback.clone() }
    }

    /// How the program failed on it, if it did.
    pub fn failure_text(&self) -> String {
        match &self.feedback {
            Feedback::Bug(failure) => format!("bug: {}\n", failure.trim_end()),
            _ => String::new(),
        }
    }

    fn is_smaller_than(&self, other: &Self) -> bool {
        (self.size, &self.rank) < (other.size, &other.rank)
    }
}

/// The structures that are kept.
#[derive(Debug)]
pub struct Corpus {
    stem: String,
    extension: String,
    behaviours: HashMap<u64, CorpusEntry>,
    /// The files of structures that gave way to smaller ones.
    replaced: HashMap<u64, CorpusEntry>,
    /// Where no behaviour is named: the number of valid structures, and the smallest.
    valid: u64,
    smallest: Vec<CorpusEntry>,
    bugs: Vec<CorpusEntry>,
}

impl Corpus {
    /// An empty corpus of a spec with this name.
    pub fn new(spec: &str, extension: &str) -> Self {
        let (stem, extension) = (file_stem(spec), extension.to_owned());
        let (behaviours, replaced) = (HashMap::new(), HashMap::new());
        Self { stem, extension, behaviours, replaced, valid: 0, smallest: Vec::new(), bugs: Vec::new() }
    }

    /// Adds a structure; returns it if it is to be written.
    pub fn add(&mut self, entry: CorpusEntry, verdict: Verdict) -> Option<CorpusEntry> {
        match &entry.feedback {
            Feedback::Bug(_) => self.bugs.push(entry.clone()),
            Feedback::Behaviour(behaviour) => match self.behaviours.get_mut(behaviour) {
                Some(known) if entry.is_smaller_than(known) => {
                    self.replaced.insert(*behaviour, std::mem::replace(known, entry.clone()));
                }
                Some(_) => return None,
                None => drop(self.behaviours.insert(*behaviour, entry.clone())),
            },
            Feedback::Valid if verdict.is_new => {
                self.valid += 1;
                let place = self.smallest.partition_point(|known| known.is_smaller_than(&entry));
                self.smallest.insert(place, entry.clone());
                self.smallest.truncate(MAX_SHOWN);
            }
            Feedback::Valid | Feedback::Invalid => return None,
        }
        Some(entry)
    }

    /// Writes a structure that was taken, and removes the one that it replaces. A file that is there as it should be stays.
    /// The files that are there now because of it.
    pub fn write(
        &mut self,
        folder: &Path,
        entry: &CorpusEntry,
        text: &str,
    ) -> Result<Vec<PathBuf>, CommandError> {
        let mut path = self.path(folder, entry);
        match &entry.feedback {
            Feedback::Bug(failure_text) => {
                path = self.path(&folder.join(BUGS_FOLDER), entry);
                let failure_file = path.with_extension(FAILURE_FILE_EXTENSION);
                write_if_changed(&failure_file, &format!("{}\n", failure_text.trim_end()))?;
                write_if_changed(&path, text)?;
                return Ok(vec![path, failure_file]);
            }
            Feedback::Behaviour(behaviour) => {
                write_if_changed(&path, text)?;
                if let Some(old) = self.replaced.remove(behaviour) {
                    // That the file is gone already is no error.
                    let _ = fs::remove_file(self.path(folder, &old));
                }
            }
            _ => write_if_changed(&path, text)?,
        }
        Ok(vec![path])
    }

    /// The files of structures in a folder, by their names.
    pub fn files(&self, folder: &Path) -> Result<BTreeSet<PathBuf>, CommandError> {
        let mut files = BTreeSet::new();
        for folder in [folder.to_owned(), folder.join(BUGS_FOLDER)] {
            let failed = |error| CommandError::Write(folder.display().to_string(), error);
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                let name = path.file_name().and_then(|name| name.to_str());
                if name.is_some_and(|name| self.is_structure_file(name)) {
                    files.insert(path);
                }
            }
        }
        Ok(files)
    }

    /// Whether this is a name that [`Self::path`] gives.
    fn is_structure_file(&self, name: &str) -> bool {
        let Some((place, extension)) =
            name.strip_prefix(&format!("{}-s", self.stem)).and_then(|rest| rest.split_once('.'))
        else {
            return false;
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (extension == self.extension || extension == FAILURE_FILE_EXTENSION)
            && place.split_once("-r").is_some_and(|(size, rank)| is_number(size) && is_number(rank))
    }

    fn path(&self, folder: &Path, entry: &CorpusEntry) -> PathBuf {
        folder.join(format!("{}-s{}-r{}.{}", self.stem, entry.size, entry.rank, self.extension))
    }

    /// The number of structures, without bugs.
    pub fn kept_count(&self) -> usize {
        self.behaviours.len() + usize::try_from(self.valid).unwrap_or(usize::MAX)
    }

    /// The smallest bugs and the smallest structures, some of each.
    pub fn shown(&self) -> impl Iterator<Item = &CorpusEntry> {
        let mut bugs: Vec<&CorpusEntry> = self.bugs.iter().collect();
        let mut valid: Vec<&CorpusEntry> = self.behaviours.values().chain(&self.smallest).collect();
        for some in [&mut bugs, &mut valid] {
            some.sort_by(|a, b| (a.size, &a.rank).cmp(&(b.size, &b.rank)));
            some.truncate(MAX_SHOWN);
        }
        bugs.into_iter().chain(valid)
    }
}

/// Writes a file under another name, then renames it, unless it is there.
fn write_if_changed(target: &Path, text: &str) -> Result<(), CommandError> {
    if fs::read(target).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    let begun = AtomicFile::begin(target.to_owned(), TEMP_PREFIX);
    let mut file = begun.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
    file.write(|file| file.write_all(text.as_bytes()))?;
    file.finish_unsynced()
}
