//! Where a walk begins: at the structure with a given rank.
//!
//! The rank is divided on the way down as [`AtRank`] does it for every walk that somebody decides on; once its digits are
//! used up, the walk goes on as if it had come from the first structure.

use super::super::at_rank::AtRank;
use super::super::chooser::Parts;
use super::Walk;
use crate::count::Count;
use crate::index::small;

impl Walk<'_> {
    /// Goes to the structure at `rank` of the `place`-th root; `next` goes on from there.
    pub fn seek(&mut self, place: u32, rank: Count) -> &[u32] {
        self.started = true;
        self.changed = 0;
        self.words.clear();
        self.todos.clear();
        self.forks.clear();
        self.seek = AtRank::new(rank);
        self.open_root(place);
        &self.words
    }

    /// The member that holds the sought rank, which is below the union's count; what is left of the rank goes back on
    /// the stack.
    pub(super) fn sought(&mut self, union: u32) -> u32 {
        let rank = self.seek.take().unwrap_or_default();
        let (place, rest) = self.dag.locate(self.schema, self.dag.members(union), rank);
        self.seek.put(rest);
        small(place)
    }

    /// Splits the sought rank of a record into one for each slot.
    pub(super) fn split_rank(&mut self, record: u32) {
        if !self.seek.is_done() {
            self.seek.divide(&Parts::of(self.schema, self.dag, record));
        }
    }
}
