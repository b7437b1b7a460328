//! A worker's view of the sets of classes and their splits, interned and cached.
//!
//! A hole of Quotient DP is a set of classes of one type. Reads split the set ([`super::splitter`]); the splits are cached, so
//! that a replay of the predicate finds each by a look-up. Workers have sets in common ([`super::shared_sets`]); how a set splits
//! is looked for in the worker's own table first, then in the one that workers share.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use dpgen_forest::Count;
use dpgen_forest::index::{AttrIx, at};

use super::production_lists::{ByData, CtorGroup, ProductionLists};
use super::set_partition::{AnswerInts, SetPartition};
use super::shared_sets::{CutKey, Outcomes, SetNumbers, SharedSets, ValueGroups};
use super::splitter::{Splitter, WordsAndInts};
use super::threshold_regions::RegionsKey;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::failure::{Failure, raise};
use crate::predicate_run::predicate_int::Cut;
use crate::quotient::table::class_conditions::ConditionTable;
use crate::quotient::table::class_table::ClassTable;
use crate::round_tasks::Buckets as _;

/// The number of classes visited between two polls of the limits.
const VISITS_PER_POLL: usize = 1 << 16;

/// The sets of classes, with all splits that a worker has met.
#[derive(Debug, Default)]
pub(crate) struct ClassSets {
    pub(crate) classes: Arc<ClassTable>,
    pub(crate) conditions: Arc<ConditionTable>,
    pub(super) shared: Arc<SharedSets>,
    by_words: FxHashMap<(u32, AttrIx), SetNumbers>,
    by_value: FxHashMap<(u32, AttrIx, u32), ValueGroups>,
    by_cut: FxHashMap<CutKey, Outcomes>,
    pub(super) region_starts: FxHashMap<RegionsKey, Arc<[u32]>>,
    splitter: Splitter,
    pub(super) by_ctor: FxHashMap<u32, Arc<[CtorGroup]>>,
    pub(super) by_data: FxHashMap<(u32, u32), ByData>,
    by_condition: FxHashMap<u32, Arc<[(u32, u32)]>>,
    by_range: FxHashMap<(u32, u32, u32), u32>,
    by_pool: FxHashMap<(u32, u32), u32>,
    by_bounds: FxHashMap<(u32, u32, u32), Option<u32>>,
    /// The lists of productions that nodes have been narrowed to.
    pub(super) lists: ProductionLists,
    pub(super) partitions: FxHashMap<(u32, AnswerInts), (u32, Arc<SetPartition>)>,
    pub(super) watch: Arc<LimitMonitor>,
    /// The number of classes visited since the last poll of the limits.
    visits: usize,
}

impl ClassSets {
    /// For a worker that has these sets in common with others.
    pub(crate) fn new(shared: Arc<SharedSets>, watch: Arc<LimitMonitor>) -> Self {
        Self { shared, watch, ..Self::default() }
    }

    /// Counts classes that an evaluation goes through; ends the evaluation if the build is to stop.
    pub(super) fn visit(&mut self, classes: usize) {
        self.visits += classes;
        let is_due = self.visits >= VISITS_PER_POLL;
        if is_due {
            self.visits = 0;
        }
        if is_due && self.watch.is_over() {
            raise(Failure::Stopped);
        }
    }

    /// Lets the worker read these tables: those that it knew, with more entries or the same.
    pub(crate) fn attach(&mut self, classes: &Arc<ClassTable>, conditions: &Arc<ConditionTable>) {
        if !Arc::ptr_eq(&self.classes, classes) {
            self.classes = classes.clone();
            self.conditions = conditions.clone();
        }
    }

    /// Drops the references to the tables, so that entries can be added without a copy.
    pub(crate) fn detach(&mut self) {
        self.classes = Arc::default();
        self.conditions = Arc::default();
    }

    /// The number of the set with these members.
    pub(crate) fn intern(&self, members: &[u32]) -> u32 {
        self.shared.intern(members, &self.watch)
    }

    /// How many structures the members of a set hold.
    pub(crate) fn count(&self, set: u32) -> &Count {
        self.shared.count(set, |members| self.classes.count(members))
    }

    /// The set of a range of a bucket.
    pub(crate) fn range(&mut self, bucket: u32, from: u32, len: u32) -> u32 {
        if let Some(known) = self.by_range.get(&(bucket, from, len)) {
            return *known;
        }
        let classes = self.classes.clone();
        let number = self.intern(&classes.of_bucket(bucket)[at(from)..at(from) + at(len)]);
        self.by_range.insert((bucket, from, len), number);
        number
    }

    /// The set of all classes of a pool up to a finished size; `None` if there are none.
    pub(crate) fn up_to(&mut self, pool: u32, size: u32) -> Option<u32> {
        if let Some(known) = self.by_pool.get(&(pool, size)) {
            return Some(*known);
        }
        let classes = self.classes.clone();
        let sizes = classes.sizes_of_pool(pool).iter().take_while(|of| **of <= size);
        let members = sizes.flat_map(|size| classes.of_bucket(classes.bucket_of_pool(pool, *size)));
        let members: Vec<u32> = members.copied().collect();
        if members.is_empty() {
            return None;
        }
        let number = self.intern(&members);
        self.by_pool.insert((pool, size), number);
        Some(number)
    }

