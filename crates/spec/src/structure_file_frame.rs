//! The entry `file` of a spec, and of a rendering: the name and the frame of a structure's file.
//!
//! The text of a structure is a line; a page that a browser opens, or a program that a compiler takes, needs an
//! extension and often the same text around every structure. `raw_spec.rs` reads the entry; the command line writes the
//! files.

use super::SpecError;
use super::raw_spec::RawFile;
use super::source_text::SpecText;

/// The maximum length of an extension, in bytes.
const MAX_EXTENSION_LEN: usize = 16;

/// The extension of files of structures, and the text around each structure.
///
/// ```
/// let text = r#"(name: "page", root: "Page", types: {"Page": (constructors: {"Page": ()})},
///     render: {"Page": "<body></body>"}, file: (extension: "html", before: "<!doctype html>"))"#;
/// let spec = dpgen_spec::Spec::parse("page.ron", text)?;
/// let file = spec.file().expect("there is an entry");
/// assert_eq!(file.extension, "html");
/// assert_eq!(file.around("<body></body>"), "<!doctype html><body></body>");
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileText {
    /// The extension of file names, without the point.
    pub extension: String,
    /// The text before a structure.
    pub before: String,
    /// The text after a structure.
    pub after: String,
}

impl FileText {
    /// The text of a file with a structure.
    #[must_use]
    pub fn around(&self, structure: &str) -> String {
        format!("{}{structure}{}", self.before, self.after)
    }
}

/// The entry of a spec or of a rendering, if it has one.
pub(super) fn read(source: &SpecText, raw: Option<&RawFile>) -> Result<Option<FileText>, SpecError> {
    let Some(file) = raw else { return Ok(None) };
    let extension = &file.extension.value;
    let letters = extension.bytes().all(|letter| letter.is_ascii_alphanumeric());
    if !letters || !(1..=MAX_EXTENSION_LEN).contains(&extension.len()) {
        let message = format!("`{}` can not be the extension of a file", extension.escape_debug());
        let help = format!("extensions are 1 to {MAX_EXTENSION_LEN} letters and digits, as in `html`");
        return Err(source.error(file.extension.span, message).help(help));
    }
    let (before, after) = (file.before.clone(), file.after.clone());
    Ok(Some(FileText { extension: extension.clone(), before, after }))
}
