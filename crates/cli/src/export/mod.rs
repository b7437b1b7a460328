//! Structures as text, a file a format.
//!
//! An [`Exporter`] writes structures of one schema in one [`Format`]. A format whose text stands around the slots of each
//! constructor implements `Notation` (`text_layout.rs`), as `text.rs`, `ron.rs` and `json.rs` do; a `SchemaLayout` is a
//! notation worked out for a schema, from which `structure_writer.rs` copies texts without recursion; of structures in rank order,
//! `consecutive_exporter.rs` writes what differs from the one before, and `copied_part_texts.rs` keeps the texts of parts that come
//! again. `plain_template.rs` is the notation of templates that are plain. Where one is not, `part_writer.rs` writes the parts from
//! the leaves up: templates that `template_parser.rs` and `template_expressions.rs` understand are programs (`template_program.rs`,
//! `program_run.rs`), others are left to minijinja. Templates (`template.rs`) see what `template_context.rs` gathers of a structure, with attributes (`template_part.rs`) where
//! `attribute_calls.rs` finds that they ask for some. Formats that draw get the tree of `tree_drawing.rs`. That and the gathering
//! read compact words through `structure_walk.rs`.

pub(crate) mod attribute_calls;
pub(crate) mod consecutive_exporter;
mod copied_part_texts;
pub(crate) mod error;
pub(crate) mod exporter;
pub(crate) mod format;
mod json;
mod part_value;
mod part_writer;
mod pending_text;
mod plain_template;
mod program_run;
mod rearrangement;
mod ron;
pub(crate) mod schema_summary;
pub(crate) mod structure_position;
mod structure_walk;
mod structure_writer;
pub(crate) mod template;
mod template_context;
mod template_expressions;
mod template_kind;
mod template_parser;
mod template_part;
mod template_program;
mod template_tokens;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod text_layout;
pub(crate) mod tree_drawing;

/// For tests, benches and fuzz targets.
pub use consecutive_exporter::ConsecutiveExporter;
pub use error::ExportError;
pub use exporter::Exporter;
pub use format::Format;
pub use structure_position::Position;
pub use template::Templates;
