//! [`Exporter`]: writes structures of one schema in one format.

use std::sync::OnceLock;

use dpgen_draw::{Parts, Svg, Text as TreeText, dot};
use dpgen_forest::schema::Schema;
use dpgen_spec::FileText;

use super::error::{ExportError, MAX_TEXT_LEN};
use super::format::{Format, Picture};
use super::part_writer::PartWriter;
use super::structure_position::Position;
use super::template::Templates;
use super::text_layout::SchemaLayout;
use super::{json, plain_template, ron, structure_writer, template_context, text, tree_drawing};

/// The least bytes of a picture for each word of a structure, about.
const PICTURE_BYTES_PER_WORD: usize = 16;

/// How structures are drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pictures {
    /// In a terminal.
    pub text: TreeText,
    /// For Graphviz: whether equal parts are drawn once.
    pub parts: Parts,
}

/// Writes structures of one schema in one format.
#[derive(Debug)]
pub struct Exporter {
    format: Format,
    templates: Templates,
    pictures: Pictures,
    /// What files hold around the text of a structure, and how their names end.
    frame: FileText,
    /// The layout of the schema, once that is known; `None` if templates have to be rendered.
    layout: OnceLock<Option<SchemaLayout>>,
    /// What writes structures of the schema by templates that have no layout, once it is known.
    part_writer: OnceLock<PartWriter>,
}

impl Exporter {
    /// An exporter to a format; `templates` serve the formats `text` and `template`.
    ///
    /// # Errors
    /// When the format is `template` and there is no template.
    pub fn new(format: Format, templates: Templates) -> Result<Self, ExportError> {
        if format == Format::Template && templates.is_empty() {
            return Err(ExportError::NoTemplate);
        }
        let line_end = if format == Format::Template { "" } else { "\n" };
        let (before, extension) = (String::new(), format.extension().to_owned());
        let frame = FileText { before, after: line_end.to_owned(), extension };
        let (pictures, layout, part_writer) = (Pictures::default(), OnceLock::new(), OnceLock::new());
        Ok(Self { format, templates, pictures, frame, layout, part_writer })
    }

    /// The same exporter with other settings for pictures.
    #[must_use]
    pub fn pictures(self, pictures: Pictures) -> Self {
        Self { pictures, ..self }
    }

    /// The same exporter, whose templates end with [`ExportError::Halted`] once `halted` returns `true`.
    #[must_use]
    pub fn until(self, halted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { templates: self.templates.until(halted), ..self }
    }

    /// The same exporter, whose files have the texts and the extension that the spec says, if they hold the spec's own text of
    /// a structure.
    #[must_use]
    pub fn files(mut self, files: Option<FileText>) -> Self {
        let is_own_text =
            matches!(self.format, Format::Text | Format::Template) && !self.templates.has_whole();
        if let Some(FileText { before, after, extension }) = files.filter(|_| is_own_text) {
            let after = after + &self.frame.after;
            self.frame = FileText { before, after, extension };
        }
        self
    }

    /// What files of structures hold around their texts.
    pub(crate) const fn frame(&self) -> &FileText {
        &self.frame
    }

    /// The templates.
    pub(crate) const fn templates(&self) -> &Templates {
        &self.templates
    }

    /// The format.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The format and its settings for pictures, as manifests name them.
    pub(crate) fn format_and_pictures(&self) -> String {
        let Pictures { text, parts } = self.pictures;
        match self.format.picture() {
            Some(Picture::Tree) if text != TreeText::new() => {
                let ascii = if text.is_ascii() { " in ASCII" } else { "" };
                format!("tree of {} columns{ascii}", text.columns())
            }
            Some(Picture::Dot) if parts == Parts::Shared => "dot with shared parts".to_owned(),
            _ => self.format.to_string(),
        }
    }

    /// The layout of the schema; `None` if templates have to be rendered, or the format draws.
    pub(super) fn layout(&self, schema: &Schema) -> Option<&SchemaLayout> {
        let templates = &self.templates;
        let layout = self.layout.get_or_init(|| match self.format {
            Format::Json => SchemaLayout::new(schema, &json::Json),
            Format::Ron => SchemaLayout::new(schema, &ron::Ron { schema }),
            Format::Text | Format::Template if templates.has_parts() => {
                SchemaLayout::new(schema, &plain_template::PlainTemplates { schema, templates })
            }
            Format::Text | Format::Template => SchemaLayout::new(schema, &text::Text),
            Format::Tree | Format::Svg | Format::Dot => None,
        });
        layout.as_ref()
    }

