//! [`Findings`]: the findings of a run, in a private file, so that memory does not grow with them.
//!
//! In memory is one [`Place`] a finding: where it is, and what findings are sorted by. A file that is small is in memory, too.
//! It is gone with the value; what stays on the disk is the [`Log`](crate::Log).

use std::cell::RefCell;
use std::cmp::Ordering;
use std::env;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::SpooledTempFile;

use crate::finding::{Finding, Way};
use crate::log_error::LogError;
use crate::term::{Term, Value};
use crate::vocabulary::{Kind, Vocabulary};

/// A file with fewer bytes is in memory.
const MAX_IN_MEMORY: usize = 4 << 20;

/// The findings of a run, in the order in which they were found.
#[derive(Debug)]
pub struct Findings {
    vocabulary: Vocabulary,
    /// Where the file is, or will be.
    folder: PathBuf,
    file: RefCell<SpooledTempFile>,
    places: Vec<Place>,
    /// How many bytes there are.
    length: u64,
    /// How many were not made smaller from others.
    originals: usize,
}

/// Where a finding is, and its order among others: a structure comes after all that it contains.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Where the line ends; it begins where the one before ends.
    end: u64,
    size: u32,
    nodes: u32,
    /// Of the numbers in it. What is contained has no larger sum.
    sum: i64,
    /// The highest half first; as much as there is room for.
    rank: [u64; 2],
}

/// What tells groups apart.
#[derive(Debug, Deserialize)]
pub(crate) struct Difference {
    pub(crate) case: Structure,
    pub(crate) way: Way,
}

/// The part of a case that is its structure.
#[derive(Debug, Deserialize)]
pub(crate) struct Structure {
    pub(crate) term: Term,
}

impl Findings {
    /// None yet, of structures with these constructors. They will be in the folder for temporary files, or in another one.
    #[must_use]
    pub fn new(vocabulary: Vocabulary, folder: Option<&Path>) -> Self {
        let folder = folder.map_or_else(env::temp_dir, Path::to_owned);
        let file = RefCell::new(SpooledTempFile::new_in(MAX_IN_MEMORY, &folder));
        Self { vocabulary, folder, file, places: Vec::new(), length: 0, originals: 0 }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// How many were not made smaller from others.
    #[must_use]
    pub fn originals(&self) -> usize {
        self.originals
    }

    /// Takes one more.
    ///
    /// # Errors
    /// When it can not be written.
    pub fn push(&mut self, finding: &Finding) -> Result<(), LogError> {
        // Plain data with string keys: this can not fail.
        let line = serde_json::to_vec(finding).unwrap_or_default();
        let file = self.file.get_mut();
        let written = file.seek(SeekFrom::Start(self.length)).and_then(|_| file.write_all(&line));
        written.map_err(|error| self.failed("written", error))?;
        self.length += u64::try_from(line.len()).unwrap_or(u64::MAX);
        self.originals += usize::from(finding.from.is_none());
        let case = &finding.case;
        let rank = case.rank.parse().unwrap_or(u128::MAX);
        self.places.push(Place {
            end: self.length,
            size: case.size,
            nodes: u32::try_from(case.term.nodes().len()).unwrap_or(u32::MAX),
            sum: sum_of_numbers(&self.vocabulary, &case.term),
            rank: [rank >> 64, rank & u128::from(u64::MAX)]
                .map(|half| u64::try_from(half).unwrap_or(u64::MAX)),
        });
        Ok(())
    }

    /// The finding at a place, from 0.
    ///
    /// # Errors
    /// When it can not be read.
    pub fn get(&self, place: usize) -> Result<Finding, LogError> {
        self.read(place)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Result<Finding, LogError>> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// What tells the finding at a place from others.
    pub(crate) fn difference(&self, place: usize) -> Result<Difference, LogError> {
        self.read(place)
    }

    /// What structures are made of.
    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// How two findings are ordered, the smaller one first.
    pub(crate) fn compare(&self, one: usize, other: usize) -> Ordering {
        let key = |place: usize| self.places.get(place).map(|it| (it.size, it.nodes, it.sum, it.rank));
        key(one).cmp(&key(other)).then(one.cmp(&other))
    }

    fn read<T: for<'d> Deserialize<'d>>(&self, place: usize) -> Result<T, LogError> {
        let end = self.places.get(place).map_or(self.length, |place| place.end);
        let begin =
            place.checked_sub(1).and_then(|before| self.places.get(before)).map_or(0, |place| place.end);
        let mut line = vec![0; usize::try_from(end - begin).unwrap_or(usize::MAX)];
        let mut file = self.file.borrow_mut();
        let read = file.seek(SeekFrom::Start(begin)).and_then(|_| file.read_exact(&mut line));
        let read = read.and_then(|()| serde_json::from_slice(&line).map_err(io::Error::other));
        read.map_err(|error| self.failed("read", error))
    }

    fn failed(&self, what: &'static str, error: io::Error) -> LogError {
        LogError::Io { path: self.folder.clone(), what, error }
    }
}

fn sum_of_numbers(vocabulary: &Vocabulary, term: &Term) -> i64 {
    let mut sum = 0_i64;
    for node in term.nodes() {
        let Some(shape) = vocabulary.shape(node.0) else { continue };
        for (field, value) in shape.fields.iter().zip(&node.1) {
            if let (Kind::Number, Value::Number(number)) = (&field.kind, value) {
                sum = sum.saturating_add(*number);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::majority_vote::vote;
    use crate::test_pages::{case, vocabulary};

    #[test]
    fn findings_are_read_as_they_were_pushed() {
        let way = Way::of(&[], &vote(2, |_, _| true)).unwrap();
        let finding = |position: u64, note: &str| Finding {
            case: case(position, "1:a | p1"),
            way: way.clone(),
            answers: vec![],
            difference: None,
            note: note.to_owned(),
            from: None,
        };
        // More than what is in memory.
        let long = "x".repeat(MAX_IN_MEMORY / 3);
        let all =
            [finding(0, "one"), finding(1, &long), finding(2, ""), finding(3, &long), finding(4, &long)];
        let mut findings = Findings::new(vocabulary(), None);
        for (place, one) in all.iter().enumerate() {
            findings.push(one).unwrap();
            assert_eq!(findings.get(place / 2).unwrap(), all[place / 2]);
        }
        assert_eq!(findings.iter().collect::<Result<Vec<_>, _>>().unwrap(), all);
        assert!(findings.file.borrow().is_rolled());
    }

    /// Which is first by each of its keys, with the keys after that the other way round.
    #[test]
    fn findings_are_ordered_by_size_nodes_numbers_and_rank() {
        let rows = [
            (1, "9:a | p1 q2", "9"),
            (2, "9:a | p1", "9"),
            (2, "1:a | p1 q2", "9"),
            (2, "2:a | p1 q2", "3"),
            (2, "2:a | p1 q2", "20"),
        ];
        let way = Way::of(&[], &vote(2, |_, _| true)).unwrap();
        let mut findings = Findings::new(vocabulary(), None);
        for (position, (size, text, rank)) in (0..).zip(rows) {
            let case = Case { size, rank: rank.to_owned(), ..case(position, text) };
            let finding = Finding {
                case,
                way: way.clone(),
                answers: vec![],
                difference: None,
                note: String::new(),
                from: None,
            };
            findings.push(&finding).unwrap();
        }
        for one in 0..rows.len() {
            for other in 0..rows.len() {
                assert_eq!(
                    findings.compare(one, other),
                    one.cmp(&other),
                    "{:?} and {:?}",
                    rows[one],
                    rows[other]
                );
            }
        }
    }
}
