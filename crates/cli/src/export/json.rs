//! JSON, in the form that serde calls externally tagged.
//!
//! A constructor with named fields is `{"Node": {"left": ..., "key": 3}}`, one with a single unnamed field
//! `{"Leaf": 3}`, with more `{"Leaf": [3, 4]}`, one without fields the string `"Nil"`. Lists and tuples are
//! arrays. An optional value is itself or `null`; where it is optional itself, one that is there is `{"Some": ...}`.

use std::fmt::Write as _;

use super::Position;
use super::walk::{Bracket, Sink, positional, walk};
use dpgen_forest::Count;
use dpgen_forest::schema::{Constructor, Domain, Schema};

/// Numbers from here on lose digits in readers that keep numbers as doubles.
const EXACT: u64 = 1 << 53;

struct Writer<'o> {
    out: &'o mut String,
}

/// A string in quotes. What some readers take for the end of a line is escaped too.
fn string(text: &str, out: &mut String) {
    for letter in serde_json::Value::from(text).to_string().chars() {
        if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') {
            // Writing to a string can not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
}

/// The brackets around a constructor's fields.
fn brackets(ctor: &Constructor) -> (&'static str, &'static str) {
    match (positional(ctor), ctor.slots.len()) {
        (true, 1) => ("", ""),
        (true, _) => ("[", "]"),
        (false, _) => ("{", "}"),
    }
}

impl Sink for Writer<'_> {
    fn open(&mut self, bracket: Bracket<'_>) {
        match bracket {
            Bracket::Constructor(ctor, _) if ctor.slots.is_empty() => string(&ctor.name, self.out),
            Bracket::Constructor(ctor, _) => {
                self.out.push('{');
                string(&ctor.name, self.out);
                self.out.push(':');
                self.out.push_str(brackets(ctor).0);
            }
            Bracket::List | Bracket::Tuple => self.out.push('['),
            Bracket::Some { nested: true } => self.out.push_str("{\"Some\":"),
            Bracket::Some { nested: false } => {}
        }
    }

    fn part(&mut self, bracket: Bracket<'_>, number: usize, name: &str) {
        if number > 0 {
            self.out.push(',');
        }
        if let Bracket::Constructor(ctor, _) = bracket
            && !positional(ctor)
        {
            string(name, self.out);
            self.out.push(':');
        }
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        match bracket {
            Bracket::Constructor(ctor, _) if ctor.slots.is_empty() => {}
            Bracket::Constructor(ctor, _) => {
                self.out.push_str(brackets(ctor).1);
                self.out.push('}');
            }
            Bracket::List | Bracket::Tuple => self.out.push(']'),
            Bracket::Some { nested: true } => self.out.push('}'),
            Bracket::Some { nested: false } => {}
        }
    }

    fn none(&mut self) {
        self.out.push_str("null");
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        match domain.label(index) {
            Some(label) => string(label, self.out),
            None => self.out.push_str(&domain.show(index)),
        }
    }
}

pub(super) fn write(schema: &Schema, words: &[u32], out: &mut String) {
    walk(schema, words, &mut Writer { out });
}

/// A line of a listing.
pub(super) fn record(schema: &Schema, words: &[u32], place: Position<'_>, out: &mut String) {
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
    write(schema, words, out);
    out.push('}');
}
