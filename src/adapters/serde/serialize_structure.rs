//! [`Node`]: serializes a structure by its schema, in the form that serde's derive would give its type.
//!
//! It recurses as deep as the structure, as all that serde writes does.

use ::serde::ser::{
    Error, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};
use ::serde::{Serialize, Serializer};
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, Slot, SlotKind};
use dpgen_forest::structure::ValueNode;

use crate::interned_strings::intern;

/// A node of a structure.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) schema: &'a Schema,
    /// Parts before wholes.
    pub(super) nodes: &'a [ValueNode],
    pub(super) at: usize,
}

/// The content of a slot.
enum Field<'a> {
    Part(Node<'a>),
    Datum(&'a Domain, i64),
}

impl<'a> Node<'a> {
    fn constructor(self) -> &'a Constructor {
        self.schema.constructor(self.nodes[self.at].ctor)
    }

    /// The slots, each with what fills it.
    fn fields(self) -> impl ExactSizeIterator<Item = (&'a Slot, Field<'a>)> {
        let words = &self.nodes[self.at].slots;
        self.constructor().slots.iter().zip(words).map(move |(slot, word)| match slot.kind {
            SlotKind::Data(domain) => (slot, Field::Datum(self.schema.domain(domain), *word)),
            SlotKind::Recursive(_) => {
                let at = usize::try_from(*word).unwrap_or_default();
                (slot, Field::Part(Node { at, ..self }))
            }
        })
    }

    /// The elements of a list, which is a chain of nodes with an element and a rest.
    fn elements(self) -> impl Iterator<Item = Field<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let mut fields = rest.take()?.fields();
            let (_, first) = fields.next()?;
            if let Some((_, Field::Part(node))) = fields.next() {
                rest = Some(node);
            }
            Some(first)
        })
    }

    fn plain<S: Serializer>(self, serializer: S, ty: &str) -> Result<S::Ok, S::Error> {
        let ctor = self.constructor();
        let owner = self.schema.ty(ctor.ty);
        let (ty, name) = (intern(ty), intern(&ctor.name));
        let number = ctor_number(self);
        // A struct has one constructor, of its own name.
        let is_struct = owner.constructors == 1 && owner.name == ctor.name;
        let positional = ctor.slots.iter().enumerate().all(|(at, slot)| slot.name == at.to_string());
        let fields = self.fields();
        let len = fields.len();
        match (is_struct, positional, len) {
            (true, _, 0) => serializer.serialize_unit_struct(ty),
            (false, _, 0) => serializer.serialize_unit_variant(ty, number, name),
            (true, true, 1) => match fields.into_iter().next() {
                Some((_, field)) => serializer.serialize_newtype_struct(ty, &field),
                None => Err(S::Error::custom("a field is missing")),
            },
            (false, true, 1) => match fields.into_iter().next() {
                Some((_, field)) => serializer.serialize_newtype_variant(ty, number, name, &field),
                None => Err(S::Error::custom("a field is missing")),
            },
            (true, true, _) => {
                let mut out = serializer.serialize_tuple_struct(ty, len)?;
                fields.into_iter().try_for_each(|(_, field)| out.serialize_field(&field))?;
                out.end()
            }
            (false, true, _) => {
                let mut out = serializer.serialize_tuple_variant(ty, number, name, len)?;
                fields.into_iter().try_for_each(|(_, field)| out.serialize_field(&field))?;
                out.end()
            }
            (true, false, _) => {
                let mut out = serializer.serialize_struct(ty, len)?;
                fields
                    .into_iter()
                    .try_for_each(|(slot, field)| out.serialize_field(intern(&slot.name), &field))?;
                out.end()
            }
            (false, false, _) => {
                let mut out = serializer.serialize_struct_variant(ty, number, name, len)?;
                fields
                    .into_iter()
                    .try_for_each(|(slot, field)| out.serialize_field(intern(&slot.name), &field))?;
                out.end()
            }
        }
    }
}

/// The number of a node's constructor within its type.
fn ctor_number(node: Node<'_>) -> u32 {
    node.schema.local(node.nodes[node.at].ctor)
}

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ty = self.schema.ty(self.constructor().ty);
        match ty.shape {
            Shape::Plain => self.plain(serializer, &ty.name),
            Shape::List => {
                let mut out = serializer.serialize_seq(Some(self.elements().count()))?;
                self.elements().try_for_each(|element| out.serialize_element(&element))?;
                out.end()
            }
            Shape::Option => match self.fields().next() {
                Some((_, field)) => serializer.serialize_some(&field),
                None => serializer.serialize_none(),
            },
            Shape::Tuple => {
                let mut out = serializer.serialize_tuple(self.fields().len())?;
                self.fields().try_for_each(|(_, field)| out.serialize_element(&field))?;
                out.end()
            }
        }
    }
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Part(node) => node.serialize(serializer),
            Self::Datum(Domain::Bool, word) => serializer.serialize_bool(*word != 0),
            Self::Datum(domain @ Domain::Labels(_), word) => {
                let label = u32::try_from(*word).ok().and_then(|index| domain.label(index));
                serializer.serialize_str(label.unwrap_or_default())
            }
            Self::Datum(domain @ Domain::Wide(_), word) => {
                let text = u32::try_from(*word).map(|index| domain.show(index)).unwrap_or_default();
                match (text.parse(), text.parse(), text.parse()) {
                    (Ok(integer), ..) => serializer.serialize_i64(integer),
                    (_, Ok(integer), _) => serializer.serialize_u64(integer),
                    (.., Ok(integer)) => serializer.serialize_i128(integer),
                    _ => serializer.serialize_u128(text.parse().unwrap_or(u128::MAX)),
                }
            }
            Self::Datum(Domain::Nodes { .. }, word) => serializer.serialize_str(&format!("#{word}")),
            Self::Datum(Domain::Range { .. } | Domain::Ints(_), word) => serializer.serialize_i64(*word),
        }
    }
}
