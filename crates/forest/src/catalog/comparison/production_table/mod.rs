//! [`ProductionTable`]: the productions of one build in the form in which they are laid beside those of another.
//!
//! A [`Tail`] is a production from one of its slots on: up to the next cut of its constructor
//! ([`cuts`](super::schema_match::SchemaMatch::cuts)), where a family of tails goes on. A *block* is a disjoint union of tails: a
//! class of Quotient DP, or a single production. A *family* is what a slot holds: a disjoint union of blocks. Invariant: the
//! structures of a family have one size, and begin at one slot of constructors of one type. Only what is below the whole
//! structures of the sizes that are compared is in the table. `construction.rs` makes the table; read
//! [`production_join`](super::production_join) next.

mod construction;

use rustc_hash::FxHashMap;

use crate::catalog::comparison::groups::{Groups, Start};
use crate::catalog::comparison::member_sizes::MemberSizes;
use crate::catalog::comparison::number_lists::NumberLists;
use crate::count::Count;
use crate::graph::decoded_record::DecodedRecord;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::{Family, Span};
use crate::index::{IdsExhausted, at, small};
use crate::limits::StopReason;
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// Stands for the number of what has none yet.
const NO_NUMBER: u32 = u32::MAX;

/// A production from one of its slots on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tail {
    pub(super) record: u32,
    /// The place of its first slot among those of the record.
    place: u32,
}

/// What a slot of a tail holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    /// The values from one index to another.
    Values(u32, u32),
    /// The structures of a family, or, in the last place, the ways in which the production goes on.
    Family(u32),
}

/// Why there is no table.
#[derive(Debug)]
pub(super) enum Halt {
    Limit(StopReason),
    Ids,
}

impl From<IdsExhausted> for Halt {
    fn from(_: IdsExhausted) -> Self {
        Self::Ids
    }
}

/// The productions of one build.
pub(super) struct ProductionTable<'a> {
    pub(super) schema: &'a Schema,
    dag: &'a Dag,
    cuts: &'a [Vec<usize>],
    sizes: MemberSizes,
    tails: Vec<Tail>,
    /// By record: the number of the tail that is the whole record.
    of_record: Vec<u32>,
    of_place: FxHashMap<Tail, u32>,
    /// By tail: whether it is one of whole structures.
    is_root: Vec<bool>,
    /// By size: the tails of the whole structures, in rank order.
    pub(super) roots: Vec<Vec<u32>>,
    /// By block: its tails.
    blocks: NumberLists,
    /// By block: the family that is this block alone.
    family_of_block: Vec<u32>,
    /// By family: its blocks.
    families: NumberLists,
    counts: Vec<Count>,
    family_of_union: Vec<u32>,
    family_of_tail: FxHashMap<u32, u32>,
    blocks_of_tail: NumberLists,
    families_of_block: NumberLists,
}

impl<'a> ProductionTable<'a> {
    /// The record of a tail, and the slot of the constructor before which the tail ends.
    fn item(&self, tail: Tail) -> (DecodedRecord<'a>, usize) {
        let (schema, dag) = (self.schema, self.dag);
        let item = dag.decode(schema, dag.records.get(tail.record));
        let start = item.from + at(tail.place);
        let slots = schema.constructor(item.ctor).slots.len();
        let end = self.cuts[item.ctor.index()].iter().copied().find(|cut| *cut > start).unwrap_or(slots);
        (item, end.min(item.from + item.slots.len()))
    }

    /// What goes on where a tail ends, if its constructor has more slots.
    fn after(&self, tail: Tail, item: &DecodedRecord<'a>, end: usize) -> Option<After> {
        if end < item.from + item.slots.len() {
            return Some(After::Tail(Tail { record: tail.record, place: small(end - item.from) }));
        }
        item.rest.map(After::Rest)
    }

    /// The number of tails.
    pub(super) fn tail_count(&self) -> usize {
        self.tails.len()
    }

    /// The number of families.
    pub(super) fn family_count(&self) -> usize {
        self.families.len()
    }

    /// The number of blocks.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The number of structures of a family.
    pub(super) fn count(&self, family: u32) -> &Count {
        &self.counts[at(family)]
    }

    /// The number of structures, or values, of what a slot holds.
    pub(super) fn content_count(&self, content: Content) -> Count {
        match content {
            Content::Values(lo, hi) => Count::from(hi - lo) + Count::ONE,
            Content::Family(family) => self.count(family).clone(),
        }
    }

    /// The blocks of a family, in rank order.
    pub(super) fn blocks(&self, family: u32) -> &[u32] {
        self.families.get(family)
    }

    /// The tails of a block, in rank order.
    pub(super) fn tails(&self, block: u32) -> &[u32] {
        self.blocks.get(block)
    }

