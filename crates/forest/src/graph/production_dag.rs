//! [`Dag`]: productions and unions of productions, as one shared graph of all structures of a build.
//!
//! A [`Family`] is a set of structures: one record's, or a union of families, disjoint by construction. A record stands for
//! the product of its slots: a [`Span`] of values per data slot, a family per recursive slot. So counts multiply over slots
//! and add over unions, and nothing has to be enumerated. Invariant: no family is empty. In a *unit* graph every record is a
//! single structure, and there are no unions; in any other, every recursive slot holds a union, so that a record's count is
//! a short product. A record may hold only some of its constructor's slots, and end with a union of its rests
//! ([`DecodedRecord`]).

use crate::count::Count;
use crate::graph::decoded_record::{DecodedRecord, Section, split_head};
use crate::graph::record_blocks::RecordBlocks;
use crate::graph::record_references::{Family, Span};
use crate::graph::record_words::RecordWords;
use crate::graph::records::{Records, growth};
use crate::graph::running_counts::{MIN_SUMMED_MEMBERS, RunningCounts, locate_in_sums};
use crate::graph::stored_records::StoredRecords;
use crate::index::{CtorIx, IdsExhausted, at, id};
use crate::schema::Schema;
use crate::schema::domain::width;
use crate::schema::types::SlotKind;

/// All productions of a build.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Dag {
    /// The productions.
    pub records: StoredRecords,
    /// Whether each record is a single structure, and there are no unions.
    pub unit: bool,
    pub(super) intervals: Vec<(u32, u32)>,
    pub(super) members: Vec<u32>,
    pub(super) ends: Vec<u32>,
    pub(super) counts: Vec<Count>,
    /// By record, if data is symbolic: its path condition.
    pub paths: Vec<u32>,
    pub(super) sections: Vec<Section>,
    #[cfg_attr(feature = "save", serde(skip))]
    pub(super) running: RunningCounts,
}

impl Dag {
    /// The graph of single structures.
    pub fn unit(records: Records) -> Self {
        Self { records: records.into(), unit: true, ..Self::default() }
    }

    /// A graph without records that keeps them in blocks.
    pub fn in_blocks() -> Self {
        Self { records: StoredRecords::Blocks(RecordBlocks::default()), ..Self::default() }
    }

    /// Adds an interval of indices; a single index is no interval.
    #[inline]
    pub fn push_interval(&mut self, lo: u32, hi: u32) -> Result<Span, IdsExhausted> {
        if lo == hi {
            return Ok(Span::one(lo));
        }
        self.intervals.push((lo, hi));
        let place = id(self.intervals.len() - 1, "intervals")?;
        Family::checked(place, "intervals").map(Span::interval)
    }

    /// The first and last index of a span.
    #[inline]
    pub fn bounds(&self, span: Span) -> (u32, u32) {
        match span.split() {
            Ok(index) => (index, index),
            Err(place) => self.intervals[at(place)],
        }
    }

    /// Adds a section. Returns the first word of its records.
    pub fn push_section(&mut self, section: Section) -> Result<u32, IdsExhausted> {
        self.sections.push(section);
        Family::checked(id(self.sections.len() - 1, "sections")?, "sections").map(Section::head)
    }

