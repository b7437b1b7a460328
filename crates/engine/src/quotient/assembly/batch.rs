//! A batch of tasks on its way into the graph: its leaves with the ids of all that they name ([`Batch`]), and the records that these
//! become ([`BatchRecords`]).
//!
//! Batches, and ranges of their tasks ([`task_ranges`](super::task_ranges)), are translated in parallel
//! ([`translate_leaves`](super::translate_leaves)). That needs nothing of the graph: how many structures a slot set holds was counted
//! by the worker, and everything else has its id in [`BatchIds`].

use dpgen_forest::Count;
use dpgen_forest::graph::RecordBlocks;
use dpgen_forest::index::at;

use crate::limit_monitor::LimitMonitor;
use crate::quotient::build_state::RootSegment;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, KeyShape};
use crate::quotient::leaf::families_of_slot_sets::SlotSetFamilies;
use crate::quotient::table::class_table::CountedRecord;
use crate::round_tasks::Task;

/// The ids in the graph of all that productions of a batch name by index.
#[derive(Default)]
pub(crate) struct BatchIds {
    pub(crate) slot_sets: SlotSetFamilies,
    pub(super) conditions: Vec<u32>,
    pub(crate) paths: Vec<u32>,
    pub(crate) spans: Vec<u32>,
}

/// A batch of judged tasks with the ids of all that it names.
pub(super) struct Batch<'a> {
    pub(super) tasks: &'a [Task],
    pub(super) leaves: BatchLeaves,
    pub(super) ids: BatchIds,
    /// By index of a key: the index among the new classes.
    pub(super) classes: Vec<u32>,
    /// The records of productions over parts of several sizes, with their counts.
    pub(super) convolved: Vec<CountedRecord>,
}

/// The productions of a range of a batch's tasks as records, numbered from 0 on.
#[derive(Default)]
pub(super) struct BatchRecords {
    pub(super) records: RecordBlocks,
    /// By production: the index of its class among the new ones.
    pub(super) classes: Vec<u32>,
    /// By production, if data is symbolic: its path condition.
    pub(super) paths: Vec<u32>,
    /// The productions of whole structures.
    pub(super) roots: RootSegment,
    /// How many structures they add to new classes.
    pub(super) counts: Vec<(u32, Count)>,
}

impl BatchIds {
    /// The condition of a shape.
    pub(crate) fn condition(&self, shape: &KeyShape) -> u32 {
        self.conditions.get(at(shape.condition)).copied().unwrap_or_default()
    }
}

impl BatchRecords {
    /// Makes room for productions of some slots each; `false` if the build is to stop.
    pub(super) fn reserve(&mut self, productions: usize, slots: usize, watch: &LimitMonitor) -> bool {
        watch.can_grow(self.records.growth(productions, productions.saturating_mul(slots + 1)))
            && watch.reserve(&mut self.classes, productions)
            && watch.reserve(&mut self.paths, productions)
            && watch.reserve(&mut self.roots.records, productions)
    }
}
