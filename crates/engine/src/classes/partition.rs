//! Sets of classes and their partitions, remembered by a worker.
//!
//! A hole of Quotient DP is a set of classes of one type and size. What a read answers splits the set ([`super::splitter`]);
//! the splits are interned, so that a replay of the predicate finds each by a look-up. Sets are numbered in the
//! order in which this worker met them; outside of the worker only their members count.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::graph::{Family, Span};
use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, small};
use dpgen_forest::schema::Schema;

use super::condition::Conditions;
use super::lists::{ByData, Lists, Opened, Owned, Told};
use super::splitter::{Splitter, WordsAndInts};
use super::table::Classes;
use crate::run::failure::{Failure, raise};
use crate::run::int::Cut;
use crate::tasks::Buckets as _;
use crate::watch::Watch;

/// How many classes are gone through between two looks at the limits.
const VISITS_PER_POLL: usize = 1 << 16;

/// The outcomes of a comparison, each with the set that gives it.
pub(crate) type Outcomes = SmallVec<[(u32, u32); 3]>;

/// Parts of a set, each with the value that its members agree on.
type ByValue = Arc<[(i64, u32)]>;

/// What identifies a comparison of an attribute's integer with a constant.
type CutKey = (u32, AttrIx, u32, i128, Cut);

/// Sets.
type Sets = SmallVec<[u32; 4]>;

/// A worker's sets.
#[derive(Debug, Default)]
pub(crate) struct Partitions {
    /// Tells workers apart.
    pub(crate) worker: u32,
    pub(crate) classes: Arc<Classes>,
    pub(crate) conditions: Arc<Conditions>,
    sets: IndexSet<Arc<[u32]>, FxBuildHasher>,
    /// By set: how many structures its members hold, if that was asked.
    counts: Vec<Option<Count>>,
    by_words: FxHashMap<(u32, AttrIx), Sets>,
    by_value: FxHashMap<(u32, AttrIx, u32), ByValue>,
    by_cut: FxHashMap<CutKey, Outcomes>,
    splitter: Splitter,
    by_ctor: FxHashMap<u32, Arc<[Opened]>>,
    by_data: FxHashMap<(u32, u32), ByData>,
    by_condition: FxHashMap<u32, Arc<[(u32, u32)]>>,
    by_part: FxHashMap<(u32, u32, u32), u32>,
    by_type: FxHashMap<(TypeIx, u32), u32>,
    by_bounds: FxHashMap<(u32, u32, u32), Option<u32>>,
    /// The productions that nodes have been narrowed to.
    lists: Lists,
    watch: Arc<Watch>,
    /// How many classes were gone through since the last look at the limits.
    visits: usize,
}

impl Partitions {
    pub(crate) fn new(worker: u32, watch: Arc<Watch>) -> Self {
        Self { worker, watch, ..Self::default() }
    }

    /// Counts classes that an evaluation goes through, and makes room for a set; ends the evaluation if the build is to
    /// stop.
    fn visit(&mut self, classes: usize) {
        self.visits += classes;
        let is_due = self.visits >= VISITS_PER_POLL;
        if is_due {
            self.visits = 0;
        }
        if is_due && self.watch.is_over() || !self.watch.reserve(&mut self.sets, 1) {
            raise(Failure::Stopped);
        }
    }

    /// Lets the worker read these classes: those that it knew, and maybe more.
    pub(crate) fn attach(&mut self, classes: &Arc<Classes>, conditions: &Arc<Conditions>) {
        if !Arc::ptr_eq(&self.classes, classes) {
            self.classes = classes.clone();
            self.conditions = conditions.clone();
        }
    }

    /// Drops the reference to the classes, so that more can be added without a copy.
    pub(crate) fn detach(&mut self) {
        self.classes = Arc::default();
        self.conditions = Arc::default();
    }

    /// The number of a set.
    pub(crate) fn intern(&mut self, members: &[u32]) -> u32 {
        intern(&mut self.sets, members)
    }

    /// How many structures the members of a set hold.
    pub(crate) fn count(&mut self, set: u32) -> &Count {
        if self.counts.len() <= at(set) {
            self.counts.resize(self.sets.len(), None);
        }
        self.counts[at(set)].get_or_insert_with(|| self.classes.count(&self.sets[at(set)]))
    }

    /// The set of a part of a bucket.
    pub(crate) fn part(&mut self, bucket: u32, from: u32, len: u32) -> u32 {
        if let Some(known) = self.by_part.get(&(bucket, from, len)) {
            return *known;
        }
        let classes = self.classes.clone();
        let number = self.intern(&classes.of_bucket(bucket)[at(from)..at(from) + at(len)]);
        self.by_part.insert((bucket, from, len), number);
        number
    }

