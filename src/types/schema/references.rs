//! References: fields that hold the number of a node, which is a value of another type, or the same, elsewhere in the whole.
//!
//! The engine numbers nodes (`reference_rules.rs` of `dpgen_engine`). Here fields declare what they refer to, and a schema is checked:
//! each field refers to a type of the user's that has nodes, and that the whole can have as a part.

use std::collections::BTreeSet;

use crate::types::DpGen;
use crate::types::schema::definer::ConstructorFields;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::view::reference::Ref;
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Domain, Schema, SchemaError, SlotKind};

/// The number of values of the domain of references where any value is judged: no node of it has a greater number.
const MAX_NODES: u32 = (1 << 31) - 1;

/// How a type shows that fields can refer to: it derives [`DpGen`], and has fields.
#[diagnostic::on_unimplemented(
    message = "`{T}` has no nodes that a field could refer to",
    label = "not a type with fields that derives `DpGen`",
    note = "`refers_to` names the type of the nodes themselves, without a `Box` around it"
)]
pub trait SlotOfNode<T> {}

impl<T> SlotOfNode<T> for Ref<T> {}

impl ConstructorFields<'_> {
    /// The nodes of a type that the named field refers to.
    pub fn nodes_of<T: DpGen<Slot: SlotOfNode<T>>>(&mut self, field: &str) -> Domain {
        self.nodes::<T>(field)
    }

    /// The same, where the type is a parameter, which shows itself only when the schema is made.
    pub fn nodes<T: DpGen>(&mut self, field: &str) -> Domain {
        let slot = self.slot_name(field);
        // Of size 0 there is no node; a domain without values would be taken for a mistake.
        let len = self.definer.schema.scope().map_or(MAX_NODES, |scope| scope.max_size().max(1));
        match T::define(self.definer, &FieldDomain::NONE, &slot) {
            SlotKind::Recursive(of) => Domain::Nodes { of, len },
            SlotKind::Data(_) => {
                let why = "it refers to plain values, which are no nodes".to_owned();
                self.definer.schema.error(SchemaError::BadDomain { slot, why });
                Domain::Ints(Vec::new())
            }
        }
    }
}

/// The types that fields of a schema refer to, and their copies.
///
/// # Errors
/// A field that can refer to nothing. `derived` has the types of the user's, `copies` types that are copies of others.
pub(crate) fn node_types(
    schema: &Schema,
    derived: &BTreeSet<TypeIx>,
    copies: &[(TypeIx, TypeIx)],
) -> Result<BTreeSet<TypeIx>, SchemaError> {
    let mut found = BTreeSet::new();
    for ctor in schema.all_constructors() {
        for slot in &ctor.slots {
            let Some(of) = referred(schema, slot.kind) else { continue };
            let name = &schema.ty(of).name;
            let of_root = within(schema, schema.root());
            let own =
                copies.iter().filter(|(_, original)| *original == of).map(|(copy, _)| *copy).chain([of]);
            let own: BTreeSet<TypeIx> = own.collect();
            let why = if !derived.contains(&of) {
                format!("it refers to `{name}`, which holds nodes and is none: name the type that it holds")
            } else if schema.constructors_of(of).all(|ctor| schema.constructor(ctor).weight == 0) {
                format!(
                    "it refers to `{name}`, of which nothing weighs something: give what is to be a node a `weight`"
                )
            } else if own.is_disjoint(&of_root) {
                let root = &schema.ty(schema.root()).name;
                format!("it refers to `{name}`, and no part of `{root}` is one")
            } else {
                found.extend(own);
                continue;
            };
            return Err(SchemaError::BadDomain { slot: format!("{}.{}", ctor.name, slot.name), why });
        }
    }
    Ok(found)
}

/// Refuses a type whose parts are wholes, if it is a part itself elsewhere: its nodes would be numbered in two ways.
pub(crate) fn holders_are_no_parts(
    schema: &Schema,
    holders: &BTreeSet<TypeIx>,
    nodes: &BTreeSet<TypeIx>,
) -> Result<(), SchemaError> {
    for ctor in schema.all_constructors().iter().filter(|ctor| !holders.contains(&ctor.ty)) {
        for slot in &ctor.slots {
            let SlotKind::Recursive(part) = slot.kind else { continue };
            if !holders.contains(&part) || within(schema, part).is_disjoint(nodes) {
                continue;
            }
            let why = format!(
                "`{0}` is a whole, in which nodes are numbered from 0, and a part here, in which numbers go on from those \
                 before: write a struct for one of the two",
                schema.ty(part).name
            );
            return Err(SchemaError::BadDomain { slot: format!("{}.{}", ctor.name, slot.name), why });
        }
    }
    Ok(())
}

/// The type that a slot refers to.
fn referred(schema: &Schema, slot: SlotKind) -> Option<TypeIx> {
    match slot {
        SlotKind::Data(domain) => match schema.domain(domain) {
            Domain::Nodes { of, .. } => Some(*of),
            _ => None,
        },
        SlotKind::Recursive(_) => None,
    }
}

/// A type, the types of its parts, and of their parts, and so on.
fn within(schema: &Schema, ty: TypeIx) -> BTreeSet<TypeIx> {
    let (mut open, mut found) = (vec![ty], BTreeSet::new());
    while let Some(ty) = open.pop() {
        if !found.insert(ty) {
            continue;
        }
        for ctor in schema.constructors_of(ty) {
            open.extend(schema.constructor(ctor).slots.iter().filter_map(|slot| match slot.kind {
                SlotKind::Recursive(part) => Some(part),
                SlotKind::Data(_) => None,
            }));
        }
    }
    found
}
