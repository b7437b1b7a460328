//! Nodes of a value that the user gave: everything is decided, answers are remembered by node.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::Source;
use crate::run::{AttrKey, Encoder, Int, NodeState, Run, SlotState};
use dpgen_forest::catalog::ValueNode;
use dpgen_forest::index::{at, shown};
use dpgen_forest::schema::SlotKind;

/// A given value, and what its nodes answered.
#[derive(Debug)]
pub(crate) struct ValueSource {
    pub(crate) nodes: Vec<ValueNode>,
    /// The integers that do not fit into an `i64`: node and slot.
    wide: FxHashSet<(u32, u32)>,
    remembered: FxHashMap<(u32, AttrKey), Encoder>,
}

impl ValueSource {
    pub(crate) fn new(nodes: Vec<ValueNode>, wide: &[(u32, u32)]) -> Self {
        Self { nodes, wide: wide.iter().copied().collect(), remembered: FxHashMap::default() }
    }

    /// What a node answered; nodes of the run have the numbers of the value's nodes.
    pub(crate) fn recall(&self, node: u32, key: AttrKey) -> Option<(&[i64], &[Int])> {
        self.remembered.get(&(node, key)).map(|answer| (&*answer.words, &*answer.ints))
    }

    pub(crate) fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        self.remembered.insert((node, key), answer.clone());
    }
}

impl Run {
    /// Makes a node of the run for each node of the value, with the same number.
    pub(crate) fn lay_out_value(&mut self) {
        let Source::Value(source) = &self.source else { unreachable!("a run over a value") };
        let count = source.nodes.len();
        for value in 0..count {
            self.push_node(NodeState::Value(shown(value)));
        }
    }

    pub(crate) fn open_value(&mut self, value: u32) -> NodeState {
        let Source::Value(source) = &self.source else { unreachable!("a run over a value") };
        let node = source.nodes[at(value)].clone();
        let wide: SmallVec<[bool; 5]> =
            (0..node.slots.len()).map(|slot| source.wide.contains(&(value, shown(slot)))).collect();
        self.push_layer(node.ctor, |_, slot, kind| match kind {
            SlotKind::Recursive(_) => SlotState::Node(u32::try_from(node.slots[slot]).unwrap_or(u32::MAX)),
            SlotKind::Data(domain) if wide[slot] => SlotState::Data(Int::WIDE, domain),
            SlotKind::Data(domain) => SlotState::Data(Int::constant(node.slots[slot]), domain),
        })
    }
}
