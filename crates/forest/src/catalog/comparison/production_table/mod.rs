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
use crate::graph::{Column, RecordProduct};
use crate::index::{IdsExhausted, at, small};
use crate::limits::StopReason;
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// Stands for the number of what has none yet.
pub(super) const NO_NUMBER: u32 = u32::MAX;

/// Where families are used, as bits: one for each slot of constructors ([`bit_of_slot`]), and [`SINGLE_BLOCK_USE`]. Families of two builds that
/// have no bit in common are never laid side by side.
pub(super) type Uses = u32;
/// The use of a family that is one block: it is counted beside the single blocks of the other build.
const SINGLE_BLOCK_USE: Uses = 1 << 31;

/// The bit of a slot, or of what follows the slots before it. Slots that are 31 apart have the same one, which only makes families be
/// counted that never meet.
const fn bit_of_slot(slot: usize) -> Uses {
    1 << (slot % 31)
}

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
    /// By constructor: the slots before which its productions are cut.
    pub(super) cuts: Vec<Vec<usize>>,
    sizes: MemberSizes,
    /// By record: whether it is a tail. The number of a tail that is a whole record is that of the record.
    is_reached: Vec<bool>,
    /// The tails that begin at a later slot. Their numbers follow those of the records.
    inner_tails: Vec<Tail>,
    of_place: FxHashMap<Tail, u32>,
    /// By record: whether it is a tail of whole structures.
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
    /// By family.
    uses: Vec<Uses>,
    family_of_union: Vec<u32>,
    family_of_tail: FxHashMap<u32, u32>,
    /// By record: the first block that it is a tail of.
    block_of_record: Vec<u32>,
    /// The blocks of other tails, and all but the first block of records.
    more_blocks_of_tail: FxHashMap<u32, Vec<u32>>,
    families_of_block: NumberLists,
}

impl<'a> ProductionTable<'a> {
    /// The tail of a number.
    fn place_of(&self, tail: u32) -> Tail {
        match at(tail).checked_sub(self.is_reached.len()) {
            Some(inner) => self.inner_tails[inner],
            None => Tail { record: tail, place: 0 },
        }
    }

    /// Whether the records of a product are tails up to their last slots: neither cut nor rests.
    fn is_whole(&self, record: u32) -> bool {
        self.cuts[self.dag.ctor(record).index()].is_empty()
    }

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
        self.is_reached.iter().filter(|is_reached| **is_reached).count() + self.inner_tails.len()
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

    /// Where a family is used.
    pub(super) fn uses(&self, family: u32) -> Uses {
        self.uses[at(family)]
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
    pub(super) fn blocks_of_tail(&self, tail: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.block_of_record.get(at(tail)).copied().filter(|block| *block != NO_NUMBER);
        let more =
            if self.more_blocks_of_tail.is_empty() { None } else { self.more_blocks_of_tail.get(&tail) };
        first.into_iter().chain(more.into_iter().flatten().copied())
    }

    /// Whether a tail is a production of whole structures.
    pub(super) fn is_root(&self, tail: u32) -> bool {
        self.is_root.get(at(tail)).is_some_and(|is_root| *is_root)
    }

    /// Where a tail begins.
    pub(super) fn start(&self, tail: u32) -> Start {
        let Tail { record, place } = self.place_of(tail);
        let item = self.dag.decode(self.schema, self.dag.records.get(record));
        Start { ctor: item.ctor, slot: item.from + at(place) }
    }

    /// What a tail holds: each slot with its kind, in order, and last how it goes on.
    pub(super) fn contents(&self, tail: u32, contents: &mut Vec<(Content, Option<SlotKind>)>) {
        contents.clear();
        let tail = self.place_of(tail);
        let (item, end) = self.item(tail);
        for place in at(tail.place)..end - item.from {
            let (kind, word) = (item.slots[place].kind, item.words[place]);
            contents.push((self.content(kind, word), Some(kind)));
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
            Ok(record) => self.family_of_tail.get(&record).copied().unwrap_or(NO_NUMBER),
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
        let (mut columns, mut first) = (Vec::new(), 0);
        while at(first) < self.is_reached.len() {
            let product = self.dag.records.product_of(first, &mut columns);
            let end = first + product.record_count();
            if self.is_reached[at(first)..at(end)].contains(&true) {
                match self.size_of_product(product, &columns) {
                    Some(size) => groups.add_product(first, self.start(first), size),
                    None => (first..end).for_each(|record| self.add_tail(record, &mut groups)),
                }
            }
            first = end;
        }
        for inner in 0..self.inner_tails.len() {
            self.add_tail(small(self.is_reached.len() + inner), &mut groups);
        }
        for family in 0..small(self.families.len()) {
            let tail = self.tails(self.blocks(family)[0])[0];
            let size = self.size(self.place_of(tail));
            groups.add_family(family, self.start(tail), size, self.schema);
        }
        groups
    }

    /// The size of the structures of a product; `None` if its records are cut, or have several sizes.
    fn size_of_product(&mut self, product: RecordProduct<'_>, columns: &[Column<'_>]) -> Option<u32> {
        let (schema, dag) = (self.schema, self.dag);
        if !self.is_whole(product.first) {
            return None;
        }
        let ctor = schema.constructor(dag.ctor(product.first));
        let mut size = ctor.weight;
        for (slot, column) in ctor.slots.iter().zip(&columns[1..]) {
            if slot.is_recursive() {
                let mut sizes =
                    column.words.iter().map(|word| self.sizes.of(schema, dag, Family::from_word(*word)));
                let of_first = sizes.next()?;
                if sizes.any(|other| other != of_first) {
                    return None;
                }
                size = size.saturating_add(of_first);
            }
        }
        Some(size)
    }

    /// Adds a tail to its group, if it is reached.
    fn add_tail(&mut self, tail: u32, groups: &mut Groups) {
        if self.is_reached.get(at(tail)).is_none_or(|is_reached| *is_reached) {
            let size = self.size(self.place_of(tail));
            groups.add_tail(tail, self.start(tail), size);
        }
    }

    /// The kinds of the slots of a record that is not cut.
    pub(super) fn slot_kinds(&self, record: u32) -> Vec<SlotKind> {
        self.schema.constructor(self.dag.ctor(record)).slots.iter().map(|slot| slot.kind).collect()
    }

    /// The product that begins at a record, and its columns.
    pub(super) fn product(&self, first: u32, columns: &mut Vec<Column<'a>>) -> RecordProduct<'a> {
        self.dag.records.product_of(first, columns)
    }

    /// What a word of a slot stands for.
    pub(super) fn content(&self, kind: SlotKind, word: u32) -> Content {
        match kind {
            SlotKind::Data(_) => {
                let (lo, hi) = self.dag.bounds(Span::from_word(word));
                Content::Values(lo, hi)
            }
            SlotKind::Recursive(_) => Content::Family(self.number(Family::from_word(word))),
        }
    }
}

/// What goes on where a tail ends.
enum After {
    Rest(Family),
    Tail(Tail),
}
