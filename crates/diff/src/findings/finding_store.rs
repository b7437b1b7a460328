//! [`Findings`]: the findings of a run, in a private file, so that memory does not grow with them.
//!
//! One [`IndexEntry`] for each finding stays in memory: its position in the file, and the key that findings are sorted by. A small
//! file is in memory, too. The file is removed with the value; the [`Log`](crate::Log) is what stays on the disk.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::env;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::SpooledTempFile;

use crate::findings::finding::{DifferencePattern, Finding};
use crate::log_error::LogError;
use crate::structure::lowering::position;
use crate::structure::term::{Term, Value};
use crate::structure::vocabulary::{FieldKind, Vocabulary};

/// The greatest size of a file that is in memory.
const MAX_IN_MEMORY_BYTES: usize = 4 << 20;

/// The findings of a run, in the order in which they were found.
#[derive(Debug)]
pub struct Findings {
    vocabulary: Vocabulary,
    /// The folder of the file.
    folder: PathBuf,
    file: RefCell<SpooledTempFile>,
    index: Vec<IndexEntry>,
    /// The length of the file in bytes.
    length: u64,
    /// The number of findings that are not the result of reducing another one.
    originals: usize,
}

/// The position of a finding in the file, and its sort key: a structure is sorted after all that it contains, and after all
/// of its size that it is lowered to.
#[derive(Debug, Clone, Copy)]
struct IndexEntry {
    /// The end of its line, which begins at the end of the one before.
    end: u64,
    size: u32,
    nodes: u32,
    /// The sum of its numbers. No contained structure has a larger one.
    sum: i64,
    /// The number of fields of all nodes, then the sum of the positions of constructors and labels: a structure is sorted after all
    /// that it is lowered to.
    heights: [u32; 2],
    /// The rank, its upper half first; the greatest value if it has more than 128 bits.
    rank: [u64; 2],
}

/// The parts of a finding that decide its group.
#[derive(Debug, Deserialize)]
pub(crate) struct GroupingKey {
    pub(crate) case: CaseTerm,
    #[serde(rename = "way")]
    pub(crate) pattern: DifferencePattern,
}

/// The structure of a case, without its other fields.
#[derive(Debug, Deserialize)]
pub(crate) struct CaseTerm {
    pub(crate) term: Term,
}

impl Findings {
    /// An empty store for structures of a vocabulary. Its file is in `folder`, or else in the folder for temporary files.
    #[must_use]
    pub fn new(vocabulary: Vocabulary, folder: Option<&Path>) -> Self {
        let folder = folder.map_or_else(env::temp_dir, Path::to_owned);
        let file = RefCell::new(SpooledTempFile::new_in(MAX_IN_MEMORY_BYTES, &folder));
        Self { vocabulary, folder, file, index: Vec::new(), length: 0, originals: 0 }
    }

    /// The number of findings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is no finding.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The number of findings that are not the result of reducing another one.
    #[must_use]
    pub fn originals(&self) -> usize {
        self.originals
    }

    /// Adds a finding.
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
        self.originals += usize::from(finding.reduced_from.is_none());
        let case = &finding.case;
        let rank = case.rank.parse().unwrap_or(u128::MAX);
        self.index.push(IndexEntry {
            end: self.length,
            size: case.size,
            nodes: u32::try_from(case.term.nodes().len()).unwrap_or(u32::MAX),
            sum: sum_of_numbers(&self.vocabulary, &case.term),
            heights: heights(&self.vocabulary, &case.term),
            rank: [rank >> 64, rank & u128::from(u64::MAX)]
                .map(|half| u64::try_from(half).unwrap_or(u64::MAX)),
        });
        Ok(())
    }

    /// The finding with this number, from 0 in the order in which they were added.
    ///
    /// # Errors
    /// When it can not be read.
    pub fn get(&self, place: usize) -> Result<Finding, LogError> {
        self.read(place)
    }

    /// All findings, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Result<Finding, LogError>> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The parts of a finding that decide its group.
    pub(crate) fn grouping_key(&self, place: usize) -> Result<GroupingKey, LogError> {
        self.read(place)
    }

    /// The vocabulary of the structures.
    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The order of two findings, the smaller structure first.
    pub(crate) fn compare(&self, one: usize, other: usize) -> Ordering {
        let key =
            |place: usize| self.index.get(place).map(|it| (it.size, it.nodes, it.sum, it.heights, it.rank));
        key(one).cmp(&key(other)).then(one.cmp(&other))
    }

    fn read<T: for<'d> Deserialize<'d>>(&self, place: usize) -> Result<T, LogError> {
        let end = self.index.get(place).map_or(self.length, |place| place.end);
        let begin =
            place.checked_sub(1).and_then(|before| self.index.get(before)).map_or(0, |place| place.end);
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
            if let (FieldKind::Number, Value::Number(number)) = (&field.kind, value) {
                sum = sum.saturating_add(*number);
            }
        }
    }
    sum
}

fn heights(vocabulary: &Vocabulary, term: &Term) -> [u32; 2] {
    let (mut fields, mut positions) = (0_usize, 0_usize);
    for node in term.nodes() {
        let Some(shape) = vocabulary.shape(node.0) else { continue };
        fields += shape.fields.len();
        positions += node.0;
        for (field, value) in shape.fields.iter().zip(&node.1) {
            if let (FieldKind::Label(labels), Value::Label(label)) = (&field.kind, value) {
                positions += position(labels, label);
            }
        }
    }
    [fields, positions].map(|height| u32::try_from(height).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::majority_vote::vote;
    use crate::structure::test_pages::{case, vocabulary};

    #[test]
    fn findings_are_read_as_they_were_pushed() {
        let pattern = DifferencePattern::of(&[], &vote(2, |_, _| true)).unwrap();
        let finding = |position: u64, note: &str| Finding {
            case: case(position, "1:a | p1"),
            pattern: pattern.clone(),
            answers: vec![],
            difference: None,
            note: note.to_owned(),
            reduced_from: None,
        };
        // More than fits into memory.
        let long = "x".repeat(MAX_IN_MEMORY_BYTES / 3);
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

    /// Each sort key decides before the ones after it, which are in the other order here.
    #[test]
    fn findings_are_ordered_by_size_nodes_numbers_labels_and_rank() {
        let rows = [
            (1, "9:a | p1 q2", "9"),
            (2, "9:a | p1", "9"),
            (2, "1:a | p1 q2", "9"),
            (2, "2:a | p1 p2", "9"),
            (2, "2:a | p1 q2", "3"),
            (2, "2:a | p1 q2", "20"),
        ];
        let pattern = DifferencePattern::of(&[], &vote(2, |_, _| true)).unwrap();
        let mut findings = Findings::new(vocabulary(), None);
        for (position, (size, text, rank)) in (0..).zip(rows) {
            let case = Case { size, rank: rank.to_owned(), ..case(position, text) };
            let finding = Finding {
                case,
                pattern: pattern.clone(),
                answers: vec![],
                difference: None,
                note: String::new(),
                reduced_from: None,
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
