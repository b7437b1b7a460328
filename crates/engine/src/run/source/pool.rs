//! Nodes that are structures of the pool: one, or any of a part of a bucket.
//!
//! Structures stay compact records until the predicate looks into them. Asking for an attribute narrows a part to
//! the structures that give one answer ([`Groups`]); a view picks one structure.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Source;
use super::groups::{Groups, Whole};
use crate::pool::Pool;
use crate::run::{NO_ORIGIN, NodeState, Run, SlotState};
use dpgen_forest::index::{AttrIx, CtorIx, DomainIx, at, shown};
use dpgen_forest::schema::SlotKind;

/// The pool a run reads, and what is counted on the way.
#[derive(Debug)]
pub(crate) struct PoolSource {
    pub(crate) pool: Arc<Pool>,
    /// Whether the structures in the pool are known to satisfy `rep_ok`.
    pub(crate) accepted: bool,
    /// How many structures were looked into.
    pub(crate) expanded: u64,
    /// Structures that answered alike.
    pub(crate) groups: Groups,
}

impl PoolSource {
    pub(crate) fn new(pool: Arc<Pool>) -> Self {
        Self { pool, accepted: true, expanded: 0, groups: Groups::default() }
    }
}

impl Run {
    /// The structures that a node can be, if these are several of the pool.
    fn whole(&self, node: u32) -> Option<Whole> {
        match self.nodes[at(node)] {
            NodeState::Bucket { bucket, from, len } => Some(Whole::Part { bucket, from, len }),
            NodeState::Group(group) => Some(Whole::Group(group)),
            _ => None,
        }
    }

    /// Decides which structure a node is.
    pub(crate) fn choose_structure(&mut self, node: u32) -> u32 {
        let Some(whole) = self.whole(node) else { unreachable!("a node that can be several structures") };
        let Source::Pool(source) = &self.source else { unreachable!("a run over a pool") };
        let structures = source.groups.structures(&source.pool, whole);
        let structure = structures[at(self.choices.choose(shown(structures.len())))];
        self.become_structure(node, structure);
        structure
    }

    fn become_structure(&mut self, node: u32, structure: u32) {
        self.nodes[at(node)] = NodeState::Structure(structure);
        self.origins[at(node)] = structure;
    }

    pub(crate) fn open_structure(&mut self, structure: u32) -> NodeState {
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
    pub(crate) fn answer_from_pool(&mut self, node: u32, attr: AttrIx) -> Option<u32> {
        let structure = self.origins[at(node)];
        let whole = self.whole(node);
        let Source::Pool(source) = &mut self.source else { unreachable!("a run over a pool") };
        if structure != NO_ORIGIN {
            return source.pool.value(attr, structure);
        }
        let whole = whole?;
        if let Whole::Part { bucket, from, len } = whole
            && let Some(value) = source.pool.common_value(attr, bucket, from, len)
        {
            return Some(value);
        }
        let answers = source.groups.by_answer(&source.pool, whole, attr)?;
        let (value, group) = answers[at(self.choices.choose(shown(answers.len())))];
        match *source.groups.members(group) {
            [structure] => self.become_structure(node, structure),
            _ => self.nodes[at(node)] = NodeState::Group(group),
        }
        Some(value)
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

    /// What a recursive slot of a layer has been narrowed to: one structure, or several.
    pub(crate) fn node_structures(&self, ctor: CtorIx, first: u32, slot: usize) -> Result<u32, &[u32]> {
        let SlotState::Node(node) = self.layer_slots(ctor, first)[slot] else {
            unreachable!("a recursive slot holds a node")
        };
        match (self.origins[at(node)], self.whole(node), &self.source) {
            (NO_ORIGIN, Some(whole), Source::Pool(source)) => {
                Err(source.groups.structures(&source.pool, whole))
            }
            (structure, _, _) => Ok(structure),
        }
    }
}
