//! Lexical rules that RON and CEL share.

/// The bytes of the characters that a text begins with.
pub(crate) fn length(text: &str, part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// The length of a number without a sign, with a fraction, an exponent and a suffix, whatever they are.
pub(crate) fn number(text: &str) -> usize {
    let digits = |text| length(text, |c: char| c == '_' || c.is_ascii_alphanumeric());
    let whole = digits(text);
    match text[whole..].strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => whole + 1 + digits(fraction),
        _ => whole,
    }
}
