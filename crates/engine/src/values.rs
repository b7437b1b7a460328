//! Results of one attribute, each stored once: words and (decided) integers behind a `u32`.
//!
//! Layout of an entry: its words, then its integers; `ends` holds where the words and the whole entry end.

use rustc_hash::FxHashMap;

use dpgen_forest::index::{IdsExhausted, at, id};

/// An interning table of attribute results.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueTable {
    data: Vec<i64>,
    ends: Vec<(u32, u32)>,
    known: FxHashMap<Box<[i64]>, u32>,
}

impl ValueTable {
    /// The id of a result.
    pub(crate) fn intern(&mut self, words: &[i64], ints: &[i64]) -> Result<u32, IdsExhausted> {
        let mut key = Vec::with_capacity(words.len() + ints.len() + 1);
        key.push(dpgen_forest::index::signed(words.len()));
        key.extend_from_slice(words);
        key.extend_from_slice(ints);
        if let Some(found) = self.known.get(key.as_slice()) {
            return Ok(*found);
        }
        let number = id(self.ends.len(), "attribute values")?;
        self.data.extend_from_slice(words);
        let middle = id(self.data.len(), "attribute words")?;
        self.data.extend_from_slice(ints);
        self.ends.push((middle, id(self.data.len(), "attribute words")?));
        self.known.insert(key.into_boxed_slice(), number);
        Ok(number)
    }

    /// The words and integers of a result.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> (&[i64], &[i64]) {
        let number = at(number);
        let start = number.checked_sub(1).map_or(0, |before| at(self.ends[before].1));
        let (middle, end) = self.ends[number];
        (&self.data[start..at(middle)], &self.data[at(middle)..at(end)])
    }

    /// How many results there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
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
