//! JSON, in the form that serde calls externally tagged.
//!
//! A constructor with named fields is `{"Node": {"left": ..., "key": 3}}`, one with a single unnamed field
//! `{"Leaf": 3}`, with more `{"Leaf": [3, 4]}`, one without fields the string `"Nil"`. Lists and tuples are
//! arrays. A reference is a string, `"#3"`. An optional value is itself or `null`; where it is optional itself, one that is there
//! is `{"Some": ...}`.

use std::fmt::Write as _;

use dpgen_forest::Count;
use dpgen_forest::schema::{Constructor, Domain};

use crate::export::structure_position::Position;
use crate::export::text_layout::{Container, ListText, Notation, OptionText, Piece, SlotStyle, sequence};

/// The first number that can lose digits in a reader that keeps numbers as doubles.
const FIRST_INEXACT: u64 = 1 << 53;

/// The notation of JSON.
pub(super) struct Json;

/// Appends a string in quotes. What some readers take for the end of a line, and what a terminal would obey, is escaped too.
fn push_string(text: &str, out: &mut String) {
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
    push_string(text, &mut out);
    out
}

impl Notation for Json {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Piece>> {
        let name = quoted(&ctor.name);
        if ctor.slots.is_empty() {
            return Some(vec![Piece::Text(name)]);
        }
        let labels = ctor.slots.iter().map(|slot| {
            if ctor.is_positional() { String::new() } else { format!("{}:", quoted(&slot.name)) }
        });
        let (open, close) = brackets(ctor);
        Some(sequence(&format!("{{{name}:{open}"), labels.collect(), ",", &format!("{close}}}")))
    }

    fn tuple(&self, slots: usize) -> Vec<Piece> {
        sequence("[", vec![String::new(); slots], ",", "]")
    }

    fn list(&self, _style: &SlotStyle) -> Option<Container<ListText>> {
        Some(Container::standard(ListText::new("[", ",", "]")))
    }

    fn option(&self, is_nested: bool, _style: &SlotStyle) -> Container<OptionText> {
        let (before, after) = if is_nested { ("{\"Some\":", "}") } else { ("", "") };
        Container::standard(OptionText { none: "null", before, after })
    }

    fn data(&self, domain: &Domain, index: u32, _field: Option<&str>, _style: &SlotStyle) -> String {
        match domain {
            Domain::Nodes { .. } => quoted(&domain.show(index)),
            _ => domain.label(index).map_or_else(|| domain.show(index), quoted),
        }
    }
}

/// Appends what comes before the structure in a line of a listing; `}` ends the line.
pub(super) fn append_place(place: Position<'_>, out: &mut String) {
    let quote = if *place.rank < Count::from(FIRST_INEXACT) { "" } else { "\"" };
    // Writing to a string can not fail.
    let _ = write!(out, "{{\"size\":{},\"rank\":{quote}{}{quote}", place.size, place.rank);
    if let Some(solution) = place.solution {
        let _ = write!(out, ",\"solution\":{solution}");
    }
    if let Some(key) = place.key {
        out.push_str(",\"key\":");
        push_string(key, out);
    }
    out.push_str(",\"value\":");
}
