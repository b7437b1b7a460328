//! Translates the leaves of a [`Batch`] into records, with their counts.
//!
//! Leaves that were written and leaves that were recalled differ in what their indices stand for ([`LeafNames`]) only.

use std::ops::Range;

use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::count::{CountProduct, CountSum};
use dpgen_forest::graph::Column;
use dpgen_forest::index::{CtorIx, IdsExhausted, at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use super::batch::{Batch, BatchRecords};
use super::leaf_names::{LeafNames, RecalledNames, WrittenNames};
use super::production_counts::{Product, Sums};
use crate::limit_monitor::{LimitMonitor, PollCounter};
use crate::quotient::leaf::batch_leaves::TaskResult;
use crate::quotient::leaf::leaf_product::{LeafProduct, SlotColumn, leaves as leaves_in};
use crate::quotient::table::class_table::CountedRecord;

impl Batch<'_> {
    /// The productions of a range of the tasks as records; `None` if the build is to stop, as a production may lack its record then.
    pub(super) fn records(
        &self,
        schema: &Schema,
        range: Range<usize>,
        watch: &LimitMonitor,
    ) -> Result<Option<BatchRecords>, IdsExhausted> {
        let mut translation = Translation {
            batch: self,
            schema,
            pace: watch.pace(),
            records: BatchRecords::default(),
            sums: Sums::default(),
        };
        // As many are summed up, and handed on.
        if watch.is_over()
            || !watch.reserve(&mut translation.sums.of_keys, 2 * self.classes.len())
            || !translation.reserve_recalled(range.clone())
        {
            return Ok(None);
        }
        translation.sums.of_keys.resize(self.classes.len(), CountSum::default());
        let mut before = self.result_before(&range);
        let mut convolved = self.convolved.iter();
        let mut scratch = Scratch::default();
        let results = &self.leaves.task_results[range.clone()];
        for (task, result) in self.tasks[range].iter().zip(results) {
            let written = &self.leaves.productions[before.end..result.end];
            if !match task.has_open_sizes {
                true => translation.add_convolved(task.ctor, written, &mut convolved)?,
                false => translation.add_task(task.ctor, (before, *result), &mut scratch)?,
            } {
                return Ok(None);
            }
            before = *result;
        }
        let Translation { mut records, sums, .. } = translation;
        let of_keys = self.classes.iter().zip(&sums.of_keys).filter(|(_, sum)| !sum.is_zero());
        records.counts = of_keys.map(|(class, sum)| (*class, sum.total())).collect();
        records.roots.count = sums.of_roots.total();
        Ok(Some(records))
    }

    /// The result of the task before a range.
    fn result_before(&self, range: &Range<usize>) -> TaskResult {
        let before = range.start.checked_sub(1).map(|before| self.leaves.task_results[before]);
        before.unwrap_or_default()
    }
}

/// The records of a batch while its leaves are translated.
struct Translation<'a> {
    batch: &'a Batch<'a>,
    schema: &'a Schema,
    pace: PollCounter<'a>,
    records: BatchRecords,
    sums: Sums,
}

