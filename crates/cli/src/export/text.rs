//! The short form for people: `Node(Nil 3 red Nil)`.
//!
//! Fields stand in order, without names, except that a `bool` shows as its name (`red`, `!red`). Lists stand in
//! `[...]`, tuples in `(...)`, an optional value that is not there is `-`.

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
            Bracket::Some => {}
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
            Bracket::Some => {}
            _ => self.field = None,
        }
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        self.out.push_str(match bracket {
            Bracket::Constructor(ctor, _) if ctor.slots.is_empty() => "",
            Bracket::Constructor(..) | Bracket::Tuple => ")",
            Bracket::List => "]",
            Bracket::Some => "",
        });
    }

    fn none(&mut self) {
        self.out.push('-');
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        match (domain, &self.field) {
            (Domain::Bool, Some(name)) => {
                if index == 0 {
                    self.out.push('!');
                }
                self.out.push_str(name);
            }
            _ => self.out.push_str(&domain.show(index)),
        }
    }
}

pub(super) fn write(schema: &Schema, words: &[u32], out: &mut String) {
    walk(schema, words, &mut Writer { out, field: None });
}
