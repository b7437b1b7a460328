//! [`References`]: which types have nodes that slots refer to, and which structures hold them, as far as a schema says.
//!
//! Read `reference_rules.rs` for what nodes and references are, and `reference_counters.rs` for how nodes are counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::{Domain, Schema, SlotKind};

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

/// A node type, and the name of the attribute that counts its nodes.
#[derive(Debug, Clone)]
pub(super) struct NodeType {
    pub(super) ty: TypeIx,
    /// The constructors that make nodes of it: its own, and those of its copies.
    ctors: Arc<[CtorIx]>,
    pub(super) count_name: Arc<str>,
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
    pub(super) fn node_type(&self, node: TypeIx) -> &NodeType {
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
}

/// Adds a type to an ascending list.
fn add(types: &mut NodeTypes, ty: TypeIx) {
    if let Err(place) = types.binary_search(&ty) {
        types.insert(place, ty);
    }
}

/// The place of a type in a list, from the end.
pub(super) fn place_from_end(types: &NodeTypes, ty: TypeIx) -> Option<usize> {
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
