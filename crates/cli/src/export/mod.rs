//! Structures as text, ready to be written: one file a format.
//!
//! What stands around the slots of each constructor is worked out once for a schema (`layout.rs`), and then copied from
//! there without recursion (`write.rs`), so that a structure may be as deep as memory allows. `text.rs`, `json.rs` and
//! `ron.rs` say what that is, and `plain.rs` says it for templates that need no engine. For all others `walk.rs` turns
//! compact words into brackets, fields and values, and `gather.rs` gathers these for the templates of `template.rs`, with
//! attributes where `calls.rs` finds that they ask for some; `drawing.rs` gathers a tree to be drawn. An [`Exporter`] holds what one run of the command line
//! writes with.

pub(crate) mod calls;
mod drawing;
mod format;
mod gather;
mod json;
mod layout;
mod part;
mod plain;
mod ron;
mod summary;
mod template;
mod text;
mod walk;
mod write;

use std::sync::OnceLock;

use thiserror::Error;

use dpgen_draw::{Parts, Svg, Text, dot};
use dpgen_forest::Count;
use dpgen_forest::schema::{Domain, Schema};
use dpgen_spec::{FileText, SpecError};

use layout::Layouts;

pub(crate) use drawing::tree;
pub use format::Format;
pub use summary::summary;
pub use template::Templates;

/// How many bytes the text of a structure may have, and the texts of its parts while they are put together.
pub const LARGEST_TEXT: usize = 16 << 20;

/// A picture has at least so many bytes for each word of a structure, about.
const PICTURE_BYTES_PER_WORD: usize = 16;

/// Why a structure can not be written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A template that is no template.
    #[error("the template {of} can not be read: {why}")]
    Template {
        /// Whose template it is.
        of: String,
        /// What minijinja says.
        why: String,
    },
    /// A template that fails on a structure.
    #[error("the template {of} fails on a structure: {why}")]
    Render {
        /// Whose template it is.
        of: String,
        /// What minijinja says.
        why: String,
    },
    /// A template of a spec that is no template, or fails on a structure.
    #[error("{0}")]
    Spec(Box<SpecError>),
    /// A template that does not come to an end on a structure.
    #[error("the template {of} takes more than {steps} steps on a structure: does a loop in it end?")]
    Endless {
        /// Whose template it is.
        of: String,
        /// How many steps it had.
        steps: u64,
    },
    /// The text of a structure, or of what a part of it becomes, is too long.
    #[error(
        "the text of {of} is longer than {} MiB: take a smaller size, and let templates write each part once",
        LARGEST_TEXT >> 20
    )]
    Long {
        /// Whose text it is.
        of: String,
    },
    /// A structure that is too deep to be looked into.
    #[error(
        "a structure is more than {most} levels deep: its template may use `text`, but not look into `value`"
    )]
    Deep {
        /// How many levels there may be.
        most: usize,
    },
    /// The run came to its end before the template did.
    #[error("the run ended while a template was at work")]
    Halted,
    /// The format is `template`, and there is none.
    #[error("there is no template: give one with --template, or give the spec a `render` entry")]
    NoTemplate,
}

/// Where a structure stands, and what it is called.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// Its size.
    pub size: u32,
    /// Its rank among the structures of its size.
    pub rank: &'a Count,
    /// Which solution of the path condition of this rank it is, from 0, if every one is written.
    pub solution: Option<u64>,
    /// Its key, if keys are to be written.
    pub key: Option<&'a str>,
}

/// A value of a domain by itself, as the format `text` writes it.
pub(crate) fn value(domain: &Domain, index: u32) -> String {
    text::data(domain, index, None)
}

/// How structures are drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pictures {
    /// In a terminal.
    pub text: Text,
    /// For Graphviz: whether equal parts are drawn once.
    pub parts: Parts,
}

