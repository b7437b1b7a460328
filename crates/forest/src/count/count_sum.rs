//! [`CountProduct`] and [`CountSum`]: products of counts, and sums of these, in buffers that are kept.
//!
//! An engine adds up a product of counts for each production. As [`Count`]s beyond 128 bits, each product would be allocated,
//! added and freed. Here a product is written over the one before, and added to sums in place.
//!
//! Layout of a number beyond 128 bits: words of 64 bits, the least first, the last not zero.

use num_bigint::BigUint;

use crate::count::{Count, Repr};
use crate::index::{wide, word_halves};

/// Factors of more words than this are multiplied by num-bigint, which has faster ways for large numbers.
const MAX_SCHOOLBOOK_WORDS: usize = 32;

/// A product of counts. It starts as 1.
///
/// ```
/// use dpgen_forest::Count;
/// use dpgen_forest::count::{CountProduct, CountSum};
///
/// let mut product = CountProduct::default();
/// let mut sum = CountSum::default();
/// for _ in 0..2 {
///     product.restart();
///     product.multiply(&Count::new(u128::MAX));
///     product.multiply(&Count::new(10));
///     sum.add(&product);
/// }
/// assert_eq!(sum.total(), Count::new(u128::MAX) * Count::new(20));
/// ```
#[derive(Debug, Clone)]
pub struct CountProduct {
    number: Number,
    /// The words of a product while it is worked out.
    next: Vec<u64>,
}

/// A sum of counts and products. It starts as 0.
#[derive(Debug, Clone, Default)]
pub struct CountSum(Number);

/// A number in 128 bits, or in more words if there are any.
#[derive(Debug, Clone, Default)]
struct Number {
    small: u128,
    words: Vec<u64>,
}

impl Default for CountProduct {
    fn default() -> Self {
        Self { number: Number { small: 1, words: Vec::new() }, next: Vec::new() }
    }
}

impl CountProduct {
    /// Goes back to 1.
    #[inline]
    pub fn restart(&mut self) {
        self.number.small = 1;
        self.number.words.clear();
    }

    /// How many binary digits the product has, at most 63 more than it needs.
    #[inline]
    #[must_use]
    pub fn max_bits(&self) -> u64 {
        match self.number.words.len() {
            0 => u64::from(128 - self.number.small.leading_zeros()),
            len => 64 * wide(len),
        }
    }

    /// Multiplies by a count.
    #[inline]
    pub fn multiply(&mut self, factor: &Count) {
        if let Repr::Small(factor) = &factor.0
            && self.number.words.is_empty()
            && let Some(product) = self.number.small.checked_mul(*factor)
        {
            self.number.small = product;
        } else {
            self.multiply_words(factor);
        }
    }

    fn multiply_words(&mut self, factor: &Count) {
        match &factor.0 {
            Repr::Small(0) => {
                self.restart();
                self.number.small = 0;
            }
            Repr::Small(1) => {}
            Repr::Small(factor) => {
                let (low, high) = word_halves(*factor);
                self.multiply_by([low, high].into_iter());
            }
            Repr::Big(factor) => {
                let words = factor.iter_u64_digits();
                match (self.number.words.len(), self.number.small) {
                    (0, 0) => {}
                    (0, 1) => self.number.words.extend(words),
                    (len, _) if len.min(words.len()) > MAX_SCHOOLBOOK_WORDS => {
                        let product = big(&self.number.words) * factor;
                        self.number.words.clear();
                        self.number.words.extend(product.iter_u64_digits());
                    }
                    _ => self.multiply_by(words),
                }
            }
        }
    }

    /// Multiplies by the number with these words, so that the product has more than 128 bits.
    fn multiply_by(&mut self, factor: impl ExactSizeIterator<Item = u64>) {
        self.number.spill();
        let Self { number: Number { words, .. }, next } = self;
        next.clear();
        next.resize(words.len() + factor.len(), 0);
        for (place, digit) in factor.enumerate() {
            let mut carry = 0;
            let (sums, rest) = next[place..].split_at_mut(words.len());
            for (sum, word) in sums.iter_mut().zip(&*words) {
                // At most (2^64 - 1)^2 + 2 (2^64 - 1), which is 2^128 - 1.
                let product = u128::from(*word) * u128::from(digit) + u128::from(*sum) + u128::from(carry);
                (*sum, carry) = word_halves(product);
            }
            rest[0] = carry;
        }
        std::mem::swap(words, next);
        trim(words);
    }
}

