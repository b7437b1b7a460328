//! What lies in a folder of structures, and how far it is complete: `manifest.json`.
//!
//! [`Made`] is what the files depend on: a run with another one refuses the folder. [`Claimed`] says for each
//! size which ranks are there; sizes ascend. Counts and ranks are strings of digits, as they can be of any size.
//!
//! The last entry is a checksum of the text before it. A manifest of another version of dpgen, or of another order of
//! ranks, is refused: its ranks may mean other structures.

use std::collections::BTreeMap;

use crate::export::Exporter;
use dpgen_forest::{Catalog, Count, fnv1a};
use dpgen_spec::Spec;
use serde::{Deserialize, Serialize};

use super::args::Solutions;
use super::key::ORDER;
use super::selection::{RankRange, Selection};

/// The form of the manifest.
const VERSION: u32 = 2;
/// The version of dpgen that writes here.
const DPGEN: &str = env!("CARGO_PKG_VERSION");
/// The name of the last entry.
const CHECKSUM: &str = ",\n  \"checksum\": ";
/// What to do about a manifest that can not be read.
const ADVICE: &str = "the structures beside it are untouched; give another folder with --out, or delete \
                      manifest.json to have them written anew";

/// What the files of a folder depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
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
    /// How it treats data.
    pub fields: String,
    /// Which solutions, if not the smallest.
    #[serde(default)]
    pub solutions: Option<String>,
    /// What random solutions depend on.
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
    /// What the names of files end with.
    pub extension: String,
    /// The template for whole structures.
    pub template: Option<String>,
    /// Whether that template is given keys.
    #[serde(default)]
    pub keys: bool,
}

impl Made {
    /// What a run's files depend on.
    pub fn new(
        spec: &Spec,
        catalog: &Catalog,
        selection: &Selection,
        exporter: &Exporter,
        (template, keys): (Option<&str>, bool),
        (solutions, seed): (Solutions, u64),
    ) -> Self {
        Self {
            spec: spec.name().to_owned(),
            spec_hash: format!("{:016x}", fnv1a(spec.text().as_bytes())),
            max_size: catalog.scope().max_size(),
            params: catalog.scope().params().map(|(name, value)| (name.to_owned(), value)).collect(),
            algorithm: catalog.algorithm().to_string(),
            fields: catalog.fields().to_string(),
            solutions: solutions.name(),
            seed: (solutions == Solutions::Random).then_some(seed),
            sizes: (*selection.sizes.start(), *selection.sizes.end()),
            shard: selection.shard.map(|shard| shard.to_string()),
            rank: selection.ranks.as_ref().map(ToString::to_string),
            format: exporter.manner(),
            extension: exporter.extension().to_owned(),
            template: template.map(str::to_owned),
            keys: keys && template.is_some(),
        }
    }

    /// What differs in another, entry by entry.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let entries = |made: &Self| match serde_json::to_value(made) {
            Ok(serde_json::Value::Object(entries)) => entries,
            _ => serde_json::Map::new(),
        };
        let theirs = entries(other);
        let changed = entries(self).into_iter().filter_map(|(name, mine)| {
            let other = theirs.get(&name)?;
            (mine != *other).then(|| format!("{name} was {mine} and is {other}"))
        });
        changed.collect()
    }
}

/// Which ranks of a size are there: `first..next` of `first..end`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// The size.
    pub size: u32,
    #[serde(with = "digits")]
    first: Count,
    /// The first rank that is not there yet.
    #[serde(with = "digits")]
    pub next: Count,
    #[serde(with = "digits")]
    end: Count,
    done: bool,
}

impl Claimed {
    /// Nothing of a part yet.
    pub fn none(part: &RankRange) -> Self {
        let (first, end) = (part.ranks.start.clone(), part.ranks.end.clone());
        Self { size: part.size, next: first.clone(), done: first == end, first, end }
    }

    /// Whether this is about the same ranks.
    pub fn fits(&self, part: &RankRange) -> bool {
        self.first == part.ranks.start
            && self.end == part.ranks.end
            && self.first <= self.next
            && self.next <= self.end
    }

    /// One structure more is there.
    pub fn step(&mut self) {
        self.next += &Count::ONE;
        self.done = self.next == self.end;
    }

    /// How many are there.
    pub fn written(&self) -> Count {
        self.next.checked_sub(&self.first).unwrap_or_default()
    }
}

/// The manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    version: u32,
    /// The version of dpgen that wrote it.
    dpgen: String,
    /// The order of ranks.
    order: String,
    /// Whether everything that was asked for is there.
    pub complete: bool,
    /// What the files depend on.
    pub made: Made,
    /// Size by size, as far as sizes were begun.
    pub sizes: Vec<Claimed>,
}

/// What every version of the manifest begins with.
#[derive(Debug, Deserialize)]
struct Head {
    version: u32,
    #[serde(default)]
    dpgen: Option<String>,
    #[serde(default)]
    order: Option<String>,
}

impl Manifest {
    /// The manifest of a folder that has nothing yet.
    pub fn new(made: Made) -> Self {
        let (dpgen, order) = (DPGEN.to_owned(), ORDER.to_owned());
        Self { version: VERSION, dpgen, order, complete: false, made, sizes: Vec::new() }
    }

    /// Reads a manifest.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let damaged = |what: &str| format!("it is damaged ({what}); {ADVICE}");
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is no text"))?;
        let head: Head = serde_json::from_str(text).map_err(|error| damaged(&error.to_string()))?;
        let writer =
            head.dpgen.map_or_else(|| "an older dpgen".to_owned(), |version| format!("dpgen {version}"));
        if head.version != VERSION || writer != format!("dpgen {DPGEN}") {
            return Err(format!(
                "{writer} wrote it, and this is dpgen {DPGEN}; finish the folder with {writer}, or give another with \
                 --out"
            ));
        }
        if head.order.as_deref() != Some(ORDER) {
            return Err(format!(
                "its ranks are in another order ({}) than those of this dpgen ({ORDER}); give another folder with --out",
                head.order.as_deref().unwrap_or("unnamed")
            ));
        }
        let body = text.rsplit_once(CHECKSUM).map_or(text, |(body, _)| body);
        if sealed(body) != text {
            return Err(damaged("its checksum is wrong"));
        }
        serde_json::from_str(text).map_err(|error| damaged(&error.to_string()))
    }

    /// The text of the manifest.
    pub fn text(&self) -> String {
        // Plain data with string keys: this can not fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        sealed(text.strip_suffix("\n}").unwrap_or(&text))
    }

    /// How far a size is.
    pub fn of_size(&self, size: u32) -> Option<&Claimed> {
        let place = self.sizes.binary_search_by_key(&size, |progress| progress.size);
        place.ok().and_then(|place| self.sizes.get(place))
    }

    /// How far a size is, to be changed.
    pub fn of_size_mut(&mut self, size: u32) -> Option<&mut Claimed> {
        let place = self.sizes.binary_search_by_key(&size, |progress| progress.size);
        place.ok().and_then(|place| self.sizes.get_mut(place))
    }
}

/// A manifest's text, from all of it but its last entry and closing brace.
fn sealed(body: &str) -> String {
    format!("{body}{CHECKSUM}\"{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes()))
}

/// Counts as strings of digits.
mod digits {
    use dpgen_forest::Count;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(count: &Count, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(count)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::super::parse::count(&text).map_err(D::Error::custom)
    }
}
