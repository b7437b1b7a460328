//! [`RecordFile`]: the cases that a test is running, in a file that outlives the process.
//!
//! `target/debug/deps/dpgen-running/<program>-<test>.ron` has one line while the test runs: which cases it is at. A test that
//! ends removes it, whether it passed or failed; one whose process hangs until it is killed, aborts, or overflows its stack
//! can not. So a file that is there, and that no process has locked, is of a run that died in these cases.
//!
//! `DPGEN_RECORD` names another folder, or is 0 for none. Where no file can be written, or another process runs the same
//! test, there is no record, and that is no failure.

use std::env;
use std::fmt::{self, Display};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use dpgen_forest::Count;

use crate::testing::regressions::Entry;

/// The cases of a record.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::testing) enum Recorded {
    /// Some of a size, by their ranks.
    Ranks(u32, Ranks),
    /// One that is written out.
    Case(Entry),
    /// Sequences of calls.
    Calls(CallRanges),
}

/// Sequences of calls, by the numbers of the calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::testing) struct CallRanges {
    /// How many calls there are.
    pub(in crate::testing) call_count: u32,
    /// The calls of sequences, each of which these calls follow in turn.
    pub(in crate::testing) ranges: Vec<(Vec<u32>, Range<u32>)>,
}

/// Ranks of a size.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::testing) enum Ranks {
    Consecutive(Range<Count>),
    Some(Vec<Count>),
}

impl Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks(size, Ranks::Consecutive(ranks)) => {
                write!(f, "(size: {size}, ranks: \"{}..{}\")", ranks.start, ranks.end)
            }
            Self::Ranks(size, Ranks::Some(ranks)) => {
                let ranks: Vec<String> = ranks.iter().map(ToString::to_string).collect();
                write!(f, "(size: {size}, ranks: \"{}\")", ranks.join(","))
            }
            Self::Case(Entry { place, n, case }) => write!(f, "(place: \"{place}\", n: {n}, case: {case})"),
            Self::Calls(CallRanges { call_count, ranges }) => {
                write!(f, "(calls: {call_count}, sequences: \"")?;
                for (number, (path, last)) in ranges.iter().enumerate() {
                    f.write_str(if number == 0 { "" } else { "," })?;
                    path.iter().try_for_each(|call| write!(f, "{call}."))?;
                    write!(f, "{}-{}", last.start, last.end)?;
                }
                f.write_str("\")")
            }
        }
    }
}

impl Recorded {
    /// Reads the line of a file.
    fn read(line: &str) -> Option<Self> {
        let line = line.trim().strip_prefix('(')?.strip_suffix(')')?;
        if let Some(rest) = line.strip_prefix("place: \"") {
            let (place, rest) = rest.split_once("\", n: ")?;
            let (n, case) = rest.split_once(", case: ")?;
            return Some(Self::Case(Entry {
                place: place.to_owned(),
                n: n.parse().ok()?,
                case: case.to_owned(),
            }));
        }
        if let Some(rest) = line.strip_prefix("calls: ") {
            let (call_count, sequences) = rest.split_once(", sequences: \"")?;
            let ranges =
                sequences.strip_suffix('"')?.split(',').map(CallRanges::read).collect::<Option<_>>()?;
            return Some(Self::Calls(CallRanges { call_count: call_count.parse().ok()?, ranges }));
        }
        let (size, ranks) = line.strip_prefix("size: ")?.split_once(", ranks: \"")?;
        let (size, ranks) = (size.parse().ok()?, ranks.strip_suffix('"')?);
        let ranks = match ranks.split_once("..") {
            Some((start, end)) => Ranks::Consecutive(start.parse().ok()?..end.parse().ok()?),
            None => Ranks::Some(ranks.split(',').map(|rank| rank.parse().ok()).collect::<Option<_>>()?),
        };
        Some(Self::Ranks(size, ranks))
    }
}

impl CallRanges {
    /// Reads `0.2.1-3`: the calls 1 and 2, each after the calls 0 and 2.
    fn read(text: &str) -> Option<(Vec<u32>, Range<u32>)> {
        let (path, last) = text.rsplit_once('.').map_or((None, text), |(path, last)| (Some(path), last));
        let path = path.into_iter().flat_map(|path| path.split('.')).map(|call| call.parse().ok());
        let (start, end) = last.split_once('-')?;
        Some((path.collect::<Option<_>>()?, start.parse().ok()?..end.parse().ok()?))
    }
}

/// A locked file, which is removed when it is dropped.
#[derive(Debug)]
pub(in crate::testing) struct RecordFile {
    file: File,
    path: PathBuf,
    /// Whether it still has what the run before left there.
    pub(in crate::testing) is_old: bool,
}

impl RecordFile {
    /// The file of a test, and what a run that died left in it.
    pub(in crate::testing) fn open(test: &str) -> Option<(Self, Option<Recorded>)> {
        Self::open_in(&folder()?, test).ok()?
    }

