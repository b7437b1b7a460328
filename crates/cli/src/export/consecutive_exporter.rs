//! [`ConsecutiveExporter`]: writes structures that follow each other in rank order.
//!
//! Two such structures mostly differ in one part (`copied_part_texts.rs`), or else in their last words only: the text of the first
//! words is copied, not written again. Invariant: the writer's marks, and the kept text up to the last of them, are those of the
//! structure that was written last, or there are no marks.

use dpgen_forest::CompactStep;
use dpgen_forest::schema::Schema;

use crate::export::copied_part_texts::CopiedPartTexts;
use crate::export::error::ExportError;
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::export::structure_writer::Writer;

/// The most words of a structure whose text is kept. It bounds the memory for marks.
const MAX_KEPT_WORDS: usize = 4096;

/// An exporter, and the text of the structure that it wrote last.
#[derive(Debug)]
pub struct ConsecutiveExporter<'e> {
    exporter: &'e Exporter,
    schema: &'e Schema,
    /// Nothing if the text of a word depends on more than the words before it, or if nothing but a template knows it.
    writer: Option<Writer<'e>>,
    text: String,
    parts: CopiedPartTexts<'e>,
}

impl<'e> ConsecutiveExporter<'e> {
    /// For structures of a schema; none is written yet.
    #[must_use]
    pub fn new(exporter: &'e Exporter, schema: &'e Schema) -> Self {
        let layout = exporter.layout(schema).filter(|layout| layout.is_sequential());
        Self {
            exporter,
            schema,
            writer: layout.map(Writer::with_marks),
            text: String::new(),
            parts: CopiedPartTexts::default(),
        }
    }

    /// Appends the structure as [`Exporter::line`] does. Steps are those of one iterator, one after the other.
    ///
    /// # Errors
    /// When a template fails, or the text is too long.
    pub fn line(
        &mut self,
        step: CompactStep<'_>,
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        self.exporter.line_of(place, out, |out| self.structure(step, place, out))
    }

    /// Appends the structure as [`Exporter::file`] does. Steps are those of one iterator, one after the other.
    ///
    /// # Errors
    /// When a template fails, or the text is too long.
    pub fn file(
        &mut self,
        step: CompactStep<'_>,
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        self.exporter.file_of(out, |out| self.structure(step, place, out))
    }

    fn structure(
        &mut self,
        step: CompactStep<'_>,
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        let begin = out.len();
        if self.append_with_kept_text(step, out) {
            return self.exporter.render_whole(self.schema, step.words, place, begin, out);
        }
        // The error for a text that is too long names the constructor that was begun last.
        self.exporter.structure(self.schema, step.words, place, out)
    }

    /// Appends the structure by what is kept of those before, and keeps what there is of it. It returns `false`, and appends and
    /// keeps nothing, if the structure has to be written from its first word.
    fn append_with_kept_text(&mut self, step: CompactStep<'_>, out: &mut String) -> bool {
        let Some(writer) = &mut self.writer else { return false };
        let is_appended = step.words.len() <= MAX_KEPT_WORDS
            && match self.parts.append(writer, &mut self.text, step, out) {
                Ok(true) => true,
                Ok(false) => {
                    let (from, text_len) = writer.go_back(step.changed);
                    self.text.truncate(text_len);
                    let is_written = writer.write(step.words, (from, 0), &mut self.text).is_ok();
                    if is_written {
                        out.push_str(&self.text);
                    }
                    is_written
                }
                Err(_) => false,
            };
        if !is_appended {
            writer.begin();
            self.parts.forget_surroundings();
        }
        is_appended
    }
}
