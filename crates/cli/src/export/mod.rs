//! Structures as text, a file a format.
//!
//! An [`Exporter`](exporter::Exporter) writes structures of one schema in one [`Format`](format::Format). A format whose text
//! stands around the slots of each constructor implements [`Notation`](layout::Notation), as `text.rs`, `ron.rs` and
//! `json.rs` do; [`SchemaLayout`](layout::SchemaLayout) is a notation worked out for a schema, from which `layout_writer.rs`
//! copies texts without recursion. `plain_template.rs` is the notation of templates that need no engine. Other templates
//! (`template.rs`) see what `template_context.rs` gathers of a structure, with attributes (`template_part.rs`) where
//! `attribute_calls.rs` finds that they ask for some. Formats that draw get the tree of `drawing.rs`. The last two read compact
//! words through `walk.rs`.

pub(crate) mod attribute_calls;
pub(crate) mod drawing;
pub(crate) mod error;
pub(crate) mod exporter;
pub(crate) mod format;
mod json;
mod layout;
mod layout_writer;
mod plain_template;
pub(crate) mod position;
mod ron;
pub(crate) mod schema_summary;
pub(crate) mod template;
mod template_context;
mod template_part;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod walk;

/// For tests, benches and fuzz targets.
pub use error::ExportError;
pub use exporter::Exporter;
pub use format::Format;
pub use position::Position;
pub use template::Templates;
