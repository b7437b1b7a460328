//! What the fuzz targets do with bytes, as functions: `tests/it/damaged.rs` runs them on seeded mutations, and the
//! targets in `fuzz/` on whatever a fuzzer comes up with. Each must return: no panic, no hang, no endless memory.

use std::sync::Arc;
use std::time::Duration;

use dpgen::engine::{self, Options};
use dpgen::{Limits, SavedBuild, Scope};
use dpgen_spec::Spec;

/// Reads a spec, and builds what it describes at a small size. Gives the message if it is refused.
pub fn spec(bytes: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let spec = Spec::parse("damaged.ron", text).map_err(|error| error.to_string())?;
    let scope = Scope::new(2);
    let model = Arc::new(spec.model(&scope).map_err(|error| error.to_string())?);
    let limits = Limits::none().time(Duration::from_secs(1)).candidates(20_000);
    let options = Options::default().threads(1).limits(limits);
    let catalog = engine::build(&model, &scope, &options).map_err(|error| error.to_string())?;
    for size in 0..catalog.complete_sizes() {
        let mut compact = catalog.iter_compact(size);
        for _ in 0..100 {
            if compact.next().is_none() {
                break;
            }
        }
    }
    Ok(())
}

/// Reads a saved build, and a few of its structures. Gives the message if it is refused.
pub fn saved(bytes: &[u8]) -> Result<(), String> {
    let saved = SavedBuild::read(bytes).map_err(|error| error.to_string())?;
    let spec = Spec::parse("saved.ron", saved.source()).map_err(|error| error.to_string())?;
    let scope = saved.scope().clone();
    let model = spec.model(&scope).map_err(|error| error.to_string())?;
    let catalog = saved.into_catalog(model.schema).map_err(|error| error.to_string())?;
    for size in 0..catalog.complete_sizes() {
        let mut compact = catalog.iter_compact(size);
        for _ in 0..100 {
            if compact.next().is_none() {
                break;
            }
        }
    }
    Ok(())
}
