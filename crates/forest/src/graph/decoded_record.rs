//! [`DecodedRecord`]: the slots of a production that one record holds, with a word for each.
//!
//! A record of a constructor with many recursive slots is cut into several, from left to right, as grammars are made
//! binary: the first holds the first slots and ends with the family of its *rests*, which hold the next slots, and so on.
//! So parts of sizes that add up to one sum make a few records for each sum, and not one for each way to add up. A
//! [`Section`] is the range of slots that one record holds (in Earley's parser: between two positions of the dot). Read
//! [`dag`](super::production_dag) next.

use crate::graph::record_references::{Family, SET_BIT, Span};
use crate::graph::record_words::RecordWords;
use crate::index::{CtorIx, at};
use crate::schema::Schema;
use crate::schema::types::{Slot, SlotKind};

/// The slots of a constructor that a record has words for, if it has not all of them.
///
/// Invariant: if `to` is before the last slot, the record's last word is the family of its rests, the records that go on
/// from slot `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Section {
    /// The constructor.
    pub ctor: CtorIx,
    /// The first slot.
    pub from: u32,
    /// The slot after the last.
    pub to: u32,
    /// Whether this is what follows the first slots of a production, and not its beginning.
    pub is_rest: bool,
}

impl Section {
    /// The first word of a record whose section is at this position of the table of sections.
    #[inline]
    pub const fn head(place: u32) -> u32 {
        place | SET_BIT
    }
}

/// The meaning of the first word of a record: `Ok(constructor)`, or `Err(position)` of a section.
#[inline]
pub(super) const fn split_head(word: u32) -> Result<CtorIx, u32> {
    if word & SET_BIT == 0 { Ok(CtorIx::from_word(word)) } else { Err(word & !SET_BIT) }
}

/// The meaning of a word of a record.
#[derive(Debug, Clone, Copy)]
pub enum SlotContent {
    /// Values of a data slot.
    Data(Span),
    /// Structures of a recursive slot, or rests.
    Family(Family),
}

/// A record, read.
#[derive(Debug, Clone, Copy)]
pub struct DecodedRecord<'a> {
    /// The constructor.
    pub ctor: CtorIx,
    /// The place of its first slot among the constructor's.
    pub from: usize,
    /// Whether it is the rest of a production.
    pub is_rest: bool,
    /// Its slots.
    pub slots: &'a [Slot],
    /// A word for each of its slots.
    pub words: RecordWords<'a>,
    /// The family of its rests, if slots are left.
    pub rest: Option<Family>,
}

impl<'a> DecodedRecord<'a> {
    #[inline]
    pub(super) fn read(sections: &[Section], schema: &'a Schema, record: RecordWords<'a>) -> Self {
        match split_head(record[0]) {
            Ok(ctor) => {
                let slots = &schema.constructor(ctor).slots;
                Self { ctor, from: 0, is_rest: false, slots, words: record.without_head(), rest: None }
            }
            Err(place) => Self::of_section(sections[at(place)], schema, record),
        }
    }

    #[cold]
    fn of_section(section: Section, schema: &'a Schema, record: RecordWords<'a>) -> Self {
        let Section { ctor, from, to, is_rest } = section;
        let slots = &schema.constructor(ctor).slots;
        let words = record.without_head();
        let (words, rest) = match words.split_last() {
            Some((rest, words)) if at(to) < slots.len() => (words, Some(Family::from_word(rest))),
            _ => (words, None),
        };
        Self { ctor, from: at(from), is_rest, slots: &slots[at(from)..at(to)], words, rest }
    }

    /// The number of its words: its slots, and the rest if there is one.
    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len() + usize::from(self.rest.is_some())
    }

    /// Whether it has no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The meaning of the word at `place`.
    #[inline]
    pub fn content(&self, place: usize) -> SlotContent {
        match (self.slots.get(place), self.rest) {
            (Some(Slot { kind: SlotKind::Data(_), .. }), _) | (None, None) => {
                SlotContent::Data(Span::from_word(self.words[place]))
            }
            (Some(_), _) => SlotContent::Family(Family::from_word(self.words[place])),
            (None, Some(rest)) => SlotContent::Family(rest),
        }
    }

    /// The families of its recursive slots, and of its rests.
    pub fn families(&self) -> impl Iterator<Item = Family> + use<'a> {
        let words = self.words;
        let parts = self.slots.iter().enumerate().filter(|(_, slot)| slot.is_recursive());
        parts.map(move |(place, _)| Family::from_word(words[place])).chain(self.rest)
    }
}
