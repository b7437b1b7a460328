//! One file a structure, in a folder with a manifest from which a stopped run goes on.
//!
//! The manifest and the lock lie in the folder, or beside it ([`Places`]): a fuzzer takes every file of a folder.
//!
//! One process at a time writes to a folder: it holds the folder's [`Lock`]. Every file, the manifest too, is
//! written under another name and then renamed, so that no file is ever seen half written. The manifest is saved
//! every now and then and at the end, once the files that it claims are on the disk; a file that is there but not
//! claimed is written again.
//!
//! A run that goes on compares each file that is claimed with what it would write, and writes again what is missing
//! or different.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::export::{ExportError, Exporter, Position};
use dpgen_forest::index::wide;
use dpgen_forest::schema::Schema;
use dpgen_forest::{Catalog, Count};

use super::claim::claim;
use super::command_error::CommandError;
use super::files::{self, UNFINISHED, Unfinished};
use super::load;
use super::lock::Lock;
use super::manifest::{Claimed, Made, Manifest};
use super::output::Target;
use super::places::Places;
use super::selection::{RankRange, Selection};

const MANIFEST: &str = "manifest.json";
/// No manifest is larger: one of a million sizes has a tenth of it.
const LARGEST: u64 = 1 << 30;
/// The manifest is saved after so many structures, or so much time.
const STRUCTURES: usize = 1024;
const TIME: Duration = Duration::from_secs(2);

/// A folder of structures.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Of the manifest.
    manifest_path: PathBuf,
    _lock: Lock,
    /// The one that is there, and from [`Folder::begin`] on the one of this run.
    manifest: Option<Manifest>,
    /// What names of files begin with.
    stem: String,
    earlier: Count,
    /// How many files that were claimed were not there as they should be.
    rewritten: u64,
    saved: Instant,
    /// Files that may not be on the disk yet.
    fresh: Vec<PathBuf>,
    /// What names of files end with.
    extension: String,
    there: Vec<u8>,
}

