//! Sums, products, differences and quotients of counts.
//!
//! Each has a short branch for 128 bits, to be inlined, and a cold one for numbers beyond.

use std::ops::{Add, AddAssign, Mul, MulAssign};

use crate::count::{Count, Repr};

impl Count {
    /// The difference, or `None` if `other` is greater.
    ///
    /// ```
    /// use dpgen::Count;
    ///
    /// assert_eq!(Count::new(5).checked_sub(&Count::new(3)), Some(Count::new(2)));
    /// assert_eq!(Count::new(3).checked_sub(&Count::new(5)), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.checked_sub(*b).map(|small| Self(Repr::Small(small))),
            _ => self.big_difference(other),
        }
    }

    /// Quotient and remainder.
    ///
    /// ```
    /// use dpgen::Count;
    ///
    /// assert_eq!(Count::new(17).div_rem(&Count::new(5)), (Count::new(3), Count::new(2)));
    /// ```
    ///
    /// # Panics
    /// When `divisor` is zero.
    #[inline]
    #[must_use]
    pub fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        match (&self.0, &divisor.0) {
            (Repr::Small(a), Repr::Small(b)) => (Self(Repr::Small(a / b)), Self(Repr::Small(a % b))),
            _ => self.big_quotient(divisor),
        }
    }

    /// Adds where 128 bits are not enough, in place where the sum was big before.
    #[cold]
    fn add_big(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Repr::Big(a), Repr::Big(b)) => *a += b,
            (Repr::Big(a), Repr::Small(b)) => *a += *b,
            (Repr::Small(a), _) => *self = Self::from_big(other.big() + *a),
        }
    }

    /// Multiplies where 128 bits are not enough, in place where the product was big before.
    #[cold]
    fn multiply_big(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (_, Repr::Small(0)) => *self = Self::ZERO,
            (_, Repr::Small(1)) => {}
            (Repr::Small(1), _) => *self = other.clone(),
            (Repr::Big(a), Repr::Big(b)) => *a *= b,
            (Repr::Big(a), Repr::Small(b)) => *a *= *b,
            (Repr::Small(a), _) => *self = Self::from_big(other.big() * *a),
        }
    }

    #[cold]
    fn big_difference(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| Self::from_big(self.big() - other.big()))
    }

    #[cold]
    fn big_quotient(&self, divisor: &Self) -> (Self, Self) {
        let (a, b) = (self.big(), divisor.big());
        (Self::from_big(&a / &b), Self::from_big(a % b))
    }
}

impl Add<&Count> for Count {
    type Output = Self;
    #[inline]
    fn add(mut self, other: &Self) -> Self {
        self += other;
        self
    }
}

impl Add for Count {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self + &other
    }
}

impl AddAssign<&Count> for Count {
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        if let (Repr::Small(a), Repr::Small(b)) = (&mut self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            *a = sum;
        } else {
            self.add_big(other);
        }
    }
}

impl MulAssign<&Count> for Count {
    #[inline]
    fn mul_assign(&mut self, other: &Self) {
        if let (Repr::Small(a), Repr::Small(b)) = (&mut self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            *a = product;
        } else {
            self.multiply_big(other);
        }
    }
}

impl Mul<&Count> for Count {
    type Output = Self;
    #[inline]
    fn mul(mut self, other: &Self) -> Self {
        self *= other;
        self
    }
}

impl Mul for Count {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        self * &other
    }
}

impl<'a> std::iter::Sum<&'a Count> for Count {
    fn sum<I: Iterator<Item = &'a Count>>(counts: I) -> Self {
        counts.fold(Self::ZERO, |sum, count| sum + count)
    }
}

impl std::iter::Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::ZERO, |sum, count| sum + &count)
    }
}
