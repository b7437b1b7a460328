//! Interned values of one attribute: words and (decided) integers behind a [`ValueId`].
//!
//! Layout of an entry: its words, then its integers. Engines keep words that begin with whether the attribute has an
//! answer (`run/run_state.rs`).

use std::num::NonZeroU32;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use dpgen_forest::index::{IdsExhausted, at, id, signed};

use crate::limit_monitor::LimitMonitor;

/// A result of an attribute: its place in the table, plus 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ValueId(NonZeroU32);

impl ValueId {
    fn new(place: usize) -> Result<Self, IdsExhausted> {
        let number = id(place.saturating_add(1), "attribute values")?;
        NonZeroU32::new(number).map(Self).ok_or(IdsExhausted { what: "attribute values" })
    }

    /// The place in the table.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        at(self.0.get() - 1)
    }
}

/// An interning table of attribute results.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueTable {
    /// The number of words, the words, the integers: to find a result.
    entries: IndexSet<Box<[i64]>, FxBuildHasher>,
    /// All words and integers, one entry after the other, and where the words and the whole entry end: to read one.
    data: Vec<i64>,
    ends: Vec<(u32, u32)>,
    key: Vec<i64>,
}

impl ValueTable {
    /// The id of a result.
    pub(crate) fn intern(&mut self, words: &[i64], ints: &[i64]) -> Result<ValueId, IdsExhausted> {
        self.key.clear();
        self.key.push(signed(words.len()));
        self.key.extend_from_slice(words);
        self.key.extend_from_slice(ints);
        let place = match self.entries.get_index_of(self.key.as_slice()) {
            Some(known) => known,
            None => {
                self.data.extend_from_slice(words);
                let middle = id(self.data.len(), "attribute words")?;
                self.data.extend_from_slice(ints);
                self.ends.push((middle, id(self.data.len(), "attribute words")?));
                self.entries.insert_full(self.key.as_slice().into()).0
            }
        };
        ValueId::new(place)
    }

    /// Makes room for a result with so many words and integers; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, len: usize, watch: &LimitMonitor) -> bool {
        watch.reserve(&mut self.entries, 1)
            && watch.reserve(&mut self.data, len)
            && watch.reserve(&mut self.ends, 1)
    }

    /// The words and integers of a result.
    #[inline]
    pub(crate) fn get(&self, value: ValueId) -> (&[i64], &[i64]) {
        let place = value.index();
        let start = place.checked_sub(1).map_or(0, |before| at(self.ends[before].1));
        let (middle, end) = self.ends[place];
        (&self.data[start..at(middle)], &self.data[at(middle)..at(end)])
    }

    /// Whether there is this result.
    pub(crate) fn contains(&self, words: &[i64], ints: &[i64]) -> bool {
        let key: Vec<i64> = std::iter::once(signed(words.len()))
            .chain(words.iter().copied())
            .chain(ints.iter().copied())
            .collect();
        self.entries.contains(key.as_slice())
    }

    /// The ids of all results.
    pub(crate) fn ids(&self) -> impl Iterator<Item = Result<ValueId, IdsExhausted>> + use<> {
        (0..self.entries.len()).map(ValueId::new)
    }

    /// The number of results.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::ValueTable;

    #[test]
    fn equal_results_share_an_id_and_come_back() {
        let mut table = ValueTable::default();
        let a = table.intern(&[1, 2], &[3]).unwrap();
        let b = table.intern(&[1], &[2, 3]).unwrap();
        assert_ne!(a, b, "the border between words and integers counts");
        assert_eq!(table.intern(&[1, 2], &[3]), Ok(a));
        assert_eq!(table.get(a), (&[1, 2][..], &[3][..]));
        assert_eq!(table.get(b), (&[1][..], &[2, 3][..]));
    }
}
