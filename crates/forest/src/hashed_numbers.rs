//! [`HashedNumbers`]: numbers of entries that lie elsewhere, found by the hash of the entry.
//!
//! An interning table that would hold each entry as a key as well takes twice the memory. Invariant: a number is there once.

use hashbrown::HashTable;

use crate::index::low_half;

/// Numbers of entries, each with the hash of its entry.
///
/// ```
/// use dpgen_forest::hashed_numbers::HashedNumbers;
///
/// // The words "ab" and "ba", by a hash that does not tell them apart.
/// let mut numbers = HashedNumbers::default();
/// numbers.insert(195, 0);
/// numbers.insert(195, 1);
/// assert_eq!(numbers.find(195, |number| number == 1), Some(1));
/// assert_eq!(numbers.find(97, |_| true), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct HashedNumbers(HashTable<HashedNumber>);

#[derive(Debug, Clone, Copy)]
struct HashedNumber {
    /// The lower half of the hash.
    hash: u32,
    number: u32,
}

/// The table takes the place of an entry from the lower bits of a hash, and a tag from the upper ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

impl HashedNumbers {
    /// The bytes that a number takes: an entry of the table, and its byte of control.
    pub const ENTRY_BYTES: usize = size_of::<HashedNumber>() + 1;

    /// The number of the entry that `is_entry` tells, which has this hash.
    #[inline]
    pub fn find(&self, hash: u64, is_entry: impl Fn(u32) -> bool) -> Option<u32> {
        let hash = low_half(hash);
        let is_entry = |known: &HashedNumber| known.hash == hash && is_entry(known.number);
        self.0.find(spread(hash), is_entry).map(|known| known.number)
    }

    /// Adds the number of an entry that is not there, with its hash.
    #[inline]
    pub fn insert(&mut self, hash: u64, number: u32) {
        let hash = low_half(hash);
        self.0.insert_unique(spread(hash), HashedNumber { hash, number }, |known| spread(known.hash));
    }

    /// How many numbers there are, and for how many there is room.
    #[inline]
    pub fn extent(&self) -> (usize, usize) {
        (self.0.len(), self.0.capacity())
    }

    /// Makes room for `more` additional numbers.
    pub fn reserve(&mut self, more: usize) {
        self.0.reserve(more, |known| spread(known.hash));
    }

    /// Forgets all numbers.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::HashedNumbers;

    #[test]
    fn entries_with_the_same_hash_are_told_apart() {
        let names = ["a", "b", "c"];
        let mut numbers = HashedNumbers::default();
        for (number, name) in (0..).zip(names) {
            let is_name = |known: u32| names[usize::try_from(known).unwrap()] == name;
            assert_eq!(numbers.find(7 << 40, is_name), None);
            numbers.insert(7 << 40, number);
            assert_eq!(numbers.find(7 << 40, is_name), Some(number));
        }
        assert_eq!(numbers.find(1, |_| true), None);
    }
}
