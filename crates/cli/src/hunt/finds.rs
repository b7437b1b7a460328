//! What is worth keeping of a hunt: the smallest structure of each behaviour, and every bug.
//!
//! Each is a file, named as `dpgen enumerate` names it, so that its size and rank replay it; bugs lie in a folder of their own,
//! each with a text beside it that says how the program failed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use dpgen_forest::Count;
use dpgen_guide::{Feedback, Proposal, Verdict};

use super::super::command_error::CommandError;
use super::super::files::Unfinished;
use super::super::folder::file_name;
use super::record::UNFINISHED;

/// What the name of a text that says how the program failed ends with.
const HOW: &str = "how.txt";
/// The folder of bugs.
pub const BUGS: &str = "bugs";
/// So many structures are shown.
const SHOWN: usize = 10;

/// A structure of which something was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub size: u32,
    pub rank: Count,
    said: Feedback,
}

impl Found {
    /// A structure, and what was said of it.
    pub fn of(proposal: &Proposal, said: &Feedback) -> Self {
        Self { size: proposal.size, rank: proposal.rank.clone(), said: said.clone() }
    }

    /// How the program failed on it, if it did.
    pub fn how(&self) -> String {
        match &self.said {
            Feedback::Bug(how) => format!("bug: {}\n", how.trim_end()),
            _ => String::new(),
        }
    }

    fn is_smaller_than(&self, other: &Self) -> bool {
        (self.size, &self.rank) < (other.size, &other.rank)
    }
}

/// What is kept.
#[derive(Debug)]
pub struct Finds {
    stem: String,
    extension: String,
    behaviours: HashMap<u64, Found>,
    /// The files of structures that gave way to smaller ones.
    replaced: HashMap<u64, Found>,
    /// Where no behaviour is named: how many are valid, and the smallest.
    valid: u64,
    smallest: Vec<Found>,
    bugs: Vec<Found>,
}

impl Finds {
    /// Nothing yet, of a spec with this name.
    pub fn new(spec: &str, extension: &str) -> Self {
        let (stem, extension) = (file_name(spec), extension.to_owned());
        let (behaviours, replaced) = (HashMap::new(), HashMap::new());
        Self { stem, extension, behaviours, replaced, valid: 0, smallest: Vec::new(), bugs: Vec::new() }
    }

    /// Takes a structure; gives it back if it is to be written.
    pub fn take(&mut self, found: Found, verdict: Verdict) -> Option<Found> {
        match &found.said {
            Feedback::Bug(_) => self.bugs.push(found.clone()),
            Feedback::Behaviour(behaviour) => match self.behaviours.get_mut(behaviour) {
                Some(known) if found.is_smaller_than(known) => {
                    self.replaced.insert(*behaviour, std::mem::replace(known, found.clone()));
                }
                Some(_) => return None,
                None => drop(self.behaviours.insert(*behaviour, found.clone())),
            },
            Feedback::Valid if verdict.is_new => {
                self.valid += 1;
                let place = self.smallest.partition_point(|known| known.is_smaller_than(&found));
                self.smallest.insert(place, found.clone());
                self.smallest.truncate(SHOWN);
            }
            Feedback::Valid | Feedback::Invalid => return None,
        }
        Some(found)
    }

    /// Writes a structure that was taken, and removes the one that it replaces. A file that is there as it should be stays.
    /// The files that are there now because of it.
    pub fn write(&mut self, folder: &Path, found: &Found, text: &str) -> Result<Vec<PathBuf>, CommandError> {
        let mut path = self.path(folder, found);
        match &found.said {
            Feedback::Bug(how) => {
                path = self.path(&folder.join(BUGS), found);
                let beside = path.with_extension(HOW);
                put(&beside, &format!("{}\n", how.trim_end()))?;
                put(&path, text)?;
                return Ok(vec![path, beside]);
            }
            Feedback::Behaviour(behaviour) => {
                put(&path, text)?;
                if let Some(old) = self.replaced.remove(behaviour) {
                    // What is gone already is as it should be.
                    let _ = fs::remove_file(self.path(folder, &old));
                }
            }
            _ => put(&path, text)?,
        }
        Ok(vec![path])
    }

    /// The files in a folder that have names of structures.
    pub fn files(&self, folder: &Path) -> Result<BTreeSet<PathBuf>, CommandError> {
        let mut found = BTreeSet::new();
        for folder in [folder.to_owned(), folder.join(BUGS)] {
            let failed = |error| CommandError::Write(folder.display().to_string(), error);
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                let name = path.file_name().and_then(|name| name.to_str());
                if name.is_some_and(|name| self.is_of_a_structure(name)) {
                    found.insert(path);
                }
            }
        }
        Ok(found)
    }

    /// Whether this is a name that [`Self::path`] gives.
    fn is_of_a_structure(&self, name: &str) -> bool {
        let Some((place, extension)) =
            name.strip_prefix(&format!("{}-s", self.stem)).and_then(|rest| rest.split_once('.'))
        else {
            return false;
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (extension == self.extension || extension == HOW)
            && place.split_once("-r").is_some_and(|(size, rank)| is_number(size) && is_number(rank))
    }

    fn path(&self, folder: &Path, found: &Found) -> PathBuf {
        folder.join(format!("{}-s{}-r{}.{}", self.stem, found.size, found.rank, self.extension))
    }

    /// How many structures are kept, bugs left out.
    pub fn kept(&self) -> usize {
        self.behaviours.len() + usize::try_from(self.valid).unwrap_or(usize::MAX)
    }

    /// The smallest bugs and the smallest structures, some of each.
    pub fn shown(&self) -> impl Iterator<Item = &Found> {
        let mut bugs: Vec<&Found> = self.bugs.iter().collect();
        let mut valid: Vec<&Found> = self.behaviours.values().chain(&self.smallest).collect();
        for some in [&mut bugs, &mut valid] {
            some.sort_by(|a, b| (a.size, &a.rank).cmp(&(b.size, &b.rank)));
            some.truncate(SHOWN);
        }
        bugs.into_iter().chain(valid)
    }
}

/// Writes a file under another name, then renames it, unless it is there.
fn put(target: &Path, text: &str) -> Result<(), CommandError> {
    if fs::read(target).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    let begun = Unfinished::begin(target.to_owned(), UNFINISHED);
    let mut file = begun.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
    file.write(|file| file.write_all(text.as_bytes()))?;
    file.finish_fast()
}
