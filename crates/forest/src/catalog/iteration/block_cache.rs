//! [`BlockCache`]: the words of small families, written out once, for a walk to copy.
//!
//! Iteration spends nearly all its steps in the last few slots, whose families are small and met again and again. A *block*
//! is the words of each structure of such a family, in rank order, one after the other. A block is made when its family is
//! first met, from the blocks of its parts; families with too many structures, or too long ones, have none. Invariant: the
//! cache is bounded, so that a walk's memory does not grow with its length. Read [`walk`](super::structure_walk) next.

use rustc_hash::FxHashMap;

use crate::count::Count;
use crate::graph::decoded_record::SlotContent;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::{at, small};
use crate::schema::Schema;

/// The most structures of a block.
const MAX_BLOCK_STRUCTURES: u32 = 512;

/// The most words of a structure of a block.
const MAX_STRUCTURE_WORDS: u32 = 256;

/// The most words that all blocks together take.
const MAX_CACHED_WORDS: usize = 1 << 20;

/// The most layers of a block that are made at once; a deeper family gets its block when it is met itself.
const MAX_BLOCK_DEPTH: u32 = 24;

/// The words that are copied at once in place of fewer: a copy of a fixed length is two moves, one of any length a call.
const WORDS_PER_COPY: usize = 8;

/// The kind of a layer's first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LayerHead {
    /// The layer's constructor.
    Ctor,
    /// The layer's record, by which path conditions are found.
    Record,
}

impl LayerHead {
    /// The first word of a record; none if the record is the rest of a layer.
    #[inline]
    pub(crate) fn of(self, dag: &Dag, record: u32) -> Option<u32> {
        let ctor = dag.begun(record)?;
        Some(match self {
            Self::Ctor => ctor.word(),
            Self::Record => record,
        })
    }
}

/// The structures of a family, by position in [`BlockCache::rows`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    /// The position of the first structure.
    pub(crate) first: u32,
    /// The position of the last structure.
    pub(crate) last: u32,
}

/// An entry of the cache.
#[derive(Debug, Clone, Copy)]
enum CacheEntry {
    Block(Block),
    /// The family is too large for a block.
    TooLarge,
}

/// Words of structures, or of their beginnings, one after the other.
#[derive(Debug, Clone, Default)]
struct Rows {
    words: Vec<u32>,
    ranges: Vec<Row>,
}

/// The range of words of one structure.
#[derive(Debug, Clone, Copy)]
struct Row {
    begin: u32,
    end: u32,
    /// A lower bound on the length of the common prefix with the structure before; 0 for the first of a block.
    shared: u32,
}

impl Row {
    fn len(self) -> u32 {
        self.end - self.begin
    }
}

impl Rows {
    #[inline]
    fn words(&self, row: Row) -> &[u32] {
        &self.words[at(row.begin)..at(row.end)]
    }

    /// Adds these words, one slice after the other.
    fn push(&mut self, shared: u32, words: [&[u32]; 2]) {
        let begin = small(self.words.len());
        words.into_iter().for_each(|words| self.words.extend_from_slice(words));
        self.ranges.push(Row { begin, end: small(self.words.len()), shared });
    }

    /// The length of the common prefix of the last row and these words.
    fn shared_with(&self, words: &[u32]) -> u32 {
        let last = self.ranges.last().map_or(&[][..], |last| self.words(*last));
        small(last.iter().zip(words).take_while(|(last, word)| last == word).count())
    }
}

/// The blocks made so far, by family.
#[derive(Debug, Clone, Default)]
pub(crate) struct BlockCache {
    entries: FxHashMap<Family, CacheEntry>,
    rows: Rows,
}

impl BlockCache {
    /// The words of a structure by its position.
    #[inline]
    pub(crate) fn words(&self, place: u32) -> &[u32] {
        self.rows.words(self.rows.ranges[at(place)])
    }

    /// The words of the structure at a position that follow the common prefix with the structure before it in its block, and
    /// the length of this prefix.
    #[inline]
    pub(crate) fn differing(&self, place: u32) -> (&[u32], usize) {
        let row = self.rows.ranges[at(place)];
        (&self.rows.words[at(row.begin + row.shared)..at(row.end)], at(row.shared))
    }

