//! Files that are whole or not there: written under another name beside their place, then renamed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// A file that is being written. Dropped unfinished, it leaves nothing behind.
#[derive(Debug)]
pub struct Unfinished {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    target: PathBuf,
}

impl Unfinished {
    /// Begins a file that is written beside its place, under the same name with an ending.
    pub fn beside(target: &Path) -> Result<Self, Failure> {
        // A link stays one: what it leads to is written.
        let target = &fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let special = fs::metadata(target).is_ok_and(|found| !found.is_file());
        let mut name = OsString::from(".");
        match target.file_name() {
            Some(last) if !special && last != "-" => name.push(last),
            _ => return Err(Failure::Usage(format!("{} is no name for a file", target.display()))),
        }
        name.push(".unfinished");
        let wrong = |error| Failure::Usage(format!("{} can not be written: {error}", target.display()));
        Self::begin(target.with_file_name(name), target.to_owned()).map_err(wrong)
    }

    /// Begins a file that is written to `path`, for `target`.
    pub fn begin(path: PathBuf, target: PathBuf) -> io::Result<Self> {
        let file = Some(BufWriter::new(File::create(&path)?));
        Ok(Self { file, path, target })
    }

    /// Writes to it.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = self.file.as_mut().map_or(Ok(()), write);
        written.map_err(|error| self.failed(error))
    }

    /// Puts it where it belongs, once it is on the disk.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.put(true)
    }

    /// Puts it where it belongs, without waiting for the disk.
    pub fn finish_fast(mut self) -> Result<(), Failure> {
        self.put(false)
    }

    fn put(&mut self, sync: bool) -> Result<(), Failure> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let flushed = file.flush().and_then(|()| if sync { file.get_ref().sync_all() } else { Ok(()) });
        drop(file);
        flushed.and_then(|()| fs::rename(&self.path, &self.target)).map_err(|error| {
            // The error that counts is the first one.
            let _ = fs::remove_file(&self.path);
            self.failed(error)
        })
    }

    fn failed(&self, error: io::Error) -> Failure {
        Failure::Write(self.target.display().to_string(), error)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
