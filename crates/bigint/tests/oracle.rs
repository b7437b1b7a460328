//! Natural numbers and integers against `num-bigint`: random ones of up to twelve words, many of which are at an end of their range.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use dpgen_bigint::{Integer, Natural};
use num_bigint::{BigInt, BigUint, Sign};

/// Words of which many are 0, 1 or the greatest, so that sums carry and estimates of quotients are wrong.
fn bytes(rng: &mut ChaCha8Rng, max_words: u32) -> Vec<u8> {
    let words = rng.next_u32() % (max_words + 1);
    let word = |_| match rng.next_u32() % 6 {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << 63,
        3 => u64::from(rng.next_u32() % 3),
        _ => rng.next_u64(),
    };
    (0..words).map(word).collect::<Vec<u64>>().into_iter().flat_map(u64::to_le_bytes).collect()
}

fn same(ours: &Natural, theirs: &BigUint) {
    assert_eq!(ours.to_le_bytes(), theirs.to_bytes_le());
}

#[test]
fn natural_numbers_compute_as_those_of_the_oracle() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..40_000 {
        let (a, b) = (bytes(&mut rng, 12), bytes(&mut rng, 8));
        let (x, y) = (BigUint::from_bytes_le(&a), BigUint::from_bytes_le(&b));
        let (a, b) = (Natural::from_le_bytes(&a), Natural::from_le_bytes(&b));
        same(&a, &x);
        assert_eq!(a.bits(), x.bits());
        assert_eq!(a.cmp(&b), x.cmp(&y));
        let mut sum = a.clone();
        sum.add(&b);
        same(&sum, &(&x + &y));
        assert_eq!(sum.checked_sub(&b), Some(a.clone()));
        assert_eq!(a.checked_sub(&sum).is_some(), b.is_zero());
        let mut product = a.clone();
        product.multiply(&b);
        same(&product, &(&x * &y));
        if !b.is_zero() {
            let (quotient, rest) = a.div_rem(&b);
            same(&quotient, &(&x / &y));
            same(&rest, &(&x % &y));
        }
    }
}

#[test]
fn texts_digits_and_words_go_both_ways() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..4_000 {
        let a = bytes(&mut rng, 9);
        let x = BigUint::from_bytes_le(&a);
        let a = Natural::from_le_bytes(&a);
        assert_eq!(a.to_string(), x.to_string());
        assert_eq!(a.to_string().parse(), Ok(a.clone()));
        assert_eq!(Natural::from_digits(&x.to_u32_digits()), a);
        assert_eq!(a.to_u128(), u128::try_from(&x).ok());
        let small = u128::from(rng.next_u64()) * u128::from(rng.next_u64() | 1);
        same(&Natural::from(small), &small.into());
        let mut sum = a.clone();
        sum.add_u128(small);
        same(&sum, &(&x + small));
        let mut product = a.clone();
        product.multiply_u128(small);
        same(&product, &(x * small));
    }
    for (text, number) in [("+17", Some(17)), ("1_000", Some(1000)), ("007", Some(7)), ("0", Some(0))] {
        assert_eq!(text.parse().ok(), number.map(Natural::from));
    }
    for text in ["", "+", "_1", "-1", "1 ", "0x1", "\u{661}"] {
        assert!(text.parse::<Natural>().is_err(), "{text:?}");
    }
    assert_eq!(format!("{:>5}|{:05}", Natural::from(7), Natural::from(7)), "    7|00007");
}

#[test]
fn integers_compute_as_those_of_the_oracle() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let number = |rng: &mut ChaCha8Rng| {
        let shift = rng.next_u32() % 128;
        let [high, low] = [rng.next_u64(), rng.next_u64()].map(u128::from);
        i128::from_le_bytes((high << 64 | low).to_le_bytes()) >> shift
    };
    let same = |ours: &Integer, theirs: &BigInt| {
        let sign = if ours.is_negative() { Sign::Minus } else { Sign::Plus };
        assert_eq!(BigInt::from_bytes_le(sign, &ours.magnitude().to_le_bytes()), *theirs);
    };
    for _ in 0..4_000 {
        let (a, b) = (number(&mut rng), number(&mut rng));
        let (x, y) = (BigInt::from(a), BigInt::from(b));
        let (a, b) = (Integer::from(a), Integer::from(b));
        assert_eq!(a.cmp(&b), x.cmp(&y));
        same(&a.clone().plus(&b), &(&x + &y));
        same(&a.times(&b), &(&x * &y));
        same(&a.clone().negated(), &-&x);
        assert_eq!(a.to_i64(), i64::try_from(&x).ok());
        if !b.is_zero() {
            let (quotient, rest) = a.times(&b).plus(&a).div_rem(&b);
            let dividend = &x * &y + &x;
            same(&quotient, &(&dividend / &y));
            same(&rest, &(dividend % &y));
        }
    }
}
