//! [`CopiedPartTexts`]: writes structures of which mostly one part differs from those before, with texts that are kept.
//!
//! Consecutive structures mostly exchange one part for another of a small family ([`CopiedPart`]). The text of such a structure is put
//! together of three: what is written *before* the part, the text of the part, and what is written *after* it.
//! Invariant: where there are [`Surroundings`], the kept text begins with what is written before the part, and the writer has kept the
//! states up to the part's first word.

use dpgen_forest::index::{at, small};
use dpgen_forest::{CompactStep, CopiedPart};

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::pending_text::{PartContext, PartExtent, PartFrames};
use crate::export::structure_writer::Writer;

/// The most bytes of texts of parts that are kept.
const MAX_KEPT_BYTES: usize = 1 << 24;

/// The text of a part.
#[derive(Debug, Clone, Copy)]
struct PartText {
    /// The number of the context in which it is written so.
    context: u32,
    extent: PartExtent,
    /// Where it begins and ends in [`CopiedPartTexts::texts`].
    begin: u32,
    end: u32,
}

/// What structures that exchange a part have in common.
#[derive(Debug)]
struct Surroundings {
    /// The place of the part's first word.
    begin: usize,
    /// The number of the part's context.
    context: u32,
    frames: PartFrames,
    /// The bytes of the text before the part.
    before: usize,
    /// The text after the part.
    after: String,
}

/// The texts of the parts that structures of one iterator exchange.
#[derive(Debug, Default)]
pub(super) struct CopiedPartTexts<'l> {
    /// The texts, one after the other.
    texts: String,
    /// By number of a part: its text, if it is kept.
    by_number: Vec<Option<PartText>>,
    /// What parts are written by: the text of a part depends on that and its words alone.
    contexts: Vec<PartContext<'l>>,
    surroundings: Option<Surroundings>,
}

impl<'l> CopiedPartTexts<'l> {
    /// Appends the text of a structure with a part that is copied; `text` is the kept text of the writer. It returns `false`, and
    /// appends nothing, if the structure has to be written by its words.
    ///
    /// # Errors
    /// When the text is too long.
    pub(super) fn append(
        &mut self,
        writer: &mut Writer<'l>,
        text: &mut String,
        step: CompactStep<'_>,
        out: &mut String,
    ) -> Result<bool, ExportError> {
        let around = self.surroundings.take();
        let Some(part) = step.part else { return Ok(false) };
        self.surroundings = match around.filter(|around| part.is_exchanged && around.begin == part.begin) {
            Some(around) => {
                self.append_part(writer, text, (step, part), &around, out)?;
                Some(around)
            }
            None => self.write_whole(writer, text, step, part)?.inspect(|_| out.push_str(text)),
        };
        Ok(self.surroundings.is_some())
    }

    /// Forgets what the last structure may have in common with the next, as the writer begins anew.
    pub(super) fn forget_surroundings(&mut self) {
        self.surroundings = None;
    }

    /// Appends what is before the part, the part, and what is after it.
    fn append_part(
        &mut self,
        writer: &mut Writer<'l>,
        text: &mut String,
        (CompactStep { words, changed, .. }, part): (CompactStep<'_>, CopiedPart),
        around: &Surroundings,
        out: &mut String,
    ) -> Result<(), ExportError> {
        if self.kept(part.number, around.context).is_some() {
            writer.forget_after(part.begin);
        } else {
            let (from, len) = writer.go_back(changed.min(part.end - 1));
            text.truncate(len);
            let extent = writer.write_part(around.frames, words, (from, part.end), text)?;
            self.keep(part.number, (around.context, extent), &text[around.before..]);
        }
        let (before, rest) = text.split_at(around.before);
        let part = self.kept(part.number, around.context).map_or(rest, |(part, _)| part);
        if before.len() + part.len() + around.after.len() > MAX_TEXT_LEN {
            return Err(ExportError::Long { of: "a structure".to_owned() });
        }
        [before, part, &around.after].into_iter().for_each(|text| out.push_str(text));
        Ok(())
    }

    /// Writes a structure into `text`: its words from the first one on that has changed, and its part. It writes nothing if two
    /// words are read at once where the part begins.
    fn write_whole(
        &mut self,
        writer: &mut Writer<'l>,
        text: &mut String,
        CompactStep { words, changed, .. }: CompactStep<'_>,
        CopiedPart { begin, end, number, .. }: CopiedPart,
    ) -> Result<Option<Surroundings>, ExportError> {
        let (from, len) = writer.go_back(changed.min(begin));
        text.truncate(len);
        writer.write(&words[..begin], (from, 0), text)?;
        let (word, before) = writer.go_back(begin);
        text.truncate(before);
        let Some((context, frames)) = writer.part().filter(|_| word == begin) else { return Ok(None) };
        let context = self.context_number(context);
        match self.kept(number, context) {
            Some((kept, extent)) => {
                writer.pass_over_part(frames, begin, before, extent);
                text.push_str(kept);
            }
            None => {
                let extent = writer.write_part(frames, words, (begin, end), text)?;
                self.keep(number, (context, extent), &text[before..]);
            }
        }
        let part_end = text.len();
        writer.write(words, (end, 0), text)?;
        Ok(Some(Surroundings { begin, context, frames, before, after: text[part_end..].to_owned() }))
    }

    /// The number of a context.
    fn context_number(&mut self, context: PartContext<'l>) -> u32 {
        let is_it = |known: &PartContext<'_>| known.writes_as(context, PartExtent::EntryAndNext);
        let known = self.contexts.iter().position(is_it);
        small(known.unwrap_or_else(|| {
            self.contexts.push(context);
            self.contexts.len() - 1
        }))
    }

    /// The text of a part in a context, if it is kept.
    fn kept(&self, number: u32, context: u32) -> Option<(&str, PartExtent)> {
        let PartText { context: of, extent, begin, end } = (*self.by_number.get(at(number))?)?;
        let is_same = of == context || self.contexts[at(of)].writes_as(self.contexts[at(context)], extent);
        is_same.then(|| (&self.texts[at(begin)..at(end)], extent))
    }

    /// Keeps the text of a part, if there is room.
    fn keep(&mut self, number: u32, (context, extent): (u32, PartExtent), text: &str) {
        if self.texts.len() + text.len() > MAX_KEPT_BYTES {
            return;
        }
        let begin = small(self.texts.len());
        self.texts.push_str(text);
        if self.by_number.len() <= at(number) {
            self.by_number.resize(at(number) + 1, None);
        }
        self.by_number[at(number)] = Some(PartText { context, extent, begin, end: small(self.texts.len()) });
    }
}
