//! Lists of productions that nodes have been narrowed to, interned by a worker.
//!
//! A node that was looked into can be any production of its list. Each production belongs to a class, or is a part of one;
//! so a node's list and the set of its classes narrow each other, and the node is asked like one that was not looked into.
//! With symbolic data a list that was narrowed before it got into the graph has no classes: a node with a class has
//! variables of that class.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use dpgen_forest::index::{CtorIx, at, small};

use crate::quotient::table::class_table::OwnedRecord;

/// The productions of a set's members that have one constructor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CtorGroup {
    pub(crate) ctor: CtorIx,
    /// Their list.
    pub(crate) list: u32,
    /// The set of their classes, if each is of one.
    pub(crate) set: Option<u32>,
}

/// The productions of a list that hold the same in a data slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DataGroup {
    /// The bounds of the slot's indices.
    pub(crate) bounds: (u32, u32),
    /// Their list.
    pub(crate) list: u32,
    /// The set of their classes, if each is of one.
    pub(crate) set: Option<u32>,
}

/// A list split by a data slot; `None` if the slot belongs to the rests of some production.
pub(crate) type ByData = Option<Arc<[DataGroup]>>;

/// A worker's lists, numbered in the order in which it met them.
#[derive(Debug, Default)]
pub(super) struct ProductionLists {
    all: IndexSet<Arc<[OwnedRecord]>, FxBuildHasher>,
    /// By list and set: the list of those productions whose class is in the set.
    by_owner: FxHashMap<(u32, u32), u32>,
}

impl ProductionLists {
    /// The productions of a list.
    pub(super) fn get(&self, list: u32) -> &Arc<[OwnedRecord]> {
        &self.all[at(list)]
    }

    /// The number of a list, added if it is new.
    pub(super) fn intern(&mut self, records: &[OwnedRecord]) -> u32 {
        let known = self.all.get_index_of(records);
        small(known.unwrap_or_else(|| self.all.insert_full(records.into()).0))
    }

    /// The sublist of the productions whose class is a member of a set.
    pub(super) fn list_within(&mut self, list: u32, (set, members): (u32, &[u32])) -> u32 {
        if let Some(known) = self.by_owner.get(&(list, set)) {
            return *known;
        }
        let part = self.intern(&productions_within(self.get(list), members));
        self.by_owner.insert((list, set), part);
        part
    }
}

/// The productions whose class is among these members of a set.
pub(crate) fn productions_within(records: &[OwnedRecord], members: &[u32]) -> Vec<OwnedRecord> {
    let is_one = |owner: u32| members.binary_search(&owner).is_ok();
    records.iter().copied().filter(|(_, owner)| owner.is_some_and(is_one)).collect()
}
