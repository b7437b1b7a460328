//! [`Count`]: exact counts, in 128 bits while they fit, in arbitrary precision beyond.
//!
//! Invariant: the big form is used only for numbers above `u128::MAX`, so equal numbers are equal values.
//! Read `arithmetic.rs`, `conversions.rs`, `count_sum.rs`, `digit_groups.rs`.

mod arithmetic;
mod conversions;
mod count_sum;
pub(crate) mod digit_groups;

pub use conversions::ParseCountError;
pub use count_sum::{CountProduct, CountSum};
pub use digit_groups::grouped;

use std::fmt;

use chacha20::rand_core::Rng;
use num_bigint::BigUint;

/// The number of structures, or a rank among them: exact, of any size.
///
/// ```
/// use dpgen::Count;
/// let big = Count::from(u64::MAX) * Count::from(u64::MAX) * Count::new(4);
/// assert_eq!(big.to_string(), "1361129467683753853705924477137396432900");
/// assert_eq!(Count::from(42_usize), 42);
/// assert!(big > 42);
/// assert_eq!("42".parse(), Ok(Count::new(42)));
/// ```
///
/// It is made from integers that can not be negative. A literal without a suffix is an `i32` to Rust, so write
/// `Count::new(17)`, or `17_u32` where a number is taken that can become a count:
///
/// ```compile_fail,E0277
/// let count: dpgen::Count = (-1_i32).into();
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Count(Repr);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
enum Repr {
    Small(u128),
    Big(BigUint),
}

impl Count {
    /// None.
    pub const ZERO: Self = Self(Repr::Small(0));
    /// One.
    pub const ONE: Self = Self(Repr::Small(1));

    /// A count that fits into 128 bits.
    ///
    /// ```
    /// const DOZEN: dpgen::Count = dpgen::Count::new(12);
    /// assert_eq!(DOZEN, 12);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(count: u128) -> Self {
        Self(Repr::Small(count))
    }

    fn big(&self) -> BigUint {
        match &self.0 {
            Repr::Small(small) => BigUint::from(*small),
            Repr::Big(big) => big.clone(),
        }
    }

    fn from_big(big: BigUint) -> Self {
        match u128::try_from(&big) {
            Ok(small) => Self(Repr::Small(small)),
            Err(_) => Self(Repr::Big(big)),
        }
    }

    /// Whether there is none.
    ///
    /// ```
    /// assert!(dpgen::Count::ZERO.is_zero());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// The number, if it fits into 128 bits.
    ///
    /// ```
    /// use dpgen::Count;
    ///
    /// let max = Count::from(u128::MAX);
    /// assert_eq!(max.to_u128(), Some(u128::MAX));
    /// assert_eq!((max + Count::ONE).to_u128(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Repr::Small(small) => Some(small),
            Repr::Big(_) => None,
        }
    }

    /// How many binary digits the number has; 0 has none.
    ///
    /// ```
    /// assert_eq!([0, 1, 255, 256].map(|count| dpgen::Count::new(count).bits()), [0, 1, 8, 9]);
    /// ```
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => u64::from(128 - small.leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// The number as bytes, the least first, without zeros at the end; 0 is one byte.
    ///
    /// ```
    /// use dpgen::Count;
    ///
    /// let count = Count::new(0x0302_0100);
    /// assert_eq!(count.to_le_bytes(), [0, 1, 2, 3]);
    /// assert_eq!(Count::from_le_bytes(&count.to_le_bytes()), count);
    /// assert_eq!(Count::from_le_bytes(&[]), Count::ZERO);
    /// ```
    #[must_use]
    pub fn to_le_bytes(&self) -> Vec<u8> {
        self.big().to_bytes_le()
    }

    /// The number of bytes, the least first.
    #[must_use]
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        Self::from_big(BigUint::from_bytes_le(bytes))
    }

    /// The number, if it fits into a `usize`.
    ///
    /// ```
    /// assert_eq!(dpgen::Count::new(7).to_usize(), Some(7));
    /// ```
    #[inline]
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u128().and_then(|small| usize::try_from(small).ok())
    }

    /// A number below this one, each with the same probability; the same for the same generator on
    /// every platform.
    ///
    /// ```
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let die = dpgen::Count::new(6).random_below(&mut ChaCha8Rng::seed_from_u64(1));
    /// assert!(die < 6);
    /// ```
    ///
    /// # Panics
    /// When this is zero.
    #[must_use]
    pub fn random_below<R: Rng + ?Sized>(&self, rng: &mut R) -> Self {
        assert!(!self.is_zero(), "there is no number below zero");
        match &self.0 {
            Repr::Small(bound) => {
                let bits = 128 - (bound - 1).leading_zeros();
                let mask = if bits == 0 { 0 } else { u128::MAX >> (128 - bits) };
                loop {
                    let mut draw = u128::from(rng.next_u64());
                    if bits > 64 {
                        draw |= u128::from(rng.next_u64()) << 64;
                    }
                    if draw & mask < *bound {
                        return Self(Repr::Small(draw & mask));
                    }
                }
            }
            Repr::Big(bound) => {
                let bits = bound.bits();
                let words = bits.div_ceil(32);
                loop {
                    let mut digits: Vec<u32> = (0..words).map(|_| rng.next_u32()).collect();
                    let spare = u32::try_from(words * 32 - bits).unwrap_or(0);
                    if let Some(last) = digits.last_mut() {
                        *last &= u32::MAX >> spare;
                    }
                    let draw = BigUint::new(digits);
                    if draw < *bound {
                        return Self::from_big(draw);
                    }
                }
            }
        }
    }
}

