//! Division: by a word, or by Knuth's algorithm D.

use crate::natural::{Natural, WORD_BITS, halves, multiply_add};

impl Natural {
    /// Quotient and remainder.
    ///
    /// # Panics
    /// When the divisor is 0.
    #[must_use]
    pub fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        match *divisor.0 {
            [] => panic!("a number is divided by 0"),
            [word] => {
                let mut quotient = self.clone();
                let rest = quotient.divide_by_word(word);
                (quotient, Self::of_words(vec![rest]))
            }
            _ if self < divisor => (Self::default(), self.clone()),
            [.., last] => {
                // With the highest bit of the divisor set, an estimate of a word of the quotient is at most 2 too large.
                let shift = last.leading_zeros();
                let (mut rest, divisor) = (shifted_left(&self.0, shift), shifted_left(&divisor.0, shift));
                let divisor = Self::of_words(divisor);
                let quotient = divide(&mut rest, &divisor.0);
                (Self::of_words(quotient), Self::of_words(shifted_right(rest, shift)))
            }
        }
    }

    /// Becomes the quotient by a word, which is not 0; returns the remainder.
    pub(crate) fn divide_by_word(&mut self, divisor: u64) -> u64 {
        let mut rest = 0;
        for word in self.0.iter_mut().rev() {
            (*word, rest) = divide_pair(rest, *word, divisor);
        }
        self.trim();
        rest
    }
}

/// The quotient and remainder of two words, of which the high one is less than the divisor.
fn divide_pair(high: u64, low: u64, divisor: u64) -> (u64, u64) {
    let (dividend, divisor) = (u128::from(high) << WORD_BITS | u128::from(low), u128::from(divisor));
    (halves(dividend / divisor).0, halves(dividend % divisor).0)
}

/// Divides words by others, of which the highest bit is set, and leaves the remainder; the quotient. The words have a leading
/// word more than the number has, so that a word of the quotient fits.
fn divide(rest: &mut [u64], divisor: &[u64]) -> Vec<u64> {
    let (len, mut quotient) = (divisor.len(), vec![0; rest.len() - divisor.len()]);
    for place in (0..quotient.len()).rev() {
        let part = &mut rest[place..=place + len];
        let mut word =
            estimate([part[len], part[len - 1], part[len - 2]], divisor[len - 1], divisor[len - 2]);
        if subtract_product(part, divisor, word) {
            // One too many, rarely.
            word -= 1;
            add_back(part, divisor);
        }
        quotient[place] = word;
    }
    quotient
}

/// An estimate of a word of the quotient by the leading words of both, which is right or 1 too large.
fn estimate([high, middle, low]: [u64; 3], first: u64, second: u64) -> u64 {
    let dividend = u128::from(high) << WORD_BITS | u128::from(middle);
    let (first, second) = (u128::from(first), u128::from(second));
    let (mut word, mut rest) = (dividend / first, dividend % first);
    while word > u128::from(u64::MAX) || word * second > (rest << WORD_BITS | u128::from(low)) {
        word -= 1;
        rest += first;
        if rest > u128::from(u64::MAX) {
            break;
        }
    }
    halves(word).0
}

/// Subtracts the product of words and a word, with a word more; whether that leaves less than 0.
fn subtract_product(words: &mut [u64], factor: &[u64], word: u64) -> bool {
    let (mut carry, mut borrow) = (0, false);
    let factor = factor.iter().copied().chain([0]);
    for (place, factor) in words.iter_mut().zip(factor) {
        let (product, high) = multiply_add(factor, word, carry, 0);
        let (difference, first) = place.overflowing_sub(product);
        let (difference, second) = difference.overflowing_sub(borrow.into());
        (*place, carry, borrow) = (difference, high, first || second);
    }
    borrow
}

/// Adds words, after too much was subtracted; what is carried out makes up for the borrow.
fn add_back(words: &mut [u64], added: &[u64]) {
    let mut carry = false;
    for (place, word) in words.iter_mut().enumerate() {
        let (sum, first) = word.overflowing_add(added.get(place).copied().unwrap_or_default());
        let (sum, second) = sum.overflowing_add(carry.into());
        (*word, carry) = (sum, first || second);
    }
}

/// Words times a power of 2 less than the base, with a word more.
fn shifted_left(words: &[u64], shift: u32) -> Vec<u64> {
    let mut carry = 0;
    let shifted = words.iter().map(|word| {
        let (low, high) = halves(u128::from(*word) << shift);
        low | std::mem::replace(&mut carry, high)
    });
    let mut shifted: Vec<u64> = shifted.collect();
    shifted.push(carry);
    shifted
}

/// Words by a power of 2 less than the base, which divides them.
fn shifted_right(mut words: Vec<u64>, shift: u32) -> Vec<u64> {
    let mut carry = 0;
    for word in words.iter_mut().rev() {
        let (low, high) = halves((u128::from(*word) << WORD_BITS) >> shift);
        *word = high | std::mem::replace(&mut carry, low);
    }
    words
}