    /// The family that is a block alone.
    pub(super) fn family_of_block(&self, block: u32) -> u32 {
        self.family_of_block[at(block)]
    }

    /// The families that a block is a part of.
    pub(super) fn families_of_block(&self, block: u32) -> &[u32] {
        self.families_of_block.get(block)
    }

    /// The blocks that a tail is a part of.
    pub(super) fn blocks_of_tail(&self, tail: u32) -> &[u32] {
        self.blocks_of_tail.get(tail)
    }

    /// Whether a tail is a production of whole structures.
    pub(super) fn is_root(&self, tail: u32) -> bool {
        self.is_root[at(tail)]
    }

    /// Where a tail begins.
    pub(super) fn start(&self, tail: u32) -> Start {
        let Tail { record, place } = self.tails[at(tail)];
        let item = self.dag.decode(self.schema, self.dag.records.get(record));
        Start { ctor: item.ctor, slot: item.from + at(place) }
    }

    /// What a tail holds: each slot with its kind, in order, and last how it goes on.
    pub(super) fn contents(&self, tail: u32, contents: &mut Vec<(Content, Option<SlotKind>)>) {
        contents.clear();
        let tail = self.tails[at(tail)];
        let (item, end) = self.item(tail);
        for place in at(tail.place)..end - item.from {
            let (kind, word) = (item.slots[place].kind, item.words[place]);
            let content = match kind {
                SlotKind::Data(_) => {
                    let (lo, hi) = self.dag.bounds(Span::from_word(word));
                    Content::Values(lo, hi)
                }
                SlotKind::Recursive(_) => Content::Family(self.number(Family::from_word(word))),
            };
            contents.push((content, Some(kind)));
        }
        contents.extend(self.after(tail, &item, end).map(|after| {
            let family = match after {
                After::Rest(rest) => self.number(rest),
                After::Tail(tail) => {
                    self.of_place.get(&tail).map_or(NO_NUMBER, |tail| self.family_of_tail[tail])
                }
            };
            (Content::Family(family), None)
        }));
    }

    /// The number of a family of the graph that was visited.
    fn number(&self, family: Family) -> u32 {
        match family.split() {
            Ok(record) => {
                let tail = self.of_record[at(record)];
                self.family_of_tail.get(&tail).copied().unwrap_or(NO_NUMBER)
            }
            Err(union) => self.family_of_union[at(union)],
        }
    }

    /// The size of what a tail stands for; with the constructor's weight if it begins there.
    fn size(&mut self, tail: Tail) -> u32 {
        let item = self.dag.decode(self.schema, self.dag.records.get(tail.record));
        let begins = item.from == 0 && tail.place == 0;
        let own = if begins { self.schema.constructor(item.ctor).weight } else { 0 };
        let slots = item.slots.iter().zip(item.words.iter()).skip(at(tail.place));
        let parts = slots.filter(|(slot, _)| slot.is_recursive()).map(|(_, word)| Family::from_word(*word));
        let mut sum = own;
        for part in parts.chain(item.rest) {
            sum = sum.saturating_add(self.sizes.of(self.schema, self.dag, part));
        }
        sum
    }

    /// The tails and families, by where they begin and their sizes. All tails of a block have one size.
    pub(super) fn groups(&mut self) -> Groups {
        let mut groups = Groups::default();
        let mut is_added = vec![false; self.tails.len()];
        let mut sizes = Vec::with_capacity(self.blocks.len());
        for block in 0..small(self.blocks.len()) {
            let size = self.size(self.tails[at(self.blocks.get(block)[0])]);
            sizes.push(size);
            self.add_tails(self.blocks.get(block), size, &mut is_added, &mut groups);
        }
        for (size, roots) in (0..).zip(&self.roots) {
            self.add_tails(roots, size, &mut is_added, &mut groups);
        }
        for family in 0..small(self.families.len()) {
            let block = self.blocks(family)[0];
            groups.add_family(family, self.start(self.tails(block)[0]), sizes[at(block)], self.schema);
        }
        groups
    }

    /// Adds tails of one size that were not added before.
    fn add_tails(&self, tails: &[u32], size: u32, is_added: &mut [bool], groups: &mut Groups) {
        let new = tails.iter().filter(|tail| !std::mem::replace(&mut is_added[at(**tail)], true));
        let new: Vec<u32> = new.copied().collect();
        for run in new.chunk_by(|one, other| self.start(*one) == self.start(*other)) {
            groups.add_tails(run, self.start(run[0]), size);
        }
    }
}

/// What goes on where a tail ends.
enum After {
    Rest(Family),
    Tail(Tail),
}