impl Default for Count {
    #[inline]
    fn default() -> Self {
        Self::ZERO
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => fmt::Display::fmt(small, f),
            Repr::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Count;
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;

    #[test]
    fn small_and_big_agree_across_the_border() {
        let max = Count::from(u128::MAX);
        let beyond = max.clone() + Count::ONE;
        assert!(beyond > max && beyond.to_u128().is_none());
        assert_eq!(beyond.checked_sub(&Count::ONE), Some(max.clone()));
        assert_eq!(max.checked_sub(&beyond), None);
        let square = max.clone() * max.clone();
        assert_eq!(square.div_rem(&max), (max.clone(), Count::ZERO));
        assert_eq!((square + Count::from(7_u32)).div_rem(&max), (max, Count::from(7_u32)));
    }

    #[test]
    fn what_is_below_0_counts_nothing() {
        assert_eq!(Count::try_from(17), Ok(Count::new(17)));
        assert_eq!(Count::try_from(i128::MAX), Ok(Count::from(u128::MAX >> 1)));
        assert!(Count::try_from(-1).is_err() && Count::try_from(i64::MIN).is_err());
    }

    #[test]
    fn sums_and_products_agree_whatever_is_big() {
        let numbers = [0, 1, 7, u128::MAX].map(Count::from);
        let big = numbers.iter().map(|number| number.clone() * Count::from(u128::MAX) + Count::from(3_u32));
        let numbers: Vec<Count> = numbers.iter().cloned().chain(big).collect();
        for a in &numbers {
            for b in &numbers {
                let sum = (a.big() + b.big()).to_string();
                assert_eq!(Ok(a.clone() + b), sum.parse(), "{a} + {b}");
                let product = (a.big() * b.big()).to_string();
                assert_eq!(Ok(a.clone() * b), product.parse(), "{a} * {b}");
            }
        }
    }

    /// Chi-squared of draws that should be spread evenly over as many places.
    fn chi_squared(seen: &[u32]) -> f64 {
        let expected = f64::from(seen.iter().sum::<u32>()) / f64::from(u32::try_from(seen.len()).unwrap());
        seen.iter().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn each_of_few_numbers_is_drawn_equally_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for bound in 1..=9_u32 {
            let mut seen = vec![0; usize::try_from(bound).unwrap()];
            for _ in 0..1_000 * bound {
                seen[Count::from(bound).random_below(&mut rng).to_usize().unwrap()] += 1;
            }
            // Of at most 8 degrees of freedom, exceeded once in 10,000 times.
            assert!(chi_squared(&seen) < 31.8, "below {bound}: {seen:?}");
        }
    }

    /// Around each width at which numbers are drawn in another way: sixteenths of the range, and the lowest four bits.
    #[test]
    fn large_numbers_are_drawn_evenly_in_all_of_their_bits() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let power = |bits: u32| (0..bits).fold(Count::ONE, |power, _| power * Count::from(2_u32));
        let sixteen = Count::from(16_u32);
        for bits in [40, 63, 64, 65, 70, 100, 127, 128, 129, 160, 200] {
            for bound in
                [power(bits).checked_sub(&Count::ONE).unwrap(), power(bits), power(bits) + Count::ONE]
            {
                let (mut high, mut low) = ([0; 16], [0; 16]);
                for _ in 0..1_600 {
                    let draw = bound.random_below(&mut rng);
                    assert!(draw < bound);
                    high[(draw.clone() * sixteen.clone()).div_rem(&bound).0.to_usize().unwrap()] += 1;
                    low[draw.div_rem(&sixteen).1.to_usize().unwrap()] += 1;
                }
                for seen in [high, low] {
                    // Of 15 degrees of freedom, exceeded once in 100,000 times.
                    assert!(chi_squared(&seen) < 50.0, "below {bound}: {seen:?}");
                }
            }
        }
    }
}
