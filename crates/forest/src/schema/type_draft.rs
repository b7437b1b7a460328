//! Types while they are declared: the key of each, and its constructors so far.
//!
//! Read [`builder`](super::builder) next.

use std::any::TypeId;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::index::TypeIx;
use crate::schema::domain::Domain;
use crate::schema::types::Slot;
use crate::schema::value_notation::Shape;

/// The declared types, by number.
pub(super) type Drafts = IndexMap<TypeKey, Draft, FxBuildHasher>;

/// The key under which a type is declared: the same key, the same type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TypeKey {
    /// A Rust type, with the domains of its inner data slots (`Option<i64>` with a range).
    Rust(TypeId, DomainKey),
    /// A type of a spec, or a container of one, by name.
    Named(String),
    /// A type as an element of lists without a greatest length: see `element_weights.rs`.
    Element(TypeIx),
}

/// The domains and lengths that a field's attributes set inside of a Rust type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct DomainKey {
    /// The domain of all of them.
    pub values: Option<Domain>,
    /// The least and greatest length of a list.
    pub len: Option<(u32, u32)>,
    /// The keys of the parts of a tuple.
    pub parts: Vec<DomainKey>,
}

/// A type that is being declared.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) shape: Shape,
    /// Name, weight and slots of each.
    pub(super) constructors: Vec<(String, u32, Vec<Slot>)>,
}
