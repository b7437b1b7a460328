//! [`RowTrie`]: productions of one build by what their slots hold, data first; in the last slot, lists.
//!
//! The records of a product ([`RecordProduct`](crate::graph::RecordProduct)) differ in their alternatives only: those with the same
//! alternatives in all slots but the last make one *row*, whose last slot has a list. So a row is added once, not once a record, and
//! alternatives of which nothing is in the other build are left out for all records at once. Rows are a trie by the words of their
//! slots; below its last level, each node has the words of the last slot, ascending, each with its production. Read
//! [`production_join`](super::production_join) next.

use crate::catalog::comparison::groups::Members;
use crate::catalog::comparison::production_table::{Content, NO_NUMBER, ProductionTable};
use crate::graph::{Column, MAX_AXES};
use crate::index::{at, small};
use crate::schema::types::SlotKind;

/// Productions of one build by what their slots hold.
pub(super) struct RowTrie {
    /// By level, without the last slot: the words of its nodes, ascending below each parent, and by node the end of its children.
    levels: Vec<(Vec<u64>, Vec<u32>)>,
    /// The words of the last slot, each with the number of its tail: ascending below each node.
    entries: Vec<(u64, u32)>,
}

impl RowTrie {
    /// The nodes of the first level; entries if there is none.
    pub(super) fn roots(&self) -> (usize, usize) {
        (0, self.levels.first().map_or(self.entries.len(), |level| level.0.len()))
    }

    /// The children of a node: nodes of the next level, or entries.
    pub(super) fn children(&self, level: usize, node: usize) -> (usize, usize) {
        let ends = &self.levels[level].1;
        (node.checked_sub(1).map_or(0, |before| at(ends[before])), at(ends[node]))
    }

    pub(super) fn words(&self, level: usize, nodes: (usize, usize)) -> &[u64] {
        &self.levels[level].0[nodes.0..nodes.1]
    }

    pub(super) fn entries(&self, entries: (usize, usize)) -> &[(u64, u32)] {
        &self.entries[entries.0..entries.1]
    }
}

/// Rows of one build, not yet in order.
pub(super) struct Rows<'a, F> {
    table: &'a ProductionTable<'a>,
    /// Whether a family has structures in common with the other build.
    is_common: F,
    /// The number of slots of a row, without the last.
    width: usize,
    words: Vec<u64>,
    /// By row: where its list ends.
    ends: Vec<usize>,
    entries: Vec<(u64, u32)>,
}

impl<'a, F: Fn(u32) -> bool> Rows<'a, F> {
    /// No rows yet; with this many slots each.
    pub(super) const fn new(table: &'a ProductionTable<'a>, slots: usize, is_common: F) -> Self {
        let width = slots.saturating_sub(1);
        Self { table, is_common, width, words: Vec::new(), ends: Vec::new(), entries: Vec::new() }
    }

    /// Adds all that begins at a slot and has a size.
    pub(super) fn add_members(&mut self, members: &Members) {
        self.add_tails(&members.tails);
        let mut columns = Vec::new();
        let kinds: Vec<SlotKind> = match members.products.first() {
            Some(first) => self.table.slot_kinds(*first),
            None => return,
        };
        for first in &members.products {
            self.add_product(*first, &kinds, &mut columns);
        }
    }

    /// Adds tails.
    pub(super) fn add_tails(&mut self, tails: &[u32]) {
        let (mut contents, mut row) = (Vec::new(), Vec::new());
        for tail in tails {
            self.table.contents(*tail, &mut contents);
            let is_value = |content: &Content| matches!(content, Content::Values(..));
            let values = contents.iter().filter(|(content, _)| is_value(content));
            let parts = contents.iter().filter(|(content, _)| !is_value(content));
            row.clear();
            row.extend(values.chain(parts).map_while(|(content, _)| self.word(*content)));
            if row.len() < contents.len() {
                continue;
            }
            let last = row.pop().unwrap_or(0);
            self.words.extend_from_slice(&row);
            self.entries.push((last, *tail));
            self.ends.push(self.entries.len());
        }
    }

    /// The word of what a slot holds; `None` if nothing of it is in the other build.
    fn word(&self, content: Content) -> Option<u64> {
        match content {
            Content::Values(lo, hi) => Some(word_of_values(lo, hi)),
            Content::Family(family) => {
                (family != NO_NUMBER && (self.is_common)(family)).then_some(u64::from(family))
            }
        }
    }

