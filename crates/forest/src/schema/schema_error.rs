//! [`SchemaError`]: the reason why a type or spec makes no schema, and what to do about it.

use std::fmt;

use crate::index::IdsExhausted;

/// The reason why a type or spec makes no schema.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::SchemaError;
///
/// #[derive(DpGen, Debug)]
/// struct Endless {
///     next: Box<Endless>, // an `Option` would let it end
/// }
///
/// let error = Generator::<Endless>::up_to(3).build().unwrap_err();
/// let BuildError::Schema(error) = error else { unreachable!() };
/// assert!(matches!(&error, SchemaError::NoFiniteValue { ty, .. } if ty == "Endless"));
/// assert!(error.to_string().ends_with("Add a constructor without that field"));
/// ```
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
        /// The reason.
        why: String,
    },
    /// A structure or a part has no context, or one of another type.
    BadContext {
        /// The type, or constructor and field.
        place: String,
        /// The reason, and what to do.
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
            Self::BadDomain { slot: place, why } | Self::BadContext { place, why } => {
                write!(f, "`{place}`: {why}")
            }
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
