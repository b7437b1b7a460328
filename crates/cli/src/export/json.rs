//! JSON, in the form that serde calls externally tagged.
//!
//! A constructor with named fields is `{"Node": {"left": ..., "key": 3}}`, one with a single unnamed field
//! `{"Leaf": 3}`, with more `{"Leaf": [3, 4]}`, one without fields the string `"Nil"`. Lists and tuples are
//! arrays. An optional value is itself or `null`; where it is optional itself, one that is there is `{"Some": ...}`.

use std::fmt::Write as _;

use dpgen_forest::Count;
use dpgen_forest::schema::{Constructor, Domain};

use super::Position;
use super::layout::{Item, ListText, Manner, Notation, OptionText, sequence};

/// Numbers from here on lose digits in readers that keep numbers as doubles.
const EXACT: u64 = 1 << 53;

/// JSON.
pub(super) struct Json;

/// A string in quotes. What some readers take for the end of a line, and what a terminal would obey, is escaped too.
fn string(text: &str, out: &mut String) {
    let hidden = |letter| matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    for letter in serde_json::Value::from(text).to_string().chars() {
        if letter.is_control() || hidden(letter) {
            // Writing to a string can not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
}

/// The brackets around a constructor's fields.
fn brackets(ctor: &Constructor) -> (&'static str, &'static str) {
    match (ctor.is_positional(), ctor.slots.len()) {
        (true, 1) => ("", ""),
        (true, _) => ("[", "]"),
        (false, _) => ("{", "}"),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    string(text, &mut out);
    out
}

impl Notation for Json {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Item>> {
        let name = quoted(&ctor.name);
        if ctor.slots.is_empty() {
            return Some(vec![Item::Text(name)]);
        }
        let labels = ctor.slots.iter().map(|slot| {
            if ctor.is_positional() { String::new() } else { format!("{}:", quoted(&slot.name)) }
        });
        let (open, close) = brackets(ctor);
        Some(sequence(&format!("{{{name}:{open}"), labels.collect(), ",", &format!("{close}}}")))
    }

    fn tuple(&self, slots: usize) -> Vec<Item> {
        sequence("[", vec![String::new(); slots], ",", "]")
    }

    fn list(&self, _manner: &Manner) -> Option<(ListText, Manner)> {
        Some((ListText::new("[", ",", "]"), Manner::Usual))
    }

    fn option(&self, nested: bool, _manner: &Manner) -> (OptionText, Manner) {
        let (before, after) = if nested { ("{\"Some\":", "}") } else { ("", "") };
        (OptionText { none: "null", before, after }, Manner::Usual)
    }

    fn data(&self, domain: &Domain, index: u32, _field: Option<&str>, _manner: &Manner) -> String {
        domain.label(index).map_or_else(|| domain.show(index), quoted)
    }
}

/// What comes before the structure in a line of a listing; `}` ends the line.
pub(super) fn head(place: Position<'_>, out: &mut String) {
    let quote = if *place.rank < Count::from(EXACT) { "" } else { "\"" };
    // Writing to a string can not fail.
    let _ = write!(out, "{{\"size\":{},\"rank\":{quote}{}{quote}", place.size, place.rank);
    if let Some(solution) = place.solution {
        let _ = write!(out, ",\"solution\":{solution}");
    }
    if let Some(key) = place.key {
        out.push_str(",\"key\":");
        string(key, out);
    }
    out.push_str(",\"value\":");
}
