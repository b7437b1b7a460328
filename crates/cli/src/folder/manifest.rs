//! `manifest.json`: what the files of an output folder depend on, and how far each size is written.
//!
//! [`RunInputs`] is what the files depend on: a run with other inputs refuses the folder. [`SizeProgress`] has the written
//! ranks of a size; sizes ascend. Counts and ranks are strings of digits, as they can be of any size.
//!
//! The last entry is a checksum of the text before it. A manifest of another version of dpgen, or of another order of
//! ranks, is refused: its ranks may mean other structures.

use dpgen_forest::Count;
use serde::{Deserialize, Serialize};

use crate::folder::run_inputs::RunInputs;
use crate::input::selection::RankRange;
use crate::input::structure_key::RANK_ORDER;

/// The version of the form of manifests.
const MANIFEST_VERSION: u32 = 2;
/// This program's version.
const DPGEN_VERSION: &str = env!("CARGO_PKG_VERSION");
/// The name of the last entry.
const CHECKSUM_ENTRY: &str = ",\n  \"checksum\": ";
/// What to do about a manifest that can not be read.
const UNREADABLE_MANIFEST_ADVICE: &str = "the structures beside it are untouched; give another folder with --out, or delete \
                      manifest.json to have them written anew";

/// The written ranks of a size: `first..next` of `first..end`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeProgress {
    /// The size.
    pub size: u32,
    #[serde(with = "digits")]
    first: Count,
    /// The first rank that is not written.
    #[serde(with = "digits")]
    pub next: Count,
    #[serde(with = "digits")]
    end: Count,
    done: bool,
}

impl SizeProgress {
    /// The progress of a part of which nothing is written.
    pub fn new(part: &RankRange) -> Self {
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

    /// Counts one more rank as written.
    pub fn complete_rank(&mut self) {
        self.next += &Count::ONE;
        self.done = self.next == self.end;
    }

    /// The number of written ranks.
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
    /// Whether everything that was asked for is written.
    pub complete: bool,
    /// What the files depend on.
    #[serde(rename = "made")]
    pub inputs: RunInputs,
    /// The progress of the sizes that were begun.
    pub sizes: Vec<SizeProgress>,
}

/// The entries that manifests of all versions begin with.
#[derive(Debug, Deserialize)]
struct ManifestHead {
    version: u32,
    #[serde(default)]
    dpgen: Option<String>,
    #[serde(default)]
    order: Option<String>,
}

impl Manifest {
    /// The manifest of a folder without structures.
    pub fn new(inputs: RunInputs) -> Self {
        let (dpgen, order) = (DPGEN_VERSION.to_owned(), RANK_ORDER.to_owned());
        Self { version: MANIFEST_VERSION, dpgen, order, complete: false, inputs, sizes: Vec::new() }
    }

    /// Reads a manifest.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let damaged = |what: &str| format!("it is damaged ({what}); {UNREADABLE_MANIFEST_ADVICE}");
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is no text"))?;
        let head: ManifestHead = serde_json::from_str(text).map_err(|error| damaged(&error.to_string()))?;
        let writer =
            head.dpgen.map_or_else(|| "an older dpgen".to_owned(), |version| format!("dpgen {version}"));
        if head.version != MANIFEST_VERSION || writer != format!("dpgen {DPGEN_VERSION}") {
            return Err(format!(
                "{writer} wrote it, and this is dpgen {DPGEN_VERSION}; finish the folder with {writer}, or give another with \
                 --out"
            ));
        }
        if head.order.as_deref() != Some(RANK_ORDER) {
            return Err(format!(
                "its ranks are in another order ({}) than those of this dpgen ({RANK_ORDER}); give another folder with --out",
                head.order.as_deref().unwrap_or("unnamed")
            ));
        }
        let body = text.rsplit_once(CHECKSUM_ENTRY).map_or(text, |(body, _)| body);
        if with_checksum(body) != text {
            return Err(damaged("its checksum is wrong"));
        }
        serde_json::from_str(text).map_err(|error| damaged(&error.to_string()))
    }

    /// The text of the manifest.
    pub fn text(&self) -> String {
        // Plain data with string keys: this can not fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        with_checksum(text.strip_suffix("\n}").unwrap_or(&text))
    }

    /// The progress of a size.
    pub fn of_size(&self, size: u32) -> Option<&SizeProgress> {
        let place = self.sizes.binary_search_by_key(&size, |progress| progress.size);
        place.ok().and_then(|place| self.sizes.get(place))
    }

    /// The progress of a size, for changes.
    pub fn of_size_mut(&mut self, size: u32) -> Option<&mut SizeProgress> {
        let place = self.sizes.binary_search_by_key(&size, |progress| progress.size);
        place.ok().and_then(|place| self.sizes.get_mut(place))
    }
}

/// A manifest's text, from all of it but its last entry and closing brace.
fn with_checksum(body: &str) -> String {
    format!("{body}{CHECKSUM_ENTRY}\"{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes()))
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
        crate::input::flag_values::count(&text).map_err(D::Error::custom)
    }
}
