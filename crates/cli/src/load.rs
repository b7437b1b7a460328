//! Finding a spec by name or path.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use dpgen_forest::index::wide;
use dpgen_spec::{Spec, builtin, nearest};

use super::command_error::CommandError;

/// The largest spec, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// The spec of a built-in name or a file; what is neither may be that of a `.ron` file in the current folder.
pub fn spec(name: &str) -> Result<Spec, CommandError> {
    if let Some(text) = builtin::text(name) {
        return parse(name, text);
    }
    let path = Path::new(name);
    let in_folder = format!("{name}.ron");
    if path.components().count() == 1 && !path.exists() && Path::new(&in_folder).is_file() {
        return spec(&in_folder);
    }
    let is_path =
        path.extension().is_some_and(|extension| extension == "ron") || path.components().count() > 1;
    if !is_path && !path.exists() {
        return Err(unknown(name));
    }
    let text = File::open(path).and_then(|file| bounded(file, LARGEST, "a spec"));
    let text = text.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = text.map_err(|error| {
        let advice = if error.kind() == io::ErrorKind::NotFound { meant(name) } else { String::new() };
        CommandError::Usage(format!("the spec {name} can not be read: {error}.{advice}"))
    })?;
    parse(name, &text)
}

/// The spec that a name nearly is: a built-in one, or a file of the same folder.
fn meant(name: &str) -> String {
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

/// Reads all of a file, unless it has more than so many bytes.
pub fn bounded(from: impl Read, most: u64, what: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if wide(bytes.len()) > most {
        let most = bytesize::ByteSize::b(most);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{what} has at most {most}")));
    }
    Ok(bytes)
}

/// Reads a spec's text.
pub fn parse(name: &str, text: &str) -> Result<Spec, CommandError> {
    Spec::parse(name, text).map_err(|error| CommandError::Spec(Box::new(error), text.to_owned()))
}

/// What to say to a name that no built-in spec has.
pub fn unknown(name: &str) -> CommandError {
    let names: Vec<&str> = builtin::ALL.iter().map(|(name, _)| *name).collect();
    CommandError::Usage(format!(
        "there is no built-in spec `{name}`, and no such file.{} The built-in specs are {}",
        meant(name),
        names.join(", ")
    ))
}
