//! [`Journal`]: a file of all feedback of a hunt, from which a hunt that was killed resumes.
//!
//! A hunt asks for the same structures when it is told the same in the same order: so what was told is its whole state.
//! The first line says which hunt it is; then there is a line for each structure asked for (`?`) and each answer (`v` valid,
//! `i` invalid, `b NUMBER` a behaviour, `! "TEXT"` a bug, `c NUMBER` a cost). Each line begins with a check of all lines up to
//! it, so that none can be changed, left out, doubled or moved. A line that was not written to its end is as if it
//! had not been begun.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use dpgen_forest::index::wide;
use dpgen_forest::{fnv1a, fnv1a_extend};

use crate::judge_feedback::Feedback;

/// An event of a hunt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    Proposed,
    Judged(Feedback),
    Cost(u64),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proposed => f.write_str("?"),
            Self::Judged(Feedback::Valid) => f.write_str("v"),
            Self::Judged(Feedback::Invalid) => f.write_str("i"),
            Self::Judged(Feedback::Behaviour(behaviour)) => write!(f, "b {behaviour}"),
            Self::Judged(Feedback::Bug(text)) => {
                write!(f, "! {}", ron::to_string(text).map_err(|_| fmt::Error)?)
            }
            Self::Cost(cost) => write!(f, "c {cost}"),
        }
    }
}

impl Event {
    fn parse(line: &str) -> Option<Self> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match kind {
            "?" => Self::Proposed,
            "v" => Self::Judged(Feedback::Valid),
            "i" => Self::Judged(Feedback::Invalid),
            "b" => Self::Judged(Feedback::Behaviour(rest.parse().ok()?)),
            "!" => Self::Judged(Feedback::Bug(ron::from_str(rest).ok()?)),
            "c" => Self::Cost(rest.parse().ok()?),
            _ => return None,
        })
    }
}

/// A reason for which a journal can not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum JournalError {
    /// The file can not be read or written.
    Io(PathBuf, io::Error),
    /// It is another hunt's: what it says, and what this one would.
    OtherHunt(PathBuf, String, String),
    /// A line does not follow the one before, is none of a journal, or does not fit the hunt: its number, from 1.
    Line(PathBuf, usize),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "journal {}: {error}", path.display()),
            Self::OtherHunt(path, there, here) => {
                write!(
                    f,
                    "journal {} is of another hunt: it says {there:?}, and this hunt is {here:?}",
                    path.display()
                )
            }
            Self::Line(path, line) => {
                write!(
                    f,
                    "journal {}, line {line}: does not continue this hunt; remove the lines from there on",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// The content of a journal when it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Replayed {
    /// The number of proposals made so far.
    pub asked: u64,
    /// The number of bytes cut off at its end, where a line was not written to its end.
    pub cut: u64,
}

/// The checksum of a journal's lines so far.
#[derive(Debug, Clone, Copy)]
struct LineChecksum(u64);

impl LineChecksum {
    /// The line with this text, which has no line breaks.
    fn seal(&mut self, text: &str) -> String {
        self.0 = fnv1a_extend(fnv1a_extend(self.0, text.as_bytes()), b"\n");
        format!("{:016x} {text}\n", self.0)
    }

    /// The text of a line without its end, if it is the next one.
    fn open<'l>(&mut self, line: &'l str) -> Option<&'l str> {
        let (_, text) = line.split_once(' ')?;
        (self.seal(text).strip_suffix('\n') == Some(line)).then_some(text)
    }
}

/// A file of events.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    check: LineChecksum,
}

impl Journal {
    /// Opens a journal, or begins it; what it has, and how many bytes of a torn line were cut off.
    pub(crate) fn open(path: &Path, header: &str) -> Result<(Self, Vec<Event>, u64), JournalError> {
        let io = |error| JournalError::Io(path.to_owned(), error);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let (whole, torn) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let mut check = LineChecksum(fnv1a(b""));
        let mut lines = whole.lines();
        let begun = lines.next();
        if let Some(there) = begun.filter(|there| check.open(there) != Some(header)) {
            return Err(JournalError::OtherHunt(path.to_owned(), there.to_owned(), header.to_owned()));
        }
        let events = lines.zip(2..).map(|(line, number)| {
            let event = check.open(line).and_then(Event::parse);
            event.ok_or_else(|| JournalError::Line(path.to_owned(), number))
        });
        let events = events.collect::<Result<_, _>>()?;
        // Only a file that is a journal is changed.
        file.set_len(wide(whole.len())).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if begun.is_none() {
            file.write_all(check.seal(header).as_bytes()).map_err(io)?;
        }
        Ok((Self { file, path: path.to_owned(), check }, events, wide(torn.len())))
    }

    /// Writes an event.
    pub(crate) fn write(&mut self, event: &Event) -> Result<(), JournalError> {
        // One call a line: what was said is not lost with the process.
        let line = self.check.seal(&event.to_string());
        self.file.write_all(line.as_bytes()).map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::Event;
    use crate::judge_feedback::Feedback;

    #[test]
    fn events_are_read_as_they_were_written() {
        for event in [
            Event::Proposed,
            Event::Judged(Feedback::Valid),
            Event::Judged(Feedback::Invalid),
            Event::Judged(Feedback::Behaviour(u64::MAX)),
            Event::Judged(Feedback::Bug("index 3\n\"out\" of \\ bounds, \u{e9}\0".to_owned())),
            Event::Cost(7),
        ] {
            let line = event.to_string();
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(Event::parse(&line), Some(event));
        }
        for line in ["", "x", "b", "b -1", "! no", "c 1.5"] {
            assert_eq!(Event::parse(line), None, "{line}");
        }
    }
}
