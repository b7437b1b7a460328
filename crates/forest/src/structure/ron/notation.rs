//! The notation of constructors, fields and values in RON, as `serde` would write them.
//!
//! Structs are written without their name, fields of tuples without theirs, choices of a list as strings, and names that
//! are no identifiers raw (`r#a-b`). All writers of RON take the pieces from here.

use crate::index::TypeIx;
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::{Constructor, Slot};

/// The only constructor of a type that is a struct with fields.
pub(crate) fn struct_constructor(schema: &Schema, ty: TypeIx) -> Option<&Constructor> {
    let ty = schema.ty(ty);
    let ctor = schema.constructor(ty.first);
    (ty.constructors == 1 && ctor.name == ty.name && !ctor.slots.is_empty()).then_some(ctor)
}

/// The name that stands before the fields of a constructor of a plain type; nothing for a struct.
#[must_use]
pub fn constructor_name(schema: &Schema, ctor: &Constructor) -> String {
    if struct_constructor(schema, ctor.ty).is_some() { String::new() } else { identifier(&ctor.name) }
}

/// The name that stands before the value of a constructor's field; nothing if its fields are numbered.
#[must_use]
pub fn field_name(ctor: &Constructor, slot: &Slot) -> Option<String> {
    (!ctor.is_positional()).then(|| identifier(&slot.name))
}

/// A value of a domain; a reference is the string `"#3"`.
#[must_use]
pub fn value(domain: &Domain, index: u32) -> String {
    if let Domain::Nodes { .. } = domain {
        return format!("\"{}\"", domain.show(index));
    }
    domain.label(index).map_or_else(|| domain.show(index), |label| format!("{label:?}"))
}

/// A name, raw if it is no identifier.
fn identifier(name: &str) -> String {
    let mut letters = name.chars();
    let is_plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    format!("{}{name}", if is_plain { "" } else { "r#" })
}