impl CountSum {
    /// Adds a product.
    #[inline]
    pub fn add(&mut self, product: &CountProduct) {
        match &product.number.words[..] {
            [] => self.add_small(product.number.small),
            words => self.add_words(words.iter().copied()),
        }
    }

    /// Adds a count.
    #[inline]
    pub fn add_count(&mut self, count: &Count) {
        match &count.0 {
            Repr::Small(small) => self.add_small(*small),
            Repr::Big(big) => self.add_words(big.iter_u64_digits()),
        }
    }

    #[inline]
    fn add_small(&mut self, small: u128) {
        match self.0.small.checked_add(small) {
            Some(sum) if self.0.words.is_empty() => self.0.small = sum,
            _ => {
                let (low, high) = word_halves(small);
                self.add_words([low, high].into_iter());
            }
        }
    }

    fn add_words(&mut self, words: impl ExactSizeIterator<Item = u64>) {
        self.0.spill();
        let sum = &mut self.0.words;
        sum.resize(sum.len().max(words.len()), 0);
        let (low, high) = sum.split_at_mut(words.len());
        let mut carry = false;
        for (place, word) in low.iter_mut().zip(words) {
            let (partial, first) = place.overflowing_add(word);
            let (whole, second) = partial.overflowing_add(u64::from(carry));
            (*place, carry) = (whole, first | second);
        }
        for place in high {
            if !carry {
                return;
            }
            (*place, carry) = place.overflowing_add(1);
        }
        if carry {
            sum.push(1);
        }
    }

    /// Whether nothing but zeros was added.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.words.iter().all(|word| *word == 0) && self.0.small == 0
    }

    /// The sum.
    #[must_use]
    pub fn total(&self) -> Count {
        match self.0.words[..] {
            [] => Count::new(self.0.small),
            _ => Count::from_big(big(&self.0.words)),
        }
    }
}

impl Number {
    /// Writes a number of 128 bits as words, of which the last may be zero.
    fn spill(&mut self) {
        if self.words.is_empty() {
            let (low, high) = word_halves(self.small);
            self.words.extend([low, high]);
            self.small = 0;
        }
    }
}

/// Removes zeros at the end.
fn trim(words: &mut Vec<u64>) {
    while words.last() == Some(&0) {
        words.pop();
    }
}

/// The number with these words.
fn big(words: &[u64]) -> BigUint {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

#[cfg(test)]
mod tests {
    use super::{CountProduct, CountSum};
    use crate::count::Count;

    /// Powers of numbers around the borders of words, up to where num-bigint multiplies.
    fn numbers() -> Vec<Count> {
        let bases = [0, 1, 2, 10, u128::from(u64::MAX), 1 << 64, u128::MAX].map(Count::new);
        let powers = bases.iter().flat_map(|base| {
            [1, 2, 3, 20, 80].map(|power| (0..power).fold(Count::ONE, |product, _| product * base))
        });
        powers.collect()
    }

    fn product_of(factors: &[&Count]) -> CountProduct {
        let mut product = CountProduct::default();
        factors.iter().for_each(|factor| product.multiply(factor));
        product
    }

    fn total(product: &CountProduct) -> Count {
        let mut sum = CountSum::default();
        sum.add(product);
        sum.total()
    }

    #[test]
    fn products_are_those_of_counts() {
        let numbers = numbers();
        for a in &numbers {
            for b in &numbers {
                let product = product_of(&[a, b]);
                assert_eq!(total(&product), a.clone() * b, "{a} * {b}");
                assert!(product.max_bits() >= total(&product).bits());
                assert_eq!(total(&product_of(&[a, b, a])), a.clone() * b * a);
            }
        }
    }

    #[test]
    fn a_product_starts_again_from_one() {
        let mut product = CountProduct::default();
        for number in numbers() {
            product.restart();
            product.multiply(&number);
            assert_eq!(total(&product), number);
        }
    }

    #[test]
    fn sums_are_those_of_counts() {
        let numbers = numbers();
        for a in &numbers {
            for b in &numbers {
                let mut sum = CountSum::default();
                assert!(sum.is_zero());
                sum.add_count(a);
                sum.add(&product_of(&[b]));
                sum.add_count(b);
                let expected = a.clone() + b + b;
                assert_eq!(sum.is_zero(), expected.is_zero());
                assert_eq!(sum.total(), expected, "{a} + 2 * {b}");
            }
        }
    }
}
