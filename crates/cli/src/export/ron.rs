//! RON: `Node(left: Nil, key: 3, red: false, right: Nil)`.
//!
//! Strings of a list of choices are quoted, names that are no identifiers are written raw (`r#a-b`), an optional
//! value is `Some(...)` or `None`.

use super::walk::{Bracket, Sink, positional, walk};
use dpgen_forest::schema::{Domain, Schema};

struct Writer<'o> {
    out: &'o mut String,
}

impl Writer<'_> {
    fn name(&mut self, name: &str) {
        let mut letters = name.chars();
        let plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !plain {
            self.out.push_str("r#");
        }
        self.out.push_str(name);
    }
}

impl Sink for Writer<'_> {
    fn open(&mut self, bracket: Bracket<'_>) {
        match bracket {
            Bracket::Constructor(ctor, _) => {
                self.name(&ctor.name);
                if !ctor.slots.is_empty() {
                    self.out.push('(');
                }
            }
            Bracket::List => self.out.push('['),
            Bracket::Tuple => self.out.push('('),
            Bracket::Some { .. } => self.out.push_str("Some("),
        }
    }

    fn part(&mut self, bracket: Bracket<'_>, number: usize, name: &str) {
        if number > 0 {
            self.out.push_str(", ");
        }
        if let Bracket::Constructor(ctor, _) = bracket
            && !positional(ctor)
        {
            self.name(name);
            self.out.push_str(": ");
        }
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        self.out.push_str(match bracket {
            Bracket::Constructor(ctor, _) if ctor.slots.is_empty() => "",
            Bracket::Constructor(..) | Bracket::Tuple | Bracket::Some { .. } => ")",
            Bracket::List => "]",
        });
    }

    fn none(&mut self) {
        self.out.push_str("None");
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        match domain.label(index) {
            Some(label) => self.out.push_str(&format!("{label:?}")),
            None => self.out.push_str(&domain.show(index)),
        }
    }
}

pub(super) fn write(schema: &Schema, words: &[u32], out: &mut String) {
    walk(schema, words, &mut Writer { out });
}