    /// As [`open`](Self::open), if there is such a file.
    pub(in crate::testing) fn open_left(test: &str) -> Option<(Self, Option<Recorded>)> {
        let folder = folder()?;
        Self::path(&folder, test).ok()?.exists().then(|| Self::open_in(&folder, test).ok()?)?
    }

    /// The file is of no use any more.
    pub(in crate::testing) fn forget(&mut self) {
        self.is_old = false;
    }

    fn path(folder: &Path, test: &str) -> io::Result<PathBuf> {
        let program = env::current_exe()?;
        let program = program.file_stem().unwrap_or_default().to_string_lossy();
        let test = test.replace("::", ".").replace(['/', '\\'], "-");
        Ok(folder.join(format!("{program}-{test}.ron")))
    }

    fn open_in(folder: &Path, test: &str) -> io::Result<Option<(Self, Option<Recorded>)>> {
        let path = Self::path(folder, test)?;
        let open = || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder)?;
                open()?
            }
            opened => opened?,
        };
        // Named in full, as the standard library has a method of this name from Rust 1.89 on.
        if file.try_lock().is_err() {
            return Ok(None);
        }
        let mut text = String::new();
        // What is no text was not written here.
        let _ = file.read_to_string(&mut text);
        let recorded = text.lines().next().and_then(Recorded::read);
        Ok(Some((Self { file, path, is_old: recorded.is_some() }, recorded)))
    }

    /// Says what is run from here on. What can not be written is not known to the next run, and no more.
    pub(in crate::testing) fn write(&mut self, cases: &Recorded) {
        self.replace(&format!("{cases}\n"));
    }

    /// Says that no case is running.
    pub(in crate::testing) fn clear(&mut self) {
        if !self.is_old {
            self.replace("\n");
        }
    }

    /// Writes over what is there. Only the first line is read, so that what follows it does not matter.
    fn replace(&mut self, line: &str) {
        self.is_old = false;
        let _ = self.file.rewind().and_then(|()| self.file.write_all(line.as_bytes()));
    }
}

impl Drop for RecordFile {
    fn drop(&mut self) {
        if !self.is_old {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The folder of records.
fn folder() -> Option<PathBuf> {
    match env::var_os("DPGEN_RECORD") {
        _ if cfg!(miri) => None,
        Some(folder) if folder == "0" => None,
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(env::current_exe().ok()?.parent()?.join("dpgen-running")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> [Recorded; 5] {
        let huge: Count = "123456789012345678901234567890123456789012".parse().expect("it is a number");
        let entry = Entry { place: "a.ron:3".to_owned(), n: 4, case: "(text: \", case: \")".to_owned() };
        [
            Recorded::Ranks(3, Ranks::Consecutive(Count::ZERO..Count::new(17))),
            Recorded::Ranks(3, Ranks::Some(vec![huge.clone()])),
            Recorded::Ranks(0, Ranks::Some(vec![Count::new(9), huge])),
            Recorded::Case(entry),
            Recorded::Calls(CallRanges {
                call_count: 9,
                ranges: vec![(Vec::new(), 3..4), (vec![0, 7], 1..9)],
            }),
        ]
    }

    #[test]
    fn what_is_written_is_read_by_the_next_run_if_the_file_is_left() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let folder = folder.path().join("new");
        for recorded in all() {
            let (mut file, before) =
                RecordFile::open_in(&folder, "a::b").ok().flatten().expect("it can be locked");
            assert_eq!(before, None);
            file.write(&Recorded::Ranks(1000, Ranks::Some(vec![Count::ONE; 100])));
            file.write(&recorded);
            // Another process finds it locked.
            assert!(RecordFile::open_in(&folder, "a::b").ok().flatten().is_none());
            // What a process that dies does: the lock ends, the file stays.
            let path = file.path.clone();
            let left = fs::read(&path).expect("it is there");
            drop(file);
            assert!(!path.exists());
            fs::write(&path, left).expect("it can be written");
            let (mut file, before) =
                RecordFile::open_in(&folder, "a::b").ok().flatten().expect("it can be locked");
            assert_eq!(before, Some(recorded));
            // It stays until something else is run.
            file.clear();
            drop(file);
            assert!(path.exists());
            let (mut file, _) =
                RecordFile::open_in(&folder, "a::b").ok().flatten().expect("it can be locked");
            file.write(&all()[0]);
            file.clear();
            let (left, path) = (fs::read(&file.path).expect("it is there"), file.path.clone());
            drop(file);
            fs::write(&path, left).expect("it can be written");
            let (_, before) = RecordFile::open_in(&folder, "a::b").ok().flatten().expect("it can be locked");
            assert_eq!(before, None);
        }
    }

    #[test]
    fn what_is_not_of_the_form_is_no_record() {
        for line in [
            "",
            "(",
            "(size: 3)",
            "(size: 3, ranks: \"\")",
            "(size: x, ranks: \"1\")",
            "(size: 3, ranks: \"1..\")",
            "(calls: 3, sequences: \"\")",
            "(calls: 3, sequences: \"1.2\")",
            "(calls: 3, sequences: \"1.-2\")",
        ] {
            assert_eq!(Recorded::read(line), None, "{line}");
        }
    }
}
