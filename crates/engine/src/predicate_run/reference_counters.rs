//! [`References`]: which types have nodes that slots refer to, and how the nodes that a walk has met are counted on the way to a slot.
//!
//! A context has a counter for each node type that structures of its type can hold or refer to, ascending, at its end. A [`Counter`]
//! computes one for a slot: what the whole has met, the whole itself, and the nodes within the parts to the left, which are asked for an
//! attribute. Read `reference_rules.rs` for what nodes and references are, and for the rules made of counters.

use std::collections::BTreeSet;
use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::{Domain, Schema, SlotKind};

use super::current_run::{ask, view, with_schema};
use super::model::{AttrKey, Attribute, Encoder};
use super::predicate_int::Int;
use super::view_handles::{Handle, SlotHandle};

/// Types that some slot refers to, ascending.
type NodeTypes = SmallVec<[TypeIx; 2]>;

/// How nodes are numbered, beyond what a schema says.
#[derive(Debug, Clone, Copy)]
pub struct Numbering<'a> {
    /// Types that are copies of others, each with the one that it is a copy of: its constructors stand in the same order and make
    /// nodes of that type, where those of that type do.
    pub copies: &'a [(TypeIx, TypeIx)],
    /// Types whose parts are wholes: the nodes of each such part are numbered from 0.
    pub holders: &'a BTreeSet<TypeIx>,
}

/// What the references of a schema need to be numbered.
#[derive(Debug)]
pub(super) struct References {
    /// The types that some slot refers to.
    nodes: Vec<NodeType>,
    /// By type: itself, or the type that it is a copy of.
    originals: Vec<TypeIx>,
    /// Types whose parts are wholes.
    pub(super) holders: BTreeSet<TypeIx>,
    /// By type: the node types that its structures can hold.
    held: Vec<NodeTypes>,
    /// By type: the node types that its structures can hold or refer to; each has a counter in its contexts.
    pub(super) counted: Vec<NodeTypes>,
}

/// Where a counter of a slot comes from: its place in the context of the whole, and what is added.
#[derive(Debug, Clone)]
pub(super) struct Counter {
    node: NodeType,
    /// The place in the whole's context, from its end; none if the whole has no such counter.
    from_end: Option<usize>,
    /// 1 if the whole is a node of this type.
    own: i64,
    /// The slots to the left whose parts can hold nodes of this type.
    pub(super) left: SmallVec<[usize; 2]>,
}

/// A node type, and the name of the attribute that counts its nodes.
#[derive(Debug, Clone)]
pub(super) struct NodeType {
    ty: TypeIx,
    /// The constructors that make nodes of it: its own, and those of its copies.
    ctors: Arc<[CtorIx]>,
    count_name: Arc<str>,
}

impl NodeType {
    /// The type of nodes, with the constructors that make them. `originals` has, by type, the one that it is a copy of, or itself.
    fn new(schema: &Schema, originals: &[TypeIx], ty: TypeIx) -> Self {
        let weighs = |ctor: &CtorIx| schema.constructor(*ctor).weight > 0;
        let own: Vec<u32> =
            schema.constructors_of(ty).filter(weighs).map(|ctor| schema.local(ctor)).collect();
        let types = (0..small(schema.types())).map(TypeIx::from_word);
        let same = types.filter(|of| originals[of.index()] == ty).flat_map(|of| schema.constructors_of(of));
        let ctors = same.filter(|ctor| own.contains(&schema.local(*ctor))).collect();
        let count_name = format!("nodes of {}", schema.ty(ty).name).into();
        Self { ty, ctors, count_name }
    }

    /// Whether structures of a constructor are nodes of this type.
    pub(super) fn is_made_by(&self, ctor: CtorIx) -> bool {
        self.ctors.contains(&ctor)
    }

    /// The number of nodes of this type within a structure.
    pub(super) fn nodes_within(&self, handle: Handle) -> i64 {
        let key = AttrKey::Nodes(self.ty);
        let make = || {
            let node = self.clone();
            let eval = Box::new(move |handle, out: &mut Encoder| out.word(node.count(handle)));
            Attribute { key, name: self.count_name.to_string(), eval }
        };
        let decode = |words: &[i64], _: &[Int]| words.first().copied().unwrap_or_default();
        ask(handle, key, make, |out| out.word(self.count(handle)), decode)
    }

    /// Counts the nodes within a structure, by asking its parts.
    fn count(&self, handle: Handle) -> i64 {
        let layer = view(handle);
        let own = self.is_made_by(layer.ctor);
        let slots = with_schema(|schema| schema.constructor(layer.ctor).recursive.clone());
        let parts = slots.into_iter().filter_map(|slot| match layer.slot(slot) {
            SlotHandle::Node(part) => Some(self.nodes_within(part)),
            SlotHandle::Data(..) => None,
        });
        i64::from(own) + parts.sum::<i64>()
    }
}

