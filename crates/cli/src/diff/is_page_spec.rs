//! Tells specs of pages that a browser renders from specs of anything else.

use dpgen_diff::{FileTemplate, Vocabulary};
use dpgen_spec::{Spec, builtin};

use crate::command_error::CommandError;

/// The extensions of files of pages.
const PAGE_EXTENSIONS: [&str; 4] = ["html", "htm", "xhtml", "svg"];

/// Refuses structures that are no pages: a browser would show their text, and all would show the same.
///
/// The first structure's file is one if it begins with a tag.
pub fn check_page(
    spec: &Spec,
    file_template: &FileTemplate,
    first: &str,
    vocabulary: &Vocabulary,
) -> Result<(), CommandError> {
    if PAGE_EXTENSIONS.contains(&&*file_template.extension)
        || file_template.file(first).trim_start().starts_with('<')
    {
        return Ok(());
    }
    let pages: Vec<Spec> = builtin::names().filter_map(Spec::builtin).filter(is_of_pages).collect();
    // The one that has most of the same constructors.
    let shared = |page: &Spec| {
        let words = page.text().split(|letter: char| !letter.is_alphanumeric());
        let words: std::collections::HashSet<&str> = words.collect();
        vocabulary.shapes().iter().filter(|shape| words.contains(shape.name.as_str())).count()
    };
    let names: Vec<&str> = pages.iter().map(Spec::name).collect();
    let take = match pages.iter().max_by_key(|page| shared(page)).filter(|page| shared(page) > 0) {
        Some(page) => format!("take `{}`, whose pages have what `{}` has", page.name(), spec.name()),
        None => format!("built-in specs of pages are {}", names.join(", ")),
    };
    Err(CommandError::Usage(format!(
        "the structures of `{}` are no pages, so that --engines would compare how browsers show text (the first is a file \
         .{} with {:?}): {take}; or give a --template that makes pages",
        spec.name(),
        file_template.extension,
        file_template.file(first).chars().take(40).collect::<String>()
    )))
}

fn is_of_pages(spec: &Spec) -> bool {
    spec.file().is_some_and(|file| PAGE_EXTENSIONS.contains(&&*file.extension))
}