    /// The set of all classes of a type up to a size, which is done; `None` if there are none.
    pub(crate) fn up_to(&mut self, ty: TypeIx, size: u32) -> Option<u32> {
        if let Some(known) = self.by_type.get(&(ty, size)) {
            return Some(*known);
        }
        let classes = self.classes.clone();
        let sizes = classes.sizes(ty).iter().take_while(|of| **of <= size);
        let members = sizes.flat_map(|size| classes.of_bucket(classes.bucket(ty, *size)));
        let members: Vec<u32> = members.copied().collect();
        if members.is_empty() {
            return None;
        }
        let number = self.intern(&members);
        self.by_type.insert((ty, size), number);
        Some(number)
    }

    /// The least and greatest size of a set's members. Classes are made in the order of sizes, and numbered so.
    pub(crate) fn extent(&self, set: u32) -> (u32, u32) {
        let members = &self.sets[at(set)];
        let size = |member: Option<&u32>| member.map_or(0, |class| self.classes.size_of_class(*class));
        (size(members.first()), size(members.last()))
    }

    /// The parts of a set whose members have one size.
    pub(crate) fn by_size(&mut self, set: u32) -> Sets {
        let classes = self.classes.clone();
        let members = self.sets[at(set)].clone();
        classes.by_size(&members).map(|(_, part)| self.intern(part)).collect()
    }

    /// The part of a set with sizes within bounds; `None` if it has none.
    pub(crate) fn within(&mut self, set: u32, lo: u32, hi: u32) -> Option<u32> {
        if let Some(known) = self.by_bounds.get(&(set, lo, hi)) {
            return *known;
        }
        let members = self.sets[at(set)].clone();
        let from = members.partition_point(|class| self.classes.size_of_class(*class) < lo);
        let to = members.partition_point(|class| self.classes.size_of_class(*class) <= hi);
        let part = (from < to).then(|| self.intern(&members[from..to]));
        self.by_bounds.insert((set, lo, hi), part);
        part
    }

    /// The condition of the members of a set that share one.
    pub(crate) fn condition_of(&self, set: u32) -> u32 {
        self.classes.condition(self.sets[at(set)][0])
    }

