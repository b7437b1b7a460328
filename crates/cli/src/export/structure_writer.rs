//! Writes a structure from its compact words and its [`SchemaLayout`], in one pass and without recursion.

use std::fmt::Write as _;

use dpgen_forest::index::{CtorIx, at};

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::text_layout::{ConstructorLayout, ListText, Piece, SchemaLayout, SlotContent};

/// An entry of the stack of what is still to be written.
enum Pending<'l> {
    /// The slots of a constructor from this one on. If they are rearranged, marks say where the texts of those before begin.
    Slots(&'l ConstructorLayout, usize),
    /// The elements of a list after the first.
    List(&'l ListText, &'l SlotContent),
    /// The content of a slot.
    Content(&'l SlotContent),
    /// The text after an optional value.
    Text(&'l str),
}

/// Memory for rearranging the texts of slots, used again for each constructor.
struct Rearrangement {
    /// Where the texts of slots begin and end.
    marks: Vec<usize>,
    text: String,
}

/// The levels, slots and quarter bytes of a part for which there is memory from the start.
const INITIAL_CAPACITY: usize = 64;

/// Appends a structure. Words that are no structure of the schema end it early.
///
/// # Errors
/// When its text, or that of a part, is too long.
pub(super) fn write(
    schema_layout: &SchemaLayout,
    words: &[u32],
    out: &mut String,
) -> Result<(), ExportError> {
    let max_len = out.len().saturating_add(MAX_TEXT_LEN);
    let mut latest: Option<&ConstructorLayout> = None;
    let capacity = if schema_layout.rearranges { INITIAL_CAPACITY } else { 0 };
    let mut rearrangement =
        Rearrangement { marks: Vec::with_capacity(capacity), text: String::with_capacity(4 * capacity) };
    let mut node_counter = schema_layout.node_counter();
    let mut words = words.iter().copied();
    let mut open = Vec::with_capacity(INITIAL_CAPACITY);
    open.push(Pending::Content(&schema_layout.root));
    while let Some(next) = open.pop() {
        if out.len() > max_len {
            return Err(too_long(latest));
        }
        let content = match next {
            Pending::Text(text) => {
                out.push_str(text);
                continue;
            }
            Pending::Slots(layout, slot) => {
                if layout.rearranged.is_some() {
                    rearrangement.marks.push(out.len());
                }
                let Some(slot_layout) = layout.slots.get(slot) else {
                    out.push_str(&layout.last);
                    rearrangement.rearrange(layout, out)?;
                    continue;
                };
                out.push_str(&slot_layout.before);
                open.push(Pending::Slots(layout, slot + 1));
                &slot_layout.content
            }
            Pending::List(text, element) => {
                out.push_str(&text.affixes.after_each);
                let Some(rest) = words.next() else { return Ok(()) };
                if schema_layout.is_end(CtorIx::from_word(rest)) {
                    out.push_str(&text.close);
                    continue;
                }
                out.push_str(&text.affixes.between);
                out.push_str(&text.affixes.before_each);
                open.push(Pending::List(text, element));
                element
            }
            Pending::Content(content) => content,
        };
        let Some(word) = words.next() else { return Ok(()) };
        match content {
            SlotContent::Texts(texts) => out.push_str(texts.get(at(word)).map_or("", |text| text)),
            SlotContent::Number(domain) => {
                // Writing to a string can not fail.
                let _ = write!(out, "{}", domain.value(word));
            }
            SlotContent::Reference(before, after) => {
                let _ = write!(out, "{before}{word}{after}");
            }
            SlotContent::Constructor => {
                let ctor = CtorIx::from_word(word);
                if let Some(number) = node_counter.as_mut().and_then(|counter| counter.enter(ctor)) {
                    let _ = write!(out, "#{number} ");
                }
                let layout = schema_layout.constructor(ctor);
                latest = Some(layout);
                if layout.slots.is_empty() && layout.rearranged.is_none() {
                    out.push_str(&layout.last);
                } else {
                    open.push(Pending::Slots(layout, 0));
                }
            }
            SlotContent::List(text, element) => {
                out.push_str(&text.open);
                if schema_layout.is_end(CtorIx::from_word(word)) {
                    out.push_str(&text.close);
                } else {
                    out.push_str(&text.affixes.before_each);
                    open.push(Pending::List(text, element));
                    open.push(Pending::Content(element));
                }
            }
            SlotContent::Option(text, _) if schema_layout.is_end(CtorIx::from_word(word)) => {
                out.push_str(text.none)
            }
            SlotContent::Option(text, value) => {
                out.push_str(text.before);
                open.push(Pending::Text(text.after));
                open.push(Pending::Content(value));
            }
        }
    }
    if out.len() > max_len { Err(too_long(latest)) } else { Ok(()) }
}

/// The error for a text that grew too long in this constructor.
fn too_long(layout: Option<&ConstructorLayout>) -> ExportError {
    ExportError::Long {
        of: layout.map_or_else(|| "a structure".to_owned(), |layout| format!("`{}`", layout.name)),
    }
}

impl Rearrangement {
    /// Rearranges the texts of a constructor's slots, which are at the end of `out`.
    fn rearrange(&mut self, layout: &ConstructorLayout, out: &mut String) -> Result<(), ExportError> {
        let Some(pieces) = &layout.rearranged else { return Ok(()) };
        let Self { marks, text: whole } = self;
        let first = marks.len() - layout.slots.len() - 1;
        let text = |slot: usize| &out[marks[first + slot]..marks[first + slot + 1]];
        whole.clear();
        for piece in pieces {
            match piece {
                Piece::Text(text) => whole.push_str(text),
                Piece::Slot(slot, _) => whole.push_str(text(*slot)),
                Piece::IfNotEmpty(slot, _) if text(*slot).is_empty() => {}
                Piece::IfNotEmpty(_, text) => whole.push_str(text),
            }
            if whole.len() > MAX_TEXT_LEN {
                return Err(too_long(Some(layout)));
            }
        }
        out.truncate(marks[first]);
        out.push_str(whole);
        marks.truncate(first);
        Ok(())
    }
}
