//! The table of classes: sets of structures of one type, context and size that no attribute in use tells apart.
//!
//! The classes of one pool (a type, with its context if it has one) and size, a *bucket*, are made together and have consecutive
//! ids. A class has a value for each attribute in use (its key) and is a union of productions in the graph. Invariant: two classes
//! of one bucket differ in some attribute; unions of classes are interned by their members.

use std::hash::{BuildHasher as _, Hasher as _};

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::graph::{Dag, Family, Section, Span};
use dpgen_forest::hashed_numbers::HashedNumbers;
use dpgen_forest::index::{AttrIx, ClassId, CtorIx, IdsExhausted, TypeIx, at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::context_pools::ContextPools;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::failure::internal;
use crate::round_tasks::{Buckets, SizesInUse};
use crate::value_interner::{ValueId, ValueTable};

/// All classes found so far, and the graph.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClassTable {
    pub(crate) dag: Dag,
    /// By bucket (pool and size): its classes.
    buckets: Vec<Vec<u32>>,
    /// By bucket: how many classes are older than the last round (SymboLazyDP).
    old_len: Vec<u32>,
    /// By class: its condition, if data is symbolic.
    conditions: Vec<u32>,
    sizes_in_use: SizesInUse,
    /// The pools. A bucket is a pool and a size.
    pub(crate) pools: ContextPools,
    /// The pool of whole structures.
    pub(crate) root_pool: u32,
    /// Whether there are pools of types with contexts.
    pub(crate) has_contexts: bool,
    /// The number of sizes, from 0 on.
    sizes: u32,
    /// By class: its bucket.
    bucket_of: Vec<u32>,
    /// By class: its union in the graph.
    families: Vec<Family>,
    /// By union that is a class: the class.
    class_of: FxHashMap<u32, ClassId>,
    /// By attribute, by class: the value; attributes of other types have none.
    columns: Vec<Vec<Option<ValueId>>>,
    /// By attribute: its values.
    pub(crate) tables: Vec<ValueTable>,
    /// The unions of several classes, by their members, which the graph has.
    class_unions: HashedNumbers,
    /// Unions of records: by these after one [`KEY_MARK`]; of a single layer, after two.
    record_unions: FxHashMap<Box<[u32]>, Family>,
    /// Spans by the bounds of their interval.
    intervals: FxHashMap<(u32, u32), u32>,
    /// By record that a part was narrowed to: the class that it belongs to or is a part of.
    owners: FxHashMap<u32, u32>,
    /// Unions of rests, by the words of their records (`assembly/size_convolution.rs`).
    pub(crate) rests: FxHashMap<Box<[u32]>, Family>,
    /// The first word of the records of each section.
    pub(crate) sections: FxHashMap<Section, u32>,
}

/// A production's record, and the class that it belongs to or is a part of.
pub(crate) type OwnedRecord = (u32, Option<u32>);

/// Families by size, ascending.
pub(crate) type FamiliesBySize = SmallVec<[(u32, Family); 2]>;

/// The words of a record, and how many structures it stands for.
pub(crate) type CountedRecord = (Box<[u32]>, Count);

/// The first word of the keys of unions of records: no class has this number.
const KEY_MARK: u32 = u32::MAX;

impl ClassTable {
    /// An empty table for this many types and attributes, and sizes up to a maximum.
    pub(crate) fn new(types: usize, max_size: u32, attributes: usize) -> Result<Self, IdsExhausted> {
        let sizes = max_size.checked_add(1).ok_or(IdsExhausted { what: "sizes" })?;
        let pools = ContextPools::new(types);
        let buckets = pools.bucket_count(sizes)?;
        Ok(Self {
            dag: Dag::in_blocks(),
            buckets: vec![Vec::new(); buckets],
            old_len: vec![0; buckets],
            sizes_in_use: SizesInUse::new(types),
            pools,
            sizes,
            columns: vec![Vec::new(); attributes],
            tables: vec![ValueTable::default(); attributes],
            ..Self::default()
        })
    }

    /// The bucket of a type without contexts, and a size.
    pub(crate) fn bucket(&self, ty: TypeIx, size: u32) -> u32 {
        self.bucket_of_pool(ty.word(), size)
    }

    /// The bucket of a pool and a size.
    pub(crate) const fn bucket_of_pool(&self, pool: u32, size: u32) -> u32 {
        pool * self.sizes + size
    }

    /// Makes buckets for pools that are new; `false` if the build is to stop.
    pub(crate) fn add_buckets(&mut self, watch: &LimitMonitor) -> Result<bool, IdsExhausted> {
        let buckets = self.pools.bucket_count(self.sizes)?;
        let new = buckets - self.buckets.len();
        if !watch.reserve(&mut self.buckets, new) || !watch.reserve(&mut self.old_len, new) {
            return Ok(false);
        }
        self.buckets.resize(buckets, Vec::new());
        self.old_len.resize(buckets, 0);
        self.sizes_in_use.add_up_to(self.pools.len());
        Ok(true)
    }

    /// The classes of a bucket.
    pub(crate) fn of_bucket(&self, bucket: u32) -> &[u32] {
        &self.buckets[at(bucket)]
    }

