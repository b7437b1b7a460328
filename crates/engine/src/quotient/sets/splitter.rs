//! Splits the members of a set of classes by what they answer to an attribute.
//!
//! Sets have many members and few answers: a key is computed once for each answer. Buffers are kept from split to split.

use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

use dpgen_forest::index::{AttrIx, at, small};

use crate::limit_monitor::LimitMonitor;
use crate::quotient::table::class_table::ClassTable;
use crate::run::failure::{Failure, internal, raise};
use crate::run::int::Cut;

/// The words and integers of an attribute's answer.
pub(super) type WordsAndInts<'a> = (&'a [i64], &'a [i64]);

/// The mark of an answer that has no group yet.
const NO_GROUP: u32 = u32::MAX;

/// The buffers of splits.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// By answer, while members are split: the group.
    group_of: Vec<u32>,
    /// The members, group by group.
    sorted: Vec<u32>,
    /// By outcome of a comparison: the members that give it.
    sides: [Vec<u32>; 3],
}

impl Splitter {
    /// Splits members by a key of their answer. Groups come in the order of their first member, each with its range of
    /// [`group`](Self::group). Ends the evaluation if there is no memory for that.
    pub(super) fn split<K: Eq + Hash>(
        &mut self,
        classes: &ClassTable,
        members: &[u32],
        attr: AttrIx,
        (key, watch): (impl Fn(&WordsAndInts<'_>) -> K, &LimitMonitor),
    ) -> Vec<(K, Range<usize>)> {
        let (column, table) = classes.answers(attr);
        let value_of = |class: u32| match column[at(class)] {
            Some(value) => value,
            None => internal("a class has a value for each attribute of its type"),
        };
        let mut keys: FxHashMap<K, u32> = FxHashMap::default();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        self.group_of.resize(self.group_of.len().max(table.len()), NO_GROUP);
        for class in members {
            let value = value_of(*class);
            let group = &mut self.group_of[value.index()];
            if *group == NO_GROUP {
                if !watch.reserve(&mut keys, 1) || !watch.reserve(&mut ranges, 1) {
                    raise(Failure::Stopped);
                }
                *group = *keys.entry(key(&table.get(value))).or_insert(small(ranges.len()));
                ranges.resize(ranges.len().max(at(*group) + 1), 0..0);
            }
            ranges[at(*group)].end += 1;
        }
        // Members by group, in order: each group from where the ones before it end.
        let mut start = 0;
        for range in &mut ranges {
            let len = range.end;
            *range = start..start;
            start += len;
        }
        self.sorted.resize(self.sorted.len().max(members.len()), 0);
        for class in members {
            let end = &mut ranges[at(self.group_of[value_of(*class).index()])].end;
            self.sorted[*end] = *class;
            *end += 1;
        }
        for class in members {
            self.group_of[value_of(*class).index()] = NO_GROUP;
        }
        let mut groups: Vec<(K, u32)> = keys.into_iter().collect();
        groups.sort_unstable_by_key(|(_, group)| *group);
        groups.into_iter().zip(ranges).map(|((key, _), range)| (key, range)).collect()
    }

    /// The members in a range of the latest split.
    pub(super) fn group(&self, range: Range<usize>) -> &[u32] {
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
        self.sides.iter_mut().for_each(Vec::clear);
        for class in members {
            let value = i128::from(classes.value(attr, *class).1[at(position)]);
            self.sides[at(cut.group(value.cmp(&bound)))].push(*class);
        }
        &self.sides
    }
}
