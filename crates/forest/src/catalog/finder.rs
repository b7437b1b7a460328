//! The rank of a given value within a family: a search over families and the value's nodes, without recursion.
//!
//! A union is searched member by member, a record slot by slot; each asks for the rank of a node within a family, or of
//! a value within a span, and waits on a stack of our own for the answer, as a value can be deeper than a thread's
//! stack. What was found for a union and a node is
//! remembered: for each node of the value, the family of all its siblings (its class) is found once, so that a union of
//! classes is searched by membership.

use super::flat::Flat;
use super::sizes::Sizes;
use crate::count::Count;
use crate::graph::{Dag, Family, Span};
use crate::index::{CtorIx, at, small};
use crate::schema::{Schema, SlotKind};

/// One layer of a given value: each slot is a node's number or a data value.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen::schema::{CtorIx, ValueNode};
///
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let [end, then] = [0, 1].map(CtorIx::from_word);
/// let nodes = [
///     ValueNode { ctor: end, slots: vec![] },
///     ValueNode { ctor: then, slots: vec![3, 0] }, // the digit 3, and node 0
/// ];
/// assert_eq!(digits.catalog().find(&nodes), Some((1, Count::new(2))));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueNode {
    /// The constructor.
    pub ctor: CtorIx,
    /// A slot each: the number of a node of the same value, or an integer (labels: their index).
    pub slots: Vec<i64>,
}

/// What was found of a node within a union.
#[derive(Debug)]
struct Known {
    union: u32,
    /// The place of what was found before of the same node, plus one; 0 if there is none.
    before: u32,
    rank: Option<Count>,
}

/// What was found of the nodes of a value, or of several values that share nodes.
#[derive(Debug, Default)]
pub(super) struct Memory {
    known: Vec<Known>,
    /// By node: the place in `known` of what was found last, plus one.
    last_known: Vec<u32>,
    waiting: Vec<Waiting>,
}

impl Memory {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.last_known.clear();
        self.waiting.clear();
    }
}

/// Finds ranks of the nodes of a value.
pub(super) struct Finder<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    sizes: &'a Sizes,
    value: &'a Flat,
    memory: &'a mut Memory,
}

/// A question that waits for the answer to another one.
#[derive(Debug)]
struct Waiting {
    node: u32,
    of: Set,
    /// The member, or slot, that was asked about.
    place: usize,
    /// For a record, the rank among the slots before.
    rank: Count,
}

/// A set of structures.
#[derive(Debug, Clone, Copy)]
enum Set {
    Union(u32),
    Record(u32),
}

/// What comes of an answer.
enum Next {
    /// Another question: the rank of a node within a family.
    Ask(Family, u32),
    /// The answer to the question that waited.
    Answer(Option<Count>),
}

impl<'a> Finder<'a> {
    /// For the nodes of a value, of which the memory may know some.
    pub(super) fn new(
        schema: &'a Schema,
        dag: &'a Dag,
        sizes: &'a Sizes,
        value: &'a Flat,
        memory: &'a mut Memory,
    ) -> Self {
        memory.last_known.resize(value.len(), 0);
        Self { schema, dag, sizes, value, memory }
    }

    /// What was found of a node within a union.
    fn known(&self, union: u32, node: u32) -> Option<&Option<Count>> {
        let mut place = self.memory.last_known[at(node)];
        while place > 0 {
            let known = &self.memory.known[at(place - 1)];
            if known.union == union {
                return Some(&known.rank);
            }
            place = known.before;
        }
        None
    }

    fn note(&mut self, union: u32, node: u32, rank: Option<Count>) {
        let before = self.memory.last_known[at(node)];
        self.memory.known.push(Known { union, before, rank });
        self.memory.last_known[at(node)] = small(self.memory.known.len());
    }

    /// The rank of a node within a record.
    pub(super) fn in_record(&mut self, record: u32, node: u32) -> Option<Count> {
        let mut next = Next::Ask(Family::record(record), node);
        loop {
            next = match next {
                Next::Ask(family, node) => self.ask(family, node),
                Next::Answer(answer) => match self.memory.waiting.pop() {
                    Some(waiting) => self.go_on(waiting, answer),
                    None => return answer,
                },
            };
        }
    }

