//! Finds a spec by its built-in name or its path, and suggests the nearest one where there is none.

use std::fs::File;
use std::io;
use std::path::Path;

use dpgen_spec::{Spec, builtin, nearest};

use crate::command_error::CommandError;
use crate::input::read_bounded::read_bounded;

/// The largest spec, in bytes.
const MAX_SPEC_LEN: u64 = 1 << 20;

/// The spec with a built-in name or in a file; `NAME` may stand for `NAME.ron` in the current folder.
pub fn find_spec(name: &str) -> Result<Spec, CommandError> {
    if let Some(text) = builtin::text(name) {
        return parse_spec(name, text);
    }
    let path = Path::new(name);
    let in_folder = format!("{name}.ron");
    if path.components().count() == 1 && !path.exists() && Path::new(&in_folder).is_file() {
        return find_spec(&in_folder);
    }
    let is_path =
        path.extension().is_some_and(|extension| extension == "ron") || path.components().count() > 1;
    if !is_path && !path.exists() {
        return Err(unknown_spec(name));
    }
    let text = File::open(path).and_then(|file| read_bounded(file, MAX_SPEC_LEN, "a spec"));
    let text = text.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = text.map_err(|error| {
        let advice = if error.kind() == io::ErrorKind::NotFound { suggestion(name) } else { String::new() };
        CommandError::Usage(format!("the spec {name} can not be read: {error}.{advice}"))
    })?;
    parse_spec(name, &text)
}

/// The nearest known name, as a sentence: of a built-in spec, or of a file in the same folder; nothing if none is near.
fn suggestion(name: &str) -> String {
    const MAX_FILES_LISTED: usize = 10_000;
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = folder.read_dir().into_iter().flatten().take(MAX_FILES_LISTED).flatten();
    let files = files.map(|entry| entry.path()).filter(|file| file.extension() == Some("ron".as_ref()));
    let files: Vec<String> = files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    let known: Vec<&str> =
        builtin::ALL.iter().map(|(name, _)| *name).chain(files.iter().map(|file| &**file)).collect();
    let file = |near: &str| files.iter().any(|file| file == near) && builtin::text(near).is_none();
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    match nearest(stem, &known) {
        Some(near) if file(near) => {
            let near = path.with_file_name(format!("{near}.ron"));
            format!(" Did you mean `{}`?", near.display())
        }
        Some(near) => format!(" Did you mean `{near}`?"),
        None => String::new(),
    }
}

/// Reads a spec's text.
pub fn parse_spec(name: &str, text: &str) -> Result<Spec, CommandError> {
    Ok(Spec::parse(name, text)?)
}

/// The error for a name that no built-in spec has.
pub fn unknown_spec(name: &str) -> CommandError {
    let names: Vec<&str> = builtin::ALL.iter().map(|(name, _)| *name).collect();
    CommandError::Usage(format!(
        "there is no built-in spec `{name}`, and no such file.{} The built-in specs are {}",
        suggestion(name),
        names.join(", ")
    ))
}
