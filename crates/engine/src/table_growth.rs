//! [`Growing`]: tables that grow by doubling, so that the limit on memory is asked before they do.
//!
//! A table that doubles between two looks at what the process holds can exceed the limit by as much as it holds itself.
//! Invariant: a table that was grown by [`LimitMonitor::reserve`] has allocated nothing that the limit leaves no room for.

use std::hash::{BuildHasher, Hash};

use bumpalo::collections::Vec as BumpVec;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

use dpgen_forest::hashed_numbers::HashedNumbers;

use crate::limit_monitor::LimitMonitor;

/// Smaller tables double without a question: looks at the limit between their doublings are enough.
const MIN_ASKED_BYTES: usize = 4 << 20;

/// A table whose entries lie in one allocation. One that is full moves to a new one, at least twice as large.
pub(crate) trait Growing {
    /// The bytes that an entry takes in the allocation.
    const ENTRY_BYTES: usize;

    /// The number of entries, and for how many there is room.
    fn extent(&self) -> (usize, usize);

    /// Makes room for `more` additional entries.
    fn grow(&mut self, more: usize);
}

impl<T> Growing for Vec<T> {
    const ENTRY_BYTES: usize = size_of::<T>();

    fn extent(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl<T> Growing for BumpVec<'_, T> {
    const ENTRY_BYTES: usize = size_of::<T>();

    fn extent(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

/// Entries have their hash and, in a table, their place and a byte of control.
impl<T: Hash + Eq, S: BuildHasher> Growing for IndexSet<T, S> {
    const ENTRY_BYTES: usize = size_of::<T>() + 2 * size_of::<usize>() + 1;

    fn extent(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl<K: Hash + Eq, V, S: BuildHasher> Growing for IndexMap<K, V, S> {
    const ENTRY_BYTES: usize = size_of::<(K, V)>() + 2 * size_of::<usize>() + 1;

    fn extent(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl<K: Hash + Eq, V> Growing for FxHashMap<K, V> {
    const ENTRY_BYTES: usize = size_of::<(K, V)>() + 1;

    fn extent(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl Growing for HashedNumbers {
    const ENTRY_BYTES: usize = Self::ENTRY_BYTES;

    fn extent(&self) -> (usize, usize) {
        self.extent()
    }

    fn grow(&mut self, more: usize) {
        self.reserve(more);
    }
}

impl LimitMonitor {
    /// Makes room for `more` additional entries; `false` if the memory limit leaves no room for that, which stops the build.
    #[inline]
    pub(crate) fn reserve(&self, table: &mut impl Growing, more: usize) -> bool {
        let (len, capacity) = table.extent();
        more <= capacity - len || self.grow(table, len.saturating_add(more).max(capacity.saturating_mul(2)))
    }

    /// Whether tables may allocate this many more bytes; `false` stops the build.
    #[inline]
    pub(crate) fn can_grow(&self, bytes: usize) -> bool {
        bytes < MIN_ASKED_BYTES || self.has_room(bytes)
    }

    #[cold]
    fn grow<T: Growing>(&self, table: &mut T, capacity: usize) -> bool {
        let bytes = capacity.saturating_mul(T::ENTRY_BYTES);
        let fits = self.can_grow(bytes);
        if fits {
            table.grow(capacity - table.extent().0);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use dpgen_forest::limits::{Limits, StopReason};
    use indexmap::IndexSet;
    use rustc_hash::FxHashMap;

    use super::{Growing, MIN_ASKED_BYTES};
    use crate::limit_monitor::LimitMonitor;

    /// Whether a table of many entries grows where so much memory is left; where it does not, it keeps its room.
    fn grows(mut table: impl Growing, left: u64) -> bool {
        let watch = LimitMonitor::new(&Limits::none().memory(left), None);
        let before = table.extent().1;
        let fits = watch.reserve(&mut table, MIN_ASKED_BYTES);
        assert_eq!(watch.stopped(), (!fits).then_some(StopReason::Memory));
        assert!(if fits { table.extent().1 >= MIN_ASKED_BYTES } else { table.extent().1 == before });
        fits
    }

    #[test]
    fn a_table_grows_within_the_limit_only() {
        if dpgen_forest::limits::memory::resident_bytes().is_none() {
            return;
        }
        for (left, fits) in [(1 << 20, false), (1 << 30, true)] {
            assert_eq!(grows(Vec::<u32>::new(), left), fits);
            assert_eq!(grows(IndexSet::<u32, rustc_hash::FxBuildHasher>::default(), left), fits);
            assert_eq!(grows(FxHashMap::<u32, u32>::default(), left), fits);
        }
    }

    #[test]
    fn a_table_with_room_is_left_as_it_is() {
        let watch = LimitMonitor::new(&Limits::none().memory(0), None);
        let mut table: Vec<u8> = Vec::with_capacity(8);
        assert!(watch.reserve(&mut table, 8) && table.capacity() == 8);
        assert!(watch.reserve(&mut table, 9), "small tables grow without a question");
    }
}