    /// Appends the words that [`differing`](Self::differing) gives.
    #[inline]
    pub(crate) fn append_differing(&self, place: u32, words: &mut Vec<u32>) {
        let row = self.rows.ranges[at(place)];
        let (begin, end) = (at(row.begin + row.shared), at(row.end));
        match self.rows.words[begin..].first_chunk::<WORDS_PER_COPY>() {
            Some(chunk) if end - begin <= WORDS_PER_COPY => {
                let len = words.len() + end - begin;
                words.extend_from_slice(chunk);
                words.truncate(len);
            }
            _ => words.extend_from_slice(&self.rows.words[begin..end]),
        }
    }

    /// The block of a family, made if need be.
    #[inline]
    pub(crate) fn of(
        &mut self,
        schema: &Schema,
        dag: &Dag,
        head: LayerHead,
        family: Family,
    ) -> Option<Block> {
        match self.entries.get(&family) {
            Some(CacheEntry::Block(block)) => Some(*block),
            Some(CacheEntry::TooLarge) => None,
            None => self.make(schema, dag, head, family, MAX_BLOCK_DEPTH),
        }
    }

    fn make(
        &mut self,
        schema: &Schema,
        dag: &Dag,
        head: LayerHead,
        family: Family,
        depth: u32,
    ) -> Option<Block> {
        match self.entries.get(&family) {
            Some(CacheEntry::Block(block)) => return Some(*block),
            Some(CacheEntry::TooLarge) => return None,
            None => {}
        }
        if dag.count(schema, family) > Count::from(MAX_BLOCK_STRUCTURES) {
            self.entries.insert(family, CacheEntry::TooLarge);
            return None;
        }
        // The family itself may be small enough: it is tried again at its next use.
        if depth == 0 || self.rows.words.len() > MAX_CACHED_WORDS {
            return None;
        }
        let structures = match family.split() {
            Ok(record) => self.product(schema, dag, head, record, depth)?,
            Err(union) => self.union(schema, dag, head, union, depth)?,
        };
        if structures.ranges.iter().any(|row| row.len() > MAX_STRUCTURE_WORDS) {
            self.entries.insert(family, CacheEntry::TooLarge);
            return None;
        }
        let block = self.insert(&structures);
        self.entries.insert(family, CacheEntry::Block(block));
        Some(block)
    }

    /// Every structure of a union: those of one member after those of the other.
    fn union(&mut self, schema: &Schema, dag: &Dag, head: LayerHead, union: u32, depth: u32) -> Option<Rows> {
        let mut structures = Rows::default();
        for member in dag.members(union) {
            let part = self.make(schema, dag, head, Family::from_word(*member), depth - 1)?;
            for place in part.first..=part.last {
                let (row, words) = (self.rows.ranges[at(place)], self.words(place));
                let shared = if place == part.first { structures.shared_with(words) } else { row.shared };
                structures.push(shared, [words, &[]]);
            }
        }
        Some(structures)
    }

    /// Every structure of a record: the last slot varies fastest.
    fn product(
        &mut self,
        schema: &Schema,
        dag: &Dag,
        head: LayerHead,
        record: u32,
        depth: u32,
    ) -> Option<Rows> {
        let item = dag.decode(schema, dag.records.get(record));
        let mut structures = Rows::default();
        structures.push(0, [head.of(dag, record).as_slice(), &[]]);
        for place in 0..item.len() {
            let mut longer = Rows::default();
            // The first way to go on follows a beginning that differs from the one before, the others follow the same one.
            match item.content(place) {
                SlotContent::Data(span) => {
                    let (lo, hi) = dag.bounds(span);
                    for start in &structures.ranges {
                        for index in lo..=hi {
                            let shared = if index == lo { start.shared } else { start.len() };
                            longer.push(shared, [structures.words(*start), &[index]]);
                        }
                    }
                }
                SlotContent::Family(family) => {
                    let part = self.make(schema, dag, head, family, depth - 1)?;
                    for start in &structures.ranges {
                        for place in part.first..=part.last {
                            let row = self.rows.ranges[at(place)];
                            let shared =
                                if place == part.first { start.shared } else { start.len() + row.shared };
                            longer.push(shared, [structures.words(*start), self.rows.words(row)]);
                        }
                    }
                }
            }
            structures = longer;
        }
        Some(structures)
    }

    /// Adds the block of at least one structure.
    fn insert(&mut self, structures: &Rows) -> Block {
        let (first, before) = (small(self.rows.ranges.len()), small(self.rows.words.len()));
        self.rows.words.extend_from_slice(&structures.words);
        let moved = |row: &Row| Row { begin: row.begin + before, end: row.end + before, ..*row };
        self.rows.ranges.extend(structures.ranges.iter().map(moved));
        Block { first, last: small(self.rows.ranges.len()) - 1 }
    }
}
