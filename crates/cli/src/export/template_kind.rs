//! [`Kind`]: the kind of the values of an expression in a template, as far as minijinja treats kinds in different ways.

/// The kind of an expression's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int,
    Text,
    /// A substructure, which is written already.
    Part,
    /// None, a value or a substructure.
    Optional,
    /// A list of values or substructures.
    List,
    /// The value of an attribute.
    Attribute,
    /// What may be undefined: it can be written, and nothing else.
    Undefined,
    /// Lists of lists, and tuples.
    Other,
}

impl Kind {
    /// Whether values are written as minijinja writes them.
    pub(super) const fn is_shown(self) -> bool {
        !matches!(self, Self::List | Self::Other)
    }

    /// Whether values may be tested.
    pub(super) const fn is_tested(self) -> bool {
        !matches!(self, Self::Undefined | Self::Other)
    }
}

/// The kind of what is of one kind or another.
pub(super) fn joint_kind(kind: Kind, other: Kind) -> Kind {
    match (kind, other) {
        _ if kind == other => kind,
        (Kind::Undefined, _) | (_, Kind::Undefined) => Kind::Undefined,
        (Kind::List, _) | (_, Kind::List) => Kind::List,
        _ => Kind::Optional,
    }
}
