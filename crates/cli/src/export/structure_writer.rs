//! Writes structures from their compact words and a [`SchemaLayout`], in one pass and without recursion.
//!
//! What is still to be written is a chain of [`Frame`]s. Before each word, a [`Mark`] of this chain and of the text so far can be
//! kept, by which `consecutive_exporter.rs` writes a structure from the first word on in which it differs from the one before.

use std::fmt::Write as _;

use dpgen_forest::index::{CtorIx, at, small};

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::pending_text::{Frame, NO_FRAME, PartContext, PartExtent, PartFrames, Pending};
use crate::export::rearrangement::{Rearrangement, too_long};
use crate::export::text_layout::{ConstructorLayout, SchemaLayout, SlotContent};

/// The state of a writer before it reads a word.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// The number of the word. It is one less than that of the mark where two words are read at once.
    word: usize,
    text_len: usize,
    frames: usize,
    top: u32,
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

    /// Notes the state before a word, of which this is the frame that comes next.
    #[inline]
    fn note(&mut self, word: usize, text_len: usize, top: u32) {
        let Some(marks) = &mut self.marks else { return };
        marks.truncate(word);
        // Of two words that are read at once, the state before the first is the one before both.
        if marks.len() < word
            && let Some(mark) = marks.last().copied()
        {
            marks.resize(word, mark);
        }
        marks.push(Mark { word, text_len, frames: self.frames.len(), top });
    }

    /// Writes the words from this one on, after the text of those before; the text of the structure begins at `begin`.
    ///
    /// # Errors
    /// When the text, or that of a part, is too long.
    pub(super) fn write(
        &mut self,
        words: &[u32],
        from: (usize, usize),
        out: &mut String,
    ) -> Result<(), ExportError> {
        self.write_until([NO_FRAME; 2], words, from, out).map(|_| ())
    }

    /// What a part that begins here is written by, and where it ends.
    pub(super) fn part(&self) -> Option<(PartContext<'l>, PartFrames)> {
        let frame = self.frames.get(at(self.top))?;
        let next = self.frames.get(at(frame.next));
        let context = PartContext { pending: frame.pending, next: next.map(|next| next.pending) };
        let after_next = next.map_or(NO_FRAME, |next| next.next);
        Some((context, PartFrames { after_entry: frame.next, after_next }))
    }

    /// Writes the words of a part up to `end` from this one on; says which entries they are of. The text of the structure is all of
    /// `out`.
    ///
    /// # Errors
    /// When the text is too long.
    pub(super) fn write_part(
        &mut self,
        PartFrames { after_entry, after_next }: PartFrames,
        words: &[u32],
        (from, end): (usize, usize),
        out: &mut String,
    ) -> Result<PartExtent, ExportError> {
        let written = self.write_until([after_entry, after_next], words, (from, 0), out)?;
        if self.top == after_entry && written >= end {
            return Ok(PartExtent::Entry);
        }
        self.write_until([after_next; 2], words, (written, 0), out)?;
        Ok(PartExtent::EntryAndNext)
    }

    /// Passes over the words of a part that begins with this one.
    pub(super) fn pass_over_part(
        &mut self,
        frames: PartFrames,
        begin: usize,
        text_len: usize,
        extent: PartExtent,
    ) {
        self.note(begin, text_len, self.top);
        self.top = match extent {
            PartExtent::Entry => frames.after_entry,
            PartExtent::EntryAndNext => frames.after_next,
        };
    }

    /// Forgets the states after that before this word.
    pub(super) fn forget_after(&mut self, word: usize) {
        if let Some(marks) = &mut self.marks {
            marks.truncate(word + 1);
        }
    }

    /// Writes until one of these frames comes next; the number of the next word.
    fn write_until(
        &mut self,
        ends: [u32; 2],
        words: &[u32],
        (from, begin): (usize, usize),
        out: &mut String,
    ) -> Result<usize, ExportError> {
        let schema_layout = self.schema_layout;
        let max_len = begin.saturating_add(MAX_TEXT_LEN);
        let mut latest: Option<&ConstructorLayout> = None;
        let capacity = if schema_layout.rearranges { INITIAL_CAPACITY } else { 0 };
        let mut rearrangement =
            Rearrangement { marks: Vec::with_capacity(capacity), text: String::with_capacity(4 * capacity) };
        let mut node_counter = schema_layout.node_counter();
        let mut next_word = from;
        loop {
            let top = self.top;
            if ends.contains(&top) {
                break;
            }
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
                    if self.marks.is_some() {
                        // The state that is noted has the slot's content apart from the slots after it.
                        let slots = self.top;
                        self.push(Pending::Content(&slot_layout.content));
                        self.note(next_word, out.len(), self.top);
                        self.top = slots;
                    }
                    &slot_layout.content
                }
                Pending::List(text, element) => {
                    self.note(next_word, out.len(), top);
                    out.push_str(&text.affixes.after_each);
                    let Some(rest) = words.get(next_word) else { return Ok(next_word) };
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
                Pending::Content(content) => {
                    self.note(next_word, out.len(), top);
                    content
                }
            };
            let Some(word) = words.get(next_word).copied() else { return Ok(next_word) };
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
        if out.len() > max_len { Err(too_long(latest)) } else { Ok(next_word) }
    }
}