/// Writes structures of one schema in one format.
#[derive(Debug)]
pub struct Exporter {
    format: Format,
    templates: Templates,
    pictures: Pictures,
    /// What files of structures are called and hold, if the spec says it.
    files: Option<FileText>,
    /// How structures are written, once the schema is known; nothing if templates have to be filled in.
    layouts: OnceLock<Option<Layouts>>,
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
        Ok(Self { format, templates, pictures: Pictures::default(), files: None, layouts: OnceLock::new() })
    }

    /// The same, drawing in another way.
    #[must_use]
    pub fn pictures(self, pictures: Pictures) -> Self {
        Self { pictures, ..self }
    }

    /// The same, but templates end with [`ExportError::Halted`] once `halted` says so.
    #[must_use]
    pub fn until(self, halted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { templates: self.templates.until(halted), ..self }
    }

    /// The same, but files that hold the spec's own text of a structure are called and hold what the spec says.
    #[must_use]
    pub fn files(self, files: Option<FileText>) -> Self {
        Self { files, ..self }
    }

    /// What the spec says of files, if they hold its own text.
    fn file_text(&self) -> Option<&FileText> {
        let own = matches!(self.format, Format::Text | Format::Template) && !self.templates.has_whole();
        self.files.as_ref().filter(|_| own)
    }

    /// What names of files end with.
    #[must_use]
    pub fn extension(&self) -> &str {
        self.file_text().map_or_else(|| self.format.extension(), |file| &file.extension)
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

    /// The format and how it draws, as manifests name it.
    pub(crate) fn manner(&self) -> String {
        let Pictures { text, parts } = self.pictures;
        match self.format {
            Format::Tree if text != Text::new() => {
                let ascii = if text.is_ascii() { " in ASCII" } else { "" };
                format!("tree of {} columns{ascii}", text.columns())
            }
            Format::Dot if parts == Parts::Shared => "dot with shared parts".to_owned(),
            format => format.to_string(),
        }
    }

    /// How structures are written, if that needs no template to be filled in.
    fn layouts(&self, schema: &Schema) -> Option<&Layouts> {
        let templates = &self.templates;
        let layouts = self.layouts.get_or_init(|| match self.format {
            Format::Json => Layouts::new(schema, &json::Json),
            Format::Ron => Layouts::new(schema, &ron::Ron { schema }),
            _ if !templates.has_parts() => Layouts::new(schema, &text::Text),
            _ => Layouts::new(schema, &plain::Plain { schema, templates }),
        });
        layouts.as_ref()
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
        if self.format.is_picture() {
            let long = || ExportError::Long { of: "a picture".to_owned() };
            if words.len() > LARGEST_TEXT / PICTURE_BYTES_PER_WORD {
                return Err(long());
            }
            let picture = self.picture(schema, words, place);
            if picture.len() > LARGEST_TEXT {
                return Err(long());
            }
            out.push_str(picture.trim_end_matches('\n'));
            return Ok(());
        }
        let begin = out.len();
        match self.layouts(schema) {
            Some(layouts) => write::write(layouts, words, out)?,
            None => out.push_str(&gather::parts(&self.templates, schema, words)?),
        }
        if self.format == Format::Template && self.templates.has_whole() {
            let text = out.split_off(begin);
            out.push_str(&gather::whole(&self.templates, schema, words, place, &text)?);
        }
        Ok(())
    }

    /// The structure, drawn; it is called by its key, or by its place.
    fn picture(&self, schema: &Schema, words: &[u32], place: Position<'_>) -> String {
        let Some(tree) = tree(schema, words) else { return String::new() };
        let by_place = || format!("size {}, rank {}", place.size, place.rank);
        let title = place.key.map_or_else(by_place, str::to_owned);
        match self.format {
            Format::Svg => Svg::file(&title).draw(&tree),
            Format::Dot => dot(&tree, &title, self.pictures.parts),
            _ => self.pictures.text.draw(&tree),
        }
    }

    /// Appends what a file of the structure holds: it, between the texts that the spec has for files, and a line's
    /// end unless the format is `template`.
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
        let file = self.file_text();
        out.push_str(file.map_or("", |file| &file.before));
        self.structure(schema, words, place, out)?;
        out.push_str(file.map_or("", |file| &file.after));
        if self.format != Format::Template {
            out.push('\n');
        }
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
        match (self.format, place.key) {
            (Format::Json, _) => {
                json::head(place, out);
                self.structure(schema, words, place, out)?;
                out.push('}');
            }
            (Format::Ron, Some(key)) => {
                out.push_str(&format!("/* {key} */ "));
                self.structure(schema, words, place, out)?;
            }
            (Format::Tree, key) => {
                let by_place = || format!("size {}, rank {}", place.size, place.rank);
                out.push_str(&key.map_or_else(by_place, str::to_owned));
                out.push('\n');
                self.structure(schema, words, place, out)?;
                out.push('\n');
            }
            (Format::Svg | Format::Dot, _) => self.structure(schema, words, place, out)?,
            (_, Some(key)) => {
                out.push_str(key);
                out.push('\t');
                self.structure(schema, words, place, out)?;
            }
            (_, None) => self.structure(schema, words, place, out)?,
        }
        out.push('\n');
        Ok(())
    }
}

#[cfg(test)]
mod alike;
#[cfg(test)]
mod distinct;
#[cfg(test)]
mod tests;
