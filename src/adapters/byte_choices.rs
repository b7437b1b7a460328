//! [`Fraction`]: choices from bytes. Any bytes give numbers below any bounds, in order and nearly uniformly.
//!
//! Bytes are the digits of a fraction below 1, the first byte first. A number below a bound is that part of the bound,
//! rounded down, and what was rounded off is the fraction for the next number, as in arithmetic coding (Witten, Neal and
//! Cleary, CACM 1987). So bytes that are greater, in the order of the alphabet, give numbers that do not come before; the
//! first byte moves them far, the last one hardly. With a byte more than the bounds need, none comes more than 1/256
//! oftener than it should.

use dpgen_forest::Count;

/// The number of bytes that a choice among so many takes; 0 if there is no choice.
pub(super) fn bytes_needed(choices: &Count) -> usize {
    let (mut bytes, mut values) = (0, Count::ONE);
    while values < *choices {
        values *= &Count::new(256);
        bytes += 1;
    }
    if bytes == 0 { 0 } else { bytes + 1 }
}

/// The rest of the bytes as a fraction: `part` of `whole`, less than all of it.
#[derive(Debug)]
pub(super) struct Fraction {
    part: Count,
    whole: Count,
}

impl Fraction {
    /// The one with these digits.
    pub(super) fn of(bytes: impl IntoIterator<Item = u8>) -> Self {
        let (mut part, mut whole) = (Count::ZERO, Count::ONE);
        for byte in bytes {
            part *= &Count::new(256);
            part += &Count::from(u32::from(byte));
            whole *= &Count::new(256);
        }
        Self { part, whole }
    }

    /// The next number below a bound.
    pub(super) fn below(&mut self, bound: &Count) -> Count {
        let (number, part) = (std::mem::take(&mut self.part) * bound).div_rem(&self.whole);
        self.part = part;
        number
    }
}

#[cfg(test)]
mod tests {
    use super::{Fraction, bytes_needed};
    use dpgen_forest::Count;

    #[test]
    fn bytes_give_every_number_in_order_and_nearly_as_often() {
        for bound in [1_u32, 2, 3, 7, 100, 255, 256, 257, 300] {
            let bound = Count::from(bound);
            let bytes = bytes_needed(&bound);
            assert!(bytes <= 3);
            let values = 256_u32.pow(u32::try_from(bytes).unwrap());
            let mut times = vec![0_u32; bound.to_usize().unwrap()];
            let mut last = Count::ZERO;
            for value in (0..values).step_by(if bytes == 3 { 97 } else { 1 }) {
                let number = Fraction::of(value.to_be_bytes()[4 - bytes..].iter().copied()).below(&bound);
                assert!(last <= number && number < bound);
                times[number.to_usize().unwrap()] += 1;
                last = number;
            }
            let (least, most) = (times.iter().min().unwrap(), times.iter().max().unwrap());
            assert!(*least > 0 && most - least <= 1 + most / 100, "{bound}: {least} to {most}");
        }
    }

    #[test]
    fn bounds_beyond_128_bits() {
        let bound = Count::from(u128::MAX) * Count::from(u128::MAX);
        assert_eq!(bytes_needed(&bound), 33);
        assert_eq!(Fraction::of([0; 33]).below(&bound), 0);
        let last = Fraction::of([255; 33]).below(&bound);
        assert!(last < bound && last > u128::MAX);
    }
}
