//! [`Integer`]: an integer of any length with a sign.
//!
//! Invariant: 0 is not negative, so that equal numbers are equal values.

use std::cmp::Ordering;

use crate::natural::Natural;

/// An integer of any length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integer {
    is_negative: bool,
    magnitude: Natural,
}

impl Integer {
    fn new(is_negative: bool, magnitude: Natural) -> Self {
        Self { is_negative: is_negative && !magnitude.is_zero(), magnitude }
    }

    /// The number without its sign.
    #[must_use]
    pub fn magnitude(&self) -> &Natural {
        &self.magnitude
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_zero()
    }

    /// Whether it is less than 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// The number, if it fits into 64 bits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        let magnitude = i128::try_from(self.magnitude.to_u128()?).ok()?;
        i64::try_from(if self.is_negative { -magnitude } else { magnitude }).ok()
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::new(!self.is_negative, self.magnitude)
    }

    /// The sum.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        if self.is_negative == other.is_negative {
            self.magnitude.add(&other.magnitude);
            return self;
        }
        match self.magnitude.checked_sub(&other.magnitude) {
            Some(difference) => Self::new(self.is_negative, difference),
            None => {
                let difference = other.magnitude.checked_sub(&self.magnitude);
                Self::new(other.is_negative, difference.unwrap_or_default())
            }
        }
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut magnitude = self.magnitude.clone();
        magnitude.multiply(&other.magnitude);
        Self::new(self.is_negative != other.is_negative, magnitude)
    }

    /// The quotient, rounded towards 0, and the remainder, which has the sign of this number.
    ///
    /// # Panics
    /// When the divisor is 0.
    #[must_use]
    pub fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        let (quotient, rest) = self.magnitude.div_rem(&divisor.magnitude);
        (Self::new(self.is_negative != divisor.is_negative, quotient), Self::new(self.is_negative, rest))
    }
}

impl From<i128> for Integer {
    fn from(number: i128) -> Self {
        Self::new(number < 0, number.unsigned_abs().into())
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self::from(i128::from(number))
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (is_negative, _) => {
                if is_negative {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}