impl Translation<'_> {
    /// Makes room for all recalled productions of a range of tasks; `false` if the build is to stop.
    fn reserve_recalled(&mut self, range: Range<usize>) -> bool {
        let Batch { tasks, leaves, .. } = self.batch;
        let begin = self.batch.result_before(&range).recalled_end;
        let end = leaves.task_results[range.clone()].last().map_or(begin, |result| result.recalled_end);
        let recalled = leaves.recalled[begin..end].iter();
        let productions = recalled.map(|recalled| recalled.leaves.production_count).sum();
        let slots = tasks[range].iter().map(|task| self.schema.constructor(task.ctor).slots.len()).max();
        self.records.reserve(productions, slots.unwrap_or(0), self.pace.watch())
    }

    /// Adds the leaves of a task, between the ends of these results: those that were written, and those that were recalled, in
    /// order; `false` if the build is to stop.
    fn add_task(
        &mut self,
        ctor: CtorIx,
        (before, result): (TaskResult, TaskResult),
        scratch: &mut Scratch,
    ) -> Result<bool, IdsExhausted> {
        let Batch { leaves, ids, .. } = self.batch;
        let names = WrittenNames { leaves, ids };
        let mut start = before.end;
        for recalled in &leaves.recalled[before.recalled_end..result.recalled_end] {
            let written = &leaves.productions[start..recalled.place];
            let names_of_recalled = RecalledNames::new(recalled, leaves);
            if !self.add_leaves(&names, ctor, written, scratch)?
                || !self.add_leaves(&names_of_recalled, ctor, &recalled.leaves.productions, scratch)?
            {
                return Ok(false);
            }
            start = recalled.place;
        }
        self.add_leaves(&names, ctor, &leaves.productions[start..result.end], scratch)
    }

    /// Adds leaves; `false` if the build is to stop. Single productions are appended together.
    fn add_leaves<N: LeafNames>(
        &mut self,
        names: &N,
        ctor: CtorIx,
        words: &[u32],
        scratch: &mut Scratch,
    ) -> Result<bool, IdsExhausted> {
        let slots = &self.schema.constructor(ctor).slots;
        scratch.singles.clear();
        for leaf in leaves_in(words) {
            let has_room =
                N::IS_RESERVED || self.records.reserve(leaf.keys.len(), slots.len(), self.pace.watch());
            if self.pace.step() || !has_room {
                return Ok(false);
            }
            let Some(indices) = leaf.single() else {
                self.append_singles(slots.len() + 1, scratch)?;
                self.add_product(names, ctor, &leaf, scratch)?;
                continue;
            };
            let Scratch { product, singles, .. } = scratch;
            product.restart();
            singles.push(ctor.word());
            for (slot, index) in slots.iter().zip(indices) {
                singles.push(self.word_and_count(names, slot.kind, *index, product));
            }
            self.add_production((names.key(leaf.keys[0]), names.path(leaf.path), leaf.root_ok), |sum| {
                sum.add(product);
            });
        }
        self.append_singles(slots.len() + 1, scratch)?;
        Ok(true)
    }

    /// Appends records that were written one by one.
    fn append_singles(&mut self, width: usize, scratch: &mut Scratch) -> Result<(), IdsExhausted> {
        if !scratch.singles.is_empty() {
            self.records.records.append(&scratch.singles, width)?;
            scratch.singles.clear();
        }
        Ok(())
    }

    /// Adds the productions of leaves whose sizes are open, which are records already; `false` if the build is to stop.
    fn add_convolved<'l>(
        &mut self,
        ctor: CtorIx,
        words: &[u32],
        convolved: &mut impl Iterator<Item = &'l CountedRecord>,
    ) -> Result<bool, IdsExhausted> {
        let slots = self.schema.constructor(ctor).slots.len();
        for leaf in leaves_in(words) {
            if self.pace.step() || !self.records.reserve(leaf.keys.len(), slots, self.pace.watch()) {
                return Ok(false);
            }
            for (key, (record, count)) in leaf.keys.iter().zip(&mut *convolved) {
                if !record.is_empty() {
                    self.records.records.append(record, record.len())?;
                    self.add_production((*key, leaf.path, leaf.root_ok), |sum| sum.add_count(count));
                }
            }
        }
        Ok(true)
    }

    /// Adds the productions of a leaf: the words and counts of its slots are looked up once for each group, not for each
    /// combination.
    fn add_product<N: LeafNames>(
        &mut self,
        names: &N,
        ctor: CtorIx,
        leaf: &LeafProduct<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), IdsExhausted> {
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
        for (slot, column) in self.schema.constructor(ctor).slots.iter().zip(leaf.columns()) {
            match column {
                SlotColumn::Fixed(index) => {
                    words.push(self.word_and_count(names, slot.kind, index, &mut fixed));
                }
                SlotColumn::Groups(axis, indices) => {
                    for (index, product) in indices.iter().zip(&mut by_axis[axis]) {
                        words.push(self.word_and_count(names, slot.kind, *index, product));
                    }
                }
                SlotColumn::Partition(axis, index) => {
                    for (count, product) in names.partition(index).0.iter().zip(&mut by_axis[axis]) {
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
                Column { axis: Some(axis), words: names.partition(index).1 }
            }
        });
        let head = Column { axis: None, words: constructor };
        let columns: SmallVec<[Column<'_>; 8]> = std::iter::once(head).chain(columns).collect();
        self.records.records.push_product(&sizes, &columns)?;
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
                self.add_production((names.key(*key), names.path(leaf.path), leaf.root_ok), |sum| {
                    sum.add_count(&product);
                });
            }
        }
        Ok(())
    }

    /// The word for what a slot holds; the number of structures is multiplied by how many it holds.
    fn word_and_count(
        &self,
        names: &impl LeafNames,
        kind: SlotKind,
        index: u32,
        product: &mut impl Product,
    ) -> u32 {
        match kind {
            SlotKind::Recursive(_) => {
                let (family, count) = names.set(index);
                product.multiply_bounded(count);
                family
            }
            SlotKind::Data(_) => {
                let index = at(names.span(index));
                let (lo, hi) = self.batch.leaves.spans[index];
                if lo < hi {
                    product.multiply_bounded(&Count::from(u64::from(hi - lo) + 1));
                }
                self.batch.ids.spans[index]
            }
        }
    }

    /// Notes all of a production but its record, by the indices of its key and its path condition and whether it is a whole
    /// structure; `add` adds how many structures it stands for.
    fn add_production(&mut self, (key, path, root_ok): (u32, u32, bool), add: impl Fn(&mut CountSum)) {
        let Self { batch, records, sums, .. } = self;
        add(&mut sums.of_keys[at(key)]);
        if root_ok {
            records.roots.records.push(small(records.classes.len()));
            add(&mut sums.of_roots);
        }
        records.classes.push(batch.classes[at(key)]);
        records.paths.extend(batch.ids.paths.get(at(path)));
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
    /// The words of single productions that are not appended.
    singles: Vec<u32>,
}
