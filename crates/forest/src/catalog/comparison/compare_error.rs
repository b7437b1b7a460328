//! [`CompareError`]: the reason why the structures of two builds can not be matched, and what to do about it.

use std::fmt;

/// The reason why the structures of two builds can not be matched.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 1..=2)] i64, Box<List>),
/// }
///
/// let concrete = Generator::<List>::up_to(2).build()?;
/// let symbolic = Generator::<List>::up_to(2).fields(dpgen::Fields::Symbolic).build()?;
/// assert_eq!(symbolic.compare(&concrete).err(), Some(dpgen::CompareError::Symbolic));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompareError {
    /// A build has path conditions in place of structures.
    Symbolic,
    /// A constructor has other fields in the new build, or in another order.
    Fields {
        /// The constructor.
        constructor: String,
        /// Its fields in the old build.
        old: String,
        /// Its fields in the new build.
        new: String,
    },
    /// A field holds values of another kind in the new build.
    FieldKind {
        /// Constructor and field.
        field: String,
        /// What it holds in the old build.
        old: String,
        /// What it holds in the new build.
        new: String,
    },
    /// A constructor weighs something else in the new build, so that structures have two sizes.
    Weight {
        /// The constructor.
        constructor: String,
        /// Its weight in the old build.
        old: u32,
        /// Its weight in the new build.
        new: u32,
    },
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbolic => f.write_str(
                "symbolic data has path conditions in place of structures, which can not be compared: build both with \
                 concrete data",
            ),
            Self::Fields { constructor, old, new } => write!(
                f,
                "`{constructor}` has the fields ({old}) on the old side and ({new}) on the new one, so that its \
                 structures can not be matched. Give it the same fields in the same order, or another name if it is \
                 meant to be another constructor"
            ),
            Self::FieldKind { field, old, new } => write!(
                f,
                "`{field}` holds {old} on the old side and {new} on the new one, which can not be matched. Give it one \
                 type on both sides, or its constructor another name"
            ),
            Self::Weight { constructor, old, new } => write!(
                f,
                "`{constructor}` weighs {old} on the old side and {new} on the new one, so that a structure has two \
                 sizes. Give it the same weight on both sides"
            ),
        }
    }
}

impl std::error::Error for CompareError {}
