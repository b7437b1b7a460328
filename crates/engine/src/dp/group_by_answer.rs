//! Groups the structures of a bucket by their answers to an attribute: LazyDP narrows an unread part to such a group.
//!
//! When a run asks a part for an attribute, the part splits into one group for each remembered answer, and the run goes
//! on with a group. So one run stands for all structures that answer alike; only a view picks one.
//! Groups are made once a task, in the order of the answers' numbers, which are those of their first appearance.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use dpgen_forest::index::{AttrIx, at, small};

use super::structure_pool::Pool;
use crate::value_interner::ValueId;

/// A list of structures that can be split into groups: a part of a bucket, or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum StructureList {
    Part { bucket: u32, from: u32, len: u32 },
    Group(u32),
}

/// Answers, each with the group that gives it.
type GroupsByAnswer = Arc<[(ValueId, u32)]>;

/// All groups of a task.
#[derive(Debug, Default)]
pub(crate) struct AnswerGroups {
    members: Vec<u32>,
    /// By group: where its members are.
    extents: Vec<Range<u32>>,
    split: FxHashMap<(StructureList, AttrIx), GroupsByAnswer>,
}

impl AnswerGroups {
    /// The structures of a group, in the order of the pool.
    pub(crate) fn members(&self, group: u32) -> &[u32] {
        let Range { start, end } = self.extents[at(group)];
        &self.members[at(start)..at(end)]
    }

    /// The structures of a part or group.
    pub(crate) fn structures<'a>(&'a self, pool: &'a Pool, whole: StructureList) -> &'a [u32] {
        match whole {
            StructureList::Part { bucket, from, len } => &pool.ids(bucket)[at(from)..at(from) + at(len)],
            StructureList::Group(group) => self.members(group),
        }
    }

    /// The answers of some structures; `None` if one is not remembered.
    pub(crate) fn by_answer(
        &mut self,
        pool: &Pool,
        whole: StructureList,
        attr: AttrIx,
    ) -> Option<GroupsByAnswer> {
        if let Some(known) = self.split.get(&(whole, attr)) {
            return Some(known.clone());
        }
        let structures = self.structures(pool, whole);
        let mut pairs = Vec::with_capacity(structures.len());
        for structure in structures {
            pairs.push((pool.value(attr, *structure)?, *structure));
        }
        // Stable: the structures of a group stay in their order.
        pairs.sort_by_key(|(value, _)| *value);
        let mut answers = Vec::new();
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            let start = small(self.members.len());
            self.members.extend(group.iter().map(|(_, structure)| *structure));
            answers.push((group[0].0, small(self.extents.len())));
            self.extents.push(start..small(self.members.len()));
        }
        let answers: GroupsByAnswer = answers.into();
        self.split.insert((whole, attr), answers.clone());
        Some(answers)
    }
}
