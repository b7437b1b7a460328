//! [`Names`]: from the names in what was kept to the numbers of a schema.

use dpgen_forest::Schema;
use dpgen_forest::index::small;
use rustc_hash::FxHashMap;

use super::feature::Feature;
use super::words::Words;
use crate::layout::Layout;

/// The numbers of labels, slots and measures by name.
#[derive(Debug)]
pub(super) struct Names {
    labels: FxHashMap<String, u32>,
    slots: FxHashMap<String, u32>,
    measures: FxHashMap<String, u32>,
}

impl Names {
    pub(super) fn new(schema: &Schema, layout: &Layout) -> Self {
        let words = Words { schema, layout };
        let by =
            |len: usize, name: &dyn Fn(u32) -> String| (0..small(len)).map(|id| (name(id), id)).collect();
        Self {
            labels: by(layout.labels.len(), &|label| words.name_of_label(label)),
            slots: by(layout.part_slots.len(), &|slot| words.name_of_slot(slot)),
            measures: by(layout.measures.len(), &|measure| words.name_of_measure(measure)),
        }
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
