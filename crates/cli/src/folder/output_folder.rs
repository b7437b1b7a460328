//! A folder with one file a structure, and a manifest from which a stopped run goes on.
//!
//! The manifest and the lock lie in the folder, or beside it ([`FolderLayout`]), as a fuzzer takes every file of a folder.
//! Invariant: a rank that the manifest has as written is on the disk. The manifest is saved every now and then and at the
//! end, after the files that it counts; a file that is there but not counted is written again. A run that goes on
//! compares each counted file with what it would write, and writes again what is missing or different.
//!
//! One process at a time writes to a folder (`folder_claim.rs`), and no file is ever seen half written (`atomic_file.rs`).

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dpgen_forest::index::wide;
use dpgen_forest::{Catalog, Count};

use crate::command_error::CommandError;
use crate::export::structure_position::Position;
use crate::folder::atomic_file::{AtomicFile, TEMP_PREFIX, remove_stale, sync};
use crate::folder::file_names::file_stem;
use crate::folder::folder_claim::claim_folder;
use crate::folder::folder_layout::FolderLayout;
use crate::folder::folder_lock::Lock;
use crate::folder::manifest::{Manifest, SizeProgress};
use crate::folder::run_inputs::RunInputs;
use crate::input::read_bounded::read_bounded;
use crate::input::selection::{RankRange, Selection};
use crate::render::output_target::{Target, TextForm};

/// The name of the manifest.
const MANIFEST_FILE: &str = "manifest.json";
/// The largest manifest, in bytes: one of a million sizes has a tenth of it.
const MAX_MANIFEST_LEN: u64 = 1 << 30;
/// The manifest is saved after so many structures.
const STRUCTURES_PER_SAVE: usize = 1024;
/// The manifest is saved after this time.
const SAVE_INTERVAL: Duration = Duration::from_secs(2);

/// A folder of structures.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    /// The path of the manifest.
    manifest_file: PathBuf,
    _lock: Lock,
    /// The manifest that is there; from [`OutputFolder::begin`] on that of this run.
    manifest: Option<Manifest>,
    /// The beginning of names of files.
    stem: String,
    written_before: Count,
    /// The number of files of earlier runs that were missing or different.
    rewritten: u64,
    saved: Instant,
    /// Files that may not be on the disk yet.
    unsynced: Vec<PathBuf>,
    /// The extension of names of files.
    extension: String,
    read_buffer: Vec<u8>,
}

impl OutputFolder {
    /// Makes the folder if need be, locks it, tries to write to it, and reads its manifest if it has one.
    pub fn open(layout: &FolderLayout) -> Result<Self, CommandError> {
        let path = layout.structures_folder();
        let shown = path.display();
        let unusable = |error: io::Error| {
            CommandError::Usage(format!(
                "the folder {shown} can not be used: {error}; give another with --out"
            ))
        };
        fs::create_dir_all(path).map_err(unusable)?;
        let lock = claim_folder(layout.manifest_folder(), "--out", None, &[])?;
        remove_stale(path, TEMP_PREFIX).map_err(unusable)?;
        remove_stale(layout.manifest_folder(), TEMP_PREFIX).map_err(unusable)?;
        let manifest_file = layout.manifest_folder().join(MANIFEST_FILE);
        drop(AtomicFile::begin(manifest_file.clone(), TEMP_PREFIX).map_err(unusable)?);
        let manifest = match File::open(&manifest_file) {
            Ok(file) => {
                let bytes = read_bounded(file, MAX_MANIFEST_LEN, "a manifest").map_err(unusable)?;
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
            manifest_file,
            _lock: lock,
            manifest,
            stem: String::new(),
            written_before: Count::ZERO,
            rewritten: 0,
            saved: Instant::now(),
            unsynced: Vec::new(),
            extension: String::new(),
            read_buffer: Vec::new(),
        })
    }

