//! [`Names`]: looks up the numbers of a schema for the names in saved knowledge.

use dpgen_forest::Schema;
use rustc_hash::FxHashMap;

use super::feature::Feature;
use crate::decision_layout::Layout;
use crate::unique_names::{UniqueNames, numbers};

/// The numbers of labels, slots and measures by name.
#[derive(Debug)]
pub(super) struct Names {
    labels: FxHashMap<String, u32>,
    slots: FxHashMap<String, u32>,
    measures: FxHashMap<String, u32>,
}

impl Names {
    pub(super) fn new(schema: &Schema, layout: &Layout) -> Self {
        let words = UniqueNames { schema, layout };
        let measures = numbers(layout.measures.len(), |measure| words.name_of_measure(measure));
        Self { labels: words.labels(), slots: words.slots(), measures }
    }

    /// The feature of this schema; `None` if it has no such names.
    pub(super) fn numbered(&self, feature: &Feature<String>) -> Option<Feature> {
        let number = |names: &FxHashMap<String, u32>, name: &String| names.get(name).copied();
        feature.renamed(
            |label| number(&self.labels, label),
            |slot| number(&self.slots, slot),
            |measure| number(&self.measures, measure),
        )
    }
}
