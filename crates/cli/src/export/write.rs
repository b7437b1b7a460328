//! Writes a structure from its compact words, as [`Layouts`] say: in one pass, without recursion.

use std::fmt::Write as _;

use dpgen_forest::index::{CtorIx, at};

use super::layout::{Fill, Item, Layout, Layouts, ListText};
use super::{ExportError, LARGEST_TEXT};

/// What is still to be written, the next on top.
enum Rest<'l> {
    /// The slots of a constructor from this one on; where the texts of those before begin is marked if the texts are to
    /// be put together.
    Slots(&'l Layout, usize),
    /// The elements of a list after the first.
    List(&'l ListText, &'l Fill),
    Fill(&'l Fill),
    Text(&'l str),
}

/// Room for putting texts together, used again from part to part.
struct Scratch {
    /// Where the texts of slots begin and end.
    marks: Vec<usize>,
    text: String,
}

/// So many levels, and bytes of a part, take no more room than at the beginning.
const USUAL: usize = 64;

/// Appends a structure. Words that are no structure of the schema end it early.
///
/// # Errors
/// When its text, or that of a part, is too long.
pub(super) fn write(layouts: &Layouts, words: &[u32], out: &mut String) -> Result<(), ExportError> {
    let most = out.len().saturating_add(LARGEST_TEXT);
    let mut latest: Option<&Layout> = None;
    let usual = if layouts.rearranges { USUAL } else { 0 };
    let mut scratch = Scratch { marks: Vec::with_capacity(usual), text: String::with_capacity(4 * usual) };
    let mut words = words.iter().copied();
    let mut open = Vec::with_capacity(USUAL);
    open.push(Rest::Fill(&layouts.root));
    while let Some(next) = open.pop() {
        if out.len() > most {
            return Err(too_long(latest));
        }
        let fill = match next {
            Rest::Text(text) => {
                out.push_str(text);
                continue;
            }
            Rest::Slots(layout, slot) => {
                if layout.rearranged.is_some() {
                    scratch.marks.push(out.len());
                }
                let Some((before, fill)) = layout.slots.get(slot) else {
                    out.push_str(&layout.last);
                    scratch.put_together(layout, out)?;
                    continue;
                };
                out.push_str(before);
                open.push(Rest::Slots(layout, slot + 1));
                fill
            }
            Rest::List(text, item) => {
                out.push_str(&text.each[2]);
                let Some(rest) = words.next() else { return Ok(()) };
                if layouts.is_end(CtorIx::from_word(rest)) {
                    out.push_str(&text.close);
                    continue;
                }
                out.push_str(&text.each[1]);
                out.push_str(&text.each[0]);
                open.push(Rest::List(text, item));
                item
            }
            Rest::Fill(fill) => fill,
        };
        let Some(word) = words.next() else { return Ok(()) };
        match fill {
            Fill::Texts(texts) => out.push_str(texts.get(at(word)).map_or("", |text| text)),
            Fill::Number(domain) => {
                // Writing to a string can not fail.
                let _ = write!(out, "{}", domain.value(word));
            }
            Fill::Node => {
                let layout = layouts.of(CtorIx::from_word(word));
                latest = Some(layout);
                if layout.slots.is_empty() && layout.rearranged.is_none() {
                    out.push_str(&layout.last);
                } else {
                    open.push(Rest::Slots(layout, 0));
                }
            }
            Fill::List(text, item) => {
                out.push_str(&text.open);
                if layouts.is_end(CtorIx::from_word(word)) {
                    out.push_str(&text.close);
                } else {
                    out.push_str(&text.each[0]);
                    open.push(Rest::List(text, item));
                    open.push(Rest::Fill(item));
                }
            }
            Fill::Option(text, _) if layouts.is_end(CtorIx::from_word(word)) => out.push_str(text.none),
            Fill::Option(text, item) => {
                out.push_str(text.before);
                open.push(Rest::Text(text.after));
                open.push(Rest::Fill(item));
            }
        }
    }
    if out.len() > most { Err(too_long(latest)) } else { Ok(()) }
}

/// The error for a text that grew too long within a constructor's.
fn too_long(layout: Option<&Layout>) -> ExportError {
    ExportError::Long {
        of: layout.map_or_else(|| "a structure".to_owned(), |layout| format!("`{}`", layout.name)),
    }
}

impl Scratch {
    /// Puts the texts of a constructor's slots together, which are the last of `out`.
    fn put_together(&mut self, layout: &Layout, out: &mut String) -> Result<(), ExportError> {
        let Some(items) = &layout.rearranged else { return Ok(()) };
        let Self { marks, text: whole } = self;
        let first = marks.len() - layout.slots.len() - 1;
        let text = |slot: usize| &out[marks[first + slot]..marks[first + slot + 1]];
        whole.clear();
        for item in items {
            match item {
                Item::Text(text) => whole.push_str(text),
                Item::Slot(slot, _) => whole.push_str(text(*slot)),
                Item::IfWritten(slot, _) if text(*slot).is_empty() => {}
                Item::IfWritten(_, text) => whole.push_str(text),
            }
            if whole.len() > LARGEST_TEXT {
                return Err(too_long(Some(layout)));
            }
        }
        out.truncate(marks[first]);
        out.push_str(whole);
        marks.truncate(first);
        Ok(())
    }
}
