//! References in records: a [`Family`] in a recursive slot, a [`Span`] in a data slot.
//!
//! Each is one word. The highest bit tells a reference to a set (a union, an interval) from a reference to a single thing
//! (a record, an index). Read [`records`](super::records) next.

use crate::index::IdsExhausted;

/// The bit that tells a reference to a set from a reference to a single thing.
pub(super) const SET_BIT: u32 = 1 << 31;

macro_rules! words {
    ($($name:ident: $single:literal, $set:literal;)*) => {$(
        impl $name {
            /// The reference that was stored as this word.
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

            #[doc = concat!("`Ok(", $single, ")` or `Err(", $set, ")`.")]
            #[inline]
            pub const fn split(self) -> Result<u32, u32> {
                if self.0 & SET_BIT == 0 { Ok(self.0) } else { Err(self.0 & !SET_BIT) }
            }
        }
    )*};
}

words! {
    Family: "record", "union";
    Span: "index", "position of the interval";
}

/// The structures of a recursive slot: one record, or a union of families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Family(u32);

impl Family {
    /// The place, if it leaves the bit free that tells references to sets.
    #[inline]
    pub const fn checked(place: u32, what: &'static str) -> Result<u32, IdsExhausted> {
        if place & SET_BIT == 0 { Ok(place) } else { Err(IdsExhausted { what }) }
    }

    /// The family of one record.
    #[inline]
    pub const fn record(record: u32) -> Self {
        Self(record)
    }

    /// The union at this place of the table of unions.
    #[inline]
    pub const fn union(place: u32) -> Self {
        Self(place | SET_BIT)
    }
}

/// The values of a data slot: one index of its domain, or an interval of indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Span(u32);

impl Span {
    /// The single index.
    #[inline]
    pub const fn one(index: u32) -> Self {
        Self(index)
    }

    /// The interval at this place of the table of intervals.
    #[inline]
    pub const fn interval(place: u32) -> Self {
        Self(place | SET_BIT)
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, Span};

    #[test]
    fn references_round_trip() {
        assert_eq!(Family::from_word(Family::record(7).word()).split(), Ok(7));
        assert_eq!(Family::from_word(Family::union(7).word()).split(), Err(7));
        assert_eq!(Span::from_word(Span::one(3).word()).split(), Ok(3));
        assert_eq!(Span::from_word(Span::interval(3).word()).split(), Err(3));
    }
}
