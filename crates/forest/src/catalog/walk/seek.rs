//! Where a walk begins: at the structure with a given rank.
//!
//! A rank is split on the way down: a union takes off the counts of the members before the one that holds it, a record
//! divides it into a digit for each slot. The digits that are not used yet are kept on a stack, that of the next slot on
//! top; once it is empty, the walk goes on as if it had come from the first structure.

use super::Walk;
use crate::count::Count;
use crate::graph::Family;
use crate::index::small;

impl Walk<'_> {
    /// Goes to the structure at `rank` of the `place`-th root; `next` goes on from there.
    pub fn seek(&mut self, place: u32, rank: Count) -> &[u32] {
        self.started = true;
        self.changed = 0;
        self.words.clear();
        self.todos.clear();
        self.forks.clear();
        self.seek.push(rank);
        self.open_root(place);
        &self.words
    }

    /// The member that holds the sought rank, which is below the union's count; what is left of the rank goes back on
    /// the stack.
    pub(super) fn sought(&mut self, union: u32) -> u32 {
        let mut rank = self.seek.pop().unwrap_or_default();
        let members = self.dag.members(union);
        let last = members.len().saturating_sub(1);
        let mut place = 0;
        while place < last {
            let count = self.dag.count(self.schema, Family::from_word(members[place]));
            let Some(rest) = rank.checked_sub(&count) else { break };
            rank = rest;
            place += 1;
        }
        self.seek.push(rank);
        small(place)
    }

    /// Splits the sought rank of a record into one for each slot.
    pub(super) fn split_rank(&mut self, record: u32) {
        let Some(mut rank) = self.seek.pop() else { return };
        let item = self.dag.item(self.schema, self.dag.records.get(record));
        for place in (0..item.len()).rev() {
            let count = self.dag.word_count(self.schema, &item, place);
            let (rest, digit) = rank.div_rem(&count);
            self.seek.push(digit);
            rank = rest;
        }
    }
}
