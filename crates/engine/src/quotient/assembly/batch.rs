//! A batch of tasks on its way into the graph: its productions as records, with their counts.
//!
//! Batches are translated in parallel. A [`Batch`] needs nothing of the graph: how many structures a slot set holds was
//! counted by the worker, and everything else has its id in [`BatchIds`].

use rustc_hash::FxHashMap;

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::{at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::error::MAX_COUNT_BITS;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::build_state::RootSegment;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, KeyShape, PRODUCTION_HEAD_LEN};
use crate::quotient::table::class_table::{CountedRecord, FamiliesBySize};
use crate::round_tasks::Task;

/// The ids in the graph of all that productions of a batch name by index.
#[derive(Default)]
pub(crate) struct BatchIds {
    pub(crate) families: Vec<Family>,
    /// By index of a slot set that has several sizes: the family of each size.
    pub(crate) families_by_size: FxHashMap<u32, FamiliesBySize>,
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

/// A run of neighbouring records, which have one width or each their own.
#[derive(Default)]
pub(super) struct RecordRun {
    /// The number of words of each record, unless they differ.
    pub(super) width: Option<usize>,
    /// The end of each record, if widths differ.
    pub(super) ends: Vec<usize>,
    pub(super) words: Vec<u32>,
}

/// The productions of a batch as records, numbered from 0 on.
#[derive(Default)]
pub(super) struct BatchRecords {
    pub(super) record_runs: Vec<RecordRun>,
    /// By production: the index of its class among the new ones.
    pub(super) classes: Vec<u32>,
    /// By production, if data is symbolic: its path condition.
    pub(super) paths: Vec<u32>,
    /// The productions of whole structures.
    pub(super) roots: RootSegment,
    /// How many structures the batch adds to new classes.
    pub(super) counts: Vec<(u32, Count)>,
}

impl BatchIds {
    /// The condition of a shape.
    pub(crate) fn condition(&self, shape: &KeyShape) -> u32 {
        self.conditions.get(at(shape.condition)).copied().unwrap_or_default()
    }
}

impl Batch<'_> {
    /// The productions of all tasks as records.
    pub(super) fn records(self, schema: &Schema, watch: &LimitMonitor) -> BatchRecords {
        let mut records = BatchRecords::default();
        if watch.is_over() {
            return records;
        }
        let mut counts: Vec<Count> = Vec::new();
        // As many are summed up, and handed on.
        if !watch.reserve(&mut counts, 2 * self.classes.len()) {
            return records;
        }
        counts.resize(self.classes.len(), Count::ZERO);
        let (mut start, mut convolved) = (0, self.convolved.iter());
        for (task, found) in self.tasks.iter().zip(&self.leaves.task_results) {
            let productions = (&self.leaves.productions[start..found.end], &mut convolved);
            self.add_records(schema, task, productions, (&mut records, &mut counts), watch);
            start = found.end;
        }
        let counts = self.classes.iter().copied().zip(counts);
        records.counts = counts.filter(|(_, count)| !count.is_zero()).collect();
        records
    }

    /// Adds the productions of a task; fewer if the build is to stop.
    fn add_records<'l>(
        &'l self,
        schema: &Schema,
        task: &Task,
        (productions, convolved): (&[u32], &mut impl Iterator<Item = &'l CountedRecord>),
        (records, counts): (&mut BatchRecords, &mut [Count]),
        watch: &LimitMonitor,
    ) {
        let mut pace = watch.pace();
        let slots = &schema.constructor(task.ctor).slots;
        let width = (!task.has_open_sizes).then_some(slots.len() + 1);
        if records.record_runs.last().is_none_or(|last| last.width != width) {
            records.record_runs.push(RecordRun { width, ..RecordRun::default() });
        }
        let Some(RecordRun { ends, words, .. }) = records.record_runs.last_mut() else { return };
        for production in productions.chunks_exact(slots.len() + PRODUCTION_HEAD_LEN) {
            let has_room = watch.reserve(words, slots.len() + 1)
                && watch.reserve(&mut records.classes, 1)
                && watch.reserve(&mut records.paths, 1)
                && watch.reserve(&mut records.roots.records, 1);
            if pace.step() || !has_room {
                return;
            }
            let mut product = Count::ONE;
            let count = if task.has_open_sizes {
                let Some((record, count)) = convolved.next().filter(|(record, _)| !record.is_empty()) else {
                    continue;
                };
                words.extend_from_slice(record);
                ends.push(words.len());
                count
            } else {
                words.push(task.ctor.word());
                for (slot, index) in slots.iter().zip(&production[PRODUCTION_HEAD_LEN..]) {
                    match slot.kind {
                        SlotKind::Recursive(_) => {
                            words.push(self.ids.families[at(*index)].word());
                            // More is refused when batches are merged, and need not be exact.
                            if product.bits() <= MAX_COUNT_BITS {
                                product *= &self.leaves.counts[at(*index)];
                            }
                        }
                        SlotKind::Data(_) => {
                            words.push(self.ids.spans[at(*index)]);
                            let (lo, hi) = self.leaves.spans[at(*index)];
                            if lo < hi {
                                product *= &Count::from(u64::from(hi - lo) + 1);
                            }
                        }
                    }
                }
                &product
            };
            counts[at(production[0])] += count;
            if production[1] == 1 {
                records.roots.records.push(small(records.classes.len()));
                records.roots.count += count;
            }
            records.classes.push(self.classes[at(production[0])]);
            records.paths.extend(self.ids.paths.get(at(production[2])));
        }
    }
}
