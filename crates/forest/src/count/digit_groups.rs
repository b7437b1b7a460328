//! [`grouped`]: writes a number with a comma before every three digits, counts of any magnitude too.

use std::fmt::Display;

/// A number with a comma before every three digits.
///
/// ```
/// assert_eq!(dpgen_forest::grouped(1_234_567), "1,234,567");
/// assert_eq!(dpgen_forest::grouped(-123), "-123");
/// ```
#[must_use]
pub fn grouped(number: impl Display) -> String {
    let text = number.to_string();
    let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
    let mut out = String::with_capacity(text.len() + digits.len() / 3);
    out += sign;
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_in_threes() {
        assert_eq!(["0", "999", "1,000", "1,234,567"], [0, 999, 1_000, 1_234_567].map(grouped)[..]);
    }
}
