//! [`AtomicFile`]: a file that is written under another name beside its place and renamed once it is whole.
//!
//! Invariant: no file is ever seen half written. An unfinished file has a random name, so that no process renames what another
//! writes, and is locked while its process lives, so that [`remove_stale`] removes only what a killed process left behind.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::command_error::CommandError;
use crate::folder::folder_lock::try_lock;

/// The beginning of the names of unfinished files in a run's own folder.
pub const TEMP_PREFIX: &str = ".dpgen-";
/// The end of the names of unfinished files.
const TEMP_SUFFIX: &str = ".unfinished";
/// How many names are tried when other processes remove the file before it is locked.
const MAX_NAME_TRIES: u32 = 16;

/// A file that is being written. One that is dropped unfinished leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    file: BufWriter<NamedTempFile>,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins the file that a user named, and removes what killed runs left of it.
    pub fn create(target: &Path) -> Result<Self, CommandError> {
        // A link stays one: what it leads to is written.
        let target = &fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let special = fs::metadata(target).is_ok_and(|found| !found.is_file());
        let last = target.file_name().filter(|last| !special && *last != "-");
        let Some(last) = last.map(|last| last.to_string_lossy()) else {
            return Err(CommandError::Usage(format!("{} is no name for a file", target.display())));
        };
        let begun = || {
            remove_stale(folder_of(target), &format!(".{last}."))?;
            Self::begin(target.clone(), &format!(".{last}."))
        };
        begun()
            .map_err(|error| CommandError::Usage(format!("{} can not be written: {error}", target.display())))
    }

    /// Begins a file beside its place, under a name that begins with `prefix`.
    pub fn begin(target: PathBuf, prefix: &str) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(TEMP_SUFFIX);
        #[cfg(unix)]
        {
            // As files are made otherwise: what the user's mask allows.
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        for _ in 0..MAX_NAME_TRIES {
            let file = builder.tempfile_in(folder_of(&target))?;
            if try_lock(file.as_file())? && file.path().exists() {
                return Ok(Self { file: BufWriter::new(file), target });
            }
        }
        Err(io::Error::other("other processes keep removing the unfinished file"))
    }

    /// Writes to it.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut BufWriter<NamedTempFile>) -> io::Result<()>,
    ) -> Result<(), CommandError> {
        write(&mut self.file).map_err(|error| failed(&self.target, error))
    }

    /// Renames the file to its target, once it is on the disk.
    pub fn finish(self) -> Result<(), CommandError> {
        self.rename(true)
    }

    /// Renames the file to its target; [`sync`] brings it to the disk later.
    pub fn finish_unsynced(self) -> Result<(), CommandError> {
        self.rename(false)
    }

    fn rename(self, is_synced: bool) -> Result<(), CommandError> {
        let Self { file, target } = self;
        let rename = || {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            if is_synced {
                file.as_file().sync_all()?;
            }
            file.persist(&target)?;
            if is_synced { sync_folder(folder_of(&target)) } else { Ok(()) }
        };
        rename().map_err(|error| failed(&target, error))
    }
}

/// The folder that a file lies in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn failed(target: &Path, error: io::Error) -> CommandError {
    CommandError::Write(target.display().to_string(), error)
}

/// Removes the unfinished files of a folder, with names of this beginning, whose processes are gone.
pub fn remove_stale(folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(prefix) && name.ends_with(TEMP_SUFFIX)) {
            continue;
        }
        // One that can not be opened is gone already, or none of ours.
        let Ok(file) = File::open(entry.path()) else { continue };
        if try_lock(&file).unwrap_or(false) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Waits until files of a folder, and their names, are on the disk.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn sync(folder: &Path, _files: &[PathBuf]) -> io::Result<()> {
    // One call for the whole file system: a call a file takes as long again as writing them all.
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

/// Waits until files of a folder, and their names, are on the disk.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub fn sync(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    for file in files {
        fs::OpenOptions::new().write(true).open(file)?.sync_all()?;
    }
    sync_folder(folder)
}

/// Waits until the names in a folder are on the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Other systems can not open a folder, and keep its names by themselves.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{AtomicFile, remove_stale};
    use std::fs;
    use std::io::Write as _;

    #[test]
    fn only_what_nobody_writes_is_stale() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let (left, other) =
            (folder.path().join(".x.abc.unfinished"), folder.path().join(".y.abc.unfinished"));
        fs::write(&left, "half").expect("it can be written");
        fs::write(&other, "half").expect("it can be written");
        let mut mine = AtomicFile::begin(folder.path().join("x"), ".x.").expect("it can be begun");
        remove_stale(folder.path(), ".x.").expect("the folder can be read");
        assert!(!left.exists() && other.exists());
        mine.write(|file| file.write_all(b"whole")).expect("it can be written");
        mine.finish().expect("it is still there");
        assert_eq!(fs::read(folder.path().join("x")).expect("it is there"), b"whole");
    }

    #[test]
    fn two_that_write_one_file_do_not_meet() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let target = folder.path().join("x");
        let begin = || AtomicFile::create(&target).expect("it can be begun");
        let (mut one, mut two) = (begin(), begin());
        one.write(|file| file.write_all(b"one")).expect("it can be written");
        two.write(|file| file.write_all(b"two")).expect("it can be written");
        one.finish().expect("it is still there");
        assert_eq!(fs::read(&target).expect("it is there"), b"one");
        two.finish().expect("it is still there");
        assert_eq!(fs::read(&target).expect("it is there"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("it can be read").count(), 1);
    }
}
