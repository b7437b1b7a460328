//! Tasks of a round of DP: the buckets that the recursive slots of a constructor draw from.
//!
//! The paper's rule: every slot draws from the pool or the last round, and at least one from the last round.
//! It is kept by a *pivot*: slots before it draw from the pool alone, the pivot from the last round, slots
//! after it from both. So each combination appears in one round, under one pivot. Sizes are chosen
//! first, and a partial sum over the largest size at which the type is of use ([`SizeBounds`]) prunes all larger choices.

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use dpgen_forest::schema::{Schema, SizeBounds, SlotKind};

use crate::context_pools::ContextPools;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::choice_stack::Portion;

/// A part of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BucketPart {
    pub(crate) bucket: u32,
    pub(crate) from: u32,
    pub(crate) len: u32,
}

/// One independent piece of a round's work: a constructor, and a part of a bucket for each recursive slot.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    pub(crate) ctor: CtorIx,
    /// The pool that it adds to: the number of the type, unless structures of the type have a context.
    pub(crate) pool: u32,
    pub(crate) size: u32,
    pub(crate) parts: SmallVec<[BucketPart; 3]>,
    /// Whether the sizes of the parts are open: each draws from all buckets of its type, and they have to add up.
    pub(crate) has_open_sizes: bool,
    /// Which runs are made.
    pub(crate) portion: Portion,
}

/// A task has at most about this many combinations, where it can be cut.
pub(crate) const COMBINATIONS_PER_TASK: u64 = 1 << 15;
/// A slot is cut into at most this many parts.
const MAX_PARTS_PER_SLOT: u64 = 64;
/// The number of steps of making tasks between two polls of the limits.
const STEPS_PER_POLL: u64 = 1024;

/// Where tasks look up what there is to combine.
pub(crate) trait Buckets {
    /// The pools; that of a type without contexts has the type's number.
    fn pools(&self) -> &ContextPools;
    /// The bucket of a pool and size.
    fn bucket_of_pool(&self, pool: u32, size: u32) -> u32;
    /// The sizes of a pool that have entries, ascending.
    fn sizes_of_pool(&self, pool: u32) -> &[u32];
    /// How many entries of a bucket are older than the last round, and how many there are.
    fn extent(&self, bucket: u32) -> (u32, u32);
}

/// The sizes of each pool that have entries, ascending.
#[derive(Debug, Clone, Default)]
pub(crate) struct SizesInUse(Vec<Vec<u32>>);

impl SizesInUse {
    /// For this many pools, without any.
    pub(crate) fn new(pools: usize) -> Self {
        Self(vec![Vec::new(); pools])
    }

    /// For more pools, without any.
    pub(crate) fn add_up_to(&mut self, len: usize) {
        self.0.resize(len, Vec::new());
    }

    /// Notes that a size of a pool has an entry.
    pub(crate) fn note(&mut self, pool: u32, size: u32) {
        let sizes = &mut self.0[at(pool)];
        if let Err(place) = sizes.binary_search(&size) {
            sizes.insert(place, size);
        }
    }

    /// The sizes of a pool.
    pub(crate) fn of(&self, pool: u32) -> &[u32] {
        &self.0[at(pool)]
    }
}

/// The tasks of a round, in the order in which their results are merged, and how much was pruned; fewer if the build is
/// to stop. A task has at most about `chunk` combinations, where it can be cut.
pub(crate) fn tasks<B: Buckets>(
    schema: &Schema,
    pool: &B,
    reach: &SizeBounds,
    first_round: bool,
    (chunk, watch): (u64, &LimitMonitor),
) -> (Vec<Task>, u64) {
    let mut maker = Maker { schema, pool, max_size: 0, chunk, watch, steps: 0, tasks: Vec::new(), pruned: 0 };
    for ty in (0..small(schema.types())).map(TypeIx::from_word) {
        let Some(max_size) = reach.largest(ty) else { continue };
        maker.max_size = max_size;
        for ctor in schema.constructors_of(ty) {
            let recursive = schema.constructor(ctor).recursive.len();
            if schema.constructor(ctor).weight > max_size
                || !is_inhabited(schema, pool.pools(), ty.word(), ctor)
            {
                continue;
            }
            if first_round && recursive == 0 {
                let size = schema.constructor(ctor).weight;
                maker.tasks.push(Task {
                    ctor,
                    pool: ty.word(),
                    size,
                    parts: SmallVec::new(),
                    has_open_sizes: false,
                    portion: Portion::ALL,
                });
            }
            if !first_round {
                for pivot in 0..recursive {
                    maker.choose(ctor, pivot, &mut SmallVec::new(), schema.constructor(ctor).weight);
                }
            }
        }
    }
    (maker.tasks, maker.pruned)
}

