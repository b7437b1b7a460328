//! microjson, json and tinyjson against serde_json, and what they write.

use dpgen_field::{assert_failing, texts};

texts!(Document, Token: "0", "1", "-", ".", "e", "\"", "\\", "u", "[", "]", ",", "{", "}", ":", " ", "null", "\"a\"");
texts!(Number, Digit: "0", "1", "9", "-", ".", "e", "E", "+");
texts!(Raw, Letter: "\\", "\"", "\n", "\u{8}", "\u{1}", "\u{7f}", "\u{2028}", "a", "é", "😀", "/", "'");

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

mod microjson_ {
    use super::*;
    use microjson::JSONValue;

    /// `load_and_verify`: "Load a JSON value from a payload and verify that it is valid JSON."
    #[test]
    fn what_is_verified_is_json() {
        assert_failing(4, "\"-\"", (33_677, 88_741), |document: &Document| {
            let text = document.text();
            assert_eq!(JSONValue::load_and_verify(&text).is_ok(), is_json(&text));
        });
    }

    #[test]
    fn much_more_than_json_is_verified_without_dpgen() {
        for text in ["-", "1-", "01", "1]", "[0]0", "nullx"] {
            assert!(JSONValue::load_and_verify(text).is_ok(), "{text}");
        }
    }

    #[dpgen::test(max_size = 5)]
    fn json_is_verified(document: &Document) {
        let text = document.text();
        assert!(!is_json(&text) || JSONValue::load_and_verify(&text).is_ok());
    }
}

mod json_ {
    use super::*;

    #[dpgen::test(max_size = 5)]
    fn what_is_parsed_is_json(document: &Document) {
        let text = document.text();
        assert_eq!(json::parse(&text).is_ok(), is_json(&text));
    }

    /// Numbers up to 9e9 and down to 1e-9, where the crate promises no special precision.
    #[test]
    fn numbers_are_those_of_std() {
        assert_failing(5, "\"0e900\"", (18, 37_449), |number: &Number| {
            let Ok(parsed) = json::parse(&number.text()) else { return };
            let (parsed, expected) = (parsed.as_f64().unwrap(), number.text().parse::<f64>().unwrap());
            assert!(
                parsed == expected || (parsed - expected).abs() <= expected.abs() * 1e-9,
                "{parsed} {expected}"
            );
        });
    }

    #[test]
    fn nothing_is_not_a_number_without_dpgen() {
        let number = json::parse("0e900").unwrap();
        assert!(number.as_f64().unwrap().is_nan()); // 0 * 10^900 is 0
    }

    #[dpgen::test(max_size = 4)]
    fn what_is_written_is_read(text: &Raw) {
        let value = json::JsonValue::String(text.text());
        assert_eq!(json::parse(&value.dump()).unwrap(), value);
        assert_eq!(serde_json::from_str::<String>(&value.dump()).unwrap(), text.text());
    }
}

mod tinyjson_ {
    use super::*;
    use tinyjson::JsonValue;

    #[dpgen::test(max_size = 5)]
    fn what_is_parsed_is_json(document: &Document) {
        let text = document.text();
        assert_eq!(text.parse::<JsonValue>().is_ok(), is_json(&text));
    }

    #[dpgen::test(max_size = 6)]
    fn numbers_are_those_of_std(number: &Number) {
        let text = number.text();
        if let Ok(parsed) = text.parse::<JsonValue>() {
            assert_eq!(parsed, JsonValue::Number(text.parse().unwrap()));
        }
    }

    #[dpgen::test(max_size = 4)]
    fn what_is_written_is_read(text: &Raw) {
        let value = JsonValue::String(text.text());
        let written = value.stringify().unwrap();
        assert_eq!(written.parse::<JsonValue>().unwrap(), value);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text.text());
    }
}