    /// Begins a run, or goes on with one of the same inputs.
    pub fn begin(
        &mut self,
        inputs: RunInputs,
        selection: &Selection,
        catalog: &Catalog,
    ) -> Result<(), CommandError> {
        (self.stem, self.extension) = (file_stem(&inputs.spec), inputs.extension.clone());
        if let Some(manifest) = &self.manifest {
            let mut differences = manifest.inputs.differences(&inputs);
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
            self.written_before = manifest.sizes.iter().map(SizeProgress::written).sum();
            Ok(())
        } else {
            self.manifest = Some(Manifest::new(inputs));
            self.save()
        }
    }

    /// How many structures earlier runs have written.
    pub fn count_written_before(&self) -> u64 {
        let written: Count =
            self.manifest.iter().flat_map(|manifest| &manifest.sizes).map(SizeProgress::written).sum();
        written.to_u128().and_then(|written| u64::try_from(written).ok()).unwrap_or(u64::MAX)
    }

    /// Whether a file holds a text.
    fn holds(&mut self, path: &Path, text: &str) -> bool {
        let mut same = || -> io::Result<bool> {
            let mut file = File::open(path)?;
            if file.metadata()?.len() != wide(text.len()) {
                return Ok(false);
            }
            self.read_buffer.clear();
            file.read_to_end(&mut self.read_buffer)?;
            Ok(self.read_buffer == text.as_bytes())
        };
        // A file that can not be read is missing.
        same().unwrap_or(false)
    }

    /// Writes a text under another name, then renames it.
    fn replace(&mut self, target: PathBuf, text: &str) -> Result<(), CommandError> {
        let begun = AtomicFile::begin(target.clone(), TEMP_PREFIX);
        let mut file = begun.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
        file.write(|file| file.write_all(text.as_bytes()))?;
        file.finish_unsynced()?;
        self.unsynced.push(target);
        Ok(())
    }

    /// Saves the manifest, after the files that it counts.
    fn save(&mut self) -> Result<(), CommandError> {
        if !self.unsynced.is_empty() {
            let failed = |error| CommandError::Write(format!("the folder {}", self.path.display()), error);
            sync(&self.path, &self.unsynced).map_err(failed)?;
        }
        self.saved = Instant::now();
        self.unsynced.clear();
        let Some(manifest) = &self.manifest else { return Ok(()) };
        let target = self.manifest_file.clone();
        let begun = AtomicFile::begin(target.clone(), TEMP_PREFIX);
        let mut file = begun.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
        file.write(|file| file.write_all(manifest.text().as_bytes()))?;
        file.finish()
    }
}

impl Target for OutputFolder {
    const TEXT_FORM: TextForm = TextForm::File;

    fn first_unwritten(&self, part: &RankRange) -> Count {
        let known = self.manifest.as_ref().and_then(|manifest| manifest.of_size(part.size));
        known.map_or_else(|| part.ranks.start.clone(), |progress| progress.next.clone())
    }

    fn written_before(&self) -> Count {
        self.written_before.clone()
    }

    fn rewritten(&self) -> u64 {
        self.rewritten
    }

    fn begin_part(&mut self, part: &RankRange) {
        if let Some(manifest) = &mut self.manifest
            && manifest.of_size(part.size).is_none()
        {
            manifest.sizes.push(SizeProgress::new(part));
        }
    }

    fn write(
        &mut self,
        text: &str,
        place: Position<'_>,
        is_written_before: bool,
    ) -> Result<(), CommandError> {
        let solution = place.solution.map_or_else(String::new, |solution| format!("-{solution}"));
        let name = format!("{}-s{}-r{}{solution}.{}", self.stem, place.size, place.rank, self.extension);
        let target = self.path.join(name);
        if is_written_before {
            if self.holds(&target, text) {
                return Ok(());
            }
            self.rewritten += 1;
        }
        self.replace(target, text).inspect_err(|_| {
            // What was written before the failure stays counted, if the manifest can still be written.
            let _ = self.save();
        })
    }

    fn complete_rank(&mut self, size: u32) -> Result<(), CommandError> {
        if let Some(progress) = self.manifest.as_mut().and_then(|manifest| manifest.of_size_mut(size)) {
            progress.complete_rank();
        }
        if self.unsynced.len() >= STRUCTURES_PER_SAVE || self.saved.elapsed() >= SAVE_INTERVAL {
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
