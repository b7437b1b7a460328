//! Typed `u32` ids, and the only integer casts of the crate.
//!
//! Every table that can grow to millions of entries is addressed by a newtype over `u32`, so that a
//! class can not be mistaken for a structure and a record costs four bytes a reference. Running out of
//! ids is an error ([`IdsExhausted`]), never a wrap-around.
#![allow(clippy::as_conversions, reason = "the one file of the crate in which integers are cast")]

/// A table has more entries than a `u32` id can name.
///
/// ```
/// use dpgen::schema::TypeIx;
/// let full: dpgen::IdsExhausted = TypeIx::new(usize::MAX).unwrap_err();
/// assert_eq!(full.what, "types");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdsExhausted {
    /// The entries that there are too many of.
    pub what: &'static str,
}

impl std::fmt::Display for IdsExhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = self.what;
        write!(f, "more than {} {what} do not fit: lower the maximum size or tighten a domain", u32::MAX)
    }
}

impl std::error::Error for IdsExhausted {}

/// The index of a `u32` id; lossless on every platform that dpgen supports (32 bits and up).
#[inline]
pub const fn at(id: u32) -> usize {
    id as usize
}

/// A length as a `u32`, or the error that says which table is full.
#[inline]
pub fn id(len: usize, what: &'static str) -> Result<u32, IdsExhausted> {
    u32::try_from(len).map_err(|_| IdsExhausted { what })
}

/// A length as a `u32`, saturating: for figures that are shown. Two ids that saturate would be the same, so that ids take
/// [`id`] where a table can grow, and [`small`] where it is known to be short.
#[inline]
pub fn shown(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// A length that is known to be small, as a `u32`: of the parts of one structure, of one run, or of one batch of tasks.
///
/// # Panics
/// When it does not fit: then it was not few, and an id that saturates would name something else.
#[inline]
#[track_caller]
pub fn small(len: usize) -> u32 {
    match u32::try_from(len) {
        Ok(len) => len,
        Err(_) => panic!("{len} entries, where at most {} were thought possible", u32::MAX),
    }
}

/// A length as a `u64`; lossless.
#[inline]
pub const fn wide(len: usize) -> u64 {
    len as u64
}

/// A length as an `i64`; lossless for every length that memory can hold.
#[inline]
pub const fn signed(len: usize) -> i64 {
    len as i64
}

/// The lower and the upper half of an integer.
#[inline]
pub const fn halves(value: i128) -> (u64, i64) {
    (value as u64, (value >> 64) as i64)
}

/// The integer with these halves.
#[inline]
pub const fn joined(lower: u64, upper: i64) -> i128 {
    (upper as i128) << 64 | lower as i128
}

/// The lower half of a word.
#[inline]
pub const fn low_half(value: u64) -> u32 {
    value as u32
}

/// The lower and the upper word of a number.
#[inline]
pub const fn word_halves(value: u128) -> (u64, u64) {
    (value as u64, (value >> 64) as u64)
}

/// The nearest `f64`: for shares and seconds that are only shown.
#[inline]
pub const fn approx(value: u64) -> f64 {
    value as f64
}

/// The address of a place on the stack, to measure how deep a predicate recurses.
#[inline]
pub fn stack_address<T>(place: &T) -> usize {
    core::ptr::from_ref(place) as usize
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $what:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(u32);

        #[allow(dead_code, reason = "every id has the same methods, whether used yet or not")]
        impl $name {
            /// The id of the `index`-th entry.
            ///
            /// # Errors
            /// [`IdsExhausted`] when `index` does not fit into 32 bits.
            #[inline]
            pub fn new(index: usize) -> Result<Self, IdsExhausted> {
                id(index, $what).map(Self)
            }

            /// The id that was stored as this word.
            #[inline]
            #[must_use]
            pub const fn from_word(word: u32) -> Self {
                Self(word)
            }

            /// The word to store.
            #[inline]
            #[must_use]
            pub const fn word(self) -> u32 {
                self.0
            }

            /// The place in the table.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                at(self.0)
            }
        }
    )*};
}

ids! {
    /// A type of the schema.
    ///
    /// ```
    /// # use dpgen::schema::TypeIx;
    /// let third = TypeIx::new(2)?;
    /// assert_eq!((third.index(), third.word()), (2, 2));
    /// assert_eq!(TypeIx::from_word(third.word()), third);
    /// # Ok::<(), dpgen::IdsExhausted>(())
    /// ```
    TypeIx = "types";
    /// A constructor, numbered over all types of the schema.
    ///
    /// ```
    /// # use dpgen::schema::CtorIx;
    /// let first_word = 4; // of a structure's compact words
    /// let ctor = CtorIx::from_word(first_word);
    /// assert_eq!((ctor.index(), ctor.word()), (4, first_word));
    /// assert_eq!(CtorIx::new(4), Ok(ctor));
    /// ```
    CtorIx = "constructors";
    /// A data domain of the schema.
    ///
    /// ```
    /// # use dpgen::schema::DomainIx;
    /// let domains: Vec<DomainIx> = (0..3).map(DomainIx::new).collect::<Result<_, _>>()?;
    /// assert_eq!(domains[2].index(), 2);
    /// assert_eq!(DomainIx::from_word(domains[2].word()), domains[2]);
    /// # Ok::<(), dpgen::IdsExhausted>(())
    /// ```
    DomainIx = "domains";
    /// An attribute, numbered in the order in which runs asked for them.
    AttrIx = "attributes";
    /// A class of structures that no attribute in use tells apart.
    ClassId = "classes";
}
