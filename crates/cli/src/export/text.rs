//! The short form for people: `Node(Nil 3 red Nil)`. Different structures of a schema have different texts, each of one
//! line.
//!
//! Fields stand in order, without names, except that a `bool` shows as its name (`red`, `!red`). Lists stand in
//! `[...]`, tuples in `(...)`. An optional value is itself, or `-` if it is not there; where it is optional itself, one
//! that is there stands in `Some(...)`. A string stands as it is if it has a letter or a digit first and nothing but
//! letters, digits and `_ . : + * / % # @ $ ' " -` then; any other is quoted, with escapes as in Rust.

use super::walk::{Bracket, Sink, walk};
use dpgen_forest::schema::{Domain, Schema};

struct Writer<'o> {
    out: &'o mut String,
    /// The name of the field that comes, if a `bool` may be called by it.
    field: Option<String>,
}

impl Sink for Writer<'_> {
    fn open(&mut self, bracket: Bracket<'_>) {
        match bracket {
            Bracket::Constructor(ctor, _) => {
                self.out.push_str(&ctor.name);
                if !ctor.slots.is_empty() {
                    self.out.push('(');
                }
            }
            Bracket::List => self.out.push('['),
            Bracket::Tuple => self.out.push('('),
            Bracket::Some { nested: true } => self.out.push_str("Some("),
            Bracket::Some { nested: false } => {}
        }
    }

    fn part(&mut self, bracket: Bracket<'_>, number: usize, name: &str) {
        if number > 0 {
            self.out.push(' ');
        }
        match bracket {
            Bracket::Constructor(..) if !name.starts_with(|first: char| first.is_ascii_digit()) => {
                self.field = Some(name.to_owned());
            }
            Bracket::Some { .. } => {}
            _ => self.field = None,
        }
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        self.out.push_str(match bracket {
            Bracket::Constructor(ctor, _) if ctor.slots.is_empty() => "",
            Bracket::Constructor(..) | Bracket::Tuple => ")",
            Bracket::List => "]",
            Bracket::Some { nested: true } => ")",
            Bracket::Some { nested: false } => "",
        });
    }

    fn none(&mut self) {
        self.out.push('-');
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        data(domain, index, self.field.as_deref(), self.out);
    }
}

/// Writes a value of a domain, in a field that may have a name to call it by.
pub(super) fn data(domain: &Domain, index: u32, field: Option<&str>, out: &mut String) {
    match (domain, field, domain.label(index)) {
        (Domain::Bool, Some(name), _) => {
            if index == 0 {
                out.push('!');
            }
            out.push_str(name);
        }
        (_, _, Some(label)) if !plain(label) => out.push_str(&format!("{label:?}")),
        _ => out.push_str(&domain.show(index)),
    }
}

/// Whether a string can not be taken for anything else in its place, nor break the line.
fn plain(label: &str) -> bool {
    let inside = |letter: char| letter.is_alphanumeric() || "_.:+*/%#@$'\"-".contains(letter);
    label.starts_with(char::is_alphanumeric) && label.chars().all(inside)
}

pub(super) fn write(schema: &Schema, words: &[u32], out: &mut String) {
    walk(schema, words, &mut Writer { out, field: None });
}
