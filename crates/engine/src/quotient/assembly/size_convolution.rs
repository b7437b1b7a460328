//! Writes productions over parts of several sizes as records: a convolution of the sizes, slot by slot.
//!
//! A leaf of a task whose sizes are open ([`SizeBounds`](crate::quotient::run_state::size_bounds::SizeBounds)) has for
//! each recursive slot the families of several sizes. Its structures are those whose sizes add up. They are not written
//! one by one: the record of the production ends at the first slot of several sizes, with the family of *rests*; a rest
//! of a given size chooses a size for its first slot and goes on with the rests of what is left
//! ([`dpgen_forest::graph::DecodedRecord`]). Rests are interned by what they hold, so that productions share them. The
//! cost is slots times the square of the size, and not the size to the power of the slots.

use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::graph::{Family, Section};
use dpgen_forest::index::{IdsExhausted, at, small};
use dpgen_forest::schema::{Constructor, Schema, SlotKind};

use super::batch::BatchIds;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::quotient::leaf::leaf_product::{LeafProduct, leaves as leaves_in};
use crate::quotient::table::class_table::{ClassTable, CountedRecord, FamiliesBySize};
use crate::round_tasks::Task;

/// The content of a slot of a production: a span, or the families of each size.
enum SlotFamilies {
    Data(u32),
    Parts(FamiliesBySize),
}

/// A production over parts of several sizes.
struct Production<'a> {
    task: &'a Task,
    ctor: &'a Constructor,
    slots: Vec<SlotFamilies>,
    /// Whether data is symbolic.
    symbolic: bool,
}

impl ClassTable {
    /// The records of the productions of all tasks whose sizes are open, in order, with their counts; an empty record where
    /// no sizes add up.
    pub(crate) fn convolve(
        &mut self,
        schema: &Schema,
        tasks: &[Task],
        leaves: &BatchLeaves,
        ids: &BatchIds,
    ) -> Result<Vec<CountedRecord>, IdsExhausted> {
        let mut records = Vec::new();
        let mut start = 0;
        for (task, found) in tasks.iter().zip(&leaves.task_results) {
            let productions = &leaves.productions[start..found.end];
            start = found.end;
            if !task.has_open_sizes {
                continue;
            }
            let ctor = schema.constructor(task.ctor);
            for (_, slots) in leaves_in(productions).flat_map(|leaf| LeafProduct::productions(&leaf)) {
                let slots = ctor.slots.iter().zip(&slots);
                let slots = slots.map(|(slot, index)| match slot.kind {
                    SlotKind::Data(_) => SlotFamilies::Data(ids.spans[at(*index)]),
                    SlotKind::Recursive(_) => SlotFamilies::Parts(match ids.slot_sets.by_size.get(index) {
                        Some(sized) => sized.clone(),
                        None => {
                            let family = ids.slot_sets.families[at(*index)];
                            SmallVec::from_elem((self.size_of(schema, family), family), 1)
                        }
                    }),
                });
                let (slots, symbolic) = (slots.collect(), !ids.paths.is_empty());
                let production = Production { task, ctor, slots, symbolic };
                let record = self.record(schema, &production)?;
                let count =
                    if record.is_empty() { Count::ZERO } else { self.dag.record_count(schema, &record) };
                records.push((record.into(), count));
            }
        }
        Ok(records)
    }

    /// The record of a production.
    fn record(&mut self, schema: &Schema, production: &Production<'_>) -> Result<Vec<u32>, IdsExhausted> {
        let Production { task, ctor, .. } = production;
        let Some(sum) = task.size.checked_sub(ctor.weight) else { return Ok(Vec::new()) };
        // The last part has the size that the others leave.
        let (last, others) =
            ctor.recursive.split_last().map_or((0, &[][..]), |(last, others)| (*last, others));
        let open: Vec<usize> =
            others.iter().copied().filter(|slot| production.size_count(*slot) > 1).collect();
        let Some(first) = open.first() else {
            let mut record = vec![task.ctor.word()];
            return Ok(match production.write_to_end(&mut record, (0, sum), last) {
                Some(()) => record,
                None => Vec::new(),
            });
        };
        let mut words = Vec::new();
        let Some(left) = production.write_fixed(&mut words, (0, *first), sum) else { return Ok(Vec::new()) };
        match self.rests(schema, production, &open, left, last)? {
            None => Ok(Vec::new()),
            Some(rest) => {
                let section = Section { ctor: task.ctor, from: 0, to: small(*first), is_rest: false };
                let mut record = vec![self.section(section)?];
                record.append(&mut words);
                record.push(rest.word());
                Ok(record)
            }
        }
    }

