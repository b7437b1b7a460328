//! A batch of tasks on its way into the graph: its productions as records, with their counts.
//!
//! Batches are translated in parallel. A [`Batch`] needs nothing of the graph: how many structures a slot set holds was
//! counted by the worker, and everything else has its id in [`BatchIds`].

use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::count::{CountProduct, CountSum};
use dpgen_forest::graph::{Column, RecordBlocks};
use dpgen_forest::index::{CtorIx, IdsExhausted, at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::error::MAX_COUNT_BITS;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::build_state::RootSegment;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, KeyShape};
use crate::quotient::leaf::families_of_slot_sets::SlotSetFamilies;
use crate::quotient::leaf::leaf_product::{LeafProduct, SlotColumn, leaves as leaves_in};
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

/// The productions of a batch as records, numbered from 0 on.
#[derive(Default)]
pub(super) struct BatchRecords {
    pub(super) records: RecordBlocks,
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
    /// The productions of all tasks as records; fewer if the build is to stop, or numbers are exhausted.
    pub(super) fn records(self, schema: &Schema, watch: &LimitMonitor) -> Result<BatchRecords, IdsExhausted> {
        let mut records = BatchRecords::default();
        if watch.is_over() {
            return Ok(records);
        }
        let mut sums = Sums::default();
        // As many are summed up, and handed on.
        if !watch.reserve(&mut sums.of_keys, 2 * self.classes.len()) {
            return Ok(records);
        }
        sums.of_keys.resize(self.classes.len(), CountSum::default());
        let (mut start, mut convolved) = (0, self.convolved.iter());
        let mut scratch = Scratch::default();
        for (task, found) in self.tasks.iter().zip(&self.leaves.task_results) {
            let mut pace = watch.pace();
            for leaf in leaves_in(&self.leaves.productions[start..found.end]) {
                if pace.step() || !records.reserve(&leaf, schema.constructor(task.ctor).slots.len(), watch) {
                    return Ok(records);
                }
                match task.has_open_sizes {
                    true => self.add_convolved(&leaf, &mut convolved, (&mut records, &mut sums))?,
                    false => {
                        self.add_product(schema, task.ctor, &leaf, (&mut records, &mut sums, &mut scratch))?;
                    }
                }
            }
            start = found.end;
        }
        let of_keys = self.classes.iter().zip(&sums.of_keys).filter(|(_, sum)| !sum.is_zero());
        records.counts = of_keys.map(|(class, sum)| (*class, sum.total())).collect();
        records.roots.count = sums.of_roots.total();
        Ok(records)
    }

