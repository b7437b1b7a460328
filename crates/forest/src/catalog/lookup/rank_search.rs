//! [`RankSearch`]: finds the rank of a given value within a family, without recursion.
//!
//! A union is searched member by member, a record slot by slot; each asks for the rank of a node within a family, or of a
//! value within a span, and waits on an explicit stack for the answer, as a value can be deeper than a thread's stack. The
//! answers for unions are cached: for each node of the value, the family of all its siblings (its class) is found once, so
//! that a union of classes is searched by membership. Where the families of all nodes are known
//! ([`layer_families`](super::layer_families)), the member is, too. Read [`value_rank`](super::value_rank) next.

use crate::catalog::families::family_sizes::FamilySizes;
use crate::catalog::lookup::layer_families::LayerFamilies;
use crate::catalog::lookup::value_layers::ValueLayers;
use crate::count::Count;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::{Family, Span};
use crate::index::{at, small};
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// The answer for a node within a union.
#[derive(Debug)]
struct CachedRank {
    union: u32,
    /// The position of the same node's answer before this one, plus one; 0 if there is none.
    before: u32,
    rank: Option<Count>,
}

/// The answers for the nodes of a value, or of several values that share nodes.
#[derive(Debug, Default)]
pub(crate) struct RankCache {
    known: Vec<CachedRank>,
    /// By node: the position in `known` of its latest answer, plus one.
    last_known: Vec<u32>,
    waiting: Vec<Waiting>,
}

impl RankCache {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
        self.last_known.clear();
        self.waiting.clear();
    }
}

/// Finds ranks of the nodes of a value.
pub(crate) struct RankSearch<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    sizes: &'a FamilySizes,
    value: &'a ValueLayers,
    cache: &'a mut RankCache,
    /// The families of the nodes, if they have been computed.
    families: Option<&'a LayerFamilies>,
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

/// The set that a question is about.
#[derive(Debug, Clone, Copy)]
enum Set {
    Union(u32),
    Record(u32),
}

/// The next step of the search.
enum Next {
    /// Another question: the rank of a node within a family.
    Ask(Family, u32),
    /// The answer to the question that waited.
    Answer(Option<Count>),
}

impl<'a> RankSearch<'a> {
    /// A search for the nodes of a value; the cache may have answers for some of them.
    pub(crate) fn new(
        schema: &'a Schema,
        dag: &'a Dag,
        sizes: &'a FamilySizes,
        value: &'a ValueLayers,
        cache: &'a mut RankCache,
        families: Option<&'a LayerFamilies>,
    ) -> Self {
        cache.last_known.resize(value.len(), 0);
        Self { schema, dag, sizes, value, cache, families }
    }

    /// The cached answer for a node within a union.
    fn cached(&self, union: u32, node: u32) -> Option<&Option<Count>> {
        let mut place = self.cache.last_known[at(node)];
        while place > 0 {
            let known = &self.cache.known[at(place - 1)];
            if known.union == union {
                return Some(&known.rank);
            }
            place = known.before;
        }
        None
    }

    fn store(&mut self, union: u32, node: u32, rank: Option<Count>) {
        let before = self.cache.last_known[at(node)];
        self.cache.known.push(CachedRank { union, before, rank });
        self.cache.last_known[at(node)] = small(self.cache.known.len());
    }

    /// The rank of a node within a record.
    pub(crate) fn in_record(&mut self, record: u32, node: u32) -> Option<Count> {
        let mut next = Next::Ask(Family::record(record), node);
        loop {
            next = match next {
                Next::Ask(family, node) => self.ask(family, node),
                Next::Answer(answer) => match self.cache.waiting.pop() {
                    Some(waiting) => self.resume(waiting, answer),
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
            Err(union) => match self.cached(union, node) {
                Some(known) => Next::Answer(known.clone()),
                None => {
                    self.member(Waiting { node, of: Set::Union(union), place: 0, rank: Count::ZERO }, union)
                }
            },
        }
    }

    /// Resumes a question after the answer to the one that it waited for.
    fn resume(&mut self, mut waiting: Waiting, answer: Option<Count>) -> Next {
        match (waiting.of, answer) {
            (Set::Union(union), Some(rank)) => {
                let before = self.dag.members(union)[..waiting.place].iter();
                let counts = before.map(|member| self.dag.count(self.schema, Family::from_word(*member)));
                let found = Some(counts.fold(rank, |sum, count| sum + count));
                self.store(union, waiting.node, found.clone());
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
        if let Some(families) = self.families {
            let Some(place) = families.member(node, union).filter(|place| waiting.place <= *place) else {
                return Next::Answer(None);
            };
            waiting.place = place;
            self.cache.waiting.push(waiting);
            return Next::Ask(Family::from_word(self.dag.members(union)[place]), node);
        }
        for member in &self.dag.members(union)[waiting.place..] {
            let member = Family::from_word(*member);
            if member.split().is_err() || member.split().is_ok_and(|record| self.may_hold(record, node)) {
                self.cache.waiting.push(waiting);
                return Next::Ask(member, node);
            }
            waiting.place += 1;
        }
        self.store(union, node, None);
        Next::Answer(None)
    }

    /// Goes over the slots of a record up to the next recursive one, or to the rest.
    fn slots(&mut self, mut waiting: Waiting, record: u32) -> Next {
        let item = self.dag.decode(self.schema, self.dag.records.get(record));
        while let Some(slot) = item.slots.get(waiting.place) {
            let value = self.value.slots(waiting.node, item.from)[waiting.place];
            let word = item.words[waiting.place];
            match slot.kind {
                SlotKind::Data(_) => match self.digit(word, value) {
                    Some(digit) => self.append(&mut waiting, record, &Count::from(digit)),
                    None => return Next::Answer(None),
                },
                SlotKind::Recursive(_) => {
                    self.cache.waiting.push(waiting);
                    return Next::Ask(Family::from_word(word), value);
                }
            }
        }
        match item.rest {
            Some(rest) if waiting.place == item.slots.len() => {
                let node = waiting.node;
                self.cache.waiting.push(waiting);
                Next::Ask(rest, node)
            }
            _ => Next::Answer(Some(waiting.rank)),
        }
    }

    /// Appends a slot's digit to the rank within a record, and goes to the next slot.
    fn append(&self, waiting: &mut Waiting, record: u32, digit: &Count) {
        let item = self.dag.decode(self.schema, self.dag.records.get(record));
        waiting.rank *= &self.dag.word_count(self.schema, &item, waiting.place);
        waiting.rank += digit;
        waiting.place += 1;
    }

    /// Whether constructor, data and sizes agree: the cheaper test, and the first.
    fn may_hold(&self, record: u32, node: u32) -> bool {
        let item = self.dag.decode(self.schema, self.dag.records.get(record));
        item.ctor == self.value.ctor(node)
            && item.slots.iter().zip(item.words.iter()).zip(self.value.slots(node, item.from)).all(
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
