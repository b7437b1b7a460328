//! Splits the members of a set of classes by what they answer to an attribute.
//!
//! Sets have many members and few answers: a key is computed once for each answer, and members are gone through once to find their
//! groups and once to sort them. Buffers are kept from split to split.

use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

use dpgen_forest::index::{AttrIx, at, small};

use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::failure::{Failure, internal, raise};
use crate::predicate_run::predicate_int::Cut;
use crate::quotient::table::class_table::ClassTable;

/// The words and integers of an attribute's answer.
pub(super) type WordsAndInts<'a> = (&'a [i64], &'a [i64]);

/// The mark of an answer that has no group yet.
const NO_GROUP: u32 = u32::MAX;

/// The buffers of splits.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// By answer, while members are split: the group.
    group_of: Vec<u32>,
    /// The answers that have a group.
    grouped: Vec<usize>,
    /// By member: the group.
    member_groups: Vec<u32>,
    /// The members, group by group.
    sorted: Vec<u32>,
    /// By outcome of a comparison: the members that give it.
    sides: [Vec<u32>; 3],
}

impl Splitter {
    /// Splits members by a key of their answer. Groups come in the order of their first member, each with its range of
    /// [`members_of_group`](Self::members_of_group), unless there is one only. Ends the evaluation if there is no memory for that.
    pub(super) fn split<K: Eq + Hash>(
        &mut self,
        classes: &ClassTable,
        members: &[u32],
        attr: AttrIx,
        (key, watch): (impl Fn(&WordsAndInts<'_>) -> K, &LimitMonitor),
    ) -> Vec<(K, Range<usize>)> {
        let mut keys: FxHashMap<K, u32> = FxHashMap::default();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let all_grouped = self.group(classes, members, attr, |answer| {
            if !watch.reserve(&mut keys, 1) || !watch.reserve(&mut ranges, 1) {
                return None;
            }
            let group = *keys.entry(key(&answer)).or_insert(small(ranges.len()));
            ranges.resize(ranges.len().max(at(group) + 1), 0..0);
            Some(group)
        });
        if !all_grouped {
            raise(Failure::Stopped);
        }
        if let [range] = &mut ranges[..] {
            range.end = members.len();
        } else {
            self.sort_members(members, &mut ranges);
        }
        let mut groups: Vec<(K, u32)> = keys.into_iter().collect();
        groups.sort_unstable_by_key(|(_, group)| *group);
        groups.into_iter().zip(ranges).map(|((key, _), range)| (key, range)).collect()
    }

    /// Finds the group of each member, by what it answers; `false` if an answer can have none.
    fn group(
        &mut self,
        classes: &ClassTable,
        members: &[u32],
        attr: AttrIx,
        mut group_of_answer: impl FnMut(WordsAndInts<'_>) -> Option<u32>,
    ) -> bool {
        let (column, table) = classes.answers(attr);
        self.group_of.resize(self.group_of.len().max(table.len()), NO_GROUP);
        self.member_groups.clear();
        let groups = members.iter().map(|class| {
            let value = match column[at(*class)] {
                Some(value) => value,
                None => internal("a class has a value for each attribute of its type"),
            };
            let group = &mut self.group_of[value.index()];
            if *group == NO_GROUP {
                *group = group_of_answer(table.get(value)).unwrap_or(NO_GROUP);
                self.grouped.push(value.index());
            }
            *group
        });
        self.member_groups.extend(groups);
        let mut all_grouped = true;
        for answer in self.grouped.drain(..) {
            all_grouped &= std::mem::replace(&mut self.group_of[answer], NO_GROUP) != NO_GROUP;
        }
        all_grouped
    }

    /// Sorts members by their groups, and gives the range of each.
    fn sort_members(&mut self, members: &[u32], ranges: &mut [Range<usize>]) {
        for group in &self.member_groups {
            ranges[at(*group)].end += 1;
        }
        // Members by group, in order: each group from where the ones before it end.
        let mut start = 0;
        for range in &mut *ranges {
            let len = range.end;
            *range = start..start;
            start += len;
        }
        self.sorted.resize(self.sorted.len().max(members.len()), 0);
        for (class, group) in members.iter().zip(&self.member_groups) {
            let end = &mut ranges[at(*group)].end;
            self.sorted[*end] = *class;
            *end += 1;
        }
    }

    /// The members in a range of the latest split.
    pub(super) fn members_of_group(&self, range: Range<usize>) -> &[u32] {
        &self.sorted[range]
    }

    /// Splits members by how an attribute's integer compares with a constant, by outcome.
    pub(super) fn cut(
        &mut self,
        classes: &ClassTable,
        members: &[u32],
        (attr, position): (AttrIx, u32),
        (bound, cut): (i128, Cut),
    ) -> &[Vec<u32>; 3] {
        self.group(classes, members, attr, |(_, ints)| {
            Some(cut.group(i128::from(ints[at(position)]).cmp(&bound)))
        });
        self.sides.iter_mut().for_each(Vec::clear);
        for (class, side) in members.iter().zip(&self.member_groups) {
            self.sides[at(*side)].push(*class);
        }
        &self.sides
    }
}
