//! Decimal digits of numbers, both ways.

use std::fmt;
use std::str::FromStr;

use crate::natural::Natural;

/// The greatest power of 10 that fits a word, and its exponent.
const CHUNK: (u64, usize) = (10_000_000_000_000_000_000, 19);

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.clone();
        let mut chunks = Vec::new();
        while !rest.is_zero() {
            chunks.push(rest.divide_by_word(CHUNK.0));
        }
        let mut text = chunks.pop().unwrap_or_default().to_string();
        for chunk in chunks.iter().rev() {
            text += &format!("{chunk:0width$}", width = CHUNK.1);
        }
        f.pad_integral(true, "", &text)
    }
}

/// A text is not a number: it has something else than decimal digits, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNaturalError(());

impl fmt::Display for ParseNaturalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is written in decimal digits")
    }
}

impl std::error::Error for ParseNaturalError {}

impl FromStr for Natural {
    type Err = ParseNaturalError;

    /// Digits, perhaps after a plus sign, and with `_` between them.
    fn from_str(text: &str) -> Result<Self, ParseNaturalError> {
        let digits = text.strip_prefix('+').unwrap_or(text);
        if !digits.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(ParseNaturalError(()));
        }
        let (mut number, mut chunk, mut power) = (Self::default(), 0, 1);
        for letter in digits.chars().filter(|letter| *letter != '_') {
            let digit = letter.to_digit(10).ok_or(ParseNaturalError(()))?;
            (chunk, power) = (chunk * 10 + u64::from(digit), power * 10);
            if power == CHUNK.0 {
                number.multiply_add_word(power, chunk);
                (chunk, power) = (0, 1);
            }
        }
        number.multiply_add_word(power, chunk);
        Ok(number)
    }
}
