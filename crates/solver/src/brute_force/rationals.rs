//! Rational numbers: every operation on every pair of numbers at the ends of words and beyond, against integers of any length.

use crate::rational::Rational;
use num_bigint::{BigInt, Sign};

/// A quotient, and the two numbers that it is of; the second is positive.
struct Quotient {
    number: Rational,
    over: BigInt,
    under: BigInt,
}

fn quotients() -> Vec<Quotient> {
    let word = i128::from(i64::MAX);
    let overs = [0, 1, -1, 3, -7, word, -word, -word - 1, word + 1, -word - 2, i128::MAX];
    let unders = [1, 2, 9, word - 1, word, word + 1, i128::MAX - 1];
    let each = |over: i128| {
        unders.map(|under| {
            let number = Rational::integer(over).times(&Rational::integer(under).inverse());
            Quotient { number, over: over.into(), under: under.into() }
        })
    };
    overs.into_iter().flat_map(each).collect()
}

/// Whether a number is this quotient, and is written as the module promises: in the least terms, the divisor positive, in
/// words if both fit.
fn is(number: &Rational, over: &BigInt, under: &BigInt) -> bool {
    let (a, b) = match number {
        Rational::Small(a, b) => (BigInt::from(*a), BigInt::from(*b)),
        Rational::Big(parts) => {
            assert!(
                i64::try_from(&parts.0).is_err() || i64::try_from(&parts.1).is_err(),
                "{parts:?} fits words"
            );
            (**parts).clone()
        }
    };
    let (mut common, mut rest) = (a.clone(), b.clone());
    while rest.sign() != Sign::NoSign {
        (common, rest) = (rest.clone(), common % rest);
    }
    assert!(common == BigInt::from(1) || common == BigInt::from(-1), "{a} / {b} is not reduced");
    assert!(b.sign() == Sign::Plus, "{a} / {b}");
    a * under == over * b
}

#[test]
fn numbers_of_any_length_are_exact() {
    let all = quotients();
    for Quotient { number: x, over: a, under: b } in &all {
        assert!(is(x, a, b), "{a} / {b}");
        assert!(is(&x.negated(), &-a, b), "-({a} / {b})");
        assert_eq!(x.is_zero(), a.sign() == Sign::NoSign, "{a} / {b}");
        assert_eq!(x.is_positive(), a.sign() == Sign::Plus, "{a} / {b}");
        assert_eq!(x.is_integer(), a % b == BigInt::from(0), "{a} / {b}");
        // Rounded towards zero, and one below for what is negative and no integer.
        let floor = a / b - i32::from(a.sign() == Sign::Minus && a % b != BigInt::from(0));
        assert_eq!(x.floor(), i64::try_from(floor).ok(), "{a} / {b}");
        match a.sign() {
            Sign::NoSign => {}
            Sign::Plus => assert!(is(&x.inverse(), b, a), "{b} / {a}"),
            Sign::Minus => assert!(is(&x.inverse(), &-b, &-a), "{b} / {a}"),
        }
        for Quotient { number: y, over: c, under: d } in &all {
            let shown = || format!("{a} / {b} and {c} / {d}");
            assert!(is(&x.plus(y), &(a * d + c * b), &(b * d)), "the sum of {}", shown());
            assert!(is(&x.minus(y), &(a * d - c * b), &(b * d)), "the difference of {}", shown());
            assert!(is(&x.times(y), &(a * c), &(b * d)), "the product of {}", shown());
            assert_eq!(x.cmp(y), (a * d).cmp(&(c * b)), "{}", shown());
            assert_eq!(x.partial_cmp(y), Some(x.cmp(y)), "{}", shown());
            assert_eq!(x == y, a * d == c * b, "{}", shown());
        }
    }
}
