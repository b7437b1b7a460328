//! [`SpecSource`]: where the page's first text comes from, and the file that Save writes.
//!
//! The file is followed: a change by another program gives a new revision, of which all pages are told. Invariant: Save writes
//! over a content only if the page that saves has seen it.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dpgen_spec::{MAX_SPEC_BYTES, builtin};
use serde::Serialize;

use crate::command_error::CommandError;
use crate::folder::atomic_file::AtomicFile;
use crate::input::build_input::DEFAULT_SPEC;
use crate::input::read_bounded::read_bounded;
use crate::input::spec_lookup::unknown_spec;

/// The text of a file that is not there yet.
const FIRST_SPEC: &str = include_str!("page/first-spec.ron");

/// Where the text comes from.
#[derive(Debug)]
pub struct SpecSource {
    /// The name of the file or of the built-in spec.
    pub name: String,
    /// The file that Save writes, if one was given.
    pub file: Option<PathBuf>,
    saved: Mutex<SavedText>,
}

/// What is saved, as far as this process has seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SavedText {
    /// The text; that of a first spec, if there is no file yet.
    pub text: String,
    /// Counts changes.
    pub revision: u64,
    /// Whether the file is there.
    pub is_there: bool,
}

/// Why a text was not saved.
#[derive(Debug, PartialEq, Eq)]
pub enum SaveError {
    /// No file was given.
    NoFile,
    /// The file has changed since.
    Changed,
    /// It can not be written.
    Failed(String),
}

impl SpecSource {
    /// A built-in spec, or a file, which need not be there yet.
    ///
    /// # Errors
    /// When there is no such built-in spec, or the file can not be read.
    pub fn open(name: Option<&str>) -> Result<Self, CommandError> {
        let name = name.unwrap_or(DEFAULT_SPEC);
        if let Some(text) = builtin::text(name) {
            let saved = SavedText { text: text.to_owned(), revision: 0, is_there: true };
            return Ok(Self { name: name.to_owned(), file: None, saved: Mutex::new(saved) });
        }
        let path = Path::new(name);
        let has_folder = path.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir());
        let is_new =
            !path.exists() && path.extension().is_some_and(|extension| extension == "ron") && has_folder;
        if !path.exists() && !is_new {
            return Err(unknown_spec(name));
        }
        let read = if is_new { Ok(None) } else { read(path).map(Some) };
        let text =
            read.map_err(|error| CommandError::Usage(format!("the spec {name} can not be read: {error}")))?;
        let is_there = text.is_some();
        let saved = SavedText { text: text.unwrap_or_else(|| FIRST_SPEC.to_owned()), revision: 0, is_there };
        Ok(Self { name: name.to_owned(), file: Some(path.to_owned()), saved: Mutex::new(saved) })
    }

    /// What is saved, as far as this process has seen.
    pub fn saved(&self) -> SavedText {
        self.lock().clone()
    }

    /// Looks at the file; what is saved, if that has changed.
    pub fn look(&self) -> Option<SavedText> {
        let text = read(self.file.as_deref()?).ok()?;
        let mut saved = self.lock();
        let is_new = !saved.is_there || saved.text != text;
        is_new.then(|| {
            *saved = SavedText { text, revision: saved.revision + 1, is_there: true };
            saved.clone()
        })
    }

    /// Writes a text whose page has seen a revision.
    ///
    /// # Errors
    /// When there is no file, or it has changed since that revision, or can not be written.
    pub fn save(&self, text: &str, revision: u64) -> Result<SavedText, SaveError> {
        let path = self.file.as_deref().ok_or(SaveError::NoFile)?;
        let on_disk = match read(path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(SaveError::Failed(error.to_string())),
        };
        let mut saved = self.lock();
        let known = saved.is_there.then_some(saved.text.as_str());
        if saved.revision != revision || (on_disk.is_some() && on_disk.as_deref() != known) {
            return Err(SaveError::Changed);
        }
        let failed = |error: CommandError| SaveError::Failed(error.to_string());
        let mut file = AtomicFile::create(path).map_err(failed)?;
        file.write(|out| out.write_all(text.as_bytes())).map_err(failed)?;
        file.finish().map_err(failed)?;
        *saved = SavedText { text: text.to_owned(), revision: revision + 1, is_there: true };
        Ok(saved.clone())
    }

    fn lock(&self) -> MutexGuard<'_, SavedText> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(path: &Path) -> io::Result<String> {
    let max_len = dpgen_forest::index::wide(MAX_SPEC_BYTES);
    let bytes = read_bounded(File::open(path)?, max_len, "a spec")?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{SaveError, SpecSource};

    #[test]
    fn a_file_is_written_only_over_what_its_page_has_seen() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("mine.ron");
        let name = path.to_str().expect("it is Unicode");
        let source = SpecSource::open(Some(name)).expect("its folder is there");
        assert!(!source.saved().is_there && !path.exists());
        let saved = source.save("one", 0).expect("it can be written");
        assert_eq!((fs::read_to_string(&path).expect("it is there"), saved.revision), ("one".to_owned(), 1));
        assert_eq!(source.look(), None);
        // Another program writes it.
        fs::write(&path, "two").expect("it can be written");
        assert_eq!(source.save("three", 1), Err(SaveError::Changed));
        assert_eq!(source.look().expect("it has changed").revision, 2);
        assert_eq!(source.save("three", 1), Err(SaveError::Changed));
        assert!(source.save("three", 2).is_ok());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "three");
        // A built-in spec has no file.
        let builtin = SpecSource::open(Some("avl-tree")).expect("it is built in");
        assert_eq!(builtin.save("x", 0), Err(SaveError::NoFile));
        assert!(SpecSource::open(Some("avl-tre")).is_err());
    }
}