    /// The parts of a set whose members share a condition.
    pub(crate) fn by_condition(&mut self, set: u32) -> Arc<[(u32, u32)]> {
        if let Some(known) = self.by_condition.get(&set) {
            return known.clone();
        }
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        self.visit(self.sets[at(set)].len());
        for class in self.sets[at(set)].iter() {
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
        &self.sets[at(set)]
    }

    /// Splits members by a key of their answer; groups in the order of their first member.
    fn split<K: Eq + Hash>(
        &mut self,
        set: u32,
        attr: AttrIx,
        key: impl Fn(&WordsAndInts<'_>) -> K,
    ) -> Vec<(K, u32)> {
        let members = self.sets[at(set)].clone();
        self.visit(members.len());
        let groups = self.splitter.split(&self.classes, &members, attr, (key, &self.watch));
        let whole = groups.len() == 1;
        let parts = groups.into_iter().map(|(key, range)| {
            self.visit(range.len());
            let part = if whole { set } else { intern(&mut self.sets, self.splitter.group(range)) };
            (key, part)
        });
        parts.collect()
    }

    /// The parts of a set whose members agree on an attribute's words.
    pub(crate) fn by_words(&mut self, set: u32, attr: AttrIx) -> Sets {
        if let Some(known) = self.by_words.get(&(set, attr)) {
            return known.clone();
        }
        let groups = self.split(set, attr, |(words, _)| words.to_vec());
        let parts: Sets = groups.into_iter().map(|(_, part)| part).collect();
        self.by_words.insert((set, attr), parts.clone());
        parts
    }

    /// The parts of a set whose members agree on an attribute's integer, by ascending value.
    pub(crate) fn by_value(&mut self, set: u32, attr: AttrIx, position: u32) -> Arc<[(i64, u32)]> {
        if let Some(known) = self.by_value.get(&(set, attr, position)) {
            return known.clone();
        }
        let mut parts = self.split(set, attr, |(_, ints)| ints[at(position)]);
        parts.sort_unstable();
        let parts: ByValue = parts.into();
        self.by_value.insert((set, attr, position), parts.clone());
        parts
    }

    /// The parts of a set by how an attribute's integer compares with a constant.
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
        let members = self.sets[at(set)].clone();
        self.visit(members.len());
        let sides = self.splitter.cut(&self.classes, &members, (attr, position), (bound, cut));
        let mut outcomes = Outcomes::new();
        for (group, side) in (0..).zip(sides).filter(|(_, side)| !side.is_empty()) {
            let part = if side.len() == members.len() { set } else { intern(&mut self.sets, side) };
            outcomes.push((group, part));
        }
        self.by_cut.insert(key, outcomes.clone());
        outcomes
    }

    /// The constructors that members of a set can have, in the order of constructors.
    pub(crate) fn by_ctor(&mut self, set: u32) -> Arc<[Opened]> {
        if let Some(known) = self.by_ctor.get(&set) {
            return known.clone();
        }
        let mut records = Vec::new();
        let members = self.sets[at(set)].clone();
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

    /// Splits records, each with its class, by constructor, in the order of constructors.
    pub(crate) fn split_records(&mut self, records: &[Owned]) -> Arc<[Opened]> {
        let mut groups: BTreeMap<CtorIx, Vec<Owned>> = BTreeMap::new();
        self.visit(records.len());
        for record in records {
            groups.entry(self.classes.dag.ctor(record.0)).or_default().push(*record);
        }
        let opened = groups.into_iter().map(|(ctor, records)| {
            let (list, set) = self.listed(&records);
            Opened { ctor, list, set }
        });
        opened.collect()
    }

    /// The list of some records, and the set of their classes, if each is of one.
    fn listed(&mut self, records: &[Owned]) -> (u32, Option<u32>) {
        self.visit(records.len());
        let owners: Option<BTreeSet<u32>> = records.iter().map(|(_, owner)| *owner).collect();
        let owners: Option<Vec<u32>> = owners.map(|owners| owners.into_iter().collect());
        (self.lists.intern(records), owners.map(|owners| self.intern(&owners)))
    }

    /// Splits the productions of a list by what a data slot of theirs holds, in the order of its indices; `None` if it
    /// is a slot of the rests of some.
    pub(crate) fn by_data(&mut self, schema: &Schema, list: u32, slot: u32) -> ByData {
        if let Some(known) = self.by_data.get(&(list, slot)) {
            return known.clone();
        }
        let classes = self.classes.clone();
        let bounds = |record| {
            let item = classes.dag.item(schema, classes.dag.records.get(record));
            let word = at(slot).checked_sub(item.from).and_then(|place| item.words.get(place));
            word.map(|word| classes.dag.bounds(Span::from_word(*word)))
        };
        let mut groups: BTreeMap<(u32, u32), Vec<Owned>> = BTreeMap::new();
        let all_tell = self.lists.get(list).iter().all(|record| {
            let bounds = bounds(record.0);
            bounds.is_some_and(|bounds| {
                groups.entry(bounds).or_default().push(*record);
                true
            })
        });
        let told = all_tell.then(|| {
            let told = groups.into_iter().map(|(bounds, records)| {
                let (list, set) = self.listed(&records);
                Told { bounds, list, set }
            });
            told.collect()
        });
        self.by_data.entry((list, slot)).or_insert(told).clone()
    }

    /// The productions of a list, each with its class.
    pub(crate) fn list(&self, list: u32) -> &Arc<[Owned]> {
        self.lists.get(list)
    }

    /// The list of those productions of a list that belong to the classes of a set.
    pub(crate) fn owned_by(&mut self, list: u32, set: u32) -> u32 {
        self.lists.owned_by(list, (set, &self.sets[at(set)]))
    }

    /// What a family is: a set of classes, or records, each with its class.
    pub(crate) fn family(&mut self, family: Family) -> Result<u32, Vec<Owned>> {
        let classes = family.split().err().and_then(|union| self.classes.classes_of(union));
        if let Some(classes) = classes {
            return Ok(self.intern(&classes));
        }
        let mut records = Vec::new();
        flatten(&self.classes, family, &mut records);
        Err(records.into_iter().map(|record| (record, self.classes.owner(record))).collect())
    }
}

/// The number of an entry, added if it is new.
fn intern(entries: &mut IndexSet<Arc<[u32]>, FxBuildHasher>, entry: &[u32]) -> u32 {
    let place = entries.get_index_of(entry).unwrap_or_else(|| entries.insert_full(entry.into()).0);
    small(place)
}

/// The records of a family.
fn flatten(classes: &Classes, family: Family, records: &mut Vec<u32>) {
    match family.split() {
        Ok(record) => records.push(record),
        Err(union) => {
            for member in classes.dag.members(union) {
                flatten(classes, Family::from_word(*member), records);
            }
        }
    }
}
