//! [`to_ron`]: a structure's compact words as RON.

use std::fmt::Write as _;

use super::{of_struct, positional};
use crate::index::CtorIx;
use crate::schema::{Constructor, Domain, Schema, Shape, SlotKind};

/// What is still to be written, the next on top.
enum Open<'a> {
    /// A value.
    Fill(SlotKind),
    /// The slots of a constructor from this one on.
    Slots(&'a Constructor, usize),
    /// What follows an element of a list.
    Rest,
    /// What follows an optional value.
    Close,
}

/// A structure as RON, from its compact words; words that are no structure of the schema end it early.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let text = dpgen::schema::to_ron(digits.catalog().schema(), &[1, 0, 1, 2, 0]);
/// assert_eq!(text, "Then(1, Then(3, End))");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[must_use]
pub fn to_ron(schema: &Schema, words: &[u32]) -> String {
    let mut out = String::new();
    let mut words = words.iter().copied();
    let mut open = vec![Open::Fill(SlotKind::Recursive(schema.root()))];
    while let Some(next) = open.pop() {
        match next {
            Open::Close => out.push(')'),
            Open::Slots(ctor, number) => match ctor.slots.get(number) {
                None => out.push(')'),
                Some(slot) => {
                    if number > 0 {
                        out.push_str(", ");
                    }
                    if schema.ty(ctor.ty).shape == Shape::Plain && !positional(ctor) {
                        push_name(&mut out, &slot.name);
                        out.push_str(": ");
                    }
                    open.extend([Open::Slots(ctor, number + 1), Open::Fill(slot.kind)]);
                }
            },
            Open::Rest => {
                let Some(word) = words.next() else { break };
                match schema.constructor(CtorIx::from_word(word)).slots.first() {
                    None => out.push(']'),
                    Some(element) => {
                        out.push_str(", ");
                        open.extend([Open::Rest, Open::Fill(element.kind)]);
                    }
                }
            }
            Open::Fill(kind) => {
                let Some(word) = words.next() else { break };
                match kind {
                    SlotKind::Data(domain) => push_datum(&mut out, schema.domain(domain), word),
                    SlotKind::Recursive(_) => {
                        begin(schema, schema.constructor(CtorIx::from_word(word)), &mut open, &mut out);
                    }
                }
            }
        }
    }
    out
}

/// Writes what stands before the first slot of a constructor.
fn begin<'a>(schema: &Schema, ctor: &'a Constructor, open: &mut Vec<Open<'a>>, out: &mut String) {
    match (schema.ty(ctor.ty).shape, ctor.slots.first()) {
        (Shape::Plain, None) => push_name(out, &ctor.name),
        (Shape::List, None) => out.push_str("[]"),
        (Shape::Option, None) => out.push_str("None"),
        (Shape::Plain | Shape::Tuple, _) => {
            if schema.ty(ctor.ty).shape == Shape::Plain && of_struct(schema, ctor.ty).is_none() {
                push_name(out, &ctor.name);
            }
            out.push('(');
            open.push(Open::Slots(ctor, 0));
        }
        (Shape::List, Some(element)) => {
            out.push('[');
            open.extend([Open::Rest, Open::Fill(element.kind)]);
        }
        (Shape::Option, Some(value)) => {
            out.push_str("Some(");
            open.extend([Open::Close, Open::Fill(value.kind)]);
        }
    }
}

fn push_datum(out: &mut String, domain: &Domain, index: u32) {
    // Writing to a string does not fail.
    let _ = match domain.label(index) {
        Some(label) => write!(out, "{label:?}"),
        None => write!(out, "{}", domain.show(index)),
    };
}

/// A name, written raw if it is no identifier.
fn push_name(out: &mut String, name: &str) {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !plain {
        out.push_str("r#");
    }
    out.push_str(name);
}