    /// The answer of a class to an attribute: words and integers.
    pub(crate) fn value(&self, attr: AttrIx, class: u32) -> (&[i64], &[i64]) {
        match self.columns[attr.index()][at(class)] {
            Some(value) => self.tables[attr.index()].get(value),
            None => internal("a class has a value for each attribute of its type"),
        }
    }

    /// An attribute's column: by class, the id of its answer; and the answers.
    pub(crate) fn answers(&self, attr: AttrIx) -> (&[Option<ValueId>], &ValueTable) {
        (&self.columns[attr.index()], &self.tables[attr.index()])
    }

    /// The type of a class.
    pub(crate) fn type_of(&self, class: u32) -> TypeIx {
        self.pools.type_of(self.pool_of(class))
    }

    /// The pool of a class.
    pub(crate) fn pool_of(&self, class: u32) -> u32 {
        self.bucket_of[at(class)] / self.sizes
    }

    /// The size of the structures of a class.
    pub(crate) fn size_of_class(&self, class: u32) -> u32 {
        self.size_of_bucket(self.bucket_of[at(class)])
    }

    /// The size of the structures of a union that is a class.
    pub(crate) fn size_of_union(&self, union: u32) -> Option<u32> {
        self.class_of.get(&union).map(|class| self.size_of_class(class.word()))
    }

    /// Whether classes, in the order of sizes, are of several sizes.
    pub(crate) fn has_sizes(&self, classes: &[u32]) -> bool {
        let size = |class: Option<&u32>| class.map(|class| self.bucket_of[at(*class)]);
        size(classes.first()) != size(classes.last())
    }

