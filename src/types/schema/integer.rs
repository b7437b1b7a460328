//! [`Integer`]: a number of a domain, of any integer type: a sign and 128 bits.
//!
//! The derive turns each integer of a `range` or `values` into one, and its arithmetic is exact. What fits into an `i64` becomes an
//! integer of the schema; other integers are listed, and stand in the schema for their places in that list ([`Domain::Wide`]).

use std::cmp::Ordering;

use crate::types::schema::checked_arithmetic::{Arithmetic, Fault};
use dpgen_engine::Int;
use dpgen_forest::schema::Domain;

/// The most values that a domain has if some do not fit into 64 signed bits.
pub(crate) const MAX_WIDE_VALUES: u32 = 10_000;

/// What holds every integer of the standard library, and their sums as far as a sign and 128 bits reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Integer {
    /// Not of zero.
    is_negative: bool,
    magnitude: u128,
}

impl Integer {
    /// 0.
    pub const ZERO: Self = Self { is_negative: false, magnitude: 0 };

    const fn new(is_negative: bool, magnitude: u128) -> Self {
        Self { is_negative: is_negative && magnitude > 0, magnitude }
    }

    /// The domain of the integers from one to another, which an open range leaves out; or why there is none.
    pub(crate) fn range(start: Self, end: Self, open: bool) -> Result<Domain, String> {
        let last = if open { end.sub(Self::new(false, 1)).unwrap_or(end) } else { end };
        if last < start || (open && end <= start) {
            return Ok(Domain::Ints(Vec::new()));
        }
        if let (Ok(lo), Ok(hi)) = (i64::try_from(start), i64::try_from(last)) {
            return Ok(Domain::Range { lo, hi });
        }
        let distance = last.sub(start).ok().and_then(|distance| u32::try_from(distance).ok());
        let distance = distance.filter(|distance| *distance < MAX_WIDE_VALUES).ok_or_else(|| {
            format!(
                "not all from {start} to {last} fit into 64 signed bits, and of such integers at most {MAX_WIDE_VALUES} can \
                 be listed: shorten the range, or list those that matter, as in `values = [0, u64::MAX]`"
            )
        })?;
        let all = (0..=distance).filter_map(|more| start.add(Self::from(more)).ok());
        Ok(Domain::Wide(all.map(|integer| integer.to_string()).collect()))
    }

    /// The domain of these integers; or why there is none.
    pub(crate) fn list(values: &[Self]) -> Result<Domain, String> {
        let narrow: Option<Vec<i64>> = values.iter().map(|value| i64::try_from(*value).ok()).collect();
        if let Some(narrow) = narrow {
            return Ok(Domain::ints(narrow));
        }
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        if u32::try_from(values.len()).is_ok_and(|len| len <= MAX_WIDE_VALUES) {
            return Ok(Domain::Wide(values.iter().map(Self::to_string).collect()));
        }
        Err(format!(
            "some of its {} integers do not fit into 64 signed bits, and of such at most {MAX_WIDE_VALUES} can be listed",
            values.len()
        ))
    }
}

/// What an integer of a domain may be made of.
#[diagnostic::on_unimplemented(
    message = "the arithmetic of a domain is on integers, not on `{Self}`",
    label = "not an integer"
)]
pub trait ToInteger {
    /// The integer.
    fn to_integer(self) -> Integer;
}

/// Not of all that is `Into<Integer>`: then the message would be another one.
macro_rules! to_integer {
    ($($int:ident)*) => {$(
        impl ToInteger for $int {
            fn to_integer(self) -> Integer {
                self.into()
            }
        }
    )*};
}

to_integer!(Int i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize Integer);

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad_integral(!self.is_negative, "", &self.magnitude.to_string())
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An integer of a view, which is decided for that.
impl From<Int> for Integer {
    fn from(value: Int) -> Self {
        value.exact().into()
    }
}

macro_rules! unsigned {
    ($($int:ident)*) => {$(
        impl From<$int> for Integer {
            fn from(value: $int) -> Self {
                // A `usize` has at most 128 bits.
                Self::new(false, u128::try_from(value).unwrap_or_default())
            }
        }
    )*};
}

macro_rules! signed {
    ($($int:ident)*) => {$(
        impl From<$int> for Integer {
            fn from(value: $int) -> Self {
                Self::new(value < 0, u128::try_from(value.unsigned_abs()).unwrap_or_default())
            }
        }
    )*};
}

macro_rules! back {
    ($($int:ident)*) => {$(
        impl TryFrom<Integer> for $int {
            type Error = Fault;
            fn try_from(integer: Integer) -> Result<Self, Fault> {
                let leaves = Fault::Overflow(stringify!($int));
                if !integer.is_negative {
                    return Self::try_from(integer.magnitude).map_err(|_| leaves);
                }
                match i128::try_from(integer.magnitude) {
                    Ok(magnitude) => Self::try_from(-magnitude).map_err(|_| leaves),
                    Err(_) if integer.magnitude == i128::MIN.unsigned_abs() => {
                        Self::try_from(i128::MIN).map_err(|_| leaves)
                    }
                    Err(_) => Err(leaves),
                }
            }
        }
    )*};
}

unsigned!(u8 u16 u32 u64 u128 usize);
signed!(i8 i16 i32 i64 i128 isize);
back!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A result needs more bits than an [`Integer`] has.
const BEYOND_128_BITS: Fault = Fault::Overflow("128 bits and a sign");

/// 2 to the power of a shift.
fn power_of_two(by: impl TryInto<u32>) -> Result<u128, Fault> {
    by.try_into().ok().and_then(|by| 1_u128.checked_shl(by)).ok_or(BEYOND_128_BITS)
}

