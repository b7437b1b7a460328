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
const MOST_WORDS: usize = 256;

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

/// The structures of a family: their places among [`Blocks::ends`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// Where the first structure begins.
    pub(super) first: u32,
    /// Where the last structure begins.
    pub(super) last: u32,
}

/// Whether a family has a block.
#[derive(Debug, Clone, Copy)]
enum Known {
    Block(Block),
    /// It is too large.
    Never,
}

/// The blocks made so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks {
    known: FxHashMap<Family, Known>,
    words: Vec<u32>,
    ends: Vec<u32>,
    /// How many words a structure begins with as the one before it in its block does.
    shared: Vec<u32>,
}

impl Blocks {
    /// The words of a structure by its place.
    #[inline]
    pub(super) fn words(&self, place: u32) -> &[u32] {
        &self.words[at(self.ends[at(place)])..at(self.ends[at(place) + 1])]
    }

    /// How many words the structure at a place begins with as the one before it does, in its block.
    #[inline]
    pub(super) fn shared(&self, place: u32) -> usize {
        at(self.shared[at(place)])
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
        if depth == 0 || self.words.len() > MOST_KEPT {
            return None;
        }
        let mut structures: Vec<Vec<u32>> = Vec::new();
        match family.split() {
            Ok(record) => structures = self.product(schema, dag, head, record, depth)?,
            Err(union) => {
                for member in dag.members(union) {
                    let part = self.make(schema, dag, head, Family::from_word(*member), depth - 1)?;
                    structures.extend((part.first..=part.last).map(|place| self.words(place).to_vec()));
                }
            }
        }
        if structures.iter().any(|words| words.len() > MOST_WORDS) {
            self.known.insert(family, Known::Never);
            return None;
        }
        let block = self.keep(&structures);
        self.known.insert(family, Known::Block(block));
        Some(block)
    }

    /// Every structure of a record: the last slot varies fastest.
    fn product(
        &mut self,
        schema: &Schema,
        dag: &Dag,
        head: Head,
        record: u32,
        depth: u32,
    ) -> Option<Vec<Vec<u32>>> {
        let item = dag.item(schema, dag.records.get(record));
        let mut structures: Vec<Vec<u32>> = vec![head.of(dag, record).into_iter().collect()];
        for place in 0..item.len() {
            let longer: Vec<Vec<u32>> = match item.filled(place) {
                Filled::Data(span) => {
                    let (lo, hi) = dag.bounds(span);
                    let with = |start: &Vec<u32>, index: u32| [start.as_slice(), &[index]].concat();
                    structures
                        .iter()
                        .flat_map(|start| (lo..=hi).map(move |index| with(start, index)))
                        .collect()
                }
                Filled::Family(family) => {
                    let part = self.make(schema, dag, head, family, depth - 1)?;
                    let with = |start: &Vec<u32>, place| [start.as_slice(), self.words(place)].concat();
                    let with = &with;
                    structures
                        .iter()
                        .flat_map(|start| (part.first..=part.last).map(move |place| with(start, place)))
                        .collect()
                }
            };
            structures = longer;
        }
        Some(structures)
    }

    /// Adds structures, of which there is at least one.
    fn keep(&mut self, structures: &[Vec<u32>]) -> Block {
        if self.ends.is_empty() {
            self.ends.push(0);
        }
        let first = small(self.ends.len() - 1);
        let mut before: &[u32] = &[];
        for words in structures {
            let shared = words.iter().zip(before).take_while(|(word, before)| word == before).count();
            before = words;
            self.shared.push(small(shared));
            self.words.extend_from_slice(words);
            self.ends.push(small(self.words.len()));
        }
        Block { first, last: first + small(structures.len()) - 1 }
    }
}
