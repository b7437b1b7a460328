//! Operations of predicates on an [`Int`] and a [`Layer`]: each is answered by the run that it belongs to.
//!
//! Two decided integers are combined on the spot. `comparison_operators.rs` has what compares.

use std::panic::Location;

use smallvec::SmallVec;

use dpgen_forest::index::DomainIx;

use super::current_run::with_run;
use super::failure::{fail, overflow};
use super::int_reply::IntReply;
use super::predicate_int::{Cut, Int};
use super::view_handles::{Handle, Layer, SlotHandle};

impl Layer {
    /// A slot.
    ///
    /// # Panics
    /// Outside of the run that the layer belongs to.
    #[inline]
    #[must_use]
    pub fn slot(&self, slot: usize) -> SlotHandle {
        with_run(self.run, |run| run.slot(self.first, slot))
    }

    /// The integer in a slot; undefined if the slot is recursive.
    ///
    /// # Panics
    /// Outside of the run that the layer belongs to.
    #[inline]
    #[must_use]
    pub fn datum(&self, slot: usize) -> IntReply {
        with_run(self.run, |run| run.datum(self.first, slot))
    }

    /// The structure in a slot, if the slot is recursive.
    ///
    /// # Panics
    /// Outside of the run that the layer belongs to.
    #[inline]
    #[must_use]
    pub fn part(&self, slot: usize) -> Option<Handle> {
        with_run(self.run, |run| run.part(self.first, slot)).map(|node| Handle::new(node, self.run))
    }

    /// The first slots, in order.
    ///
    /// # Panics
    /// Outside of the run that the layer belongs to; when it has fewer.
    #[inline]
    #[must_use]
    pub fn first_slots<const N: usize>(&self) -> [SlotHandle; N] {
        let mut slots = [SlotHandle::Data(Int::wide(0), DomainIx::from_word(0)); N];
        with_run(self.run, |run| run.slots(self.first, &mut slots));
        slots
    }

    /// All slots, in order.
    ///
    /// # Panics
    /// Outside of the run that the layer belongs to.
    #[must_use]
    pub fn slots(&self) -> SmallVec<[SlotHandle; 5]> {
        with_run(self.run, |run| {
            let len = run.schema().constructor(self.ctor).slots.len();
            (0..len).map(|slot| run.slot(self.first, slot)).collect()
        })
    }
}

/// The 64-bit integer, or the end of the evaluation.
#[inline]
fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or_else(|_| overflow())
}

impl Int {
    /// Decides the value: engines that keep data undecided take the possible values one by one.
    ///
    /// ```
    /// assert_eq!(dpgen::Int::from(7).value(), 7);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn value(self) -> i64 {
        narrow(self.exact())
    }

    /// Decides the value, which may be beyond 64 bits.
    ///
    /// ```
    /// assert_eq!((dpgen::Int::from(i64::MAX) + 1).exact(), 1 << 63);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn exact(self) -> i128 {
        let site = Location::caller();
        match self.known() {
            Some(value) => value,
            None => with_run(self.run, |run| run.value(self, site)),
        }
    }

    /// Compares two integers; the place of the comparison is that of the caller.
    #[inline]
    #[track_caller]
    pub(super) fn cut(&self, other: &Self, cut: Cut) -> u32 {
        self.cut_at(other, cut, Location::caller())
    }

    /// Compares for this place of a program.
    #[inline]
    pub(super) fn cut_at(&self, other: &Self, cut: Cut, site: &'static Location<'static>) -> u32 {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => cut.group(a.cmp(&b)),
            (None, _) => with_run(self.run, |run| run.cut(self, other, cut, site)),
            _ => with_run(other.run, |run| run.cut(self, other, cut, site)),
        }
    }

    /// The least or greatest of two symbolic integers; `None` if they are to be compared.
    pub(super) fn extremum(self, other: Self, greatest: bool) -> Option<Self> {
        match (self.known(), other.known()) {
            (Some(_), Some(_)) => None,
            (None, _) => with_run(self.run, |run| run.extremum(self, other, greatest)),
            _ => with_run(other.run, |run| run.extremum(self, other, greatest)),
        }
    }

    fn combine(self, other: Self, sign: i64) -> Self {
        match (self.known(), other.known()) {
            (_, Some(b)) => self.with_constant(sum(self.constant_part(), product(i128::from(sign), b))),
            (Some(a), None) if sign == 1 => other.with_constant(sum(other.constant_part(), a)),
            _ => {
                let run = if self.base == 0 { other.run } else { self.run };
                with_run(run, |run| run.linear(&[(self, 1), (other, sign)]))
            }
        }
    }

    fn scale(self, factor: i128) -> Self {
        match self.known() {
            Some(value) => Self::wide(product(value, factor)),
            None if factor == 0 => Self::wide(0),
            None if factor == 1 => self,
            None => match i64::try_from(factor) {
                Ok(factor) => with_run(self.run, |run| run.linear(&[(self, factor)])),
                Err(_) => Self::wide(product(self.exact(), factor)),
            },
        }
    }
}

fn sum(a: i128, b: i128) -> i128 {
    a.checked_add(b).unwrap_or_else(|| overflow())
}

fn product(a: i128, b: i128) -> i128 {
    a.checked_mul(b).unwrap_or_else(|| overflow())
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

impl std::ops::AddAssign for Int {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::ops::SubAssign for Int {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl std::iter::Sum for Int {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, part| sum + part)
    }
}

impl std::ops::Neg for Int {
    type Output = Self;
    fn neg(self) -> Self {
        self.scale(-1)
    }
}

impl std::ops::Mul<i64> for Int {
    type Output = Self;
    #[track_caller]
    fn mul(self, factor: i64) -> Self {
        self.scale(i128::from(factor))
    }
}

impl std::ops::Mul<Int> for i64 {
    type Output = Int;
    #[track_caller]
    fn mul(self, factor: Int) -> Int {
        factor.scale(i128::from(self))
    }
}

impl std::ops::Mul for Int {
    type Output = Self;
    /// A product of two undecided integers is not linear: the left one is decided value by value.
    #[track_caller]
    fn mul(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (_, Some(factor)) => self.scale(factor),
            (Some(factor), _) => other.scale(factor),
            _ => other.scale(self.exact()),
        }
    }
}

impl std::ops::Div<i64> for Int {
    type Output = i64;
    /// Division is not linear: decides the value.
    #[track_caller]
    fn div(self, divisor: i64) -> i64 {
        self.value().checked_div(divisor).unwrap_or_else(|| undivided(divisor))
    }
}

impl std::ops::Rem<i64> for Int {
    type Output = i64;
    /// A remainder is not linear: decides the value.
    #[track_caller]
    fn rem(self, divisor: i64) -> i64 {
        self.value().checked_rem(divisor).unwrap_or_else(|| undivided(divisor))
    }
}

/// Ends the evaluation because there is no quotient.
fn undivided(divisor: i64) -> i64 {
    if divisor == 0 { fail("a division by zero".to_owned()) } else { overflow() }
}
