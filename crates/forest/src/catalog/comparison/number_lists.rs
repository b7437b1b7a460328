//! [`NumberLists`]: lists of numbers, one after the other in one vector.

use crate::index::{IdsExhausted, at, id, small};

/// Lists of numbers, one after the other.
#[derive(Debug, Default)]
pub(super) struct NumberLists {
    entries: Vec<u32>,
    ends: Vec<u32>,
}

impl NumberLists {
    /// Adds a list, and gives its number.
    pub(super) fn push(&mut self, list: &[u32]) -> Result<u32, IdsExhausted> {
        self.entries.extend_from_slice(list);
        self.ends.push(id(self.entries.len(), "productions")?);
        Ok(small(self.ends.len() - 1))
    }

    /// The list of a number.
    pub(super) fn get(&self, number: u32) -> &[u32] {
        let start = at(number).checked_sub(1).map_or(0, |before| at(self.ends[before]));
        &self.entries[start..at(self.ends[at(number)])]
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The lists that each number is an entry of.
    pub(super) fn inverse(&self, numbers: usize) -> Self {
        let mut ends = vec![0_u32; numbers + 1];
        for entry in &self.entries {
            ends[at(*entry) + 1] += 1;
        }
        for number in 0..numbers {
            ends[number + 1] += ends[number];
        }
        let mut entries = vec![0; self.entries.len()];
        let mut next = ends.clone();
        for list in 0..small(self.len()) {
            for entry in self.get(list) {
                entries[at(next[at(*entry)])] = list;
                next[at(*entry)] += 1;
            }
        }
        ends.remove(0);
        Self { entries, ends }
    }
}
