//! What the fuzz targets of the command line do with bytes; `tests/cli/damaged.rs` runs them on seeded mutations.

use dpgen_cli::export::{Exporter, Format, Position, Templates};
use dpgen_forest::Count;
use dpgen_forest::scope::Scope;
use dpgen_spec::Spec;

/// Reads a manifest as a run does that finds a folder again. Gives the message if it is refused.
pub fn manifest(bytes: &[u8]) -> Result<(), String> {
    dpgen_cli::read_manifest(bytes)
}

/// Reads a template, and fills it in for a structure. Gives the message if it is refused, or fails.
pub fn template(bytes: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let templates = Templates::new([], Some(text)).map_err(|error| error.to_string())?;
    let exporter = Exporter::new(Format::Template, templates).map_err(|error| error.to_string())?;
    let spec = Spec::builtin("sorted-list").ok_or("it is built in")?;
    let model = spec.model(&Scope::new(3)).map_err(|error| error.to_string())?;
    let place = Position { size: 2, rank: &Count::ONE, solution: None, key: Some("key") };
    // Cons 1, Cons 2, Nil.
    let (words, mut out) = ([1, 0, 1, 1, 0], String::new());
    exporter.line(&model.schema, &words, place, &mut out).map_err(|error| error.to_string())
}