    /// Answers a question, or asks the first one that it depends on.
    fn ask(&mut self, family: Family, node: u32) -> Next {
        match family.split() {
            Ok(record) => {
                if !self.may_hold(record, node) {
                    return Next::Answer(None);
                }
                self.slots(Waiting { node, of: Set::Record(record), place: 0, rank: Count::ZERO }, record)
            }
            Err(union) => match self.known(union, node) {
                Some(known) => Next::Answer(known.clone()),
                None => {
                    self.member(Waiting { node, of: Set::Union(union), place: 0, rank: Count::ZERO }, union)
                }
            },
        }
    }

    /// Goes on with a question after the answer to the one that it waited for.
    fn go_on(&mut self, mut waiting: Waiting, answer: Option<Count>) -> Next {
        match (waiting.of, answer) {
            (Set::Union(union), Some(rank)) => {
                let before = self.dag.members(union)[..waiting.place].iter();
                let counts = before.map(|member| self.dag.count(self.schema, Family::from_word(*member)));
                let found = Some(counts.fold(rank, |sum, count| sum + count));
                self.note(union, waiting.node, found.clone());
                Next::Answer(found)
            }
            (Set::Union(union), None) => {
                waiting.place += 1;
                self.member(waiting, union)
            }
            (Set::Record(record), Some(digit)) => {
                self.append(&mut waiting, record, &digit);
                self.slots(waiting, record)
            }
            (Set::Record(_), None) => Next::Answer(None),
        }
    }

    /// Asks about the next member of a union that may hold the node.
    fn member(&mut self, mut waiting: Waiting, union: u32) -> Next {
        let node = waiting.node;
        for member in &self.dag.members(union)[waiting.place..] {
            let member = Family::from_word(*member);
            if member.split().is_err() || member.split().is_ok_and(|record| self.may_hold(record, node)) {
                self.memory.waiting.push(waiting);
                return Next::Ask(member, node);
            }
            waiting.place += 1;
        }
        self.note(union, node, None);
        Next::Answer(None)
    }

    /// Goes over the slots of a record up to the next recursive one, or to the rest.
    fn slots(&mut self, mut waiting: Waiting, record: u32) -> Next {
        let item = self.dag.item(self.schema, self.dag.records.get(record));
        while let Some(slot) = item.slots.get(waiting.place) {
            let value = self.value.slots(waiting.node, item.from)[waiting.place];
            let word = item.words[waiting.place];
            match slot.kind {
                SlotKind::Data(_) => match self.digit(word, value) {
                    Some(digit) => self.append(&mut waiting, record, &Count::from(digit)),
                    None => return Next::Answer(None),
                },
                SlotKind::Recursive(_) => {
                    self.memory.waiting.push(waiting);
                    return Next::Ask(Family::from_word(word), value);
                }
            }
        }
        match item.rest {
            Some(rest) if waiting.place == item.slots.len() => {
                let node = waiting.node;
                self.memory.waiting.push(waiting);
                Next::Ask(rest, node)
            }
            _ => Next::Answer(Some(waiting.rank)),
        }
    }

    /// Appends a slot's digit to the rank within a record, and goes to the next slot.
    fn append(&self, waiting: &mut Waiting, record: u32, digit: &Count) {
        let item = self.dag.item(self.schema, self.dag.records.get(record));
        waiting.rank *= &self.dag.word_count(self.schema, &item, waiting.place);
        waiting.rank += digit;
        waiting.place += 1;
    }

    /// Whether constructor, data and sizes agree: the cheaper test, and the first.
    fn may_hold(&self, record: u32, node: u32) -> bool {
        let item = self.dag.item(self.schema, self.dag.records.get(record));
        item.ctor == self.value.ctor(node)
            && item.slots.iter().zip(item.words).zip(self.value.slots(node, item.from)).all(
                |((slot, word), value)| match slot.kind {
                    SlotKind::Data(_) => self.digit(*word, *value).is_some(),
                    SlotKind::Recursive(_) => match Family::from_word(*word).split() {
                        Ok(_) => true,
                        Err(union) => self.sizes.may_hold(union, self.value.size(*value)),
                    },
                },
            )
    }

    /// The place of a value, given by its index, within the span of a data slot.
    fn digit(&self, word: u32, index: u32) -> Option<u32> {
        let (lo, hi) = self.dag.bounds(Span::from_word(word));
        (lo <= index && index <= hi).then(|| index - lo)
    }
}