impl Folder {
    /// Makes the folder if need be, locks it, sees whether it can be written, and reads its manifest if it has one.
    pub fn open(places: &Places) -> Result<Self, CommandError> {
        let path = places.structures();
        let shown = path.display();
        let unusable = |error: io::Error| {
            CommandError::Usage(format!(
                "the folder {shown} can not be used: {error}; give another with --out"
            ))
        };
        fs::create_dir_all(path).map_err(unusable)?;
        let lock = claim(places.manifest(), "--out", None, &[])?;
        files::remove_stale(path, UNFINISHED).map_err(unusable)?;
        files::remove_stale(places.manifest(), UNFINISHED).map_err(unusable)?;
        let manifest_path = places.manifest().join(MANIFEST);
        drop(Unfinished::begin(manifest_path.clone(), UNFINISHED).map_err(unusable)?);
        let manifest = match File::open(&manifest_path) {
            Ok(file) => {
                let bytes = load::bounded(file, LARGEST, "a manifest").map_err(unusable)?;
                Some(Manifest::read(&bytes).map_err(|why| {
                    let what = "has a manifest.json that dpgen can not continue from";
                    CommandError::Usage(format!("the folder {shown} {what}: {why}"))
                })?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(unusable(error)),
        };
        Ok(Self {
            path: path.to_owned(),
            manifest_path,
            _lock: lock,
            manifest,
            stem: String::new(),
            earlier: Count::ZERO,
            rewritten: 0,
            saved: Instant::now(),
            fresh: Vec::new(),
            extension: String::new(),
            there: Vec::new(),
        })
    }

    /// Begins a run, or goes on with one that was made in the same way.
    pub fn begin(
        &mut self,
        made: Made,
        selection: &Selection,
        catalog: &Catalog,
    ) -> Result<(), CommandError> {
        (self.stem, self.extension) = (file_name(&made.spec), made.extension.clone());
        if let Some(manifest) = &self.manifest {
            let mut differences = manifest.made.differences(&made);
            let fits =
                |part: &RankRange| manifest.of_size(part.size).is_none_or(|progress| progress.fits(part));
            if differences.is_empty() && !selection.parts(catalog).all(|part| fits(&part)) {
                differences.push("the counts of structures are others".to_owned());
            }
            if !differences.is_empty() {
                return Err(CommandError::Usage(format!(
                    "the folder {} holds structures of another run: {}; give another folder with --out",
                    self.path.display(),
                    differences.join(", ")
                )));
            }
            self.earlier = manifest.sizes.iter().map(Claimed::written).sum();
            Ok(())
        } else {
            self.manifest = Some(Manifest::new(made));
            self.save()
        }
    }

    /// How many structures an earlier run has claimed.
    pub fn claimed_before(&self) -> u64 {
        let claimed: Count =
            self.manifest.iter().flat_map(|manifest| &manifest.sizes).map(Claimed::written).sum();
        claimed.to_u128().and_then(|claimed| u64::try_from(claimed).ok()).unwrap_or(u64::MAX)
    }

    /// Whether a file holds a text.
    fn holds(&mut self, path: &Path, text: &str) -> bool {
        let mut same = || -> io::Result<bool> {
            let mut file = File::open(path)?;
            if file.metadata()?.len() != wide(text.len()) {
                return Ok(false);
            }
            self.there.clear();
            file.read_to_end(&mut self.there)?;
            Ok(self.there == text.as_bytes())
        };
        // One that can not be read is not there.
        same().unwrap_or(false)
    }

    /// Writes a text under another name, then renames it.
    fn replace(&mut self, target: PathBuf, text: &str) -> Result<(), CommandError> {
        let begun = Unfinished::begin(target.clone(), UNFINISHED);
        let mut file = begun.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
        file.write(|file| file.write_all(text.as_bytes()))?;
        file.finish_fast()?;
        self.fresh.push(target);
        Ok(())
    }

    /// Saves the manifest, after the files that it claims.
    fn save(&mut self) -> Result<(), CommandError> {
        if !self.fresh.is_empty() {
            let failed = |error| CommandError::Write(format!("the folder {}", self.path.display()), error);
            files::sync(&self.path, &self.fresh).map_err(failed)?;
        }
        self.saved = Instant::now();
        self.fresh.clear();
        let Some(manifest) = &self.manifest else { return Ok(()) };
        let target = self.manifest_path.clone();
        let begun = Unfinished::begin(target.clone(), UNFINISHED);
        let mut file = begun.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
        file.write(|file| file.write_all(manifest.text().as_bytes()))?;
        file.finish()
    }
}

/// A spec's name as the beginning of a file's name, which leaves room for the rest of it.
pub fn file_name(spec: &str) -> String {
    const MAX_NAME_LEN: usize = 128;
    let safe = |letter: char| if letter.is_alphanumeric() || "-_".contains(letter) { letter } else { '_' };
    let safe = spec.chars().map(safe).collect();
    shortened(safe, MAX_NAME_LEN)
}

/// A text without what goes beyond so many bytes.
pub fn shortened(mut text: String, most: usize) -> String {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    text.truncate(ends.take_while(|end| *end <= most).last().unwrap_or_default());
    text
}

impl Target for Folder {
    fn claimed(&self, part: &RankRange) -> Count {
        let known = self.manifest.as_ref().and_then(|manifest| manifest.of_size(part.size));
        known.map_or_else(|| part.ranks.start.clone(), |progress| progress.next.clone())
    }

    fn earlier(&self) -> Count {
        self.earlier.clone()
    }

    fn rewritten(&self) -> u64 {
        self.rewritten
    }

    fn begin_part(&mut self, part: &RankRange) {
        if let Some(manifest) = &mut self.manifest
            && manifest.of_size(part.size).is_none()
        {
            manifest.sizes.push(Claimed::none(part));
        }
    }

    fn render(
        exporter: &Exporter,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        exporter.file(schema, words, place, out)
    }

    fn write(&mut self, text: &str, place: Position<'_>, claimed: bool) -> Result<(), CommandError> {
        let solution = place.solution.map_or_else(String::new, |solution| format!("-{solution}"));
        let name = format!("{}-s{}-r{}{solution}.{}", self.stem, place.size, place.rank, self.extension);
        let target = self.path.join(name);
        if claimed {
            if self.holds(&target, text) {
                return Ok(());
            }
            self.rewritten += 1;
        }
        self.replace(target, text).inspect_err(|_| {
            // What is there stays claimed, if the manifest at least can be written.
            let _ = self.save();
        })
    }

    fn step(&mut self, size: u32) -> Result<(), CommandError> {
        if let Some(progress) = self.manifest.as_mut().and_then(|manifest| manifest.of_size_mut(size)) {
            progress.step();
        }
        if self.fresh.len() >= STRUCTURES || self.saved.elapsed() >= TIME {
            self.save()?;
        }
        Ok(())
    }

    fn finish(&mut self, complete: bool) -> Result<(), CommandError> {
        if let Some(manifest) = &mut self.manifest {
            manifest.complete = complete;
        }
        self.save()
    }
}
