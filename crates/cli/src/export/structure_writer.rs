//! Writes structures from their compact words and a [`SchemaLayout`], in one pass and without recursion.
//!
//! What is still to be written is a chain of [`Frame`]s. Before each word, a [`Mark`] of this chain and of the text so far can be
//! kept, by which `consecutive_exporter.rs` writes a structure from the first word on in which it differs from the one before.

use std::fmt::Write as _;

use dpgen_forest::index::{CtorIx, at, small};

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::text_layout::{ConstructorLayout, ListText, Piece, SchemaLayout, SlotContent};

/// An entry of what is still to be written.
#[derive(Debug, Clone, Copy)]
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

/// An entry, and the number of the frame of what follows it.
#[derive(Debug, Clone, Copy)]
struct Frame<'l> {
    pending: Pending<'l>,
    next: u32,
}

/// The end of a chain of frames.
const NO_FRAME: u32 = u32::MAX;

/// The state of a writer before it reads a word.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// The number of the word. It is one less than that of the mark where two words are read at once.
    word: usize,
    text_len: usize,
    frames: usize,
    top: u32,
}

/// Memory for rearranging the texts of slots, used again for each constructor.
struct Rearrangement {
    /// Where the texts of slots begin and end.
    marks: Vec<usize>,
    text: String,
}

/// The levels, slots and quarter bytes of a part for which there is memory from the start.
const INITIAL_CAPACITY: usize = 64;

/// Writes one structure after the other.
#[derive(Debug)]
pub(super) struct Writer<'l> {
    schema_layout: &'l SchemaLayout,
    frames: Vec<Frame<'l>>,
    /// The frame that comes next.
    top: u32,
    /// The states before each word of the structure, if they are kept, as are all frames then.
    marks: Option<Vec<Mark>>,
}

/// Appends a structure. Words that are no structure of the schema end it early.
///
/// # Errors
/// When its text, or that of a part, is too long.
pub(super) fn write(
    schema_layout: &SchemaLayout,
    words: &[u32],
    out: &mut String,
) -> Result<(), ExportError> {
    let mut writer = Writer::new(schema_layout, None);
    writer.begin();
    writer.write(words, (0, out.len()), out)
}

impl<'l> Writer<'l> {
    /// A writer that keeps the states before each word.
    pub(super) fn with_marks(schema_layout: &'l SchemaLayout) -> Self {
        Self::new(schema_layout, Some(Vec::new()))
    }

    fn new(schema_layout: &'l SchemaLayout, marks: Option<Vec<Mark>>) -> Self {
        Self { schema_layout, frames: Vec::with_capacity(INITIAL_CAPACITY), top: NO_FRAME, marks }
    }

    /// Goes to the beginning of a structure.
    pub(super) fn begin(&mut self) {
        if let Some(marks) = &mut self.marks {
            marks.clear();
        }
        self.frames.clear();
        self.top = NO_FRAME;
        self.push(Pending::Content(&self.schema_layout.root));
    }

    /// Goes back to the state before a word, or the last one before it that is kept: returns the number of its word, and the length
    /// of the text until there.
    pub(super) fn go_back(&mut self, word: usize) -> (usize, usize) {
        let marks = self.marks.as_mut().filter(|marks| !marks.is_empty());
        let Some(marks) = marks else {
            self.begin();
            return (0, 0);
        };
        let Mark { word, text_len, frames, top } = marks[word.min(marks.len() - 1)];
        marks.truncate(word);
        self.frames.truncate(frames);
        self.top = top;
        (word, text_len)
    }

    #[inline]
    fn push(&mut self, pending: Pending<'l>) {
        self.frames.push(Frame { pending, next: self.top });
        self.top = small(self.frames.len() - 1);
    }

    /// The next entry, whose frame is given up unless states are kept.
    #[inline]
    fn pop(&mut self) -> Option<Pending<'l>> {
        let Frame { pending, next } = *self.frames.get(at(self.top))?;
        if self.marks.is_none() {
            self.frames.truncate(at(self.top));
        }
        self.top = next;
        Some(pending)
    }

    /// Notes the state before a word, in the place of an earlier one before the same word.
    #[inline]
    fn note(&mut self, word: usize, text_len: usize) {
        let Some(marks) = &mut self.marks else { return };
        marks.truncate(word);
        // Of two words that are read at once, the state before the first is the one before both.
        if marks.len() < word
            && let Some(mark) = marks.last().copied()
        {
            marks.resize(word, mark);
        }
        marks.push(Mark { word, text_len, frames: self.frames.len(), top: self.top });
    }

    /// Writes the words from this one on, after the text of those before; the text of the structure begins at `begin`.
    ///
    /// # Errors
    /// When the text, or that of a part, is too long.
    pub(super) fn write(
        &mut self,
        words: &[u32],
        (from, begin): (usize, usize),
        out: &mut String,
    ) -> Result<(), ExportError> {
        let schema_layout = self.schema_layout;
        let max_len = begin.saturating_add(MAX_TEXT_LEN);
        let mut latest: Option<&ConstructorLayout> = None;
        let capacity = if schema_layout.rearranges { INITIAL_CAPACITY } else { 0 };
        let mut rearrangement =
            Rearrangement { marks: Vec::with_capacity(capacity), text: String::with_capacity(4 * capacity) };
        let mut node_counter = schema_layout.node_counter();
        let mut next_word = from;
        loop {
            self.note(next_word, out.len());
            let Some(next) = self.pop() else { break };
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
                    self.push(Pending::Slots(layout, slot + 1));
                    &slot_layout.content
                }
                Pending::List(text, element) => {
                    out.push_str(&text.affixes.after_each);
                    let Some(rest) = words.get(next_word) else { return Ok(()) };
                    next_word += 1;
                    if schema_layout.is_end(CtorIx::from_word(*rest)) {
                        out.push_str(&text.close);
                        continue;
                    }
                    out.push_str(&text.affixes.between);
                    out.push_str(&text.affixes.before_each);
                    self.push(Pending::List(text, element));
                    element
                }
                Pending::Content(content) => content,
            };
            let Some(word) = words.get(next_word).copied() else { return Ok(()) };
            next_word += 1;
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
                        self.push(Pending::Slots(layout, 0));
                    }
                }
                SlotContent::List(text, element) => {
                    out.push_str(&text.open);
                    if schema_layout.is_end(CtorIx::from_word(word)) {
                        out.push_str(&text.close);
                    } else {
                        out.push_str(&text.affixes.before_each);
                        self.push(Pending::List(text, element));
                        self.push(Pending::Content(element));
                    }
                }
                SlotContent::Option(text, _) if schema_layout.is_end(CtorIx::from_word(word)) => {
                    out.push_str(text.none)
                }
                SlotContent::Option(text, value) => {
                    out.push_str(text.before);
                    self.push(Pending::Text(text.after));
                    self.push(Pending::Content(value));
                }
            }
        }
        if out.len() > max_len { Err(too_long(latest)) } else { Ok(()) }
    }
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
