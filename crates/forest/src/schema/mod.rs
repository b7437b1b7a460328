//! The schema: types, their constructors, and each constructor's slots, for one scope.
//!
//! Constructors are numbered over all types ([`CtorIx`]), type by type in the order of declaration, so
//! one word names a constructor and its type. A slot is *recursive* (a substructure of some type) or
//! *data* (a value of a finite [`Domain`], stored as its index). Invariant: a finished schema has finite
//! values for every type and finitely many structures of every size (`check.rs` refuses the others).
//! Read `builder.rs` for how one is made.

mod builder;
mod check;
mod domain;

pub use builder::{SchemaBuilder, TypeKey};
pub use domain::Domain;
pub use domain::width;

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::index::{CtorIx, DomainIx, IdsExhausted, TypeIx, shown};

/// What fills a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SlotKind {
    /// A substructure of this type.
    Recursive(TypeIx),
    /// A value of this domain.
    Data(DomainIx),
}

/// A constructor's field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The field's name, or its number in a tuple.
    pub name: String,
    /// What fills it.
    pub kind: SlotKind,
}

impl Slot {
    /// Whether a substructure fills it.
    #[inline]
    #[must_use]
    pub const fn is_recursive(&self) -> bool {
        matches!(self.kind, SlotKind::Recursive(_))
    }
}

/// A constructor of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// The type it makes values of.
    pub ty: TypeIx,
    /// What it adds to the size.
    pub weight: u32,
    /// Its fields, in order.
    pub slots: Vec<Slot>,
    /// The positions of the recursive slots, ascending.
    pub recursive: Vec<usize>,
}

/// How values of a type are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// By constructor and fields.
    Plain,
    /// As a list: `Nil` and `Cons(first, rest)`.
    List,
    /// As an optional value: `None` and `Some(value)`.
    Option,
    /// As a tuple or array: one constructor.
    Tuple,
}

/// A type: a named range of constructors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// How its values are written.
    pub shape: Shape,
    /// Its first constructor.
    pub first: CtorIx,
    /// How many constructors it has.
    pub constructors: u32,
    /// The size of its smallest structure, or `None` if an empty domain leaves it without any.
    pub min_size: Option<u32>,
}

/// Types, constructors and slots, with every domain made concrete by a scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schema {
    pub(crate) types: Vec<Type>,
    pub(crate) constructors: Vec<Constructor>,
    pub(crate) domains: Vec<Domain>,
    pub(crate) root: TypeIx,
    /// Types in an order in which structures of one size can be built: see `check.rs`.
    pub(crate) order: Vec<TypeIx>,
}

impl Schema {
    /// The type of whole structures.
    #[inline]
    #[must_use]
    pub const fn root(&self) -> TypeIx {
        self.root
    }

    /// All types, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn all_types(&self) -> &[Type] {
        &self.types
    }

    /// All constructors, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn all_constructors(&self) -> &[Constructor] {
        &self.constructors
    }

    /// All data domains, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn all_domains(&self) -> &[Domain] {
        &self.domains
    }

    /// The types in an order in which structures of one size can be built: parts before wholes.
    #[inline]
    #[must_use]
    pub fn order(&self) -> &[TypeIx] {
        &self.order
    }

    /// A type.
    #[inline]
    #[must_use]
    pub fn ty(&self, ty: TypeIx) -> &Type {
        &self.types[ty.index()]
    }

    /// A constructor.
    #[inline]
    #[must_use]
    pub fn constructor(&self, ctor: CtorIx) -> &Constructor {
        &self.constructors[ctor.index()]
    }

    /// A data domain.
    #[inline]
    #[must_use]
    pub fn domain(&self, domain: DomainIx) -> &Domain {
        &self.domains[domain.index()]
    }

    /// The first data slot of a domain, for messages.
    pub fn slot_of(&self, domain: DomainIx) -> String {
        let slot = self.constructors.iter().find_map(|ctor| {
            let slot = ctor.slots.iter().find(|slot| slot.kind == SlotKind::Data(domain));
            slot.map(|slot| format!("`{}.{}`", ctor.name, slot.name))
        });
        slot.unwrap_or_else(|| "a data slot".to_owned())
    }

    /// The number of types.
    #[inline]
    #[must_use]
    pub fn types(&self) -> usize {
        self.types.len()
    }

    /// A type's constructors.
    #[inline]
    pub fn constructors_of(&self, ty: TypeIx) -> impl Iterator<Item = CtorIx> + use<> {
        let ty = self.ty(ty);
        let first = ty.first.word();
        (first..first + ty.constructors).map(CtorIx::from_word)
    }

    /// The index of a label in a domain of labels, which is added if need be: for a value that no scope made.
    #[doc(hidden)]
    pub fn admit_label(&mut self, domain: DomainIx, label: &str) -> Option<u32> {
        let domain = &mut self.domains[domain.index()];
        let known = domain.index_of_label(label);
        match domain {
            Domain::Labels(labels) => known.or_else(|| {
                labels.push(label.to_owned());
                shown(labels.len()).checked_sub(1)
            }),
            _ => None,
        }
    }

    /// A constructor's number within its type.
    #[inline]
    #[must_use]
    pub fn local(&self, ctor: CtorIx) -> u32 {
        ctor.word() - self.ty(self.constructor(ctor).ty).first.word()
    }

    /// The smallest size of a structure that starts with this constructor, if there is one.
    #[inline]
    #[must_use]
    pub fn min_size_of(&self, ctor: CtorIx) -> Option<u32> {
        let ctor = self.constructor(ctor);
        ctor.slots.iter().try_fold(ctor.weight, |sum, slot| match slot.kind {
            SlotKind::Recursive(ty) => sum.checked_add(self.ty(ty).min_size?),
            SlotKind::Data(domain) => (!self.domain(domain).is_empty()).then_some(sum),
        })
    }
}