    /// The rests of a size, from the first slot of several sizes on.
    fn rests(
        &mut self,
        schema: &Schema,
        production: &Production<'_>,
        open: &[usize],
        sum: u32,
        last: usize,
    ) -> Result<Option<Family>, IdsExhausted> {
        // The sizes that are asked for at each slot, from left to right.
        let mut asked = vec![vec![false; at(sum) + 1]; open.len()];
        asked[0][at(sum)] = true;
        for level in 1..open.len() {
            let between = production.size_between(open[level - 1], open[level]);
            let (before, here) = asked.split_at_mut(level);
            for left in (0..=sum).filter(|left| before[level - 1][at(*left)]) {
                for (size, _) in production.families(open[level - 1]) {
                    if let Some(left) = left.checked_sub(*size).and_then(|left| left.checked_sub(between)) {
                        here[0][at(left)] = true;
                    }
                }
            }
        }
        // From right to left, the rests of these sizes.
        let mut after: Vec<Option<Family>> = Vec::new();
        let mut key = Vec::new();
        for level in (0..open.len()).rev() {
            let from = open[level];
            let to = open.get(level + 1).copied();
            let section = Section {
                ctor: production.task.ctor,
                from: small(from),
                to: small(to.unwrap_or(production.slots.len())),
                is_rest: true,
            };
            let head = self.section(section)?;
            let mut here = vec![None; at(sum) + 1];
            for left in (0..=sum).filter(|left| asked[level][at(*left)]) {
                key.clear();
                for (size, family) in production.families(from).iter().take_while(|(size, _)| *size <= left) {
                    let start = key.len();
                    key.extend([head, family.word()]);
                    let left = left - size;
                    let written = match to {
                        None => production.write_to_end(&mut key, (from + 1, left), last),
                        Some(to) => production.write_fixed(&mut key, (from + 1, to), left).and_then(|left| {
                            key.push(after[at(left)]?.word());
                            Some(())
                        }),
                    };
                    if written.is_none() {
                        key.truncate(start);
                    }
                }
                let width = to.map_or(production.slots.len() - from, |to| to - from + 1) + 1;
                here[at(left)] = self.rest(schema, &key, width, production.symbolic)?;
            }
            after = here;
        }
        Ok(after[at(sum)])
    }

    /// The union of some rests: records of one width, one after the other.
    fn rest(
        &mut self,
        schema: &Schema,
        records: &[u32],
        width: usize,
        symbolic: bool,
    ) -> Result<Option<Family>, IdsExhausted> {
        if records.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.rests.get(records) {
            return Ok(Some(*known));
        }
        let first = self.dag.records.append(records, width)?;
        let mut count = Count::ZERO;
        let mut members = Vec::with_capacity(records.len() / width);
        for (number, record) in (first..).zip(records.chunks_exact(width)) {
            count += &self.dag.record_count(schema, record);
            members.push(Family::record(number));
            // A rest has the path condition of the record that it goes on with.
            self.dag.paths.extend(symbolic.then_some(0));
        }
        let family = self.dag.push_union(members, count)?;
        self.rests.insert(records.into(), family);
        Ok(Some(family))
    }

    /// The first word of the records of a section.
    pub(crate) fn section(&mut self, section: Section) -> Result<u32, IdsExhausted> {
        if let Some(known) = self.sections.get(&section) {
            return Ok(*known);
        }
        let head = self.dag.push_section(section)?;
        self.sections.insert(section, head);
        Ok(head)
    }

    /// The size of the structures of a family.
    pub(crate) fn size_of(&self, schema: &Schema, family: Family) -> u32 {
        let mut size = 0;
        let mut open: SmallVec<[Family; 8]> = SmallVec::from_elem(family, 1);
        while let Some(family) = open.pop() {
            let record = match family.split() {
                Ok(record) => record,
                Err(union) => match self.size_of_union(union) {
                    Some(known) => {
                        size += known;
                        continue;
                    }
                    None => {
                        open.extend(self.dag.members(union).first().map(|word| Family::from_word(*word)));
                        continue;
                    }
                },
            };
            let item = self.dag.decode(schema, self.dag.records.get(record));
            size += if item.is_rest { 0 } else { schema.constructor(item.ctor).weight };
            open.extend(item.families());
        }
        size
    }
}

impl Production<'_> {
    fn families(&self, slot: usize) -> &[(u32, Family)] {
        match &self.slots[slot] {
            SlotFamilies::Parts(sized) => sized,
            SlotFamilies::Data(_) => &[],
        }
    }

    /// How many sizes a slot can have.
    fn size_count(&self, slot: usize) -> usize {
        self.families(slot).len()
    }

    /// The sum of the sizes of the slots between two, which have one size each.
    fn size_between(&self, from: usize, to: usize) -> u32 {
        (from + 1..to).filter_map(|slot| self.families(slot).first()).map(|(size, _)| *size).sum()
    }

    /// Writes slots that have one size each. Returns what is left of a sum after them.
    fn write_fixed(&self, words: &mut Vec<u32>, (from, to): (usize, usize), mut left: u32) -> Option<u32> {
        for slot in &self.slots[from..to] {
            words.push(match slot {
                SlotFamilies::Data(word) => *word,
                SlotFamilies::Parts(sized) => {
                    let (size, family) = sized.first()?;
                    left = left.checked_sub(*size)?;
                    family.word()
                }
            });
        }
        Some(left)
    }

    /// Writes all slots from one on, of which the last part has the size that is left.
    fn write_to_end(&self, words: &mut Vec<u32>, (from, left): (usize, u32), last: usize) -> Option<()> {
        let left = self.write_fixed(words, (from, last), left)?;
        let sized = self.families(last);
        let index = sized.binary_search_by_key(&left, |(size, _)| *size).ok()?;
        words.push(sized[index].1.word());
        self.write_fixed(words, (last + 1, self.slots.len()), 0).map(|_| ())
    }
}
