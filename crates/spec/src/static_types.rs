//! [`Ty`]: the static type of an expression.
//!
//! `resolved_spec.rs` says what the numbers in types mean, and shows types in words; `type_inference.rs` finds those of attributes.

/// The static type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ty {
    Int,
    Bool,
    /// A string from this list of [`Table::labels`].
    Label(usize),
    /// A constructor of this type.
    Kind(usize),
    /// A string without a meaning: neither a label nor a constructor.
    Text,
    /// A list, which only contexts hold.
    List(ListTy),
}

/// The type of a list: lists within lists, down to values of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListTy {
    of: Scalar,
    /// The levels of lists: at least 1.
    depth: u8,
}

/// The values that a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scalar {
    Int,
    Bool,
    Label(usize),
}

impl Ty {
    /// The type of lists of such values, if there are any.
    pub(crate) fn list(self) -> Option<ListTy> {
        Some(match self {
            Self::Int => ListTy { of: Scalar::Int, depth: 1 },
            Self::Bool => ListTy { of: Scalar::Bool, depth: 1 },
            Self::Label(labels) => ListTy { of: Scalar::Label(labels), depth: 1 },
            Self::List(list) => ListTy { depth: list.depth.checked_add(1)?, ..list },
            Self::Kind(_) | Self::Text => return None,
        })
    }

    /// The levels of lists around the values: 0 for one that is no list.
    pub(crate) const fn list_depth(self) -> u8 {
        match self {
            Self::List(list) => list.depth,
            _ => 0,
        }
    }

    /// The type of the items, if it is a list.
    pub(crate) const fn item(self) -> Option<Self> {
        match self {
            Self::List(list) => Some(list.item()),
            _ => None,
        }
    }
}

impl ListTy {
    /// The type of the items.
    pub(crate) const fn item(self) -> Ty {
        match (self.depth, self.of) {
            (2.., _) => Ty::List(Self { depth: self.depth - 1, ..self }),
            (_, Scalar::Int) => Ty::Int,
            (_, Scalar::Bool) => Ty::Bool,
            (_, Scalar::Label(labels)) => Ty::Label(labels),
        }
    }
}