/// Why a type or spec is no schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaError {
    /// A type can not be finished: each of its constructors needs a value of a type of the cycle.
    NoFiniteValue {
        /// The type.
        ty: String,
        /// The types on the cycle, first and last the same.
        path: Vec<String>,
    },
    /// A type has infinitely many structures of one size.
    GrowsForFree {
        /// The type.
        ty: String,
        /// The types on the cycle, first and last the same.
        path: Vec<String>,
    },
    /// The type of whole structures is a plain value.
    NotRecursive(String),
    /// A type has no constructors.
    NoConstructors(String),
    /// A data slot has no domain.
    NoDomain {
        /// Constructor and field.
        slot: String,
    },
    /// A domain that does not fit the slot, or is too large to index.
    BadDomain {
        /// Constructor and field.
        slot: String,
        /// What is wrong with it.
        why: String,
    },
    /// A domain mentions a parameter that the scope does not set.
    UnknownParam {
        /// Constructor and field.
        slot: String,
        /// The parameter.
        param: String,
        /// How to set it, in the terms of the caller's interface; empty, or `: ` and the rest.
        hint: String,
    },
    /// The scope sets a parameter that no domain mentions.
    UnusedParam {
        /// The parameter.
        param: String,
        /// Which one was perhaps meant, or which ones there are.
        hint: String,
    },
    /// Too many types, constructors or domains.
    Ids(IdsExhausted),
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFiniteValue { ty, path } => {
                let cycle = cycle(path);
                write!(f, "type `{ty}` has no finite value: {cycle}. Add a constructor without that field")
            }
            Self::GrowsForFree { ty, path } => write!(
                f,
                "type `{ty}` can grow without growing in size: {}. Give a constructor on that cycle a weight of at \
                 least 1, or make every value of the repeated type weigh something",
                cycle(path)
            ),
            Self::NotRecursive(name) => write!(
                f,
                "`{name}` is a single value without structure: put it into a field of a type that derives DpGen"
            ),
            Self::NoConstructors(ty) => write!(f, "type `{ty}` has no constructors, so it has no values"),
            Self::NoDomain { slot } => write!(
                f,
                "`{slot}` is a data slot without a domain: say which values it takes, as in `#[dpgen(range = 0..=n)]` \
                 or `#[dpgen(values = [1, 2, 3])]`"
            ),
            Self::BadDomain { slot, why } => write!(f, "`{slot}`: {why}"),
            Self::UnknownParam { slot, param, hint } => {
                write!(f, "`{slot}` mentions the parameter `{param}`, which is not set{hint}")
            }
            Self::UnusedParam { param, hint } => {
                write!(f, "no domain mentions the parameter `{param}`: {hint}")
            }
            Self::Ids(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SchemaError {}

impl From<IdsExhausted> for SchemaError {
    fn from(error: IdsExhausted) -> Self {
        Self::Ids(error)
    }
}

fn cycle(path: &[String]) -> String {
    let quoted: Vec<String> = path.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" -> ")
}
