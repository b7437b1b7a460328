//! ascii85: "encoding and decoding Adobe Ascii85".

use dpgen_field::{assert_failing, texts};

texts!(Text, Token: "!", "u", "z", " ", "<~", "~>", "v");

#[test]
fn decoding_any_text_does_not_panic() {
    assert_failing(5, "\"u\"", (3896, 19_608), |text: &Text| {
        let _ = ascii85::decode(&text.text());
    });
}

#[test]
fn a_digit_panics_without_dpgen() {
    // The digit is worth 84 * 85^4, which is more than 2^32: an error, as for every other bad text.
    assert!(std::panic::catch_unwind(|| ascii85::decode("u").is_ok()).is_err());
}

/// Groups of zeros in both spellings, and one other group.
mod zeros {
    use super::*;

    texts!(Groups, Group: "z", "!!!!!", "!!!!\"");

    #[test]
    fn z_is_four_zeros() {
        assert_failing(6, "\"z\"", (966, 1093), |groups: &Groups| {
            let plain = groups.text().replace('z', "!!!!!");
            assert_eq!(ascii85::decode(&groups.text()).ok(), ascii85::decode(&plain).ok());
        });
    }

    #[test]
    fn z_is_refused_without_dpgen() {
        assert_eq!(ascii85::decode("!!!!!").unwrap(), [0; 4]);
        assert!(ascii85::decode("z").is_err()); // it is the same
    }
}

#[derive(dpgen::DpGen, Clone, Debug)]
struct Byte(#[dpgen(values = [0, 1, 32, 255])] u8);

#[dpgen::test(max_size = 7)]
fn what_is_encoded_is_decoded(bytes: &Bytes) {
    let bytes: Vec<u8> = bytes.0.iter().map(|byte| byte.0).collect();
    assert_eq!(ascii85::decode(&ascii85::encode(&bytes)).unwrap(), bytes);
}

#[derive(dpgen::DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Bytes(Vec<Byte>);
