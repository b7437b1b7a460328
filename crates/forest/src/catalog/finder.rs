//! The rank of a given value within a family: a search over families and the value's nodes, without recursion.
//!
//! A union is searched member by member, a record slot by slot; each asks for the rank of a node within a family, or of
//! a value within a span, and waits on a stack of our own for the answer, as a value can be deeper than a thread's
//! stack. What was found for a union and a node is
//! remembered: for each node of the value, the family of all its siblings (its class) is found once, so that a union of
//! classes is searched by membership.

use rustc_hash::FxHashMap;

use crate::count::Count;
use crate::graph::{Dag, Family, Span};
use crate::index::{CtorIx, at};
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

/// Finds ranks of the nodes of one value.
pub(super) struct Finder<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    nodes: &'a [ValueNode],
    known: FxHashMap<(u32, u32), Option<Count>>,
    waiting: Vec<Waiting>,
}

/// A question that waits for the answer to another one.
#[derive(Debug)]
struct Waiting {
    node: u32,
    of: Set,
    /// The member, or slot, that was asked about.
    place: usize,
    /// For a union, the structures of the members before; for a record, the rank among the slots before.
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
    /// For the nodes of one value, parts before wholes.
    pub(super) fn new(schema: &'a Schema, dag: &'a Dag, nodes: &'a [ValueNode]) -> Self {
        Self { schema, dag, nodes, known: FxHashMap::default(), waiting: Vec::new() }
    }

    /// The rank of a node within a record.
    pub(super) fn in_record(&mut self, record: u32, node: u32) -> Option<Count> {
        let mut next = Next::Ask(Family::record(record), node);
        loop {
            next = match next {
                Next::Ask(family, node) => self.ask(family, node),
                Next::Answer(answer) => match self.waiting.pop() {
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
            Err(union) => match self.known.get(&(union, node)) {
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
                let found = Some(waiting.rank + rank);
                self.known.insert((union, waiting.node), found.clone());
                Next::Answer(found)
            }
            (Set::Union(union), None) => {
                let member = Family::from_word(self.dag.members(union)[waiting.place]);
                waiting.rank += &self.dag.count(self.schema, member);
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

    /// Asks about the next member of a union.
    fn member(&mut self, waiting: Waiting, union: u32) -> Next {
        match self.dag.members(union).get(waiting.place) {
            Some(member) => {
                let node = waiting.node;
                self.waiting.push(waiting);
                Next::Ask(Family::from_word(*member), node)
            }
            None => {
                self.known.insert((union, waiting.node), None);
                Next::Answer(None)
            }
        }
    }

    /// Goes over the slots of a record up to the next recursive one, or to the rest.
    fn slots(&mut self, mut waiting: Waiting, record: u32) -> Next {
        let item = self.dag.item(self.schema, self.dag.records.get(record));
        while let Some(slot) = item.slots.get(waiting.place) {
            let value = self.nodes[at(waiting.node)].slots[item.from + waiting.place];
            let word = item.words[waiting.place];
            match slot.kind {
                SlotKind::Data(_) => match self.digit(slot.kind, word, value) {
                    Some(digit) => self.append(&mut waiting, record, &Count::from(digit)),
                    None => return Next::Answer(None),
                },
                SlotKind::Recursive(_) => {
                    let Ok(part) = u32::try_from(value) else { return Next::Answer(None) };
                    self.waiting.push(waiting);
                    return Next::Ask(Family::from_word(word), part);
                }
            }
        }
        match item.rest {
            Some(rest) if waiting.place == item.slots.len() => {
                let node = waiting.node;
                self.waiting.push(waiting);
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

    /// Whether constructor and data agree: the cheaper test, and the first.
    fn may_hold(&self, record: u32, node: u32) -> bool {
        let item = self.dag.item(self.schema, self.dag.records.get(record));
        let value = &self.nodes[at(node)];
        item.ctor == value.ctor
            && item.slots.iter().zip(item.words).zip(&value.slots[item.from..]).all(
                |((slot, word), value)| match slot.kind {
                    SlotKind::Data(_) => self.digit(slot.kind, *word, *value).is_some(),
                    SlotKind::Recursive(_) => true,
                },
            )
    }

    /// The place of a value within the span of a data slot.
    fn digit(&self, kind: SlotKind, word: u32, value: i64) -> Option<u32> {
        let SlotKind::Data(domain) = kind else { return None };
        let (lo, hi) = self.dag.bounds(Span::from_word(word));
        let index = self.schema.domain(domain).index_of(value)?;
        (lo <= index && index <= hi).then(|| index - lo)
    }
}
