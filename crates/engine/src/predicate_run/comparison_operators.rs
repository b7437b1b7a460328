//! Comparison operators of [`Int`]s, with each other and with plain numbers.
//!
//! A comparison is a place of a program, which is the caller's: `ne` and the four orders are written out, as those that
//! the standard library provides would be places in the standard library.

use std::cmp::Ordering;

use super::predicate_int::{Cut, Int};

#[expect(clippy::partialeq_ne_impl, reason = "the place that compares is the caller's")]
impl PartialEq for Int {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.cut(other, Cut::Equal) == 1
    }
    #[track_caller]
    fn ne(&self, other: &Self) -> bool {
        self.cut(other, Cut::Equal) == 0
    }
}

impl Eq for Int {}

impl PartialOrd for Int {
    #[track_caller]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[track_caller]
    fn lt(&self, other: &Self) -> bool {
        self.cut(other, Cut::Less) == 0
    }
    #[track_caller]
    fn le(&self, other: &Self) -> bool {
        self.cut(other, Cut::AtMost) == 0
    }
    #[track_caller]
    fn gt(&self, other: &Self) -> bool {
        self.cut(other, Cut::AtMost) == 1
    }
    #[track_caller]
    fn ge(&self, other: &Self) -> bool {
        self.cut(other, Cut::Less) == 1
    }
}

impl Ord for Int {
    #[track_caller]
    fn cmp(&self, other: &Self) -> Ordering {
        self.cut(other, Cut::Three).cmp(&1)
    }
    #[track_caller]
    fn max(self, other: Self) -> Self {
        self.extremum(other, true).unwrap_or_else(|| if self < other { other } else { self })
    }
    #[track_caller]
    fn min(self, other: Self) -> Self {
        self.extremum(other, false).unwrap_or_else(|| if other < self { other } else { self })
    }
}

#[expect(clippy::partialeq_ne_impl, reason = "the place that compares is the caller's")]
impl PartialEq<i64> for Int {
    #[track_caller]
    fn eq(&self, other: &i64) -> bool {
        *self == Self::constant(*other)
    }
    #[track_caller]
    fn ne(&self, other: &i64) -> bool {
        *self != Self::constant(*other)
    }
}

#[expect(clippy::partialeq_ne_impl, reason = "the place that compares is the caller's")]
impl PartialEq<Int> for i64 {
    #[track_caller]
    fn eq(&self, other: &Int) -> bool {
        Int::constant(*self) == *other
    }
    #[track_caller]
    fn ne(&self, other: &Int) -> bool {
        Int::constant(*self) != *other
    }
}

impl PartialOrd<i64> for Int {
    #[track_caller]
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        Some(self.cmp(&Self::constant(*other)))
    }
    #[track_caller]
    fn lt(&self, other: &i64) -> bool {
        *self < Self::constant(*other)
    }
    #[track_caller]
    fn le(&self, other: &i64) -> bool {
        *self <= Self::constant(*other)
    }
    #[track_caller]
    fn gt(&self, other: &i64) -> bool {
        *self > Self::constant(*other)
    }
    #[track_caller]
    fn ge(&self, other: &i64) -> bool {
        *self >= Self::constant(*other)
    }
}

impl PartialOrd<Int> for i64 {
    #[track_caller]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(Int::constant(*self).cmp(other))
    }
    #[track_caller]
    fn lt(&self, other: &Int) -> bool {
        Int::constant(*self) < *other
    }
    #[track_caller]
    fn le(&self, other: &Int) -> bool {
        Int::constant(*self) <= *other
    }
    #[track_caller]
    fn gt(&self, other: &Int) -> bool {
        Int::constant(*self) > *other
    }
    #[track_caller]
    fn ge(&self, other: &Int) -> bool {
        Int::constant(*self) >= *other
    }
}
