//! Finding a spec by name or path.

use std::fs;
use std::path::Path;

use dpgen_spec::{Spec, builtin, nearest};

use super::failure::Failure;

/// The spec of a built-in name or a file.
pub fn spec(name: &str) -> Result<Spec, Failure> {
    if let Some(text) = builtin::text(name) {
        return parse(name, text);
    }
    let path = Path::new(name);
    let is_path =
        path.extension().is_some_and(|extension| extension == "ron") || path.components().count() > 1;
    if !is_path && !path.exists() {
        return Err(unknown(name));
    }
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("the spec {name} can not be read: {error}")))?;
    parse(name, &text)
}

/// Reads a spec's text.
pub fn parse(name: &str, text: &str) -> Result<Spec, Failure> {
    Spec::parse(name, text).map_err(|error| Failure::Spec(Box::new(error), text.to_owned()))
}

/// What to say to a name that no built-in spec has.
pub fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = builtin::ALL.iter().map(|(name, _)| *name).collect();
    let meant = nearest(name, &names).map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
    Failure::Usage(format!(
        "there is no built-in spec `{name}`, and no such file.{meant} The built-in specs are {}",
        names.join(", ")
    ))
}
