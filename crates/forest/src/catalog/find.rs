//! From a value to its rank: the inverse of `nth`.
//!
//! No predicate runs: a structure is in a family if one of the family's records matches it slot by slot.
//! For each node of the value, the family of all its siblings (its class) is found once and remembered,
//! so that a union of classes is searched by membership.

use rustc_hash::FxHashMap;

use super::Catalog;
use crate::algorithm::Fields;
use crate::count::Count;
use crate::graph::{Dag, Family, Span};
use crate::index::{CtorIx, at, shown, wide};
use crate::schema::{Schema, SlotKind};

/// One layer of a given value: each slot is a node's number or a data value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueNode {
    /// The constructor.
    pub ctor: CtorIx,
    /// A slot each: the number of a node of the same value, or an integer (labels: their index).
    pub slots: Vec<i64>,
}

struct Finder<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    nodes: &'a [ValueNode],
    known: FxHashMap<(u32, u32), Option<Count>>,
}

impl Finder<'_> {
    /// The rank of a node within a family.
    fn in_family(&mut self, family: Family, node: u32) -> Option<Count> {
        let union = match family.split() {
            Ok(record) => return self.in_record(record, node),
            Err(union) => union,
        };
        if let Some(known) = self.known.get(&(family.word(), node)) {
            return known.clone();
        }
        let mut before = Count::ZERO;
        let mut found = None;
        for member in self.dag.members(union) {
            let member = Family::from_word(*member);
            if let Some(rank) = self.in_family(member, node) {
                found = Some(before + rank);
                break;
            }
            before += &self.dag.count(self.schema, member);
        }
        self.known.insert((family.word(), node), found.clone());
        found
    }

    /// The rank of a node within a record.
    fn in_record(&mut self, record: u32, node: u32) -> Option<Count> {
        let words = self.dag.records.get(record);
        let value = &self.nodes[at(node)];
        if words[0] != value.ctor.word() {
            return None;
        }
        let ctor = self.schema.constructor(CtorIx::from_word(words[0]));
        // Data first: it is the cheaper test.
        for (position, slot) in ctor.slots.iter().enumerate() {
            if let SlotKind::Data(_) = slot.kind {
                self.digit(slot.kind, words[position + 1], value.slots[position])?;
            }
        }
        let mut rank = Count::ZERO;
        for (position, slot) in ctor.slots.iter().enumerate() {
            let word = words[position + 1];
            let digit = self.digit(slot.kind, word, value.slots[position])?;
            rank = rank * self.dag.slot_count(self.schema, slot.kind, word) + digit;
        }
        Some(rank)
    }

    /// The rank of what a slot holds within what it can hold.
    fn digit(&mut self, kind: SlotKind, word: u32, value: i64) -> Option<Count> {
        match kind {
            SlotKind::Data(domain) => {
                let (lo, hi) = self.dag.bounds(Span::from_word(word));
                let index = self.schema.domain(domain).index_of(value)?;
                (lo <= index && index <= hi).then(|| Count::from(index - lo))
            }
            SlotKind::Recursive(_) => self.in_family(Family::from_word(word), u32::try_from(value).ok()?),
        }
    }
}

/// The size of a value.
pub fn size_of(schema: &Schema, nodes: &[ValueNode]) -> Option<u32> {
    nodes.iter().try_fold(0_u32, |sum, node| sum.checked_add(schema.constructor(node.ctor).weight))
}

impl Catalog {
    /// The size and rank of a value taken apart, if it is among the structures. `None` if data is symbolic:
    /// there a rank stands for a path condition, not for a value.
    pub fn find(&self, nodes: &[ValueNode]) -> Option<(u32, Count)> {
        if self.fields() == Fields::Symbolic {
            return None;
        }
        let size = size_of(&self.schema, nodes)?;
        let roots = self.roots_of(size)?;
        let schema = &*self.schema;
        let whole = shown(nodes.len().checked_sub(1)?);
        if self.dag.unit {
            return self.find_unit(nodes).and_then(|record| {
                let place = roots.records.iter().position(|root| *root == record)?;
                Some((size, Count::from(place)))
            });
        }
        let mut finder = Finder { schema, dag: &self.dag, nodes, known: FxHashMap::default() };
        for (place, record) in roots.records.iter().enumerate() {
            if let Some(rank) = finder.in_record(*record, whole) {
                return Some((size, roots.start_of(schema, &self.dag, shown(place)) + rank));
            }
        }
        None
    }

    /// In a graph of single structures, the record of a value: its parts' records first.
    fn find_unit(&self, nodes: &[ValueNode]) -> Option<u32> {
        let schema = &*self.schema;
        let mut found: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for node in nodes {
            let ctor = schema.constructor(node.ctor);
            let mut record = vec![node.ctor.word()];
            for (slot, value) in ctor.slots.iter().zip(&node.slots) {
                record.push(match slot.kind {
                    SlotKind::Data(domain) => schema.domain(domain).index_of(*value)?,
                    SlotKind::Recursive(_) => found[usize::try_from(*value).ok()?],
                });
            }
            let number = match known.get(&record) {
                Some(number) => *number,
                None => self.record_number(&record)?,
            };
            known.insert(record, number);
            found.push(number);
        }
        found.last().copied()
    }

    /// The number of a record, from an index that is made at the first call.
    fn record_number(&self, record: &[u32]) -> Option<u32> {
        let hash = |words: &[u32]| {
            use std::hash::BuildHasher as _;
            rustc_hash::FxBuildHasher.hash_one(words)
        };
        let index = self.index.get_or_init(|| {
            let mut index: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
            for number in 0..shown(self.dag.records.len()) {
                index.entry(hash(self.dag.records.get(number))).or_default().push(number);
            }
            index
        });
        let numbers = index.get(&hash(record))?;
        debug_assert!(wide(numbers.len()) < 1 << 20);
        numbers.iter().copied().find(|number| self.dag.records.get(*number) == record)
    }
}
