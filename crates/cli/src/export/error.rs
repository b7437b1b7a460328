//! [`ExportError`]: why a structure can not be written.

use dpgen_spec::SpecError;
use thiserror::Error;

/// The most bytes of the text of a structure, and of the texts of its parts while they are put together.
pub(crate) const MAX_TEXT_LEN: usize = 16 << 20;

/// Why a structure can not be written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A template that minijinja can not read.
    #[error("the template {of} can not be read: {why}")]
    Template {
        /// The name of the template.
        of: String,
        /// minijinja's message.
        why: String,
    },
    /// A template that fails on a structure.
    #[error("the template {of} fails on a structure: {why}")]
    Render {
        /// The name of the template.
        of: String,
        /// minijinja's message.
        why: String,
    },
    /// A template of a spec that minijinja can not read, or that fails on a structure.
    #[error("{0}")]
    Spec(Box<SpecError>),
    /// A template that exceeds the limit of steps on a structure.
    #[error("the template {of} takes more than {steps} steps on a structure: does a loop in it end?")]
    Endless {
        /// The name of the template.
        of: String,
        /// The limit of steps.
        steps: u64,
    },
    /// The text of a structure or of a part is too long.
    #[error(
        "the text of {of} is longer than {} MiB: take a smaller size, and let templates write each part once",
        MAX_TEXT_LEN >> 20
    )]
    Long {
        /// What the text is of.
        of: String,
    },
    /// A structure that is too deep for a template to look into `value`.
    #[error(
        "a structure is more than {most} levels deep: its template may use `text`, but not look into `value`"
    )]
    Deep {
        /// The limit of levels.
        most: usize,
    },
    /// The run was ended while a template was rendered.
    #[error("the run ended while a template was at work")]
    Halted,
    /// The format is `template`, and there is none.
    #[error("there is no template: give one with --template, or give the spec a `render` entry")]
    NoTemplate,
}
