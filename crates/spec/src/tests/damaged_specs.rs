//! Damaged texts: refused or read, and never worse.

use super::super::raw_spec;
use super::super::source_text::SpecText;
use super::super::{Spec, builtin};
use dpgen_forest::scope::Scope;

/// Reads a text and builds its model in small scopes. Errors must show a place in the text.
fn spec_from_bytes(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Spec::parse("damaged.ron", &text) {
        // A bound may have no value in another scope.
        Ok(spec) => drop((spec.model(&Scope::new(0)), spec.model(&Scope::new(2)))),
        Err(error) => {
            let (start, len) = error.span().unwrap_or_default();
            assert!(start + len <= text.len(), "{error}");
            assert!(!error.to_string().is_empty() && error.excerpt().len() < 1000, "{error}");
        }
    }
}

/// Numbers that look random and are the same in every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit.max(1)
    }
}

const SPEC_FRAGMENTS: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    ",",
    ":",
    "\\",
    "/*",
    "//",
    "r#\"",
    "..",
    "..=",
    "&&",
    "|| ",
    "? ",
    "!",
    "- ",
    "in [",
    "9223372036854775808",
    "-9223372036854775808",
    "Array(1000000000, Bool)",
    "List(",
    "Option(",
    "OneOf([])",
    "Int(1..n)",
    "weight: 4294967295,",
    "weight: 1e9",
    "n / 0",
    "size(",
    "left.",
    ".rep_ok",
    "null",
    "\u{feff}",
    "\0",
    "é",
    "\r\n",
];

fn damage(text: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        let end = (at + 1 + numbers.below(12)).min(bytes.len());
        match numbers.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            2 => {
                let other = numbers.below(bytes.len());
                bytes.swap(at, other);
            }
            3 => bytes[at] = u8::try_from(numbers.below(256)).unwrap_or_default(),
            4 => bytes.truncate(at.max(1)),
            _ => {
                let piece = SPEC_FRAGMENTS[numbers.below(SPEC_FRAGMENTS.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}

#[test]
fn damaged_specs_are_refused_or_read() {
    for (number, (_, text)) in (1..).zip(builtin::ALL) {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ number);
        for _ in 0..200 {
            spec_from_bytes(&damage(text.as_bytes(), &mut numbers));
        }
    }
}

/// What this crate reads, the crate `ron` reads too.
#[test]
fn what_is_read_is_ron() {
    for (number, (_, text)) in (100..).zip(builtin::ALL) {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ number);
        for _ in 0..200 {
            let damaged = damage(text.as_bytes(), &mut numbers);
            let text = String::from_utf8_lossy(&damaged);
            let source = SpecText { name: "damaged.ron".to_owned(), text: text.as_ref().into() };
            if raw_spec::read(&source).is_ok() {
                let found = ron::from_str::<ron::Value>(text.trim_start_matches('\u{feff}'));
                assert!(found.is_ok(), "{found:?} in {text}");
            }
        }
    }
}