    /// Appends the structure by itself, without a line's end.
    ///
    /// # Errors
    /// When a template fails.
    pub fn structure(
        &self,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        if let Some(picture) = self.format.picture() {
            let too_long = || ExportError::Long { of: "a picture".to_owned() };
            if words.len() > MAX_TEXT_LEN / PICTURE_BYTES_PER_WORD {
                return Err(too_long());
            }
            let drawn = self.draw(picture, schema, words, place);
            if drawn.len() > MAX_TEXT_LEN {
                return Err(too_long());
            }
            out.push_str(drawn.trim_end_matches('\n'));
            return Ok(());
        }
        let begin = out.len();
        match self.layout(schema) {
            Some(layout) => structure_writer::write(layout, words, out)?,
            None => {
                let writer = self.part_writer.get_or_init(|| PartWriter::new(schema, &self.templates));
                writer.write(&self.templates, schema, words, out)?;
            }
        }
        self.render_whole(schema, words, place, begin, out)
    }

    /// Puts the text of a structure, which begins here, into the template for wholes, if there is one.
    pub(super) fn render_whole(
        &self,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        begin: usize,
        out: &mut String,
    ) -> Result<(), ExportError> {
        if self.format == Format::Template && self.templates.has_whole() {
            let text = out.split_off(begin);
            out.push_str(&template_context::render_whole(&self.templates, schema, words, place, &text)?);
        }
        Ok(())
    }

    /// The drawn structure, titled by its key or its place.
    fn draw(&self, picture: Picture, schema: &Schema, words: &[u32], place: Position<'_>) -> String {
        let Some(tree) = tree_drawing::tree(schema, words) else { return String::new() };
        match picture {
            Picture::Svg => Svg::file(&place.title()).draw(&tree),
            Picture::Dot => dot(&tree, &place.title(), self.pictures.parts),
            Picture::Tree => self.pictures.text.draw(&tree),
        }
    }

    /// Appends what a file of the structure holds: its text in the [frame](FileText), which ends with a line's end unless the
    /// format is `template`.
    ///
    /// # Errors
    /// When a template fails.
    pub fn file(
        &self,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        self.file_of(out, |out| self.structure(schema, words, place, out))
    }

    /// Appends what a file holds of the structure that a function appends.
    pub(super) fn file_of(
        &self,
        out: &mut String,
        structure: impl FnOnce(&mut String) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        out.push_str(&self.frame.before);
        structure(out)?;
        out.push_str(&self.frame.after);
        Ok(())
    }

    /// Appends the structure as a line of a listing, with its place where the format has one.
    ///
    /// JSON: an object with `size` (a number), `rank` (a number below 2^53, a string of digits from there
    /// on), `key` if asked for, and `value`. A drawn tree: its key, or its size and rank, on a line of their own, and a free
    /// line after it. The others: the structure, after its key if asked for.
    ///
    /// # Errors
    /// When a template fails.
    pub fn line(
        &self,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        self.line_of(place, out, |out| self.structure(schema, words, place, out))
    }

    /// Appends the line of a structure that a function appends.
    pub(super) fn line_of(
        &self,
        place: Position<'_>,
        out: &mut String,
        structure: impl FnOnce(&mut String) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let after = match (self.format, place.key) {
            (Format::Json, _) => {
                json::append_place(place, out);
                "}\n"
            }
            (Format::Ron, Some(key)) => {
                out.push_str(&format!("/* {key} */ "));
                "\n"
            }
            (Format::Tree, _) => {
                out.push_str(&place.title());
                out.push('\n');
                "\n\n"
            }
            (Format::Text | Format::Template, Some(key)) => {
                out.push_str(key);
                out.push('\t');
                "\n"
            }
            (Format::Ron | Format::Text | Format::Template, None) | (Format::Svg | Format::Dot, _) => "\n",
        };
        structure(out)?;
        out.push_str(after);
        Ok(())
    }
}
