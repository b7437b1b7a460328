//! boml ("Supports TOML 1.1") and basic-toml ("parsing and producing data in TOML format").

use dpgen_field::{assert_failing, texts};

texts!(Value, Token: "1", "_", "0", "x", ".", "-", "+", "e", "inf", "'", "[", "]", ",", "true");

/// The grammar of TOML for an integer in decimal, or `None` where the text has letters that say something else.
fn is_decimal(text: &str) -> Option<bool> {
    if text.is_empty() || text.contains(['x', '.', 'e', 'i', '\'', '[', ']', ',', 't']) {
        return None;
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let parts: Vec<&str> = digits.split('_').collect();
    let grouped = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    Some(grouped && (digits == "0" || !digits.starts_with('0')))
}

/// `-` between numbers would be a date, which has four digits at first.
#[test]
fn boml_reads_the_integers_of_toml() {
    assert_failing(5, "\"-\"", (164, 579_195), |value: &Value| {
        let text = format!("a={}\n", value.text());
        if let Some(expected) = is_decimal(&value.text()) {
            assert_eq!(boml::parse(&text).is_ok(), expected, "{text}");
        }
    });
}

#[test]
fn boml_takes_a_sign_for_a_value_without_dpgen() {
    let integer = |text: &'static str| boml::parse(text).ok().and_then(|table| table.get_integer("a").ok());
    assert_eq!(integer("a=-\n"), Some(0)); // no digit
    assert_eq!(integer("a=1_\n"), Some(1)); // "each underscore must be surrounded by at least one digit on each side"
    assert_eq!(integer("a=1__1\n"), Some(11));
}

#[test]
fn boml_refuses_a_float_at_the_end_without_dpgen() {
    assert!(boml::parse("a=1.5").is_err());
    assert!(boml::parse("a=1.5\n").is_ok()); // a file may end without a newline
    assert!(boml::parse("a=1").is_ok());
}

texts!(Fraction, Digit: "0", "1", "2");

#[test]
fn boml_reads_the_floats_of_toml() {
    assert_failing(4, "(\"0\", \"0\")", (243, 547), |(whole, part): &(Fraction, Fraction)| {
        let (whole, part) = (whole.text(), part.text());
        if is_decimal(&whole) == Some(true) && !part.is_empty() {
            let text = format!("a={whole}.{part}");
            assert!(boml::parse(&text).is_ok(), "{text}");
        }
    });
}

#[test]
fn basic_toml_reads_the_integers_of_toml() {
    assert_failing(5, "\"+-1\"", (10, 579_195), |value: &Value| {
        let text = format!("a={}\n", value.text());
        if let Some(expected) = is_decimal(&value.text()) {
            assert_eq!(basic_toml::from_str::<serde::de::IgnoredAny>(&text).is_ok(), expected, "{text}");
        }
    });
}

#[test]
fn basic_toml_takes_two_signs_without_dpgen() {
    let parsed: std::collections::BTreeMap<String, i64> = basic_toml::from_str("a=+-1").unwrap();
    assert_eq!(parsed["a"], -1); // an integer has one sign at most
}
