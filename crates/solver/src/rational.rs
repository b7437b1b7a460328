//! [`Rational`]: exact rational numbers, in two words while they fit, of any length otherwise.
//!
//! Invariant: the denominator is positive, and has no divisor in common with the numerator; what fits two words is
//! [`Rational::Small`]. So equal numbers are equal values. Read [`simplex`](super::simplex) next.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;

/// A rational number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rational {
    /// Numerator and denominator.
    Small(i64, i64),
    /// Numerator and denominator, of which at least one does not fit a word.
    Big(Box<(BigInt, BigInt)>),
}

use Rational::{Big, Small};

impl Rational {
    pub(crate) const ZERO: Rational = Small(0, 1);
    pub(crate) const ONE: Rational = Small(1, 1);

    /// An integer of any magnitude that terms have.
    pub(crate) fn integer(value: i128) -> Rational {
        match i64::try_from(value) {
            Ok(value) => Small(value, 1),
            Err(_) => Big(Box::new((value.into(), BigInt::from(1)))),
        }
    }

    /// The quotient of two numbers, the second positive.
    fn reduced(numerator: i128, denominator: i128) -> Rational {
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        // The divisor is at most the denominator, which is a positive i128.
        let common = i128::try_from(common).unwrap_or(1);
        let (numerator, denominator) = (numerator / common, denominator / common);
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(numerator), Ok(denominator)) => Small(numerator, denominator),
            _ => Big(Box::new((numerator.into(), denominator.into()))),
        }
    }

    /// The quotient of two numbers, the second not zero.
    fn reduced_big(numerator: BigInt, denominator: BigInt) -> Rational {
        let (mut a, mut b) = (numerator.clone(), denominator.clone());
        while b.sign() != Sign::NoSign {
            let rest = &a % &b;
            a = std::mem::replace(&mut b, rest);
        }
        if (a.sign() == Sign::Minus) != (denominator.sign() == Sign::Minus) {
            a = -a;
        }
        let (numerator, denominator) = (numerator / &a, denominator / a);
        match (i64::try_from(&numerator), i64::try_from(&denominator)) {
            (Ok(numerator), Ok(denominator)) => Small(numerator, denominator),
            _ => Big(Box::new((numerator, denominator))),
        }
    }

    fn parts(&self) -> (BigInt, BigInt) {
        match self {
            Small(numerator, denominator) => ((*numerator).into(), (*denominator).into()),
            Big(parts) => (**parts).clone(),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Rational::ZERO
    }

    pub(crate) fn is_positive(&self) -> bool {
        match self {
            Small(numerator, _) => *numerator > 0,
            Big(parts) => parts.0.sign() == Sign::Plus,
        }
    }

    pub(crate) fn plus(&self, other: &Rational) -> Rational {
        match (self, other) {
            (Small(a, 1), Small(b, 1)) => Rational::integer(i128::from(*a) + i128::from(*b)),
            // Denominators are below 2^63, so that the products are below 2^126.
            (Small(a, b), Small(c, d)) => {
                let [a, b, c, d] = [a, b, c, d].map(|part| i128::from(*part));
                Rational::reduced(a * d + c * b, b * d)
            }
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                Rational::reduced_big(a * &d + c * &b, b * d)
            }
        }
    }

    pub(crate) fn minus(&self, other: &Rational) -> Rational {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Rational) -> Rational {
        match (self, other) {
            (Small(a, 1), Small(b, 1)) => Rational::integer(i128::from(*a) * i128::from(*b)),
            (Small(a, b), Small(c, d)) => {
                let [a, b, c, d] = [a, b, c, d].map(|part| i128::from(*part));
                Rational::reduced(a * c, b * d)
            }
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                Rational::reduced_big(a * c, b * d)
            }
        }
    }

    /// One divided by the number, which is not zero.
    pub(crate) fn inverse(&self) -> Rational {
        match self {
            Small(a, b) => {
                let (a, b) = (i128::from(*a), i128::from(*b));
                if a < 0 { Rational::reduced(-b, -a) } else { Rational::reduced(b, a) }
            }
            Big(parts) => Rational::reduced_big(parts.1.clone(), parts.0.clone()),
        }
    }

    pub(crate) fn negated(&self) -> Rational {
        match self {
            Small(a, b) if *a != i64::MIN => Small(-a, *b),
            _ => {
                let (a, b) = self.parts();
                Rational::reduced_big(-a, b)
            }
        }
    }

    /// The greatest integer that is not greater, if it fits a word.
    pub(crate) fn floor(&self) -> Option<i64> {
        match self {
            Small(a, b) => Some(a.div_euclid(*b)),
            Big(parts) => {
                let (a, b) = &**parts;
                let quotient = a / b;
                let below = a.sign() == Sign::Minus && &quotient * b != *a;
                i64::try_from(if below { quotient - 1 } else { quotient }).ok()
            }
        }
    }

    /// Whether it is an integer.
    pub(crate) fn is_integer(&self) -> bool {
        match self {
            Small(_, b) => *b == 1,
            Big(parts) => parts.1 == BigInt::from(1),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (self, other) {
            (Small(a, b), Small(c, d)) if b == d => a.cmp(c),
            (Small(a, b), Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                (a * d).cmp(&(c * b))
            }
        }
    }
}

/// The greatest common divisor; at least 1.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Divisions of words are an order of magnitude faster.
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x).max(1);
        }
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::Rational;

    fn ratio(a: i128, b: i128) -> Rational {
        Rational::integer(a).times(&Rational::integer(b).inverse())
    }

    /// Results of small numbers, computed in `i128` without reduction.
    #[test]
    fn small_numbers_are_exact() {
        for a in -6..=6 {
            for b in 1..=6 {
                for c in -6..=6 {
                    for d in 1..=6 {
                        let (x, y) = (ratio(a, b), ratio(c, d));
                        assert_eq!(x.plus(&y), ratio(a * d + c * b, b * d));
                        assert_eq!(x.minus(&y), ratio(a * d - c * b, b * d));
                        assert_eq!(x.times(&y), ratio(a * c, b * d));
                        assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
                    }
                }
                assert_eq!(ratio(a, b).floor().map(i128::from), Some(a.div_euclid(b)));
                assert_eq!(ratio(a, b).is_integer(), a % b == 0);
            }
        }
    }

    /// Powers that leave words, and come back.
    #[test]
    fn large_numbers_are_exact() {
        let mut power = ratio(-3, 7);
        for _ in 0..7 {
            power = power.times(&power);
        }
        assert!(matches!(power, Rational::Big(_)) && power.is_positive());
        assert_eq!(power.times(&power.inverse()), Rational::ONE);
        assert!(power.minus(&power).is_zero());
        assert_eq!(power.floor(), Some(0));
        assert_eq!(power.negated().floor(), Some(-1));
        assert!(power < Rational::ONE && power.negated() < Rational::ZERO);
        for end in [i64::MIN, i64::MAX] {
            let end = Rational::integer(end.into());
            assert_eq!(end.negated().negated(), end);
            assert_eq!(end.plus(&end).minus(&end), end);
            assert_eq!(end.inverse().inverse(), end);
        }
        assert_eq!(Rational::integer(i128::MAX).floor(), None);
    }
}
