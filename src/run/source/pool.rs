//! Nodes that are structures of the pool: one, or any of a part of a bucket.
//!
//! Structures stay compact records until the predicate reads them. A read that every structure of the
//! part answers alike is not a choice; any other picks one of them.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Source;
use crate::index::{AttrIx, CtorIx, DomainIx, at};
use crate::run::{NO_ORIGIN, NodeState, Run, SlotState};
use crate::schema::SlotKind;
use crate::store::Pool;

/// The pool a run reads, and what is counted on the way.
#[derive(Debug)]
pub(crate) struct PoolSource {
    pub(crate) pool: Arc<Pool>,
    /// Whether the structures in the pool are known to satisfy `rep_ok`.
    pub(crate) accepted: bool,
    /// How many structures were looked into.
    pub(crate) expanded: u64,
}

impl PoolSource {
    pub(crate) fn new(pool: Arc<Pool>) -> Self {
        Self { pool, accepted: true, expanded: 0 }
    }
}

impl Run {
    pub(super) fn choose_structure(&mut self, node: u32, bucket: u32, from: u32, len: u32) -> u32 {
        let Source::Pool(source) = &self.source else { unreachable!("a run over a pool") };
        let picked = self.choices.choose(len);
        let structure = source.pool.ids(bucket)[at(from) + at(picked)];
        self.nodes[at(node)] = NodeState::Structure(structure);
        self.origins[at(node)] = structure;
        structure
    }

    pub(super) fn open_structure(&mut self, structure: u32) -> NodeState {
        let Source::Pool(source) = &mut self.source else { unreachable!("a run over a pool") };
        source.expanded += 1;
        let record: SmallVec<[u32; 6]> = SmallVec::from_slice(source.pool.records.get(structure));
        self.push_layer(CtorIx::from_word(record[0]), |run, slot, kind| {
            let word = record[slot + 1];
            match kind {
                SlotKind::Recursive(_) => SlotState::Node(run.push_node(NodeState::Structure(word))),
                SlotKind::Data(domain) => SlotState::Data(run.constant_of(domain, word), domain),
            }
        })
    }

    /// The number of an attribute's value, or `None` if it is not remembered.
    pub(super) fn answer_from_pool(&mut self, node: u32, attr: AttrIx) -> Option<u32> {
        let Source::Pool(source) = &self.source else { unreachable!("a run over a pool") };
        let mut structure = self.origins[at(node)];
        if structure == NO_ORIGIN {
            let NodeState::Bucket { bucket, from, len } = self.nodes[at(node)] else { return None };
            if let Some(value) = source.pool.common_value(attr, bucket, from, len) {
                return Some(value);
            }
            structure = self.choose_structure(node, bucket, from, len);
        }
        let Source::Pool(source) = &self.source else { unreachable!("a run over a pool") };
        source.pool.value(attr, structure)
    }

    /// A data slot that can be any value of its domain, or the constant if there is just one.
    pub(crate) fn fresh_data(&mut self, domain: DomainIx) -> SlotState {
        let len = self.schema.domain(domain).len();
        let int = if len == 1 {
            self.constant_of(domain, 0)
        } else {
            let hi = len.saturating_sub(1);
            self.atom(crate::run::Atom::Data { domain, lo: 0, hi })
        };
        SlotState::Data(int, domain)
    }

    /// The indices that a data slot of a layer has been narrowed to.
    pub(crate) fn data_interval(&self, ctor: CtorIx, first: u32, slot: usize) -> (u32, u32) {
        match self.layer_slots(ctor, first)[slot] {
            SlotState::Data(int, domain) => match int.base.checked_sub(1) {
                Some(atom) => match self.atoms[at(atom)] {
                    crate::run::Atom::Data { lo, hi, .. } => (lo, hi),
                    _ => unreachable!("data slots are data atoms"),
                },
                None => {
                    let index = self.schema.domain(domain).index_of(int.add).unwrap_or(0);
                    (index, index)
                }
            },
            SlotState::Node(_) => unreachable!("a data slot holds data"),
        }
    }

    /// What a recursive slot of a layer has been narrowed to: one structure, or a part of a bucket.
    pub(crate) fn node_structures<'a>(
        &self,
        pool: &'a Pool,
        ctor: CtorIx,
        first: u32,
        slot: usize,
    ) -> Result<u32, &'a [u32]> {
        let SlotState::Node(node) = self.layer_slots(ctor, first)[slot] else {
            unreachable!("a recursive slot holds a node")
        };
        match (self.origins[at(node)], self.nodes[at(node)]) {
            (NO_ORIGIN, NodeState::Bucket { bucket, from, len }) => {
                Err(&pool.ids(bucket)[at(from)..at(from) + at(len)])
            }
            (structure, _) => Ok(structure),
        }
    }
}