impl Arithmetic for Integer {
    fn add(self, other: Self) -> Result<Self, Fault> {
        let (mine, others) = (self.magnitude, other.magnitude);
        if self.is_negative == other.is_negative {
            let sum = mine.checked_add(others).ok_or(BEYOND_128_BITS)?;
            return Ok(Self::new(self.is_negative, sum));
        }
        Ok(match mine >= others {
            true => Self::new(self.is_negative, mine - others),
            false => Self::new(other.is_negative, others - mine),
        })
    }
    fn sub(self, other: Self) -> Result<Self, Fault> {
        self.add(other.neg()?)
    }
    fn mul(self, other: Self) -> Result<Self, Fault> {
        let product = self.magnitude.checked_mul(other.magnitude).ok_or(BEYOND_128_BITS)?;
        Ok(Self::new(self.is_negative != other.is_negative, product))
    }
    fn div(self, other: Self) -> Result<Self, Fault> {
        let quotient = self.magnitude.checked_div(other.magnitude).ok_or(Fault::DivisionByZero)?;
        Ok(Self::new(self.is_negative != other.is_negative, quotient))
    }
    fn rem(self, other: Self) -> Result<Self, Fault> {
        let rest = self.magnitude.checked_rem(other.magnitude).ok_or(Fault::DivisionByZero)?;
        Ok(Self::new(self.is_negative, rest))
    }
    fn neg(self) -> Result<Self, Fault> {
        Ok(Self::new(!self.is_negative, self.magnitude))
    }
    fn shl<By: TryInto<u32>>(self, by: By) -> Result<Self, Fault> {
        self.mul(Self::new(false, power_of_two(by)?))
    }
    fn shr<By: TryInto<u32>>(self, by: By) -> Result<Self, Fault> {
        self.div_euclid(Self::new(false, power_of_two(by)?))
    }
    fn pow(self, exponent: u32) -> Result<Self, Fault> {
        let power = self.magnitude.checked_pow(exponent).ok_or(BEYOND_128_BITS)?;
        Ok(Self::new(self.is_negative && exponent % 2 == 1, power))
    }
    fn abs(self) -> Result<Self, Fault> {
        Ok(Self::new(false, self.magnitude))
    }
    fn div_euclid(self, other: Self) -> Result<Self, Fault> {
        self.sub(self.rem_euclid(other)?)?.div(other)
    }
    fn rem_euclid(self, other: Self) -> Result<Self, Fault> {
        let rest = self.rem(other)?;
        if rest.is_negative { rest.add(other.abs()?) } else { Ok(rest) }
    }
}

impl Integer {
    /// The lower 128 bits, after those of the sign, which go on without end.
    const fn bits(self) -> u128 {
        if self.is_negative { self.magnitude.wrapping_neg() } else { self.magnitude }
    }

    /// The integer of such bits. The least of all has no magnitude, and gives way to the next one.
    const fn of_bits(is_negative: bool, bits: u128) -> Self {
        match bits {
            0 if is_negative => Self::new(true, u128::MAX),
            _ if is_negative => Self::new(true, bits.wrapping_neg()),
            _ => Self::new(false, bits),
        }
    }
}

macro_rules! bitwise {
    ($($trait:ident $method:ident;)*) => {$(
        impl std::ops::$trait for Integer {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                let is_negative = self.is_negative.$method(other.is_negative);
                Self::of_bits(is_negative, self.bits().$method(other.bits()))
            }
        }
    )*};
}

bitwise! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, Integer};

    /// As `i128` computes it, near the ends and around 0.
    #[test]
    fn arithmetic_is_that_of_128_bits() {
        let near = [-7_i128, -3, -2, -1, 0, 1, 2, 3, 7, i128::from(i64::MIN), i128::from(u64::MAX)];
        let of = |value: i128| Integer::from(value);
        for a in near {
            assert_eq!(i128::try_from(of(a)), Ok(a));
            assert_eq!(of(a).to_string(), a.to_string());
            assert_eq!(of(a).shr(1_u32).ok(), Some(of(a >> 1)), "{a} >> 1");
            for b in near {
                assert_eq!(of(a).cmp(&of(b)), a.cmp(&b));
                assert_eq!(of(a).add(of(b)).ok(), Some(of(a + b)), "{a} + {b}");
                assert_eq!(of(a).sub(of(b)).ok(), Some(of(a - b)), "{a} - {b}");
                // What has no `i128` here is not negative.
                let product = || a.unsigned_abs().checked_mul(b.unsigned_abs()).map(Integer::from);
                assert_eq!(of(a).mul(of(b)).ok(), a.checked_mul(b).map(of).or_else(product), "{a} * {b}");
                assert_eq!(
                    (of(a) & of(b), of(a) | of(b), of(a) ^ of(b)),
                    (of(a & b), of(a | b), of(a ^ b)),
                    "{a} {b}"
                );
                assert_eq!(of(a).div(of(b)).ok(), a.checked_div(b).map(of), "{a} / {b}");
                assert_eq!(of(a).rem(of(b)).ok(), a.checked_rem(b).map(of), "{a} % {b}");
                assert_eq!(of(a).div_euclid(of(b)).ok(), a.checked_div_euclid(b).map(of), "{a} div {b}");
                assert_eq!(of(a).rem_euclid(of(b)).ok(), a.checked_rem_euclid(b).map(of), "{a} mod {b}");
            }
        }
        assert_eq!(i128::try_from(of(i128::MIN)), Ok(i128::MIN));
        assert_eq!(u128::try_from(Integer::from(u128::MAX)), Ok(u128::MAX));
        assert!(Integer::from(u128::MAX).add(Integer::from(1)).is_err());
        assert!(i128::try_from(Integer::from(u128::MAX)).is_err());
        assert!(u8::try_from(of(-1)).is_err() && u8::try_from(of(256)).is_err());
    }
}
