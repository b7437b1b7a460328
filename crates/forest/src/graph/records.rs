//! [`Records`]: the productions of a graph as flat words, in one buffer.
//!
//! Layout of a record, word by word: the constructor ([`CtorIx`]), or a [`Section`](super::Section) of it; then, for each
//! slot in order, a [`Family`] word (recursive slot) or a [`Span`](super::Span) word (data slot); last, if slots are left,
//! the [`Family`] of the rests. A single structure is a record whose references all are to single things. Read
//! [`decoded_record`](super::decoded_record) next.

use crate::graph::record_references::{Family, SET_BIT};
use crate::index::{CtorIx, IdsExhausted, at, id, small};

/// Records, one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Records {
    pub(super) words: Vec<u32>,
    pub(super) starts: Vec<u32>,
}

impl Records {
    /// The number of records.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Adds a record and gives its id.
    #[inline]
    pub fn push(&mut self, record: &[u32]) -> Result<u32, IdsExhausted> {
        let number = Family::checked(id(self.starts.len(), "structures")?, "structures")?;
        self.starts.push(id(self.words.len(), "words of structures")?);
        self.words.extend_from_slice(record);
        Ok(number)
    }

    /// Adds records of the same number of words, one after the other, and gives the first one's id.
    #[inline]
    pub fn append(&mut self, records: &[u32], width: usize) -> Result<u32, IdsExhausted> {
        let first = id(self.starts.len(), "structures")?;
        id(self.words.len() + records.len(), "words of structures")?;
        if self.starts.len() + records.len() / width > at(SET_BIT) {
            return Err(IdsExhausted { what: "structures" });
        }
        let start = small(self.words.len());
        self.starts.extend((start..).step_by(width).take(records.len() / width));
        self.words.extend_from_slice(records);
        Ok(first)
    }

    /// The record's words.
    #[inline]
    pub fn get(&self, record: u32) -> &[u32] {
        let start = at(self.starts[at(record)]);
        let end = self.starts.get(at(record) + 1).map_or(self.words.len(), |end| at(*end));
        &self.words[start..end]
    }

    /// The constructor of a record that holds all of its slots.
    #[inline]
    pub fn ctor(&self, record: u32) -> CtorIx {
        CtorIx::from_word(self.head(record))
    }

    /// The record's first word.
    #[inline]
    pub(super) fn head(&self, record: u32) -> u32 {
        self.words[at(self.starts[at(record)])]
    }

    /// The bytes that tables allocate for `records` more records with `words` words in total.
    pub fn growth(&self, records: usize, words: usize) -> usize {
        growth(&self.starts, records).saturating_add(growth(&self.words, words))
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        (self.words.len() + self.starts.len()) * size_of::<u32>()
    }
}

/// The bytes that a vector allocates for `more` additional entries: none if there is room, or twice what it has.
pub(super) fn growth<T>(entries: &Vec<T>, more: usize) -> usize {
    if more <= entries.capacity() - entries.len() {
        return 0;
    }
    let capacity = entries.len().saturating_add(more).max(entries.capacity().saturating_mul(2));
    capacity.saturating_mul(size_of::<T>())
}

#[cfg(test)]
mod tests {
    use super::{Records, growth};

    #[test]
    fn a_vector_grows_when_it_is_full_and_doubles() {
        let mut entries: Vec<u32> = Vec::with_capacity(8);
        entries.extend([0; 6]);
        let (len, capacity) = (entries.len(), entries.capacity());
        assert_eq!(growth(&entries, capacity - len), 0);
        assert_eq!(growth(&entries, capacity - len + 1), 2 * capacity * 4);
        assert_eq!(growth(&entries, 100), (len + 100) * 4);
    }

    #[test]
    fn records_of_different_lengths() {
        let mut records = Records::default();
        let a = records.push(&[0]).unwrap();
        let b = records.push(&[1, 5, 6, 7]).unwrap();
        let c = records.append(&[2, 8, 2, 9], 2).unwrap();
        assert_eq!((c, records.get(c), records.get(c + 1)), (2, &[2, 8][..], &[2, 9][..]));
        assert_eq!((records.get(a), records.get(b), records.len()), (&[0][..], &[1, 5, 6, 7][..], 4));
    }
}
