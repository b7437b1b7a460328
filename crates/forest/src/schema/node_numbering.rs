//! [`NodeNumbering`]: what a schema does not say of how nodes are numbered, for values whose pointers lead to nodes.
//!
//! A *node* is a structure of a type that some slot refers to ([`Domain::Nodes`]), by a constructor that weighs something. A walk from the
//! whole numbers the nodes of a type from 0, wholes before parts, parts from left to right. Types may be copies of others, and the parts of a
//! type may be wholes, in each of which numbers begin at 0 again.

use std::collections::BTreeSet;

use crate::index::{CtorIx, TypeIx, small};
use crate::schema::{Domain, Schema, SlotKind};

/// Which constructors make nodes, and where numbers begin at 0 again.
#[derive(Debug, Clone)]
pub struct NodeNumbering {
    /// By constructor: the type of nodes that it makes one of.
    node_types: Vec<Option<TypeIx>>,
    /// Types whose parts are wholes.
    holders: BTreeSet<TypeIx>,
}

impl NodeNumbering {
    /// Of a schema. `copies` has types that are copies of others, with these: they make nodes where those do.
    #[must_use]
    pub fn new(schema: &Schema, copies: &[(TypeIx, TypeIx)], holders: BTreeSet<TypeIx>) -> Self {
        let slots = schema.all_constructors().iter().flat_map(|ctor| &ctor.slots);
        let referred = slots.filter_map(|slot| match slot.kind {
            SlotKind::Data(domain) => match schema.domain(domain) {
                Domain::Nodes { of, .. } => Some(*of),
                _ => None,
            },
            SlotKind::Recursive(_) => None,
        });
        let referred: BTreeSet<TypeIx> = referred.collect();
        let node_type = |ctor: CtorIx| {
            let ty = schema.constructor(ctor).ty;
            let original = copies.iter().find(|(copy, _)| *copy == ty).map_or(ty, |(_, of)| *of);
            let declared =
                schema.constructors_of(original).find(|own| schema.local(*own) == schema.local(ctor))?;
            (referred.contains(&original) && schema.constructor(declared).weight > 0).then_some(original)
        };
        let ctors = (0..small(schema.all_constructors().len())).map(CtorIx::from_word);
        Self { node_types: ctors.map(node_type).collect(), holders }
    }

    /// The type of nodes that a constructor makes one of, if it does.
    #[must_use]
    pub fn node_type(&self, ctor: CtorIx) -> Option<TypeIx> {
        self.node_types[ctor.index()]
    }

    /// Whether the parts of a type are wholes.
    #[must_use]
    pub fn parts_are_wholes(&self, ty: TypeIx) -> bool {
        self.holders.contains(&ty)
    }
}
