//! [`Natural`]: an integer of any length that is not negative.
//!
//! Invariant: the most significant word is not 0, so that equal numbers have equal words. Read `division.rs` next.

use std::cmp::Ordering;

/// The bits of a word.
pub(crate) const WORD_BITS: u32 = u64::BITS;

/// An integer that is not negative: its words, the least significant first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Natural(pub(crate) Vec<u64>);

/// The low and the high word of a product or sum.
#[inline]
pub(crate) fn halves(wide: u128) -> (u64, u64) {
    let half = |half: u128| u64::try_from(half).unwrap_or_default();
    (half(wide & u128::from(u64::MAX)), half(wide >> WORD_BITS))
}

/// `a * b + c + d`, which two words always hold: the low and the high word.
#[inline]
pub(crate) fn multiply_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    halves(u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d))
}

impl Natural {
    /// The number with these words, the least significant first.
    pub(crate) fn of_words(words: Vec<u64>) -> Self {
        let mut number = Self(words);
        number.trim();
        number
    }

    /// Drops leading zeros.
    pub(crate) fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// The number with these digits of 32 bits, the least significant first.
    #[must_use]
    pub fn from_digits(digits: &[u32]) -> Self {
        let word = |pair: &[u32]| {
            let high = pair.get(1).copied().unwrap_or_default();
            u64::from(pair[0]) | u64::from(high) << 32
        };
        Self::of_words(digits.chunks(2).map(word).collect())
    }

    /// The number of these bytes, the least significant first.
    #[must_use]
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        Self::of_words(bytes.chunks(8).map(word).collect())
    }

    /// Its bytes, the least significant first, without zeros at the end; 0 is one byte.
    #[must_use]
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        if bytes.is_empty() { vec![0] } else { bytes }
    }

    /// The number, if it fits into 128 bits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match *self.0 {
            [] => Some(0),
            [low] => Some(low.into()),
            [low, high] => Some(u128::from(low) | u128::from(high) << WORD_BITS),
            _ => None,
        }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of its binary digits; 0 has none.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let words = u64::try_from(self.0.len()).unwrap_or(u64::MAX);
        match self.0.last() {
            Some(last) => words * u64::from(WORD_BITS) - u64::from(last.leading_zeros()),
            None => 0,
        }
    }

    /// Adds a number.
    pub fn add(&mut self, other: &Self) {
        self.add_words(&other.0);
    }

    /// Adds a number of 128 bits.
    pub fn add_u128(&mut self, other: u128) {
        match halves(other) {
            (0, 0) => {}
            (low, 0) => self.add_words(&[low]),
            (low, high) => self.add_words(&[low, high]),
        }
    }

    /// Adds words, of which the most significant one is not 0.
    fn add_words(&mut self, words: &[u64]) {
        if self.0.len() < words.len() {
            self.0.resize(words.len(), 0);
        }
        let mut carry = false;
        for (place, word) in self.0.iter_mut().enumerate() {
            let Some(added) = words.get(place) else {
                if !carry {
                    return;
                }
                (*word, carry) = word.overflowing_add(1);
                continue;
            };
            let (sum, first) = word.overflowing_add(*added);
            let (sum, second) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, first || second);
        }
        if carry {
            self.0.push(1);
        }
    }

    /// The difference, or `None` if `other` is greater.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if *self < *other {
            return None;
        }
        let mut words = self.0.clone();
        subtract(&mut words, &other.0);
        Some(Self::of_words(words))
    }

    /// Multiplies by a number.
    pub fn multiply(&mut self, other: &Self) {
        self.multiply_words(&other.0);
    }

    /// Multiplies by a number of 128 bits.
    pub fn multiply_u128(&mut self, other: u128) {
        match halves(other) {
            (low, 0) => self.multiply_words(&[low]),
            (low, high) => self.multiply_words(&[low, high]),
        }
    }

    /// Multiplies by words; one is multiplied in place.
    fn multiply_words(&mut self, factor: &[u64]) {
        if let [factor] = *factor {
            self.multiply_add_word(factor, 0);
            return self.trim();
        }
        let mut words = vec![0; self.0.len() + factor.len()];
        for (place, a) in self.0.iter().enumerate() {
            let mut carry = 0;
            let (product, rest) = words[place..].split_at_mut(factor.len());
            for (word, b) in product.iter_mut().zip(factor) {
                (*word, carry) = multiply_add(*a, *b, *word, carry);
            }
            // Nothing was added to this word so far.
            rest[0] = carry;
        }
        *self = Self::of_words(words);
    }

    /// Multiplies by a word and adds one.
    pub(crate) fn multiply_add_word(&mut self, factor: u64, added: u64) {
        let mut carry = added;
        for word in &mut self.0 {
            (*word, carry) = multiply_add(*word, factor, carry, 0);
        }
        if carry != 0 {
            self.0.push(carry);
        }
    }
}

/// Subtracts words; whether there is a borrow, so that the words are too large by a power of the base.
fn subtract(words: &mut [u64], subtrahend: &[u64]) -> bool {
    let mut borrow = false;
    for (place, word) in words.iter_mut().enumerate() {
        let subtracted = match subtrahend.get(place) {
            Some(subtracted) => *subtracted,
            None if borrow => 0,
            None => return false,
        };
        let (difference, first) = word.overflowing_sub(subtracted);
        let (difference, second) = difference.overflowing_sub(borrow.into());
        (*word, borrow) = (difference, first || second);
    }
    borrow
}

impl From<u128> for Natural {
    fn from(number: u128) -> Self {
        let (low, high) = halves(number);
        Self::of_words(vec![low, high])
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_words = || self.0.iter().rev().cmp(other.0.iter().rev());
        self.0.len().cmp(&other.0.len()).then_with(by_words)
    }
}
