//! One file a structure, in a folder with a manifest from which a stopped run goes on.
//!
//! Every file, the manifest too, is written under another name and then renamed, so that no file is ever seen
//! half written. The manifest is saved every now and then and at the end: it never claims a structure that is not
//! there, and one that is there but not claimed is written again.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::export::{Exporter, Format, Place};
use dpgen_forest::{Catalog, Count};

use super::enumerate::Target;
use super::failure::Failure;
use super::files::Unfinished;
use super::manifest::{Made, Manifest, Progress};
use super::selection::{Part, Selection};

const MANIFEST: &str = "manifest.json";
const UNFINISHED: &str = ".dpgen-unfinished";
/// The manifest is saved after so many structures, or so much time.
const STRUCTURES: u32 = 4096;
const TIME: Duration = Duration::from_secs(2);

/// A folder of structures.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The one that is there, and from [`Folder::begin`] on the one of this run.
    manifest: Option<Manifest>,
    /// What names of files begin with.
    stem: String,
    earlier: Count,
    saved: Instant,
    unsaved: u32,
    text: String,
}

impl Folder {
    /// Makes the folder if need be, sees whether it can be written, and reads its manifest if it has one.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let unusable = |error: io::Error| {
            Failure::Usage(format!("the folder {shown} can not be used: {error}; give another with --out"))
        };
        fs::create_dir_all(path).map_err(unusable)?;
        let unfinished = path.join(UNFINISHED);
        fs::write(&unfinished, b"").and_then(|()| fs::remove_file(&unfinished)).map_err(unusable)?;
        let manifest = match fs::read_to_string(path.join(MANIFEST)) {
            Ok(text) => Some(Manifest::read(&text).map_err(|why| {
                let what = "has a manifest.json that dpgen can not continue from";
                Failure::Usage(format!("the folder {shown} {what}: {why}; give another with --out"))
            })?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(unusable(error)),
        };
        Ok(Self {
            path: path.to_owned(),
            manifest,
            stem: String::new(),
            earlier: Count::ZERO,
            saved: Instant::now(),
            unsaved: 0,
            text: String::new(),
        })
    }

    /// Begins a run, or goes on with one that was made in the same way.
    pub fn begin(&mut self, made: Made, selection: &Selection, catalog: &Catalog) -> Result<(), Failure> {
        self.stem = file_name(&made.spec);
        if let Some(manifest) = &self.manifest {
            let mut differences = manifest.made.differences(&made);
            let fits = |part: &Part| manifest.of_size(part.size).is_none_or(|progress| progress.fits(part));
            if differences.is_empty() && !selection.parts(catalog).all(|part| fits(&part)) {
                differences.push("the counts of structures are others".to_owned());
            }
            if !differences.is_empty() {
                return Err(Failure::Usage(format!(
                    "the folder {} holds structures of another run: {}; give another folder with --out",
                    self.path.display(),
                    differences.join(", ")
                )));
            }
            self.earlier = manifest.sizes.iter().map(Progress::written).sum();
        } else {
            self.manifest = Some(Manifest::new(made));
        }
        self.save()
    }

    /// Writes a file under another name, then renames it.
    fn replace(&self, name: &str, text: &str, sync: bool) -> Result<(), Failure> {
        let target = self.path.join(name);
        let shown = target.display().to_string();
        let begun = Unfinished::begin(self.path.join(UNFINISHED), target);
        let mut file = begun.map_err(|error| Failure::Write(shown, error))?;
        file.write(|file| file.write_all(text.as_bytes()))?;
        if sync { file.finish() } else { file.finish_fast() }
    }

    fn save(&mut self) -> Result<(), Failure> {
        self.saved = Instant::now();
        self.unsaved = 0;
        let Some(manifest) = &self.manifest else { return Ok(()) };
        self.replace(MANIFEST, &manifest.text(), true)
    }
}

/// A spec's name as the beginning of a file's name.
fn file_name(spec: &str) -> String {
    let safe = |letter: char| if letter.is_alphanumeric() || "-_".contains(letter) { letter } else { '_' };
    spec.chars().map(safe).collect()
}

impl Target for Folder {
    fn next_rank(&self, part: &Part) -> Count {
        let known = self.manifest.as_ref().and_then(|manifest| manifest.of_size(part.size));
        known.map_or_else(|| part.ranks.start.clone(), |progress| progress.next.clone())
    }

    fn earlier(&self) -> Count {
        self.earlier.clone()
    }

    fn begin_part(&mut self, part: &Part) {
        if let Some(manifest) = &mut self.manifest
            && manifest.of_size(part.size).is_none()
        {
            manifest.sizes.push(Progress::none(part));
        }
    }

    fn write(
        &mut self,
        catalog: &Catalog,
        exporter: &Exporter,
        words: &[u32],
        place: Place<'_>,
    ) -> Result<(), Failure> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        exporter.structure(catalog.schema(), words, place, &mut text)?;
        if exporter.format() != Format::Template {
            text.push('\n');
        }
        let solution = place.solution.map_or_else(String::new, |solution| format!("-{solution}"));
        let extension = exporter.format().extension();
        let name = format!("{}-s{}-r{}{solution}.{extension}", self.stem, place.size, place.rank);
        if let Err(failure) = self.replace(&name, &text, false) {
            // What is there stays claimed, if the manifest at least can be written.
            let _ = self.save();
            return Err(failure);
        }
        self.text = text;
        Ok(())
    }

    fn step(&mut self, size: u32) -> Result<(), Failure> {
        let sizes = self.manifest.iter_mut().flat_map(|manifest| &mut manifest.sizes);
        sizes.filter(|progress| progress.size == size).for_each(Progress::step);
        self.unsaved += 1;
        if self.unsaved >= STRUCTURES || self.saved.elapsed() >= TIME {
            self.save()?;
        }
        Ok(())
    }

    fn finish(&mut self, complete: bool) -> Result<(), Failure> {
        if let Some(manifest) = &mut self.manifest {
            manifest.complete = complete;
        }
        self.save()
    }
}
