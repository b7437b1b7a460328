//! [`DomainValue`] and [`IntegerRange`]: the items of lists and the ranges that make up a domain.

use std::ops::{Range, RangeInclusive};

use crate::types::schema::integer::Integer;
use dpgen_forest::schema::Domain;

/// A type of values that may be listed in `#[dpgen(values = ...)]`, each by itself or by reference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a domain",
    label = "not a list of integers, strings, characters or floats"
)]
pub trait DomainValue: Sized {
    /// The domain of these values; or why there is none.
    ///
    /// # Errors
    /// When there are too many.
    fn domain(values: Vec<Self>) -> Result<Domain, String>;
}

impl<V: DomainValue + Clone> DomainValue for &V {
    fn domain(values: Vec<Self>) -> Result<Domain, String> {
        V::domain(values.into_iter().cloned().collect())
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl DomainValue for $int {
            fn domain(values: Vec<Self>) -> Result<Domain, String> {
                let all: Vec<Integer> = values.into_iter().map(Integer::from).collect();
                Integer::list(&all)
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! labels {
    ($($ty:ty: $label:expr;)*) => {$(
        impl DomainValue for $ty {
            fn domain(values: Vec<Self>) -> Result<Domain, String> {
                let label: fn(Self) -> String = $label;
                Ok(Domain::Labels(values.into_iter().map(label).collect()))
            }
        }
    )*};
}

labels! {
    &str: str::to_owned;
    String: |text| text;
    char: String::from;
}

/// A range of integers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no range of integers",
    label = "expected `a..b` or `a..=b`",
    note = "a list of values is `values = ...`"
)]
pub trait IntegerRange {
    /// Its ends, and whether the second one is left out.
    fn ends(self) -> (Integer, Integer, bool);
}

/// The ends themselves.
impl IntegerRange for (Integer, Integer, bool) {
    fn ends(self) -> (Integer, Integer, bool) {
        self
    }
}

impl<I: Into<Integer>> IntegerRange for Range<I> {
    fn ends(self) -> (Integer, Integer, bool) {
        (self.start.into(), self.end.into(), true)
    }
}

impl<I: Into<Integer> + Clone> IntegerRange for RangeInclusive<I> {
    fn ends(self) -> (Integer, Integer, bool) {
        (self.start().clone().into(), self.end().clone().into(), false)
    }
}
