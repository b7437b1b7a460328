//! Resolves the links of a value that was taken apart: a walk from the whole, as the engine numbers nodes, says which of them lead to new nodes
//! and which to nodes that were met.

use std::collections::{BTreeMap, HashSet};

use dpgen_forest::index::{CtorIx, TypeIx, at, shown, signed};
use dpgen_forest::schema::{NodeNumbering, Schema, SlotKind};
use dpgen_forest::structure::ValueNode;

use crate::types::sharing::node_tokens::{NodeTokens, Progress};

/// The walk.
struct Walk<'a> {
    schema: &'a Schema,
    numbering: &'a NodeNumbering,
    tokens: &'a NodeTokens,
    /// The nodes of the value, in which links are not resolved.
    nodes: &'a [ValueNode],
    /// By token: the whole in which the node was met, and its number there.
    met: Vec<Option<(usize, usize)>>,
    /// The number of the whole that is walked through.
    whole: usize,
    /// By type: how many nodes of the whole were met.
    counters: BTreeMap<TypeIx, usize>,
    /// The nodes of the value that enclose what is walked through.
    path: HashSet<usize>,
}

/// A node of the value, whose slots are being resolved.
struct Frame {
    node: usize,
    ctor: CtorIx,
    slots: Vec<i64>,
    link: Option<Target>,
}

/// Where a link leads to.
#[derive(Clone, Copy)]
enum Target {
    /// To a node of the value, which is new.
    New(usize),
    /// To a node with this number.
    Met(usize),
}

/// The nodes of a value with its links resolved, parts before wholes, and for each the one that it was made of.
pub(crate) fn resolve(
    schema: &Schema,
    numbering: &NodeNumbering,
    tokens: &NodeTokens,
    nodes: &[ValueNode],
    root: i64,
) -> Result<Vec<(ValueNode, usize)>, String> {
    let (met, counters, path) = (vec![None; tokens.progress.len()], BTreeMap::new(), HashSet::new());
    let mut walk = Walk { schema, numbering, tokens, nodes, met, whole: 0, counters, path };
    let mut resolved = Vec::new();
    let mut open = vec![walk.enter(node_of(root))?];
    while let Some(frame) = open.last_mut() {
        match walk.next_slot(frame) {
            Some(Slot::Word(word)) => frame.slots.push(word),
            Some(Slot::Part(part)) => {
                if numbering.parts_are_wholes(schema.constructor(frame.ctor).ty) {
                    walk.whole += 1;
                    walk.counters.clear();
                }
                open.push(walk.enter(part)?);
            }
            None => {
                let Some(Frame { node, ctor, slots, .. }) = open.pop() else { break };
                walk.path.remove(&node);
                if let Some(whole) = open.last_mut() {
                    whole.slots.push(signed(resolved.len()));
                }
                resolved.push((ValueNode { ctor, slots }, node));
            }
        }
    }
    walk.check_arenas()?;
    Ok(resolved)
}

/// What a slot holds.
enum Slot {
    Word(i64),
    Part(usize),
}

impl Walk<'_> {
    fn enter(&mut self, node: usize) -> Result<Frame, String> {
        if !self.path.insert(node) {
            return Err("links lead in a circle through values that weigh nothing".to_owned());
        }
        let ValueNode { ctor, .. } = self.nodes[node];
        if let Some(token) = self.tokens.links.get(&node) {
            let target = self.target(*token)?;
            let ctor = match target {
                Target::New(_) => ctor,
                Target::Met(_) => CtorIx::from_word(ctor.word() + 1),
            };
            return Ok(Frame { node, ctor, slots: Vec::new(), link: Some(target) });
        }
        if let Some(of) = self.numbering.node_type(ctor) {
            let counter = self.counters.entry(of).or_default();
            if let Some(token) = self.tokens.of_node.get(&node) {
                self.met[*token] = Some((self.whole, *counter));
            }
            *counter += 1;
        }
        Ok(Frame { node, ctor, slots: Vec::new(), link: None })
    }

    fn target(&self, token: usize) -> Result<Target, String> {
        match (self.met[token], self.tokens.progress[token]) {
            (Some((whole, number)), _) if whole == self.whole => Ok(Target::Met(number)),
            (Some(_), _) => {
                Err("a link leads from one whole into another, such as the argument before".to_owned())
            }
            (None, Progress::Done(node)) => Ok(Target::New(node)),
            (None, Progress::NotYet | Progress::Begun) => {
                Err("a link leads to what is no part of the value".to_owned())
            }
        }
    }

    /// What the next slot holds, if there is one.
    fn next_slot(&self, frame: &Frame) -> Option<Slot> {
        let slot = frame.slots.len();
        let kind = self.schema.constructor(frame.ctor).slots.get(slot)?.kind;
        if let Some(target) = frame.link {
            return Some(match target {
                Target::New(node) => Slot::Part(node),
                Target::Met(number) => Slot::Word(signed(number)),
            });
        }
        let word = self.nodes[frame.node].slots[slot];
        Some(match (kind, self.tokens.references.get(&(frame.node, slot))) {
            (SlotKind::Recursive(_), _) => Slot::Part(node_of(word)),
            (SlotKind::Data(_), None) => Slot::Word(word),
            // No node has the number of what was not met.
            (SlotKind::Data(_), Some(token)) => Slot::Word(match self.met[*token] {
                Some((whole, number)) if whole == self.whole => signed(number),
                _ => i64::MAX,
            }),
        })
    }

    /// Nodes of an arena are all met, in their order.
    fn check_arenas(&self) -> Result<(), String> {
        for (index, token) in self.tokens.arenas.iter().flat_map(|tokens| tokens.iter().enumerate()) {
            match self.met[*token] {
                Some((_, number)) if number == index => {}
                Some((_, number)) => {
                    return Err(format!(
                        "the nodes of an arena are to come in the order in which a walk from the first one meets them, and the node at \
                         the index {index} is met as number {number}"
                    ));
                }
                None => {
                    return Err(format!(
                        "each node of an arena is to be reached from the first one, and the node at the index {index} is not"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The node that a slot word stands for.
fn node_of(word: i64) -> usize {
    match u32::try_from(word) {
        Ok(node) => at(node),
        Err(_) => unreachable!("the slot holds the number of a node"),
    }
}

/// The integers that do not fit into words, by node and slot, where nodes have become others.
pub(crate) fn moved(wide: &[(u32, u32)], nodes: &[(ValueNode, usize)]) -> Vec<(u32, u32)> {
    let mut moved = Vec::new();
    for (new, (_, node)) in nodes.iter().enumerate() {
        let of_node = wide.iter().filter(|(old, _)| at(*old) == *node);
        moved.extend(of_node.map(|(_, slot)| (shown(new), *slot)));
    }
    moved
}
