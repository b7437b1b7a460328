//! A lot of tasks on its way into the graph: its productions as records, with their counts.
//!
//! Lots are translated in parallel. A [`Lot`] needs nothing of the graph: how many structures a set of classes holds was
//! counted by who judged the lot, and everything else has its number in [`LotNumbers`].

use rustc_hash::FxHashMap;

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::{at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use super::builder::Segment;
use super::leaf::leaves::{HEAD, KeyShape, Leaves};
use super::table::{Counted, Sized};
use crate::error::LARGEST_COUNT_BITS;
use crate::tasks::Task;
use crate::watch::Watch;

/// What tasks refer to by place, translated.
pub(crate) struct LotNumbers {
    pub(crate) families: Vec<Family>,
    /// By place, where there are several sizes: the family of each.
    pub(crate) sized: FxHashMap<u32, Sized>,
    pub(super) conditions: Vec<u32>,
    pub(crate) paths: Vec<u32>,
    pub(crate) spans: Vec<u32>,
}

/// A lot on its way into the graph.
pub(super) struct Lot<'a> {
    pub(super) tasks: &'a [Task],
    pub(super) leaves: Leaves,
    pub(super) global: LotNumbers,
    /// By place in the lot's keys: the place among the classes gathered.
    pub(super) classes: Vec<u32>,
    /// The records of productions whose sizes are open, with their counts.
    pub(super) open: Vec<Counted>,
}

/// Neighbouring records.
#[derive(Default)]
pub(super) struct Stretch {
    /// How many words each has, unless they differ.
    pub(super) width: Option<usize>,
    /// Where they end, if they differ.
    pub(super) ends: Vec<usize>,
    pub(super) words: Vec<u32>,
}

/// The productions of a lot, as records, numbered from 0 on.
#[derive(Default)]
pub(super) struct LotRecords {
    pub(super) stretches: Vec<Stretch>,
    /// By production: its class, a place among those gathered.
    pub(super) classes: Vec<u32>,
    /// By production, if data is symbolic.
    pub(super) paths: Vec<u32>,
    /// The productions of whole structures.
    pub(super) roots: Segment,
    /// What the lot adds to the counts of classes.
    pub(super) counts: Vec<(u32, Count)>,
}

impl LotNumbers {
    /// The condition of a shape.
    pub(crate) fn condition(&self, shape: &KeyShape) -> u32 {
        self.conditions.get(at(shape.condition)).copied().unwrap_or_default()
    }
}

impl Lot<'_> {
    /// The productions of all tasks as records.
    pub(super) fn records(self, schema: &Schema, watch: &Watch) -> LotRecords {
        let mut records = LotRecords::default();
        if watch.is_over() {
            return records;
        }
        let mut counts: Vec<Count> = Vec::new();
        // As many are summed up, and handed on.
        if !watch.reserve(&mut counts, 2 * self.classes.len()) {
            return records;
        }
        counts.resize(self.classes.len(), Count::ZERO);
        let (mut start, mut open) = (0, self.open.iter());
        for (task, found) in self.tasks.iter().zip(&self.leaves.found) {
            let productions = (&self.leaves.productions[start..found.end], &mut open);
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
        (productions, open): (&[u32], &mut impl Iterator<Item = &'l Counted>),
        (records, counts): (&mut LotRecords, &mut [Count]),
        watch: &Watch,
    ) {
        let mut pace = watch.pace();
        let slots = &schema.constructor(task.ctor).slots;
        let width = (!task.spread).then_some(slots.len() + 1);
        if records.stretches.last().is_none_or(|last| last.width != width) {
            records.stretches.push(Stretch { width, ..Stretch::default() });
        }
        let Some(Stretch { ends, words, .. }) = records.stretches.last_mut() else { return };
        for production in productions.chunks_exact(slots.len() + HEAD) {
            let has_room = watch.reserve(words, slots.len() + 1)
                && watch.reserve(&mut records.classes, 1)
                && watch.reserve(&mut records.paths, 1)
                && watch.reserve(&mut records.roots.records, 1);
            if pace.step() || !has_room {
                return;
            }
            let mut product = Count::ONE;
            let count = if task.spread {
                let Some((record, count)) = open.next().filter(|(record, _)| !record.is_empty()) else {
                    continue;
                };
                words.extend_from_slice(record);
                ends.push(words.len());
                count
            } else {
                words.push(task.ctor.word());
                for (slot, place) in slots.iter().zip(&production[HEAD..]) {
                    match slot.kind {
                        SlotKind::Recursive(_) => {
                            words.push(self.global.families[at(*place)].word());
                            // More is refused below, and need not be exact.
                            if product.bits() <= LARGEST_COUNT_BITS {
                                product *= &self.leaves.counts[at(*place)];
                            }
                        }
                        SlotKind::Data(_) => {
                            words.push(self.global.spans[at(*place)]);
                            let (lo, hi) = self.leaves.spans[at(*place)];
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
            records.paths.extend(self.global.paths.get(at(production[2])));
        }
    }
}
