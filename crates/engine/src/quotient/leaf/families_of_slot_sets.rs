//! The families in the graph of all sets that the leaves of a batch name.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::{IdsExhausted, at};
use dpgen_forest::schema::Schema;

use super::batch_leaves::BatchLeaves;
use super::recalled_leaves::{RecalledLeaves, Subsets};
use super::slot_set::SlotSet;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::table::class_table::{ClassTable, FamiliesBySize};

/// The families of sets and partitions, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct FamiliesOfSets {
    /// By set.
    sets: Vec<Option<Family>>,
    /// By partition: the word of the family of each part.
    partitions: Vec<Option<Arc<[u32]>>>,
}

/// The families of a batch's slot sets.
#[derive(Debug, Default)]
pub(crate) struct SlotSetFamilies {
    /// By index.
    pub(crate) families: Vec<Family>,
    /// By index of a set that has several sizes: the family of each size.
    pub(crate) by_size: FxHashMap<u32, FamiliesBySize>,
    /// By index of a partition: the word of the family of each part.
    pub(crate) parts: FxHashMap<u32, Arc<[u32]>>,
}

impl BatchLeaves {
    /// The families of the slot sets. Layers become synthetic records. Fewer if the build is to stop.
    pub(crate) fn families_of_slot_sets(
        &mut self,
        schema: &Schema,
        classes: &mut ClassTable,
        known: &mut FamiliesOfSets,
        watch: &LimitMonitor,
    ) -> Result<SlotSetFamilies, IdsExhausted> {
        let mut found = SlotSetFamilies::default();
        found.families.reserve(self.slot_sets.len());
        let mut pace = watch.pace();
        let mut recalled = self.recalled.iter().peekable();
        for ((index, part), count) in (0..).zip(&self.slot_sets).zip(&mut self.counts) {
            while let Some(leaves) = recalled.next_if(|leaves| leaves.slot_sets_before <= at(index)) {
                if pace.step() || !leaves.find_families(classes, watch)? {
                    return Ok(found);
                }
            }
            let len = match part {
                SlotSet::Classes(_, members) => members.len(),
                SlotSet::Partition(_, partition) => partition.len(),
                SlotSet::Records(records) => records.len(),
                SlotSet::Layer(_, slots, ..) => slots.len(),
            };
            if pace.step() || !classes.reserve_union(len + 2, watch) {
                break;
            }
            let family = match part {
                SlotSet::Classes(_, members) if classes.has_sizes(members) => {
                    let sized = classes.unions_by_size(members)?;
                    let (_, first) = sized[0];
                    found.by_size.insert(index, sized);
                    first
                }
                SlotSet::Classes(set, members) => {
                    known.sets.resize(known.sets.len().max(at(*set) + 1), None);
                    match known.sets[at(*set)] {
                        Some(family) => family,
                        None => *known.sets[at(*set)].insert(classes.union_of(members, count)?),
                    }
                }
                SlotSet::Partition(number, partition) => {
                    known.partitions.resize(known.partitions.len().max(at(*number) + 1), None);
                    let families = match &known.partitions[at(*number)] {
                        Some(families) => families.clone(),
                        None => {
                            let parts = partition.members().iter().zip(partition.counts());
                            let Some(families) = classes.unions_of_parts(parts, watch)? else { break };
                            known.partitions[at(*number)].insert(families).clone()
                        }
                    };
                    let first = Family::from_word(families[0]);
                    found.parts.insert(index, families);
                    first
                }
                SlotSet::Records(records) => {
                    let family = classes.records_union(schema, records)?;
                    count.clone_from(classes.dag.union_count(family));
                    family
                }
                SlotSet::Layer(ctor, slots, end, owner) => {
                    let of_slots = &found.families;
                    let family = classes.layer_family(schema, *ctor, slots, of_slots, *end, *owner)?;
                    count.clone_from(classes.dag.union_count(family));
                    family
                }
            };
            found.families.push(family);
        }
        for leaves in recalled {
            if pace.step() || !leaves.find_families(classes, watch)? {
                break;
            }
        }
        Ok(found)
    }
}

impl RecalledLeaves {
    /// Has each subset know its family, in the order in which leaves name them; `false` if the build is to stop.
    fn find_families(&self, classes: &mut ClassTable, watch: &LimitMonitor) -> Result<bool, IdsExhausted> {
        if self.subsets.iter().all(|subsets| subsets.families.get().is_some()) {
            return Ok(true);
        }
        let mut families: SmallVec<[Vec<Option<Family>>; 2]> =
            self.subsets.iter().map(|subsets| vec![None; subsets.sets.len()]).collect();
        for (slot, number) in &self.leaves.slot_sets {
            let Subsets { members, counts, .. } = &*self.subsets[*slot];
            if !classes.reserve_union(members[*number].len() + 2, watch) {
                return Ok(false);
            }
            families[*slot][*number] = Some(classes.union_of(&members[*number], &counts[*number])?);
        }
        for (subsets, families) in self.subsets.iter().zip(families) {
            // Each subset is named by some leaf.
            let families: Option<Box<[Family]>> = families.into_iter().collect();
            if let Some(families) = families {
                subsets.families.get_or_init(|| families);
            }
        }
        Ok(true)
    }
}

impl ClassTable {
    /// The families of some classes, by their size.
    fn unions_by_size(&mut self, classes: &[u32]) -> Result<FamiliesBySize, IdsExhausted> {
        let by_size: Vec<_> = self.by_size(classes).collect();
        let mut sized = FamiliesBySize::new();
        for (size, members) in by_size {
            let count = self.count(members);
            sized.push((size, self.union_of(members, &count)?));
        }
        Ok(sized)
    }

    /// The words of the families of some sets of classes, each with its count; `None` if the build is to stop.
    fn unions_of_parts<'a>(
        &mut self,
        parts: impl Iterator<Item = (&'a Arc<[u32]>, &'a Count)>,
        watch: &LimitMonitor,
    ) -> Result<Option<Arc<[u32]>>, IdsExhausted> {
        let mut families = Vec::new();
        for (members, count) in parts {
            if !self.reserve_union(members.len() + 2, watch) || !watch.reserve(&mut families, 1) {
                return Ok(None);
            }
            families.push(self.union_of(members, count)?.word());
        }
        Ok(Some(families.into()))
    }
}