    /// Adds the productions of a leaf whose sizes are open, which are records already.
    fn add_convolved<'l>(
        &self,
        leaf: &LeafProduct<'_>,
        convolved: &mut impl Iterator<Item = &'l CountedRecord>,
        (records, sums): (&mut BatchRecords, &mut Sums),
    ) -> Result<(), IdsExhausted> {
        for (key, (record, count)) in leaf.keys.iter().zip(convolved) {
            if !record.is_empty() {
                records.records.append(record, record.len())?;
                self.add_production(leaf, *key, (records, sums, &|sum| sum.add_count(count)));
            }
        }
        Ok(())
    }

    /// Adds the productions of a leaf: the words and counts of its slots are looked up once for each group, not for each
    /// combination.
    fn add_product(
        &self,
        schema: &Schema,
        ctor: CtorIx,
        leaf: &LeafProduct<'_>,
        (records, sums, scratch): (&mut BatchRecords, &mut Sums, &mut Scratch),
    ) -> Result<(), IdsExhausted> {
        if let Some(indices) = leaf.single() {
            let product = &mut scratch.product;
            product.restart();
            let mut words: SmallVec<[u32; 8]> = SmallVec::from_slice(&[ctor.word()]);
            for (slot, index) in schema.constructor(ctor).slots.iter().zip(indices) {
                words.push(self.word_and_count(slot.kind, *index, product));
            }
            records.records.append(&words, words.len())?;
            self.add_production(leaf, leaf.keys[0], (records, sums, &|sum| sum.add(product)));
            return Ok(());
        }
        let sizes: SmallVec<[usize; 4]> = leaf.sizes.iter().map(|size| at(*size)).collect();
        let Scratch { words, counts: by_axis, .. } = scratch;
        words.clear();
        words.push(ctor.word());
        by_axis.resize_with(by_axis.len().max(sizes.len()), Vec::new);
        for (of_axis, size) in by_axis.iter_mut().zip(&sizes) {
            of_axis.clear();
            of_axis.resize(*size, Count::ONE);
        }
        let mut fixed = Count::ONE;
        for (slot, column) in schema.constructor(ctor).slots.iter().zip(leaf.columns()) {
            match column {
                SlotColumn::Fixed(index) => words.push(self.word_and_count(slot.kind, index, &mut fixed)),
                SlotColumn::Groups(axis, indices) => {
                    for (index, product) in indices.iter().zip(&mut by_axis[axis]) {
                        words.push(self.word_and_count(slot.kind, *index, product));
                    }
                }
                SlotColumn::Partition(axis, index) => {
                    for (count, product) in self.leaves.part_counts[&index].iter().zip(&mut by_axis[axis]) {
                        product.multiply_bounded(count);
                    }
                }
            }
        }
        let (constructor, mut left) = words.split_at(1);
        let mut next_words = |len: usize| {
            let (words, rest) = left.split_at(len);
            left = rest;
            words
        };
        let columns = leaf.columns().map(|column| match column {
            SlotColumn::Fixed(_) => Column { axis: None, words: next_words(1) },
            SlotColumn::Groups(axis, indices) => {
                Column { axis: Some(axis), words: next_words(indices.len()) }
            }
            SlotColumn::Partition(axis, index) => {
                Column { axis: Some(axis), words: &self.ids.slot_sets.parts[&index] }
            }
        });
        let head = Column { axis: None, words: constructor };
        let columns: SmallVec<[Column<'_>; 8]> = std::iter::once(head).chain(columns).collect();
        records.records.push_product(&sizes, &columns)?;
        let (last, others) = match sizes.split_last() {
            Some((_, others)) => (&by_axis[others.len()][..sizes[others.len()]], others),
            None => (&[Count::ONE][..], &[][..]),
        };
        for (row, keys) in leaf.keys.chunks_exact(last.len().max(1)).enumerate() {
            let mut of_row = fixed.clone();
            let mut number = row;
            for (axis, size) in others.iter().enumerate().rev() {
                of_row.multiply_bounded(&by_axis[axis][number % size]);
                number /= size;
            }
            for (key, count) in keys.iter().zip(last) {
                let mut product = of_row.clone();
                product.multiply_bounded(count);
                self.add_production(leaf, *key, (records, sums, &|sum| sum.add_count(&product)));
            }
        }
        Ok(())
    }

    /// The word for what a slot holds; the number of structures is multiplied by how many it holds.
    fn word_and_count(&self, kind: SlotKind, index: u32, product: &mut impl Product) -> u32 {
        match kind {
            SlotKind::Recursive(_) => {
                product.multiply_bounded(&self.leaves.counts[at(index)]);
                self.ids.slot_sets.families[at(index)].word()
            }
            SlotKind::Data(_) => {
                let (lo, hi) = self.leaves.spans[at(index)];
                if lo < hi {
                    product.multiply_bounded(&Count::from(u64::from(hi - lo) + 1));
                }
                self.ids.spans[at(index)]
            }
        }
    }

    /// Notes all of a production but its record; `add` adds how many structures it stands for.
    fn add_production(
        &self,
        leaf: &LeafProduct<'_>,
        key: u32,
        (records, sums, add): (&mut BatchRecords, &mut Sums, &impl Fn(&mut CountSum)),
    ) {
        add(&mut sums.of_keys[at(key)]);
        if leaf.root_ok {
            records.roots.records.push(small(records.classes.len()));
            add(&mut sums.of_roots);
        }
        records.classes.push(self.classes[at(key)]);
        records.paths.extend(self.ids.paths.get(at(leaf.path)));
    }
}

/// Buffers for one leaf.
#[derive(Default)]
struct Scratch {
    /// The words of all columns but those of partitions.
    words: Vec<u32>,
    /// By axis, by group: the number of structures.
    counts: Vec<Vec<Count>>,
    /// The number of structures of a single production.
    product: CountProduct,
}

/// How many structures the productions of a batch stand for.
#[derive(Default)]
struct Sums {
    /// By index of a key.
    of_keys: Vec<CountSum>,
    /// Of whole structures.
    of_roots: CountSum,
}

impl BatchRecords {
    /// Makes room for the productions of a leaf; `false` if the build is to stop.
    fn reserve(&mut self, leaf: &LeafProduct<'_>, slots: usize, watch: &LimitMonitor) -> bool {
        let productions = leaf.keys.len();
        watch.can_grow(self.records.growth(productions, productions.saturating_mul(slots + 1)))
            && watch.reserve(&mut self.classes, productions)
            && watch.reserve(&mut self.paths, productions)
            && watch.reserve(&mut self.roots.records, productions)
    }
}

/// A product that is not multiplied further once it is too large: more is refused when batches are merged, and need not be
/// exact.
trait Product {
    /// Multiplies by a count, unless the product is too large already.
    fn multiply_bounded(&mut self, factor: &Count);
}

impl Product for Count {
    fn multiply_bounded(&mut self, factor: &Count) {
        if self.bits() <= MAX_COUNT_BITS {
            *self *= factor;
        }
    }
}

impl Product for CountProduct {
    fn multiply_bounded(&mut self, factor: &Count) {
        if self.max_bits() <= MAX_COUNT_BITS {
            self.multiply(factor);
        }
    }
}
