//! [`to_ron`]: writes a structure as RON, from its compact words.

use crate::index::CtorIx;
use crate::schema::Schema;
use crate::schema::types::{Constructor, SlotKind};
use crate::schema::value_notation::Shape;
use crate::structure::ron::notation::{constructor_name, field_name, value};

/// A piece that is still to be written; the next one is on top of the stack.
enum Pending<'a> {
    /// A value.
    Fill(SlotKind),
    /// The slots of a constructor from this one on.
    Slots(&'a Constructor, usize),
    /// The rest of a list after an element.
    Rest,
    /// The parenthesis after an optional value.
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
    let mut pending = vec![Pending::Fill(SlotKind::Recursive(schema.root()))];
    while let Some(next) = pending.pop() {
        match next {
            Pending::Close => out.push(')'),
            Pending::Slots(ctor, number) => match ctor.slots.get(number) {
                None => out.push(')'),
                Some(slot) => {
                    if number > 0 {
                        out.push_str(", ");
                    }
                    if schema.ty(ctor.ty).shape == Shape::Plain
                        && let Some(name) = field_name(ctor, slot)
                    {
                        out.push_str(&name);
                        out.push_str(": ");
                    }
                    pending.extend([Pending::Slots(ctor, number + 1), Pending::Fill(slot.kind)]);
                }
            },
            Pending::Rest => {
                let Some(word) = words.next() else { break };
                match schema.constructor(CtorIx::from_word(word)).slots.first() {
                    None => out.push(']'),
                    Some(element) => {
                        out.push_str(", ");
                        pending.extend([Pending::Rest, Pending::Fill(element.kind)]);
                    }
                }
            }
            Pending::Fill(kind) => {
                let Some(word) = words.next() else { break };
                match kind {
                    SlotKind::Data(domain) => out.push_str(&value(schema.domain(domain), word)),
                    SlotKind::Recursive(_) => {
                        begin(schema, schema.constructor(CtorIx::from_word(word)), &mut pending, &mut out);
                    }
                }
            }
        }
    }
    out
}

/// Writes what stands before the first slot of a constructor.
fn begin<'a>(schema: &Schema, ctor: &'a Constructor, pending: &mut Vec<Pending<'a>>, out: &mut String) {
    match (schema.ty(ctor.ty).shape, ctor.slots.first()) {
        (Shape::Plain, None) => out.push_str(&constructor_name(schema, ctor)),
        (Shape::List, None) => out.push_str("[]"),
        (Shape::Option, None) => out.push_str("None"),
        (Shape::Plain | Shape::Tuple, _) => {
            if schema.ty(ctor.ty).shape == Shape::Plain {
                out.push_str(&constructor_name(schema, ctor));
            }
            out.push('(');
            pending.push(Pending::Slots(ctor, 0));
        }
        (Shape::List, Some(element)) => {
            out.push('[');
            pending.extend([Pending::Rest, Pending::Fill(element.kind)]);
        }
        (Shape::Option, Some(slot)) => {
            out.push_str("Some(");
            pending.extend([Pending::Close, Pending::Fill(slot.kind)]);
        }
    }
}