/// Whether every data slot of a constructor has a value in the context of a pool.
pub(crate) fn is_inhabited(schema: &Schema, pools: &ContextPools, pool: u32, ctor: CtorIx) -> bool {
    let has_values = schema.constructor(ctor).slots.iter().all(|slot| match slot.kind {
        SlotKind::Data(domain) => !schema.domain(domain).is_empty(),
        SlotKind::Recursive(_) => true,
    });
    has_values && !pools.layout(pool, ctor).is_some_and(|layout| layout.is_void())
}

struct Maker<'a, B> {
    schema: &'a Schema,
    pool: &'a B,
    /// The largest size at which the type at hand is of use.
    max_size: u32,
    chunk: u64,
    watch: &'a LimitMonitor,
    steps: u64,
    tasks: Vec<Task>,
    pruned: u64,
}

impl<B: Buckets> Maker<'_, B> {
    /// Chooses the size of the next recursive slot.
    fn choose(&mut self, ctor: CtorIx, pivot: usize, parts: &mut SmallVec<[BucketPart; 3]>, size: u32) {
        let constructor = self.schema.constructor(ctor);
        let Some(slot) = constructor.recursive.get(parts.len()) else {
            self.cut(ctor, size, parts);
            return;
        };
        let SlotKind::Recursive(ty) = constructor.slots[*slot].kind else { return };
        let pool = self.pool;
        for part_size in pool.sizes_of_pool(ty.word()).iter().copied() {
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_PER_POLL) && self.watch.is_over()
                || self.watch.stopped().is_some()
            {
                return;
            }
            let bucket = pool.bucket_of_pool(ty.word(), part_size);
            let (old, all) = self.pool.extent(bucket);
            let (from, to) = match parts.len().cmp(&pivot) {
                std::cmp::Ordering::Less => (0, old),
                std::cmp::Ordering::Equal => (old, all),
                std::cmp::Ordering::Greater => (0, all),
            };
            if from == to {
                continue;
            }
            if size + part_size > self.max_size {
                self.pruned += 1;
                return;
            }
            parts.push(BucketPart { bucket, from, len: to - from });
            self.choose(ctor, pivot, parts, size + part_size);
            parts.pop();
        }
    }

    /// Adds the task, cut along its first slot if it is large.
    fn cut(&mut self, ctor: CtorIx, size: u32, parts: &SmallVec<[BucketPart; 3]>) {
        let combinations = parts.iter().fold(1_u64, |n, part| n.saturating_mul(u64::from(part.len)));
        let first = parts[0];
        let chunks =
            combinations.div_ceil(self.chunk.max(1)).min(u64::from(first.len)).clamp(1, MAX_PARTS_PER_SLOT);
        let step = u32::try_from(u64::from(first.len).div_ceil(chunks)).unwrap_or(first.len);
        let mut from = first.from;
        let end = first.from + first.len;
        while from < end {
            let mut parts = parts.clone();
            parts[0] = BucketPart { from, len: step.min(end - from), ..first };
            from += parts[0].len;
            let pool = self.schema.constructor(ctor).ty.word();
            self.tasks.push(Task { ctor, pool, size, parts, has_open_sizes: false, portion: Portion::ALL });
        }
    }
}