    /// Adds the rows of a product.
    fn add_product(&mut self, first: u32, kinds: &[SlotKind], columns: &mut Vec<Column<'a>>) {
        let product = self.table.product(first, columns);
        // By slot, data first: its axis, and each alternative that counts with its word.
        let of_slot = |(kind, column): (&SlotKind, &Column<'a>)| {
            let words = (0..).zip(column.words);
            let alternatives = words.filter_map(|(alternative, word)| {
                Some((self.word(self.table.content(*kind, *word))?, alternative))
            });
            (column.axis, alternatives.collect::<Vec<(u64, u32)>>())
        };
        let is_data = |(kind, _): &(&SlotKind, &Column<'a>)| matches!(kind, SlotKind::Data(_));
        let slots = || kinds.iter().zip(&columns[1..]);
        let mut slots: Vec<_> =
            slots().filter(is_data).chain(slots().filter(|slot| !is_data(slot))).map(of_slot).collect();
        if slots.iter().any(|(_, alternatives)| alternatives.is_empty()) {
            return;
        }
        let Some((last_axis, mut list)) = slots.pop() else {
            self.entries.push((0, first));
            self.ends.push(self.entries.len());
            return;
        };
        list.sort_unstable();
        // The alternative of each axis that earlier slots have decided, slot by slot.
        let mut open = vec![(0, 0, [None; MAX_AXES])];
        let mut row = Vec::new();
        while let Some((slot, word, chosen)) = open.pop() {
            row.truncate(slot);
            if slot > 0 {
                row[slot - 1] = word;
            }
            if let Some((axis, alternatives)) = slots.get(slot) {
                row.push(0);
                for (word, alternative) in alternatives.iter().rev() {
                    if let Some(chosen) = choose(chosen, *axis, *alternative) {
                        open.push((slot + 1, *word, chosen));
                    }
                }
                continue;
            }
            let begin = self.entries.len();
            for (word, alternative) in &list {
                if let Some(chosen) = choose(chosen, last_axis, *alternative) {
                    let number = |(axis, alternative): (usize, Option<u32>)| {
                        alternative.map_or(0, |alternative| alternative * product.stride(axis))
                    };
                    let sum: u32 = chosen.into_iter().enumerate().map(number).sum();
                    self.entries.push((*word, first + sum));
                }
            }
            if self.entries.len() > begin {
                self.words.extend_from_slice(&row);
                self.ends.push(self.entries.len());
            }
        }
    }

    /// The rows in order.
    pub(super) fn trie(self) -> RowTrie {
        let Self { width, words, ends, entries, .. } = self;
        let row = |number: u32| &words[at(number) * width..][..width];
        let list = |number: u32| {
            let begin = at(number).checked_sub(1).map_or(0, |before| ends[before]);
            &entries[begin..ends[at(number)]]
        };
        let mut sorted: Vec<u32> = (0..small(ends.len())).collect();
        sorted.sort_unstable_by(|one, other| row(*one).cmp(row(*other)));
        let mut trie = RowTrie {
            levels: vec![(Vec::new(), Vec::new()); width],
            entries: Vec::with_capacity(entries.len()),
        };
        // Where the entries of the last node begin, and the number of rows that it has.
        let (mut begin, mut rows) = (0, 0);
        for (place, number) in sorted.iter().enumerate() {
            let before = place.checked_sub(1).map(|before| row(sorted[before]));
            let same = before
                .map_or(0, |before| before.iter().zip(row(*number)).take_while(|(a, b)| a == b).count());
            if same < width {
                if rows > 1 {
                    trie.entries[begin..].sort_unstable();
                }
                (begin, rows) = (trie.entries.len(), 0);
            }
            for level in same..width {
                // What came before is the end of the node before this one.
                let children = trie.levels.get(level + 1).map_or(trie.entries.len(), |below| below.0.len());
                let (words, ends) = &mut trie.levels[level];
                if !words.is_empty() {
                    ends.push(small(children));
                }
                words.push(row(*number)[level]);
            }
            trie.entries.extend_from_slice(list(*number));
            rows += 1;
        }
        if rows > 1 {
            trie.entries[begin..].sort_unstable();
        }
        for level in 0..width {
            let children = trie.levels.get(level + 1).map_or(trie.entries.len(), |below| below.0.len());
            trie.levels[level].1.push(small(children));
        }
        trie
    }
}

/// What is chosen after a slot with an axis has this alternative; `None` if another one was chosen before.
fn choose(mut chosen: [Option<u32>; 3], axis: Option<usize>, alternative: u32) -> Option<[Option<u32>; 3]> {
    if let Some(axis) = axis {
        if chosen[axis].is_some_and(|known| known != alternative) {
            return None;
        }
        chosen[axis] = Some(alternative);
    }
    Some(chosen)
}

/// The values from one index to another, as a word that is ordered by the first.
fn word_of_values(lo: u32, hi: u32) -> u64 {
    u64::from(lo) << 32 | u64::from(hi)
}

/// The first and the last index of a word.
pub(super) fn values_of_word(word: u64) -> (u32, u32) {
    let half = |word: u64| u32::try_from(word & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    (half(word >> 32), half(word))
}
