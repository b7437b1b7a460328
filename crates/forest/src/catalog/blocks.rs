//! Small families, written out once: what a walk copies instead of walking.
//!
//! Iteration spends nearly all its steps in the last few slots, whose families are small and met again and
//! again. A *block* is the words of each structure of such a family, in rank order, one after the other. A
//! block is made when its family is first met, from the blocks of its parts; families with too many structures,
//! or too long ones, have none. What is kept is bounded, so a walk's memory does not grow with its length.

use rustc_hash::FxHashMap;

use crate::count::Count;
use crate::graph::{Dag, Family, Filled};
use crate::index::{at, small};
use crate::schema::Schema;

/// The most structures of a block.
const MOST_STRUCTURES: u32 = 512;

/// The most words of a structure of a block.
const MOST_WORDS: u32 = 256;

/// The most words that all blocks together take.
const MOST_KEPT: usize = 1 << 20;

/// How many layers are gone down to make a block; what is deeper gets its block when it is met itself.
const DEPTH: u32 = 24;

/// What the first word of a layer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// The layer's constructor.
    Ctor,
    /// The layer's record, for what has to be looked up by it.
    Record,
}

impl Head {
    /// The first word that a record adds: none, if it goes on with a layer.
    #[inline]
    pub(super) fn of(self, dag: &Dag, record: u32) -> Option<u32> {
        let ctor = dag.begun(record)?;
        Some(match self {
            Self::Ctor => ctor.word(),
            Self::Record => record,
        })
    }
}

/// The structures of a family: their places among [`Blocks::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The place of the first structure.
    pub(super) first: u32,
    /// The place of the last structure.
    pub(super) last: u32,
}

/// Whether a family has a block.
#[derive(Debug, Clone, Copy)]
enum Known {
    Block(Block),
    /// It is too large.
    Never,
}

/// Words of structures, or of their beginnings, one after the other.
#[derive(Debug, Clone, Default)]
struct Rows {
    words: Vec<u32>,
    rows: Vec<Row>,
}

/// Which words are of one structure.
#[derive(Debug, Clone, Copy)]
struct Row {
    begin: u32,
    end: u32,
    /// With how many words it begins as the one before it does, at least: that of another block does not count.
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
        self.rows.push(Row { begin, end: small(self.words.len()), shared });
    }

    /// With how many words the last row begins as these words do.
    fn shared_with(&self, words: &[u32]) -> u32 {
        let last = self.rows.last().map_or(&[][..], |last| self.words(*last));
        small(last.iter().zip(words).take_while(|(last, word)| last == word).count())
    }
}

/// The blocks made so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks {
    known: FxHashMap<Family, Known>,
    kept: Rows,
}

impl Blocks {
    /// The words of a structure by its place.
    #[inline]
    pub(super) fn words(&self, place: u32) -> &[u32] {
        self.kept.words(self.kept.rows[at(place)])
    }

    /// The words of the structure at a place that follow those with which the one before it in its block begins, too; and
    /// how many these are.
    #[inline]
    pub(super) fn differing(&self, place: u32) -> (&[u32], usize) {
        let row = self.kept.rows[at(place)];
        (&self.kept.words[at(row.begin + row.shared)..at(row.end)], at(row.shared))
    }

    /// The block of a family, made if need be.
    #[inline]
    pub(super) fn of(&mut self, schema: &Schema, dag: &Dag, head: Head, family: Family) -> Option<Block> {
        match self.known.get(&family) {
            Some(Known::Block(block)) => Some(*block),
            Some(Known::Never) => None,
            None => self.make(schema, dag, head, family, DEPTH),
        }
    }

    fn make(&mut self, schema: &Schema, dag: &Dag, head: Head, family: Family, depth: u32) -> Option<Block> {
        match self.known.get(&family) {
            Some(Known::Block(block)) => return Some(*block),
            Some(Known::Never) => return None,
            None => {}
        }
        if dag.count(schema, family) > Count::from(MOST_STRUCTURES) {
            self.known.insert(family, Known::Never);
            return None;
        }
        // Not known to be too large: another time there may be more of it.
        if depth == 0 || self.kept.words.len() > MOST_KEPT {
            return None;
        }
        let structures = match family.split() {
            Ok(record) => self.product(schema, dag, head, record, depth)?,
            Err(union) => self.union(schema, dag, head, union, depth)?,
        };
        if structures.rows.iter().any(|row| row.len() > MOST_WORDS) {
            self.known.insert(family, Known::Never);
            return None;
        }
        let block = self.keep(&structures);
        self.known.insert(family, Known::Block(block));
        Some(block)
    }

    /// Every structure of a union: those of one member after those of the other.
    fn union(&mut self, schema: &Schema, dag: &Dag, head: Head, union: u32, depth: u32) -> Option<Rows> {
        let mut structures = Rows::default();
        for member in dag.members(union) {
            let part = self.make(schema, dag, head, Family::from_word(*member), depth - 1)?;
            for place in part.first..=part.last {
                let (row, words) = (self.kept.rows[at(place)], self.words(place));
                let shared = if place == part.first { structures.shared_with(words) } else { row.shared };
                structures.push(shared, [words, &[]]);
            }
        }
        Some(structures)
    }

    /// Every structure of a record: the last slot varies fastest.
    fn product(&mut self, schema: &Schema, dag: &Dag, head: Head, record: u32, depth: u32) -> Option<Rows> {
        let item = dag.item(schema, dag.records.get(record));
        let mut structures = Rows::default();
        structures.push(0, [head.of(dag, record).as_slice(), &[]]);
        for place in 0..item.len() {
            let mut longer = Rows::default();
            // The first way to go on follows a beginning that differs from the one before, the others follow the same one.
            match item.filled(place) {
                Filled::Data(span) => {
                    let (lo, hi) = dag.bounds(span);
                    for start in &structures.rows {
                        for index in lo..=hi {
                            let shared = if index == lo { start.shared } else { start.len() };
                            longer.push(shared, [structures.words(*start), &[index]]);
                        }
                    }
                }
                Filled::Family(family) => {
                    let part = self.make(schema, dag, head, family, depth - 1)?;
                    for start in &structures.rows {
                        for place in part.first..=part.last {
                            let row = self.kept.rows[at(place)];
                            let shared =
                                if place == part.first { start.shared } else { start.len() + row.shared };
                            longer.push(shared, [structures.words(*start), self.kept.words(row)]);
                        }
                    }
                }
            }
            structures = longer;
        }
        Some(structures)
    }

    /// Keeps structures, of which there is at least one.
    fn keep(&mut self, structures: &Rows) -> Block {
        let (first, before) = (small(self.kept.rows.len()), small(self.kept.words.len()));
        self.kept.words.extend_from_slice(&structures.words);
        let moved = |row: &Row| Row { begin: row.begin + before, end: row.end + before, ..*row };
        self.kept.rows.extend(structures.rows.iter().map(moved));
        Block { first, last: small(self.kept.rows.len()) - 1 }
    }
}