    /// The least and greatest size of a set's members. Classes of a pool are made in the order of sizes, and numbered so.
    pub(crate) fn extent(&self, set: u32) -> (u32, u32) {
        let members = self.members(set);
        let size = |member: Option<&u32>| member.map_or(0, |class| self.classes.size_of_class(*class));
        (size(members.first()), size(members.last()))
    }

    /// The subsets of one size each.
    pub(crate) fn by_size(&mut self, set: u32) -> SetNumbers {
        let classes = self.classes.clone();
        let members = self.members(set).clone();
        classes.by_size(&members).map(|(_, part)| self.intern(part)).collect()
    }

    /// The subset of sizes within bounds; `None` if it is empty.
    pub(crate) fn within_sizes(&mut self, set: u32, lo: u32, hi: u32) -> Option<u32> {
        if let Some(known) = self.by_bounds.get(&(set, lo, hi)) {
            return *known;
        }
        let members = self.members(set).clone();
        let from = members.partition_point(|class| self.classes.size_of_class(*class) < lo);
        let to = members.partition_point(|class| self.classes.size_of_class(*class) <= hi);
        let part = (from < to).then(|| self.intern(&members[from..to]));
        self.by_bounds.insert((set, lo, hi), part);
        part
    }

    /// The condition of the members of a set that share it.
    pub(crate) fn condition_of(&self, set: u32) -> u32 {
        self.classes.condition(self.members(set)[0])
    }

    /// The subsets that share a condition, each with this condition.
    pub(crate) fn by_condition(&mut self, set: u32) -> Arc<[(u32, u32)]> {
        if let Some(known) = self.by_condition.get(&set) {
            return known.clone();
        }
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        self.visit(self.members(set).len());
        for class in self.members(set).iter() {
            groups.entry(self.classes.condition(*class)).or_default().push(*class);
        }
        let parts = groups.into_iter().map(|(condition, members)| {
            self.visit(members.len());
            (condition, self.intern(&members))
        });
        let parts: Arc<[(u32, u32)]> = parts.collect();
        self.by_condition.insert(set, parts.clone());
        parts
    }

    /// The members of a set, ascending.
    pub(crate) fn members(&self, set: u32) -> &Arc<[u32]> {
        self.shared.members(set)
    }

    /// Splits a set by a key of its members' answers; subsets are in the order of their first member.
    fn split<K: Eq + Hash>(
        &mut self,
        set: u32,
        attr: AttrIx,
        key: impl Fn(&WordsAndInts<'_>) -> K,
    ) -> Vec<(K, u32)> {
        let members = self.members(set).clone();
        self.visit(members.len());
        let groups = self.splitter.split(&self.classes, &members, attr, (key, &self.watch));
        let whole = groups.len() == 1;
        let parts = groups.into_iter().map(|(key, range)| {
            self.visit(range.len());
            let part = if whole { set } else { self.intern(self.splitter.members_of_group(range)) };
            (key, part)
        });
        parts.collect()
    }

    /// The subsets that agree on an attribute's words.
    pub(crate) fn by_words(&mut self, set: u32, attr: AttrIx) -> SetNumbers {
        if let Some(known) = self.by_words.get(&(set, attr)) {
            return known.clone();
        }
        let key = (set, attr);
        let parts = self.shared.by_words.get(&key).unwrap_or_else(|| {
            let groups = self.split(set, attr, |(words, _)| words.to_vec());
            let parts = || groups.into_iter().map(|(_, part)| part).collect();
            self.shared.by_words.get_or_insert_with(key, parts)
        });
        self.by_words.insert(key, parts.clone());
        parts
    }

    /// The subsets that agree on an attribute's integer, by ascending value.
    pub(crate) fn by_value(&mut self, set: u32, attr: AttrIx, position: u32) -> Arc<[(i64, u32)]> {
        let key = (set, attr, position);
        if let Some(known) = self.by_value.get(&key) {
            return known.clone();
        }
        let parts = self.shared.by_value.get(&key).unwrap_or_else(|| {
            let mut parts = self.split(set, attr, |(_, ints)| ints[at(position)]);
            parts.sort_unstable();
            self.shared.by_value.get_or_insert_with(key, || parts.into())
        });
        self.by_value.insert(key, parts.clone());
        parts
    }

    /// The subsets by how an attribute's integer compares with a constant.
    pub(crate) fn by_cut(
        &mut self,
        set: u32,
        attr: AttrIx,
        position: u32,
        bound: i128,
        cut: Cut,
    ) -> Outcomes {
        let key = (set, attr, position, bound, cut);
        if let Some(known) = self.by_cut.get(&key) {
            return known.clone();
        }
        let outcomes = self.shared.by_cut.get(&key).unwrap_or_else(|| self.new_cut(key));
        self.by_cut.insert(key, outcomes.clone());
        outcomes
    }

    /// The subsets by an outcome that no worker has met.
    fn new_cut(&mut self, key: CutKey) -> Outcomes {
        let (set, attr, position, bound, cut) = key;
        let members = self.members(set).clone();
        self.visit(members.len());
        let sides = self.splitter.cut(&self.classes, &members, (attr, position), (bound, cut));
        let sides = (0..).zip(sides).filter(|(_, side)| !side.is_empty());
        let outcomes = sides.map(|(group, side)| {
            let is_whole = side.len() == members.len();
            (group, if is_whole { set } else { self.shared.intern(side, &self.watch) })
        });
        let outcomes = outcomes.collect();
        self.shared.by_cut.get_or_insert_with(key, || outcomes)
    }
}
