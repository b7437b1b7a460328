//! [`debug_text`]: a structure as one line of text, in the notation of `Debug`.

use crate::index::CtorIx;
use crate::schema::Schema;
use crate::schema::types::{Constructor, SlotKind};

/// A structure as `Node { left: Nil, key: 3, right: Nil }`, from its compact words.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let text = dpgen::schema::debug_text(digits.catalog().schema(), &[1, 0, 1, 2, 0]);
/// assert_eq!(text, "Then { 0: 1, 1: Then { 0: 3, 1: End } }");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[must_use]
pub fn debug_text(schema: &Schema, words: &[u32]) -> String {
    let mut out = String::new();
    let mut words = words.iter().copied();
    let ctor_of = |word| schema.constructor(CtorIx::from_word(word));
    let Some(whole) = words.next().map(ctor_of) else { return out };
    // Layers that are not closed yet, with the number of slots written.
    let mut open: Vec<(&Constructor, usize)> = vec![(whole, 0)];
    out.push_str(&whole.name);
    while let Some((ctor, written)) = open.last_mut() {
        let Some(slot) = ctor.slots.get(*written) else {
            if *written > 0 {
                out.push_str(" }");
            }
            open.pop();
            continue;
        };
        out.push_str(if *written == 0 { " { " } else { ", " });
        out.push_str(&slot.name);
        out.push_str(": ");
        *written += 1;
        match slot.kind {
            SlotKind::Data(domain) => {
                out.push_str(
                    &words.next().map(|index| schema.domain(domain).show(index)).unwrap_or_default(),
                );
            }
            SlotKind::Recursive(_) => {
                if let Some(part) = words.next().map(ctor_of) {
                    out.push_str(&part.name);
                    open.push((part, 0));
                }
            }
        }
    }
    out
}
