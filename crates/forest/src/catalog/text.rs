//! A structure as one line of text, from its compact words.

use crate::index::CtorIx;
use crate::schema::{Schema, SlotKind};

/// `Node { left: Nil, key: 3, right: Nil }`.
#[must_use]
pub fn text(schema: &Schema, words: &[u32]) -> String {
    let mut out = String::new();
    write(schema, &mut words.iter().copied(), &mut out);
    out
}

fn write(schema: &Schema, words: &mut impl Iterator<Item = u32>, out: &mut String) {
    let Some(word) = words.next() else { return };
    let ctor = schema.constructor(CtorIx::from_word(word));
    out.push_str(&ctor.name);
    for (position, slot) in ctor.slots.iter().enumerate() {
        out.push_str(if position == 0 { " { " } else { ", " });
        out.push_str(&slot.name);
        out.push_str(": ");
        match slot.kind {
            SlotKind::Data(domain) => {
                out.push_str(
                    &words.next().map(|index| schema.domain(domain).show(index)).unwrap_or_default(),
                );
            }
            SlotKind::Recursive(_) => write(schema, words, out),
        }
    }
    if !ctor.slots.is_empty() {
        out.push_str(" }");
    }
}