impl References {
    pub(super) fn of(schema: &Schema, numbering: Numbering<'_>) -> Self {
        let types = || (0..small(schema.types())).map(TypeIx::from_word);
        let mut referred: Vec<NodeTypes> = vec![NodeTypes::new(); schema.types()];
        for ctor in schema.all_constructors() {
            for slot in &ctor.slots {
                if let SlotKind::Data(domain) = slot.kind
                    && let Domain::Nodes { of, .. } = schema.domain(domain)
                {
                    add(&mut referred[ctor.ty.index()], *of);
                }
            }
        }
        let nodes: NodeTypes = types().filter(|ty| referred.iter().any(|all| all.contains(ty))).collect();
        let mut originals: Vec<TypeIx> = types().collect();
        for (copy, of) in numbering.copies {
            originals[copy.index()] = *of;
        }
        let own = |of: &TypeIx| nodes.iter().copied().filter(|node| node == of).collect();
        let own = originals.iter().map(own).collect();
        let held = closure(schema, own);
        let counted = held.iter().zip(closure(schema, referred)).map(|(held, referred)| {
            let mut all = held.clone();
            referred.into_iter().for_each(|node| add(&mut all, node));
            all
        });
        let counted = counted.collect();
        let nodes = nodes.into_iter().map(|node| NodeType::new(schema, &originals, node)).collect();
        Self { nodes, counted, held, originals, holders: numbering.holders.clone() }
    }

    /// A type that some slot refers to.
    fn node_type(&self, node: TypeIx) -> &NodeType {
        let place = self.nodes.iter().position(|known| known.ty == node);
        place.map_or_else(
            || unreachable!("only types that slots refer to are counted"),
            |place| &self.nodes[place],
        )
    }

    /// The type that a type's structures are nodes of, if some slot refers to it.
    pub(super) fn own_node_type(&self, ty: TypeIx) -> Option<&NodeType> {
        self.nodes.iter().find(|known| known.ty == self.originals[ty.index()])
    }

    /// Whether structures of a type can hold nodes of a type.
    pub(super) fn can_hold(&self, ty: TypeIx, node: &NodeType) -> bool {
        self.held[ty.index()].contains(&node.ty)
    }

    /// Whether nothing refers to a node.
    pub(super) fn is_empty(&self) -> bool {
        self.counted.iter().all(SmallVec::is_empty)
    }

    /// The number of counters at the end of the contexts of a type.
    pub(super) fn counters(&self, ty: TypeIx) -> usize {
        self.counted[ty.index()].len()
    }

    /// The place of the number of a type's own nodes in its contexts, from the end.
    pub(super) fn own_place(&self, ty: TypeIx) -> Option<usize> {
        place_from_end(&self.counted[ty.index()], self.originals[ty.index()])
    }

    /// How a counter of a slot is computed.
    pub(super) fn counter(&self, schema: &Schema, ctor: CtorIx, slot: usize, node: TypeIx) -> Counter {
        let constructor = schema.constructor(ctor);
        let left = constructor.recursive.iter().copied().take_while(|left| *left < slot);
        let left = left.filter(|left| match constructor.slots[*left].kind {
            SlotKind::Recursive(part) => self.held[part.index()].contains(&node),
            SlotKind::Data(_) => false,
        });
        let from_end = place_from_end(&self.counted[constructor.ty.index()], node);
        let node = self.node_type(node).clone();
        Counter { own: i64::from(node.is_made_by(ctor)), node, from_end, left: left.collect() }
    }

    /// The counter of a part that is a whole: it has met nothing.
    pub(super) fn counter_of_whole(&self, node: TypeIx) -> Counter {
        Counter { node: self.node_type(node).clone(), from_end: None, own: 0, left: SmallVec::new() }
    }
}

impl Counter {
    /// What the context of the whole, and the whole itself, make of it.
    pub(super) fn base(&self, words: &[i64]) -> i64 {
        let above = self.from_end.and_then(|place| words.iter().rev().nth(place));
        above.copied().unwrap_or_default() + self.own
    }

    /// The number of nodes that were met before the slot.
    pub(super) fn value(&self, words: &[i64], whole: Handle) -> i64 {
        let layer = view(whole);
        let left = self.left.iter().filter_map(|slot| match layer.slot(*slot) {
            SlotHandle::Node(part) => Some(self.node.nodes_within(part)),
            SlotHandle::Data(..) => None,
        });
        self.base(words) + left.sum::<i64>()
    }
}

/// Adds a type to an ascending list.
fn add(types: &mut NodeTypes, ty: TypeIx) {
    if let Err(place) = types.binary_search(&ty) {
        types.insert(place, ty);
    }
}

/// The place of a type in a list, from the end.
fn place_from_end(types: &NodeTypes, ty: TypeIx) -> Option<usize> {
    types.iter().rev().position(|known| *known == ty)
}

/// By type: what it and the types of its parts have, and of their parts, and so on.
fn closure(schema: &Schema, mut all: Vec<NodeTypes>) -> Vec<NodeTypes> {
    loop {
        let before = all.clone();
        for ctor in schema.all_constructors() {
            for slot in &ctor.slots {
                if let SlotKind::Recursive(part) = slot.kind {
                    let below = all[part.index()].clone();
                    below.into_iter().for_each(|node| add(&mut all[ctor.ty.index()], node));
                }
            }
        }
        if all == before {
            return all;
        }
    }
}
