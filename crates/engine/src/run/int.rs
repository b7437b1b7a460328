//! [`Int`]: the integers that predicates compute with.
//!
//! A constant is compared at once; anything else goes to the run (`term.rs`), which decides as much as the
//! answer needs. Every operator a predicate is likely to use is here, with `i64` on either side.

use std::cmp::Ordering;

use super::term::{Cut, plus, times};
use super::with_run;

/// An integer data slot, or a number computed from some: it adds, subtracts and compares like a number.
///
/// In an engine that keeps data undecided, each comparison that could go more than one way splits the
/// execution of the predicate. `Int` is `Copy`, compares with `i64`, and may only be used inside the
/// predicate or attribute that it was passed to.
///
/// ```
/// use dpgen::Int;
/// let five = Int::from(5);
/// assert!(five + 1 > 5 && -five == Int::from(-5) && five * 3 == 15);
/// ```
#[derive(Clone, Copy)]
pub struct Int {
    /// 0 for a constant, else the atom's number plus 1.
    pub(crate) base: u32,
    pub(crate) run: u32,
    pub(crate) add: i64,
}

impl Int {
    /// An integer that does not fit into an `i64`: of run 0, which there is not, so that every use is noticed.
    pub(crate) const WIDE: Self = Self { base: u32::MAX, run: 0, add: 0 };

    /// The constant.
    #[must_use]
    pub const fn constant(value: i64) -> Self {
        Self { base: 0, run: 0, add: value }
    }

    /// The value, if it is decided already.
    pub(crate) const fn known(self) -> Option<i64> {
        if self.base == 0 { Some(self.add) } else { None }
    }

    /// Decides the value: engines that keep data undecided take the possible values one by one.
    ///
    /// ```
    /// assert_eq!(dpgen::Int::from(7).value(), 7);
    /// ```
    #[must_use]
    pub fn value(self) -> i64 {
        match self.known() {
            Some(value) => value,
            None => with_run(self.run, |run| run.value(self)),
        }
    }

    fn cut(self, other: Self, cut: Cut) -> u32 {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => cut.group(a.cmp(&b)),
            (None, _) => with_run(self.run, |run| run.cut(self, other, cut)),
            _ => with_run(other.run, |run| run.cut(self, other, cut)),
        }
    }

    /// The least or greatest of two symbolic integers; `None` if they are to be compared.
    fn extremum(self, other: Self, greatest: bool) -> Option<Self> {
        match (self.known(), other.known()) {
            (Some(_), Some(_)) => None,
            (None, _) => with_run(self.run, |run| run.extremum(self, other, greatest)),
            _ => with_run(other.run, |run| run.extremum(self, other, greatest)),
        }
    }

    fn combine(self, other: Self, sign: i64) -> Self {
        match (self.known(), other.known()) {
            (_, Some(b)) => Self { add: plus(self.add, times(sign, b)), ..self },
            (Some(a), None) if sign == 1 => Self { add: plus(other.add, a), ..other },
            _ => {
                let run = if self.base == 0 { other.run } else { self.run };
                with_run(run, |run| run.linear(&[(self, 1), (other, sign)]))
            }
        }
    }

    fn scale(self, factor: i64) -> Self {
        match self.known() {
            Some(value) => Self::constant(times(value, factor)),
            None if factor == 0 => Self::constant(0),
            None if factor == 1 => self,
            None => with_run(self.run, |run| run.linear(&[(self, factor)])),
        }
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl PartialEq for Int {
    fn eq(&self, other: &Self) -> bool {
        self.cut(*other, Cut::Equal) == 1
    }
}

impl Eq for Int {}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    fn lt(&self, other: &Self) -> bool {
        self.cut(*other, Cut::Less) == 0
    }
    fn le(&self, other: &Self) -> bool {
        self.cut(*other, Cut::AtMost) == 0
    }
    fn gt(&self, other: &Self) -> bool {
        self.cut(*other, Cut::AtMost) == 1
    }
    fn ge(&self, other: &Self) -> bool {
        self.cut(*other, Cut::Less) == 1
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cut(*other, Cut::Three).cmp(&1)
    }
    fn max(self, other: Self) -> Self {
        self.extremum(other, true).unwrap_or_else(|| if self < other { other } else { self })
    }
    fn min(self, other: Self) -> Self {
        self.extremum(other, false).unwrap_or_else(|| if other < self { other } else { self })
    }
}

impl PartialEq<i64> for Int {
    fn eq(&self, other: &i64) -> bool {
        *self == Self::constant(*other)
    }
}

impl PartialEq<Int> for i64 {
    fn eq(&self, other: &Int) -> bool {
        Int::constant(*self) == *other
    }
}

impl PartialOrd<i64> for Int {
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        Some(self.cmp(&Self::constant(*other)))
    }
    fn lt(&self, other: &i64) -> bool {
        *self < Self::constant(*other)
    }
    fn le(&self, other: &i64) -> bool {
        *self <= Self::constant(*other)
    }
    fn gt(&self, other: &i64) -> bool {
        *self > Self::constant(*other)
    }
    fn ge(&self, other: &i64) -> bool {
        *self >= Self::constant(*other)
    }
}

impl PartialOrd<Int> for i64 {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(Int::constant(*self).cmp(other))
    }
    fn lt(&self, other: &Int) -> bool {
        Int::constant(*self) < *other
    }
    fn le(&self, other: &Int) -> bool {
        Int::constant(*self) <= *other
    }
    fn gt(&self, other: &Int) -> bool {
        Int::constant(*self) > *other
    }
    fn ge(&self, other: &Int) -> bool {
        Int::constant(*self) >= *other
    }
}

impl std::fmt::Debug for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.known() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "(undecided)"),
        }
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $sign:literal;)*) => {$(
        impl std::ops::$trait for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                self.combine(other, $sign)
            }
        }
        impl std::ops::$trait<i64> for Int {
            type Output = Int;
            fn $method(self, other: i64) -> Int {
                self.combine(Int::constant(other), $sign)
            }
        }
        impl std::ops::$trait<Int> for i64 {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                Int::constant(self).combine(other, $sign)
            }
        }
    )*};
}

arithmetic! {
    Add add 1;
    Sub sub -1;
}

impl std::ops::Neg for Int {
    type Output = Self;
    fn neg(self) -> Self {
        self.scale(-1)
    }
}

impl std::ops::Mul<i64> for Int {
    type Output = Self;
    fn mul(self, factor: i64) -> Self {
        self.scale(factor)
    }
}

impl std::ops::Mul<Int> for i64 {
    type Output = Int;
    fn mul(self, factor: Int) -> Int {
        factor.scale(self)
    }
}

impl std::ops::Mul for Int {
    type Output = Self;
    /// A product of two undecided integers is not linear: the left one is decided value by value.
    fn mul(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (_, Some(factor)) => self.scale(factor),
            (Some(factor), _) => other.scale(factor),
            _ => other.scale(self.value()),
        }
    }
}

impl std::ops::Div<i64> for Int {
    type Output = i64;
    /// Division is not linear: decides the value.
    fn div(self, divisor: i64) -> i64 {
        self.value() / divisor
    }
}

impl std::ops::Rem<i64> for Int {
    type Output = i64;
    /// A remainder is not linear: decides the value.
    fn rem(self, divisor: i64) -> i64 {
        self.value() % divisor
    }
}
