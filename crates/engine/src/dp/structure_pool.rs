//! The pool of accepted structures, bucketed by type and size, with remembered attributes.
//!
//! A bucket lists structures in the order in which they were accepted: first the pool of earlier rounds
//! (`..old`), then the last round (`old..`). What this round accepts is added when the round ends.
//! Invariant: a record's children have smaller ids. A [`Column`] remembers one attribute, by structure.

use dpgen_forest::graph::Records;
use dpgen_forest::index::{AttrIx, IdsExhausted, TypeIx, at, small};

use crate::context_pools::ContextPools;
use crate::limit_monitor::LimitMonitor;
use crate::round_tasks::{Buckets, SizesInUse};
use crate::value_interner::{ValueId, ValueTable};

/// The structures of one type and size.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bucket {
    /// Structures, in the order of acceptance.
    pub(crate) ids: Vec<u32>,
    /// How many of them are older than the last round.
    pub(crate) old: usize,
}

/// One attribute of all structures.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    /// The value, by structure; `None` where it has not been computed.
    pub(crate) values: Vec<Option<ValueId>>,
    /// The values.
    pub(crate) table: ValueTable,
    /// By bucket: how many leading structures are known to give the same value, and how many trailing
    /// ones, from `old` on, do.
    pub(crate) alike: Vec<(usize, usize)>,
}

/// Accepted structures.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pool {
    pub(crate) records: Records,
    /// Each structure's bucket.
    pub(crate) bucket_of: Vec<u32>,
    pub(crate) buckets: Vec<Bucket>,
    pub(crate) columns: Vec<Column>,
    /// The pools of contexts. A bucket is a pool and a size.
    pub(crate) pools: ContextPools,
    /// The pool of whole structures.
    pub(crate) root_pool: u32,
    in_use: SizesInUse,
    sizes: u32,
}

impl Pool {
    /// An empty pool for this many types and structures up to this size. Wholes have no context.
    pub(crate) fn new(types: usize, root: TypeIx, max_size: u32) -> Result<Self, IdsExhausted> {
        let sizes = max_size.checked_add(1).ok_or(IdsExhausted { what: "sizes" })?;
        let pools = ContextPools::new(types);
        let buckets = pools.bucket_count(sizes)?;
        let in_use = SizesInUse::new(types);
        let buckets = vec![Bucket::default(); buckets];
        Ok(Self { buckets, pools, root_pool: root.word(), in_use, sizes, ..Self::default() })
    }

    /// The bucket of a type without contexts, and a size.
    pub(crate) fn bucket(&self, ty: TypeIx, size: u32) -> u32 {
        self.bucket_of_pool(ty.word(), size)
    }

    /// The bucket of a pool and a size.
    pub(crate) const fn bucket_of_pool(&self, pool: u32, size: u32) -> u32 {
        pool * self.sizes + size
    }

    /// The buckets of the pools of a type.
    pub(crate) fn buckets_of(&self, ty: TypeIx) -> impl Iterator<Item = u32> + use<> {
        let pools: Vec<u32> =
            (0..small(self.pools.len())).filter(|pool| self.pools.type_of(*pool) == ty).collect();
        let sizes = self.sizes;
        pools.into_iter().flat_map(move |pool| pool * sizes..(pool + 1) * sizes)
    }

    /// Makes buckets for pools that are new; `false` if the build is to stop.
    pub(crate) fn add_buckets(&mut self, watch: &LimitMonitor) -> Result<bool, IdsExhausted> {
        let buckets = self.pools.bucket_count(self.sizes)?;
        let new = buckets - self.buckets.len();
        if !watch.reserve(&mut self.buckets, new) {
            return Ok(false);
        }
        self.buckets.resize(buckets, Bucket::default());
        self.in_use.add_up_to(self.pools.len());
        Ok(true)
    }

    /// The type and size of a bucket.
    pub(crate) fn type_and_size(&self, bucket: u32) -> (TypeIx, u32) {
        (self.pools.type_of(bucket / self.sizes), bucket % self.sizes)
    }

    /// The type of a structure.
    #[inline]
    pub(crate) fn type_of(&self, structure: u32) -> TypeIx {
        self.pools.type_of(self.pool_of(structure))
    }

    /// The pool of a structure.
    pub(crate) fn pool_of(&self, structure: u32) -> u32 {
        self.bucket_of[at(structure)] / self.sizes
    }

    /// The size of a structure.
    pub(crate) fn size_of(&self, structure: u32) -> u32 {
        self.bucket_of[at(structure)] % self.sizes
    }

    /// The structures of a bucket.
    pub(crate) fn ids(&self, bucket: u32) -> &[u32] {
        &self.buckets[at(bucket)].ids
    }

    /// Adds a structure.
    pub(crate) fn push(&mut self, bucket: u32, record: &[u32]) -> Result<u32, IdsExhausted> {
        let structure = self.records.push(record)?;
        self.bucket_of.push(bucket);
        let ids = &mut self.buckets[at(bucket)].ids;
        ids.push(structure);
        if ids.len() == 1 {
            self.in_use.note(bucket / self.sizes, bucket % self.sizes);
        }
        Ok(structure)
    }

    /// Makes room for a structure with a record of this many words; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, bucket: u32, words: usize, watch: &LimitMonitor) -> bool {
        watch.can_grow(self.records.growth(1, words))
            && watch.reserve(&mut self.bucket_of, 1)
            && watch.reserve(&mut self.buckets[at(bucket)].ids, 1)
    }

    /// The remembered value of an attribute.
    #[inline]
    pub(crate) fn value(&self, attr: AttrIx, structure: u32) -> Option<ValueId> {
        *self.columns.get(attr.index())?.values.get(at(structure))?
    }

    /// The value that every structure of this part of a bucket gives, if they agree.
    #[inline]
    pub(crate) fn common_value(&self, attr: AttrIx, bucket: u32, from: u32, len: u32) -> Option<ValueId> {
        let (leading, trailing) = *self.columns.get(attr.index())?.alike.get(at(bucket))?;
        let ids = self.ids(bucket);
        let (from, to) = (at(from), at(from) + at(len));
        let agree = to <= leading || from >= ids.len() - trailing;
        if agree { self.value(attr, *ids.get(from)?) } else { None }
    }

    /// Ends a round: the last round joins the pool; what is pushed from now on becomes the last round.
    pub(crate) fn close_round(&mut self) {
        for bucket in &mut self.buckets {
            bucket.old = bucket.ids.len();
        }
    }
}

impl Buckets for Pool {
    fn pools(&self) -> &ContextPools {
        &self.pools
    }

    fn bucket_of_pool(&self, pool: u32, size: u32) -> u32 {
        self.bucket_of_pool(pool, size)
    }

    fn sizes_of_pool(&self, pool: u32) -> &[u32] {
        self.in_use.of(pool)
    }

    fn extent(&self, bucket: u32) -> (u32, u32) {
        let bucket = &self.buckets[at(bucket)];
        (small(bucket.old), small(bucket.ids.len()))
    }
}
