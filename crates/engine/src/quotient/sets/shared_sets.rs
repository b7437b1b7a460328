//! [`SharedSets`]: the sets of classes that the workers of a build have in common, with their splits.
//!
//! Workers meet nearly the same sets. A set has one number in all of them, and what one worker has split is split for all; each
//! worker keeps the splits that it has met for itself, too, so that a replay of the predicate takes no lock
//! ([`class_sets`](super::class_sets)). Invariant: numbers depend on which worker is first, so that nothing outside may depend on
//! their order.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::Count;
use dpgen_forest::hashed_numbers::HashedNumbers;
use dpgen_forest::index::{AttrIx, at, small};

use super::set_partition::{AnswerInts, SetPartition};
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::predicate_int::Cut;

/// The number of parts that each table has, with a lock each.
const SHARD_COUNT: usize = 16;

/// The memory limit is asked once for every so many sets.
const SETS_PER_QUESTION: u32 = 1 << 12;

/// The outcomes of a comparison, each with the subset that gives it.
pub(crate) type Outcomes = SmallVec<[(u32, u32); 3]>;

/// Subsets of a set, each with the value that its members agree on.
pub(super) type ValueGroups = Arc<[(i64, u32)]>;

/// A comparison of an attribute's integer with a constant: set, attribute, position, bound and cut.
pub(super) type CutKey = (u32, AttrIx, u32, i128, Cut);

/// Numbers of sets.
pub(super) type SetNumbers = SmallVec<[u32; 4]>;

/// Sets of classes by their numbers, with the splits that some worker has made.
#[derive(Debug, Default)]
pub(crate) struct SharedSets {
    sets: boxcar::Vec<SharedSet>,
    /// The numbers of sets, by their members.
    numbers: [Mutex<HashedNumbers>; SHARD_COUNT],
    pub(super) by_words: SharedMap<(u32, AttrIx), SetNumbers>,
    pub(super) by_value: SharedMap<(u32, AttrIx, u32), ValueGroups>,
    pub(super) by_cut: SharedMap<CutKey, Outcomes>,
    pub(super) partitions: SharedMap<(u32, AnswerInts), (u32, Arc<SetPartition>)>,
    partition_count: AtomicU32,
}

#[derive(Debug)]
struct SharedSet {
    members: Arc<[u32]>,
    /// How many structures its members hold, once that was asked. In a box, as not all sets are counted.
    count: OnceLock<Box<Count>>,
}

impl SharedSets {
    /// The number of the set with these members.
    pub(super) fn intern(&self, members: &[u32], watch: &LimitMonitor) -> u32 {
        let hash = FxBuildHasher.hash_one(members);
        let mut numbers = lock(&self.numbers[shard(hash)]);
        if let Some(number) = numbers.find(hash, |set| **self.members(set) == *members) {
            return number;
        }
        let number = small(self.sets.push(SharedSet { members: members.into(), count: OnceLock::new() }));
        numbers.insert(hash, number);
        if number.is_multiple_of(SETS_PER_QUESTION) {
            // A build without room is stopped by that, which the worker hears at its next poll.
            watch.can_grow(at(number).saturating_mul(size_of::<SharedSet>()));
        }
        number
    }

    /// The members of a set, ascending.
    #[inline]
    pub(super) fn members(&self, set: u32) -> &Arc<[u32]> {
        &self.sets[at(set)].members
    }

    /// How many structures the members of a set hold.
    pub(super) fn count(&self, set: u32, count_members: impl FnOnce(&[u32]) -> Count) -> &Count {
        let set = &self.sets[at(set)];
        set.count.get_or_init(|| Box::new(count_members(&set.members)))
    }

    /// Adds a partition, unless another worker has: its number, and the partition.
    pub(super) fn add_partition(
        &self,
        key: (u32, AnswerInts),
        partition: SetPartition,
    ) -> (u32, Arc<SetPartition>) {
        let numbered = || (self.partition_count.fetch_add(1, Ordering::Relaxed), Arc::new(partition));
        self.partitions.get_or_insert_with(key, numbered)
    }
}

/// A map that several workers read and write.
#[derive(Debug)]
pub(super) struct SharedMap<K, V>([Mutex<FxHashMap<K, V>>; SHARD_COUNT]);

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl<K: Eq + Hash, V: Clone> SharedMap<K, V> {
    fn shard(&self, key: &K) -> MutexGuard<'_, FxHashMap<K, V>> {
        lock(&self.0[shard(FxBuildHasher.hash_one(key))])
    }

    /// The value of a key, if some worker has put one.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.shard(key).get(key).cloned()
    }

    /// The value of a key: the first one that a worker has put.
    pub(super) fn get_or_insert_with(&self, key: K, value: impl FnOnce() -> V) -> V {
        self.shard(&key).entry(key).or_insert_with(value).clone()
    }
}

/// The shard of a hash: by the bits that tables do not use for the place.
fn shard(hash: u64) -> usize {
    usize::try_from(hash >> 32).unwrap_or_default() % SHARD_COUNT
}

/// An evaluation that is ended holds no lock, so that what is behind one is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use dpgen_forest::index::AttrIx;

    use super::SharedSets;
    use crate::limit_monitor::LimitMonitor;

    #[test]
    fn threads_that_intern_the_same_sets_get_the_same_numbers() {
        let (shared, watch) = (SharedSets::default(), LimitMonitor::default());
        let members = |set: u32| (0..=set % 50).map(|class| set + 3 * class).collect::<Vec<_>>();
        let numbers_of = || (0..2000).map(|set| shared.intern(&members(set), &watch)).collect::<Vec<_>>();
        let [first, second] = std::thread::scope(|scope| {
            let threads = [scope.spawn(numbers_of), scope.spawn(numbers_of)];
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(first, second);
        for (set, number) in (0..).zip(first) {
            assert_eq!(**shared.members(number), *members(set));
        }
    }

    #[test]
    fn the_first_split_of_a_set_stays() {
        let shared = SharedSets::default();
        let key = (3, AttrIx::new(0).unwrap());
        assert_eq!(shared.by_words.get(&key), None);
        assert_eq!(shared.by_words.get_or_insert_with(key, || [1, 2].into_iter().collect())[..], [1, 2]);
        assert_eq!(shared.by_words.get_or_insert_with(key, || [4].into_iter().collect())[..], [1, 2]);
    }
}
