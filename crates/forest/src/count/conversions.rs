//! Conversions of counts from integers and text, and comparisons with integers.

use std::cmp::Ordering;
use std::fmt;

use crate::count::{Count, Repr};
use crate::index::wide;

impl std::str::FromStr for Count {
    type Err = ParseCountError;
    fn from_str(text: &str) -> Result<Self, ParseCountError> {
        text.parse().map(Self::from_big).map_err(|_| ParseCountError(()))
    }
}

/// The error for a text that is no count: other characters than decimal digits, or none.
///
/// ```
/// let error = "-1".parse::<dpgen::Count>().unwrap_err();
/// assert_eq!(error.to_string(), "a count is written in decimal digits");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseCountError(());

impl fmt::Display for ParseCountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a count is written in decimal digits")
    }
}

impl std::error::Error for ParseCountError {}

macro_rules! from {
    ($($int:ty)*) => {$(
        impl From<$int> for Count {
            #[inline]
            fn from(value: $int) -> Self {
                Self(Repr::Small(u128::from(value)))
            }
        }
    )*};
}

from!(u8 u16 u32 u64 u128);

macro_rules! try_from {
    ($($int:ty)*) => {$(
        impl TryFrom<$int> for Count {
            type Error = std::num::TryFromIntError;
            /// A negative number is an error.
            #[inline]
            fn try_from(value: $int) -> Result<Self, Self::Error> {
                Ok(Self(Repr::Small(u128::try_from(value)?)))
            }
        }
    )*};
}

try_from!(i8 i16 i32 i64 i128 isize);

impl From<usize> for Count {
    #[inline]
    fn from(value: usize) -> Self {
        Self::from(wide(value))
    }
}

impl PartialEq<u128> for Count {
    #[inline]
    fn eq(&self, other: &u128) -> bool {
        self.to_u128() == Some(*other)
    }
}

impl PartialOrd<u128> for Count {
    #[inline]
    fn partial_cmp(&self, other: &u128) -> Option<Ordering> {
        Some(self.to_u128().map_or(Ordering::Greater, |small| small.cmp(other)))
    }
}
