//! Checked arithmetic for the bounds of domains: the derive turns `range = m - 1..=m + 1` into calls of it.
//!
//! The plain operators wrap or panic, depending on the build. Here, what leaves its type is a [`Fault`], which
//! `ConstructorFields::number` reports with the slot and the expression.

/// Why a number of a domain does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The result leaves this type.
    Overflow(&'static str),
    /// The divisor is 0.
    DivisionByZero,
    /// An `as` changes this integer.
    Cast(i128),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Overflow(ty) => write!(f, "leaves the range of {ty}"),
            Self::DivisionByZero => f.write_str("divides by zero"),
            Self::Cast(integer) => write!(f, "casts {integer} to a type that does not hold it"),
        }
    }
}

/// The operators of an expression in a domain.
#[diagnostic::on_unimplemented(
    message = "the arithmetic of a domain is on integers, not on `{Self}`",
    label = "not an integer"
)]
#[expect(missing_docs, reason = "each method is the operator or method of its name")]
pub trait Arithmetic: Sized {
    fn add(self, other: Self) -> Result<Self, Fault>;
    fn sub(self, other: Self) -> Result<Self, Fault>;
    fn mul(self, other: Self) -> Result<Self, Fault>;
    fn div(self, other: Self) -> Result<Self, Fault>;
    fn rem(self, other: Self) -> Result<Self, Fault>;
    fn neg(self) -> Result<Self, Fault>;
    fn shl<By: TryInto<u32>>(self, by: By) -> Result<Self, Fault>;
    fn shr<By: TryInto<u32>>(self, by: By) -> Result<Self, Fault>;
    fn pow(self, exponent: u32) -> Result<Self, Fault>;
    fn abs(self) -> Result<Self, Fault>;
    fn div_euclid(self, other: Self) -> Result<Self, Fault>;
    fn rem_euclid(self, other: Self) -> Result<Self, Fault>;
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        impl Arithmetic for $int {
            fn add(self, other: Self) -> Result<Self, Fault> {
                self.checked_add(other).ok_or(Fault::Overflow(stringify!($int)))
            }
            fn sub(self, other: Self) -> Result<Self, Fault> {
                self.checked_sub(other).ok_or(Fault::Overflow(stringify!($int)))
            }
            fn mul(self, other: Self) -> Result<Self, Fault> {
                self.checked_mul(other).ok_or(Fault::Overflow(stringify!($int)))
            }
            fn div(self, other: Self) -> Result<Self, Fault> {
                self.checked_div(other).ok_or(division_fault(other == 0, stringify!($int)))
            }
            fn rem(self, other: Self) -> Result<Self, Fault> {
                self.checked_rem(other).ok_or(division_fault(other == 0, stringify!($int)))
            }
            fn neg(self) -> Result<Self, Fault> {
                self.checked_neg().ok_or(Fault::Overflow(stringify!($int)))
            }
            /// Loses no bit: the product with a power of two.
            fn shl<By: TryInto<u32>>(self, by: By) -> Result<Self, Fault> {
                let shifted = by.try_into().ok().and_then(|by| Some((by, self.checked_shl(by)?)));
                let (_, shifted) = shifted
                    .filter(|(by, shifted)| *shifted >> *by == self)
                    .ok_or(Fault::Overflow(stringify!($int)))?;
                Ok(shifted)
            }
            fn shr<By: TryInto<u32>>(self, by: By) -> Result<Self, Fault> {
                let shifted = by.try_into().ok().and_then(|by| self.checked_shr(by));
                shifted.ok_or(Fault::Overflow(stringify!($int)))
            }
            fn pow(self, exponent: u32) -> Result<Self, Fault> {
                self.checked_pow(exponent).ok_or(Fault::Overflow(stringify!($int)))
            }
            #[allow(unused_comparisons, reason = "the macro is for unsigned integers too")]
            fn abs(self) -> Result<Self, Fault> {
                if self < 0 { self.neg() } else { Ok(self) }
            }
            fn div_euclid(self, other: Self) -> Result<Self, Fault> {
                self.checked_div_euclid(other).ok_or(division_fault(other == 0, stringify!($int)))
            }
            fn rem_euclid(self, other: Self) -> Result<Self, Fault> {
                self.checked_rem_euclid(other).ok_or(division_fault(other == 0, stringify!($int)))
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

const fn division_fault(by_zero: bool, ty: &'static str) -> Fault {
    if by_zero { Fault::DivisionByZero } else { Fault::Overflow(ty) }
}

/// A value on either side of an `as`. Its method `integer` is that of [`IntegerOfSome`] if the value is an
/// integer, and otherwise that of [`IntegerOfNone`], which takes one more reference to call.
#[derive(Debug)]
pub struct CastOperand<'a, T>(pub &'a T);

/// The value of an integer.
pub trait IntegerOfSome {
    /// The integer.
    fn integer(&self) -> Option<i128>;
}

impl<T: Copy + TryInto<i128>> IntegerOfSome for CastOperand<'_, T> {
    fn integer(&self) -> Option<i128> {
        // Only integers beyond those of 128 signed bits fail, and whatever they are cast to is less.
        Some((*self.0).try_into().unwrap_or(i128::MAX))
    }
}

/// A value that is no integer: a character, a float or a variant.
pub trait IntegerOfNone {
    /// Nothing.
    fn integer(&self) -> Option<i128>;
}

impl<T> IntegerOfNone for &CastOperand<'_, T> {
    fn integer(&self) -> Option<i128> {
        None
    }
}

/// Compares an integer with what it was cast to; other casts are as Rust has them.
///
/// # Errors
/// When they differ.
pub fn check_cast(before: Option<i128>, after: Option<i128>) -> Result<(), Fault> {
    match (before, after) {
        (Some(before), Some(after)) if before != after => Err(Fault::Cast(before)),
        _ => Ok(()),
    }
}
