//! [`LineFile`]: the file of one run, to which whole lines are added.
//!
//! Each line is added by one call, and nothing is kept back: a process that dies leaves whole lines.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

/// The files that one process may begin for one test in one millisecond.
const MAX_NAMES: u32 = 1_000;

/// A file of lines.
#[derive(Debug)]
pub(super) struct LineFile {
    path: PathBuf,
    /// `None` once a line could not be written.
    file: Option<File>,
}

impl LineFile {
    /// A new file for a run of this name that began so long after 1970. The folder is made if it is not there.
    pub(super) fn create(folder: &Path, name: &str, began: Duration) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let name = name.replace("::", ".").replace(['/', '\\', ':'], "-");
        let stem = format!("{name}-{}-{}", began.as_millis(), process::id());
        let mut result = Err(io::ErrorKind::AlreadyExists.into());
        for number in 0..MAX_NAMES {
            let more = if number == 0 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{stem}{more}.jsonl"));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => result = Err(error),
                opened => {
                    result = opened.map(|file| Self { path, file: Some(file) });
                    break;
                }
            }
        }
        result
    }

    /// Adds a line. If that is not possible, it is said once, and nothing more is written.
    pub(super) fn write(&mut self, line: String) {
        let Some(file) = &mut self.file else { return };
        if let Err(error) = file.write_all((line + "\n").as_bytes()) {
            self.file = None;
            let path = self.path.display();
            let note = format!("note: DPGEN_OBSERVE: {path} can not be written any more: {error}\n");
            // Past the capture of a test's output.
            let _ = io::stderr().write_all(note.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_millisecond_have_files_of_their_own() {
        if cfg!(miri) {
            return;
        }
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let folder = folder.path().join("new/folder");
        let began = Duration::from_millis(1_500);
        for line in ["one", "two", "three"] {
            let mut file = LineFile::create(&folder, "a::b", began).expect("it can be written");
            file.write(line.to_owned());
            file.write("end".to_owned());
            assert_eq!(fs::read_to_string(&file.path).expect("it is there"), format!("{line}\nend\n"));
        }
        let mut names: Vec<_> =
            fs::read_dir(&folder).expect("it is there").flatten().map(|file| file.file_name()).collect();
        names.sort();
        let id = process::id();
        let expected = ["-1.jsonl", "-2.jsonl", ".jsonl"].map(|end| format!("a.b-1500-{id}{end}"));
        assert_eq!(names, expected.map(std::ffi::OsString::from));
    }
}
