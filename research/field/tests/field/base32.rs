//! base32: the alphabets of RFC 4648, among others.

use base32::Alphabet;
use dpgen_field::{assert_failing, texts};

const PADDED: Alphabet = Alphabet::Rfc4648 { padding: true };

texts!(Text, Token: "A", "7", "=", "1");

/// RFC 4648, section 3.3: data with characters outside of the alphabet is refused; the padding may be treated as such
/// "if it is present before the end of the encoded data", but not as a letter.
#[test]
fn padding_before_the_end_is_refused() {
    assert_failing(8, "\"=A\"", (8828, 87_381), |text: &Text| {
        let text = text.text();
        if text.trim_end_matches('=').contains('=') {
            assert_eq!(base32::decode(PADDED, &text), None);
        }
    });
}

#[test]
fn padding_is_the_letter_a_without_dpgen() {
    assert_eq!(base32::decode(PADDED, "=A"), Some(vec![0]));
    assert_eq!(base32::decode(PADDED, "AA"), Some(vec![0]));
    assert_eq!(base32::decode(PADDED, "7=7A===="), base32::decode(PADDED, "7A7A===="));
}
