//! The productions of a set's members, from which a node that was looked into chooses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dpgen_forest::graph::{Family, Span};
use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::Schema;

use super::class_sets::ClassSets;
use super::production_lists::{ByData, CtorGroup, DataGroup};
use crate::predicate_run::failure::{Failure, raise};
use crate::quotient::table::class_table::{ClassTable, OwnedRecord};

impl ClassSets {
    /// The productions of a set's members by constructor, in the order of constructors.
    pub(crate) fn by_ctor(&mut self, set: u32) -> Arc<[CtorGroup]> {
        if let Some(known) = self.by_ctor.get(&set) {
            return known.clone();
        }
        let mut records = Vec::new();
        let members = self.members(set).clone();
        for class in members.iter() {
            let mut of_class = Vec::new();
            self.visit(1);
            flatten(&self.classes, self.classes.family(*class), &mut of_class);
            if !self.watch.reserve(&mut records, of_class.len()) {
                raise(Failure::Stopped);
            }
            records.extend(of_class.into_iter().map(|record| (record, Some(*class))));
        }
        let opened = self.split_records(&records);
        self.by_ctor.insert(set, opened.clone());
        opened
    }

    /// Productions by constructor, in the order of constructors.
    pub(crate) fn split_records(&mut self, records: &[OwnedRecord]) -> Arc<[CtorGroup]> {
        let mut groups: BTreeMap<CtorIx, Vec<OwnedRecord>> = BTreeMap::new();
        self.visit(records.len());
        for record in records {
            groups.entry(self.classes.dag.ctor(record.0)).or_default().push(*record);
        }
        let opened = groups.into_iter().map(|(ctor, records)| {
            let (list, set) = self.intern_list(&records);
            CtorGroup { ctor, list, set }
        });
        opened.collect()
    }

    /// The list of some productions, and the set of their classes, if each has one.
    fn intern_list(&mut self, records: &[OwnedRecord]) -> (u32, Option<u32>) {
        self.visit(records.len());
        let owners: Option<BTreeSet<u32>> = records.iter().map(|(_, owner)| *owner).collect();
        let owners: Option<Vec<u32>> = owners.map(|owners| owners.into_iter().collect());
        (self.lists.intern(records), owners.map(|owners| self.intern(&owners)))
    }

    /// Splits the productions of a list by what their data slot holds, in the order of its indices; `None` if the slot
    /// belongs to the rests of some production.
    pub(crate) fn by_data(&mut self, schema: &Schema, list: u32, slot: u32) -> ByData {
        if let Some(known) = self.by_data.get(&(list, slot)) {
            return known.clone();
        }
        let classes = self.classes.clone();
        let bounds = |record| {
            let item = classes.dag.decode(schema, classes.dag.records.get(record));
            let word = at(slot).checked_sub(item.from).and_then(|index| item.words.get(index));
            word.map(|word| classes.dag.bounds(Span::from_word(*word)))
        };
        let mut groups: BTreeMap<(u32, u32), Vec<OwnedRecord>> = BTreeMap::new();
        let all_hold = self.lists.get(list).iter().all(|record| {
            let bounds = bounds(record.0);
            bounds.is_some_and(|bounds| {
                groups.entry(bounds).or_default().push(*record);
                true
            })
        });
        let groups_of_data = all_hold.then(|| {
            let groups_of_data = groups.into_iter().map(|(bounds, records)| {
                let (list, set) = self.intern_list(&records);
                DataGroup { bounds, list, set }
            });
            groups_of_data.collect()
        });
        self.by_data.entry((list, slot)).or_insert(groups_of_data).clone()
    }

    /// The productions of a list, each with its class.
    pub(crate) fn list(&self, list: u32) -> &Arc<[OwnedRecord]> {
        self.lists.get(list)
    }

    /// The sublist of the productions that belong to the classes of a set.
    pub(crate) fn list_within(&mut self, list: u32, set: u32) -> u32 {
        self.lists.list_within(list, (set, self.shared.members(set)))
    }

    /// A family as a set of classes, if it is a union of whole classes, else as productions.
    pub(crate) fn family(&mut self, family: Family) -> Result<u32, Vec<OwnedRecord>> {
        let classes = family.split().err().and_then(|union| self.classes.classes_of(union));
        if let Some(classes) = classes {
            return Ok(self.intern(&classes));
        }
        let mut records = Vec::new();
        flatten(&self.classes, family, &mut records);
        Err(records.into_iter().map(|record| (record, self.classes.owner(record))).collect())
    }
}

/// Adds the records of a family.
fn flatten(classes: &ClassTable, family: Family, records: &mut Vec<u32>) {
    match family.split() {
        Ok(record) => records.push(record),
        Err(union) => {
            for member in classes.dag.members(union) {
                flatten(classes, Family::from_word(*member), records);
            }
        }
    }
}
