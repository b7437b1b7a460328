//! Starts a [`Walk`] at the structure with a given rank.
//!
//! The rank is divided on the way down by [`RankChooser`], as for every descent by rank; once its digits are used up, the
//! walk goes on as if it had come from the first structure.

use crate::catalog::choosing::production_parts::ProductionParts;
use crate::catalog::choosing::rank_chooser::RankChooser;
use crate::catalog::iteration::structure_walk::Walk;
use crate::count::Count;
use crate::index::small;

impl Walk<'_> {
    /// Goes to the structure at `rank` of the root at `place`; `next` goes on from there.
    pub(crate) fn seek(&mut self, place: u32, rank: Count) -> &[u32] {
        self.restart(RankChooser::new(rank));
        self.write_root(place);
        self.words()
    }

    /// The member that holds the sought rank, which is below the union's count; what is left of the rank goes back on
    /// the stack.
    pub(crate) fn member_at_rank(&mut self, union: u32) -> u32 {
        let rank = self.seek.take().unwrap_or_default();
        let (place, rest) = self.dag.locate_in(self.schema, union, rank);
        self.seek.put(rest);
        small(place)
    }

    /// Divides the sought rank of a record into one for each slot.
    pub(crate) fn divide_rank(&mut self, record: u32) {
        if !self.seek.is_done() {
            self.seek.divide(&ProductionParts::of(self.schema, self.dag, record));
        }
    }
}