    /// Classes in the order of sizes, by size.
    pub(crate) fn by_size<'a>(&self, classes: &'a [u32]) -> impl Iterator<Item = (u32, &'a [u32])> {
        let same = |a: &u32, b: &u32| self.size_of_class(*a) == self.size_of_class(*b);
        classes.chunk_by(same).map(|some| (self.size_of_class(some[0]), some))
    }

    /// The union of a class.
    pub(crate) fn family(&self, class: u32) -> Family {
        self.families[at(class)]
    }

    /// The classes that a union holds, if it is one of whole classes.
    pub(crate) fn classes_of(&self, union: u32) -> Option<Vec<u32>> {
        let class = |union: u32| self.class_of.get(&union).map(|class| class.word());
        if let Some(class) = class(union) {
            return Some(vec![class]);
        }
        let families = self.dag.members(union).iter().map(|word| Family::from_word(*word));
        families.map(|family| family.split().err().and_then(class)).collect()
    }

    /// The number of structures of some classes.
    pub(crate) fn count(&self, classes: &[u32]) -> Count {
        classes.iter().map(|class| self.dag.union_count(self.families[at(*class)])).sum()
    }

    /// The family of some classes, ascending and not empty, that hold this many structures.
    pub(crate) fn union_of(&mut self, classes: &[u32], count: &Count) -> Result<Family, IdsExhausted> {
        if let [class] = classes {
            return Ok(self.families[at(*class)]);
        }
        let families = classes.iter().map(|class| self.families[at(*class)]);
        let words = families.clone().map(Family::word);
        let mut hasher = FxBuildHasher.build_hasher();
        words.clone().for_each(|word| hasher.write_u32(word));
        let hash = hasher.finish();
        let has_members = |union: u32| self.dag.members(union).iter().copied().eq(words.clone());
        if let Some(known) = self.class_unions.find(hash, has_members) {
            return Ok(Family::union(known));
        }
        let family = self.dag.push_union(families, count.clone())?;
        if let Err(union) = family.split() {
            self.class_unions.insert(hash, union);
        }
        Ok(family)
    }

    /// The class that a record which a part was narrowed to belongs to or is a part of.
    pub(crate) fn owner(&self, record: u32) -> Option<u32> {
        self.owners.get(&record).copied()
    }

    /// The family of some records, each with its class.
    pub(crate) fn records_union(
        &mut self,
        schema: &Schema,
        records: &[OwnedRecord],
    ) -> Result<Family, IdsExhausted> {
        let key: Box<[u32]> =
            std::iter::once(KEY_MARK).chain(records.iter().map(|(record, _)| *record)).collect();
        if let Some(known) = self.record_unions.get(&key) {
            return Ok(*known);
        }
        self.owners.extend(records.iter().filter_map(|(record, owner)| Some((*record, (*owner)?))));
        let records = key[1..].iter().copied();
        let counts =
            records.clone().map(|record| self.dag.record_count(schema, &self.dag.records.get(record)));
        let count = counts.sum();
        let family = self.dag.push_union(records.map(Family::record), count)?;
        self.record_unions.insert(key, family);
        Ok(family)
    }

    /// The family of one layer that is narrower than any production: for each slot, an index into `families` or the bounds
    /// of an interval. If not all slots were looked into, those that follow are rests. `owner` is the class that the layer
    /// is a part of.
    pub(crate) fn layer_family(
        &mut self,
        schema: &Schema,
        ctor: CtorIx,
        slots: &[(u32, u32)],
        families: &[Family],
        (rest, path): (Option<Family>, Option<u32>),
        owner: Option<u32>,
    ) -> Result<Family, IdsExhausted> {
        let to = small(slots.len());
        let mut record = vec![match rest {
            None => ctor.word(),
            Some(_) => self.section(Section { ctor, from: 0, to, is_rest: false })?,
        }];
        for (slot, (lo, hi)) in schema.constructor(ctor).slots.iter().zip(slots) {
            record.push(match slot.kind {
                SlotKind::Recursive(_) => families[at(*lo)].word(),
                SlotKind::Data(_) => self.span(*lo, *hi)?.word(),
            });
        }
        record.extend(rest.map(Family::word));
        let marks = [KEY_MARK, KEY_MARK, path.unwrap_or(KEY_MARK)];
        // In two contexts, layers that look alike belong to different classes.
        let pool_of_owner = self.has_contexts.then(|| owner.map_or(KEY_MARK, |owner| self.pool_of(owner)));
        let key: Box<[u32]> = marks.into_iter().chain(pool_of_owner).chain(record.iter().copied()).collect();
        if let Some(known) = self.record_unions.get(&key) {
            return Ok(*known);
        }
        let number = self.dag.records.push(&record)?;
        self.dag.paths.extend(path);
        self.owners.extend(owner.map(|owner| (number, owner)));
        let count = self.dag.record_count(schema, &record);
        let family = self.dag.push_union([Family::record(number)], count)?;
        self.record_unions.insert(key, family);
        Ok(family)
    }

    /// The span of an interval of indices, interned.
    pub(crate) fn span(&mut self, lo: u32, hi: u32) -> Result<Span, IdsExhausted> {
        if let Some(known) = self.intervals.get(&(lo, hi)) {
            return Ok(Span::from_word(*known));
        }
        let span = self.dag.push_interval(lo, hi)?;
        self.intervals.insert((lo, hi), span.word());
        Ok(span)
    }

    /// The size of the structures of a bucket.
    pub(crate) fn size_of_bucket(&self, bucket: u32) -> u32 {
        bucket % self.sizes
    }

    /// Makes room for a class in a bucket, with this many members; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, bucket: u32, members: usize, watch: &LimitMonitor) -> bool {
        watch.reserve(&mut self.families, 1)
            && watch.reserve(&mut self.bucket_of, 1)
            && watch.reserve(&mut self.conditions, 1)
            && watch.reserve(&mut self.buckets[at(bucket)], 1)
            && watch.reserve(&mut self.class_of, 1)
            && self.columns.iter_mut().all(|column| watch.reserve(column, 1))
            && watch.can_grow(self.dag.growth(members, 0))
    }

    /// Makes room for a union of this many classes, records or values; `false` if the build is to stop.
    pub(crate) fn reserve_union(&mut self, members: usize, watch: &LimitMonitor) -> bool {
        watch.reserve(&mut self.class_unions, 1)
            && watch.reserve(&mut self.record_unions, 1)
            && watch.reserve(&mut self.intervals, 1)
            && watch.reserve(&mut self.owners, members)
            && watch.can_grow(self.dag.growth(members, members))
    }

    /// Ends a round: from now on, all classes are older than the last round.
    pub(crate) fn close_round(&mut self) {
        for (old_len, bucket) in self.old_len.iter_mut().zip(&self.buckets) {
            *old_len = small(bucket.len());
        }
    }

    /// The condition of a class; 0 where data is concrete.
    pub(crate) fn condition(&self, class: u32) -> u32 {
        self.conditions[at(class)]
    }

    /// Adds a class to a bucket, by its answers, its condition, and the union of its productions.
    pub(crate) fn add_class(
        &mut self,
        bucket: u32,
        values: &[(AttrIx, ValueId)],
        condition: u32,
        family: Family,
    ) -> Result<(), IdsExhausted> {
        let class = ClassId::new(self.families.len())?;
        self.families.push(family);
        self.bucket_of.push(bucket);
        self.conditions.push(condition);
        self.buckets[at(bucket)].push(class.word());
        if self.buckets[at(bucket)].len() == 1 {
            self.sizes_in_use.note(bucket / self.sizes, bucket % self.sizes);
        }
        if let Err(union) = family.split() {
            self.class_of.insert(union, class);
        }
        for (attr, column) in self.columns.iter_mut().enumerate() {
            let value = values.iter().find(|(of, _)| of.index() == attr);
            column.push(value.map(|(_, value)| *value));
        }
        Ok(())
    }
}

impl Buckets for ClassTable {
    fn pools(&self) -> &ContextPools {
        &self.pools
    }

    fn bucket_of_pool(&self, pool: u32, size: u32) -> u32 {
        self.bucket_of_pool(pool, size)
    }

    fn sizes_of_pool(&self, pool: u32) -> &[u32] {
        self.sizes_in_use.of(pool)
    }

    fn extent(&self, bucket: u32) -> (u32, u32) {
        (self.old_len[at(bucket)], small(self.of_bucket(bucket).len()))
    }
}