    /// The sections of the records that are cut.
    pub(crate) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Decodes the words of a record.
    #[inline]
    pub fn decode<'a>(&'a self, schema: &'a Schema, record: impl Into<RecordWords<'a>>) -> DecodedRecord<'a> {
        DecodedRecord::read(&self.sections, schema, record.into())
    }

    /// The constructor of a record.
    #[inline]
    pub fn ctor(&self, record: u32) -> CtorIx {
        match split_head(self.records.head(record)) {
            Ok(ctor) => ctor,
            Err(place) => self.sections[at(place)].ctor,
        }
    }

    /// The constructor of a record that is no rest.
    #[inline]
    pub fn begun(&self, record: u32) -> Option<CtorIx> {
        match split_head(self.records.head(record)) {
            Ok(ctor) => Some(ctor),
            Err(place) => {
                Some(self.sections[at(place)]).filter(|section| !section.is_rest).map(|section| section.ctor)
            }
        }
    }

    /// Adds a union.
    #[inline]
    pub fn push_union(
        &mut self,
        members: impl IntoIterator<Item = Family>,
        count: Count,
    ) -> Result<Family, IdsExhausted> {
        let start = self.members.len();
        self.members.extend(members.into_iter().map(Family::word));
        self.push_union_of_next(self.members.len() - start, count)
    }

    /// Appends this many members, to be written, of unions that [`push_union_of_next`](Self::push_union_of_next) adds.
    pub fn append_members(&mut self, len: usize) -> &mut [u32] {
        let start = self.members.len();
        self.members.resize(start + len, 0);
        &mut self.members[start..]
    }

    /// Adds a union of as many of the appended members, the first that belong to no union yet.
    #[inline]
    pub fn push_union_of_next(&mut self, len: usize, count: Count) -> Result<Family, IdsExhausted> {
        let place = Family::checked(id(self.ends.len(), "classes")?, "classes")?;
        self.ends.push(id(self.covered_members() + len, "members of classes")?);
        self.counts.push(count);
        Ok(Family::union(place))
    }

    /// Drops the appended members that belong to no union: a build was stopped before it added theirs.
    pub fn drop_uncovered_members(&mut self) {
        self.members.truncate(self.covered_members());
    }

    /// The number of members that belong to unions.
    fn covered_members(&self) -> usize {
        self.ends.last().map_or(0, |end| at(*end))
    }

    /// The number of unions.
    #[inline]
    pub fn unions(&self) -> usize {
        self.ends.len()
    }

    /// The members of a union, as family words.
    #[inline]
    pub fn members(&self, union: u32) -> &[u32] {
        let union = at(union);
        let start = union.checked_sub(1).map_or(0, |before| at(self.ends[before]));
        &self.members[start..at(self.ends[union])]
    }

    /// The number of structures of a family.
    #[inline]
    pub fn count(&self, schema: &Schema, family: Family) -> Count {
        match family.split() {
            Ok(_) if self.unit => Count::ONE,
            Ok(record) => self.record_count(schema, &self.records.get(record)),
            Err(union) => self.counts[at(union)].clone(),
        }
    }

    /// The member of a union that holds a rank, by its place, and the rank within it. A rank that is not below the union's
    /// count is in the last one.
    #[inline]
    pub fn locate(&self, schema: &Schema, members: &[u32], mut rank: Count) -> (usize, Count) {
        let last = members.len().saturating_sub(1);
        let mut place = 0;
        while place < last {
            let count = self.count(schema, Family::from_word(members[place]));
            let Some(rest) = rank.checked_sub(&count) else { break };
            rank = rest;
            place += 1;
        }
        (place, rank)
    }

    /// The same for a union by its number, and by halving if the union is long.
    pub(crate) fn locate_in(&self, schema: &Schema, union: u32, rank: Count) -> (usize, Count) {
        let members = self.members(union);
        match self.sums(schema, union) {
            // A rank that no member holds is one of the last member, as in `locate`.
            Some(sums) => locate_in_sums(&sums[..members.len() - 1], rank),
            None => self.locate(schema, members, rank),
        }
    }

    /// The number of structures of a union's members before one of them.
    pub(crate) fn count_before(&self, schema: &Schema, union: u32, place: usize) -> Count {
        match (self.sums(schema, union), place.checked_sub(1)) {
            (_, None) => Count::ZERO,
            (Some(sums), Some(last)) => sums[last].clone(),
            (None, Some(_)) => self.members(union)[..place]
                .iter()
                .map(|member| self.count(schema, Family::from_word(*member)))
                .sum(),
        }
    }

    /// The counts of a union's members, each added to those before it; `None` for short unions, and where there are too many sums.
    fn sums(&self, schema: &Schema, union: u32) -> Option<&[Count]> {
        let members = self.members(union);
        if members.len() < MIN_SUMMED_MEMBERS {
            return None;
        }
        let counts = members.iter().map(|member| self.count(schema, Family::from_word(*member)));
        self.running.of(union, self.unions(), counts)
    }

    /// The number of structures of a union.
    ///
    /// # Panics
    /// When the family is no union of this graph.
    #[inline]
    pub fn union_count(&self, family: Family) -> &Count {
        match family.split() {
            Err(union) => &self.counts[at(union)],
            Ok(record) => panic!("the family is record {record}, and no union"),
        }
    }

    /// The number of structures that the `place`-th word of an item can hold.
    #[inline]
    pub fn word_count(&self, schema: &Schema, item: &DecodedRecord<'_>, place: usize) -> Count {
        match (item.slots.get(place), item.rest) {
            (Some(slot), _) => self.slot_count(schema, slot.kind, item.words[place]),
            (None, Some(rest)) => self.union_count(rest).clone(),
            (None, None) => Count::ONE,
        }
    }

    /// The number of structures that a slot of a record can hold.
    #[inline]
    fn slot_count(&self, schema: &Schema, kind: SlotKind, word: u32) -> Count {
        match kind {
            SlotKind::Data(_) => {
                let (lo, hi) = self.bounds(Span::from_word(word));
                Count::from(u64::try_from(width(lo, hi)).unwrap_or(0))
            }
            SlotKind::Recursive(_) => self.count(schema, Family::from_word(word)),
        }
    }

    /// The number of structures of a record.
    #[inline]
    pub fn record_count(&self, schema: &Schema, record: &[u32]) -> Count {
        if self.unit {
            return Count::ONE;
        }
        let item = self.decode(schema, record);
        let mut product = Count::ONE;
        for (slot, word) in item.slots.iter().zip(item.words.iter()) {
            match (slot.kind, Family::from_word(*word).split()) {
                (SlotKind::Recursive(_), Err(union)) => product *= &self.counts[at(union)],
                _ => product *= &self.slot_count(schema, slot.kind, *word),
            }
        }
        if let Some(rest) = item.rest {
            product *= self.union_count(rest);
        }
        product
    }

    /// The path condition of a record, if data is symbolic.
    #[inline]
    pub fn path_of(&self, record: u32) -> Option<u32> {
        self.paths.get(at(record)).copied()
    }

    /// Whether data slots of this domain are solved for in this record.
    #[inline]
    pub fn is_symbolic(&self, schema: &Schema, record: u32, domain: crate::index::DomainIx) -> bool {
        self.path_of(record).is_some() && schema.domain(domain).is_range()
    }

    /// The bytes that tables allocate for one more union of `members` members and one more record of `words` words.
    pub fn growth(&self, members: usize, words: usize) -> usize {
        let unions = growth(&self.ends, 1).saturating_add(growth(&self.counts, 1));
        let members = growth(&self.members, members).saturating_add(growth(&self.intervals, 1));
        let records = self.records.growth(1, words).saturating_add(growth(&self.paths, 1));
        unions.saturating_add(members).saturating_add(records)
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.records.bytes()
            + self.intervals.len() * size_of::<(u32, u32)>()
            + (self.members.len() + self.ends.len()) * size_of::<u32>()
            + self.counts.len() * size_of::<Count>()
    }
}
