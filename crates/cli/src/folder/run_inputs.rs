//! [`RunInputs`]: what the files of an output folder depend on. A run with other inputs may not go on in the folder.

use std::collections::BTreeMap;

use dpgen_forest::Catalog;
use dpgen_spec::Spec;
use serde::{Deserialize, Serialize};

use crate::export::exporter::Exporter;
use crate::input::common_args::Solutions;
use crate::input::format_args::FormatArgs;
use crate::input::selection::Selection;
use crate::input::structure_key::spec_hash;

/// What the files of a folder depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInputs {
    /// The spec's name.
    pub spec: String,
    /// A hash of its text.
    pub spec_hash: String,
    /// The maximum size.
    pub max_size: u32,
    /// The parameters that were set.
    pub params: BTreeMap<String, i64>,
    /// The engine.
    pub algorithm: String,
    /// How the engine treats data.
    pub fields: String,
    /// Which solutions stand for path conditions, if not the smallest.
    #[serde(default)]
    pub solutions: Option<String>,
    /// The seed of random solutions.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The first and last size.
    pub sizes: (u32, u32),
    /// The part, if it is one of several.
    pub shard: Option<String>,
    /// The ranks, if not all.
    pub rank: Option<String>,
    /// The format, and how it draws.
    pub format: String,
    /// The extension of the files.
    pub extension: String,
    /// The template for whole structures.
    pub template: Option<String>,
    /// The rendering of the spec, if another one than its entry `render`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendering: Option<String>,
    /// Whether keys are given to that template.
    #[serde(default)]
    pub keys: bool,
}

impl RunInputs {
    /// The inputs of a run.
    pub fn new(
        spec: &Spec,
        catalog: &Catalog,
        selection: &Selection,
        exporter: &Exporter,
        flags: &FormatArgs,
        (solutions, seed): (Solutions, u64),
    ) -> Self {
        Self {
            spec: spec.name().to_owned(),
            spec_hash: spec_hash(spec),
            max_size: catalog.scope().max_size(),
            params: catalog.scope().params().map(|(name, value)| (name.to_owned(), value)).collect(),
            algorithm: catalog.algorithm().to_string(),
            fields: catalog.fields().to_string(),
            solutions: solutions.name(),
            seed: (solutions == Solutions::Random).then_some(seed),
            sizes: (*selection.sizes.start(), *selection.sizes.end()),
            shard: selection.shard.map(|shard| shard.to_string()),
            rank: selection.ranks.as_ref().map(ToString::to_string),
            format: exporter.format_and_pictures(),
            extension: exporter.frame().extension.clone(),
            template: flags.template.clone(),
            rendering: flags.rendering.clone(),
            keys: flags.keys && flags.template.is_some(),
        }
    }

    /// The differences to another run's inputs, an entry each.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        entry_differences(self, other)
    }
}

/// The entries that differ between what an earlier run and this one depend on, in words.
pub fn entry_differences<T: Serialize>(earlier: &T, current: &T) -> Vec<String> {
    let entries = |inputs: &T| match serde_json::to_value(inputs) {
        Ok(serde_json::Value::Object(entries)) => entries,
        _ => serde_json::Map::new(),
    };
    let current = entries(current);
    let changed = entries(earlier).into_iter().filter_map(|(name, was)| {
        let is = current.get(&name).cloned().unwrap_or_default();
        (was != is).then(|| format!("{name} was {was} and is {is}"))
    });
    changed.collect()
}
