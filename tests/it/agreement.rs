//! Every engine against the others, on every case and with one thread and four: the same set, in the
//! documented order, and each way to reach a structure reaches the same one.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::common::{Case, Value, Visitor, each};
use dpgen::{Algorithm, Count, Structures};
use rayon::iter::ParallelIterator;

fn count(len: usize) -> Count {
    Count::from(len)
}

struct SameSets;

impl Visitor for SameSets {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        let mut sets: BTreeMap<&str, HashSet<T>> = BTreeMap::new();
        for algorithm in case.engines() {
            let alone = case.build(algorithm, case.agreement_size, 1);
            let values: Vec<T> = alone.iter().collect();
            check_values(case, algorithm, &alone, &values);
            let together = case.build(algorithm, case.agreement_size, 4);
            assert!(
                together.iter().eq(values.iter().cloned()),
                "{}: {algorithm}: threads change the order",
                case.name
            );
            assert_eq!(
                words(&together),
                words(&alone),
                "{}: {algorithm}: threads change the words",
                case.name
            );
            sets.insert(algorithm.name(), values.into_iter().collect());
        }
        let (first, expected) = sets.pop_first().unwrap();
        assert!(expected.len() > 1, "{}: too few structures to compare", case.name);
        for (name, set) in sets {
            let differ: Vec<&T> = set.symmetric_difference(&expected).take(3).collect();
            assert!(differ.is_empty(), "{}: {name} and {first} differ in {differ:?}", case.name);
        }
    }
}

/// Each value is valid and distinct, and they stand in order: by size, constructor, and sizes of recursive slots; in
/// Quotient DP, by these sizes only if there are at most two.
fn check_values<T: Value>(case: &Case<T>, algorithm: Algorithm, structures: &Structures<T>, values: &[T]) {
    let name = format!("{}: {algorithm}", case.name);
    assert_eq!(structures.total(), count(values.len()), "{name}");
    let mut seen = HashSet::new();
    for value in values {
        assert!((case.valid)(value), "{name}: {value:?} is not valid");
        assert!(case.opaque || dpgen::is_valid(value), "{name}: is_valid denies {value:?}");
        assert!(seen.insert(value), "{name}: {value:?} comes twice");
    }
    let place = |value: &T| {
        let mut place = (case.place)(value);
        let recursive = place.len() - 2;
        if algorithm == Algorithm::Quotient && recursive > 2 {
            place.truncate(2);
        }
        place
    };
    for pair in values.windows(2) {
        assert!(place(&pair[0]) <= place(&pair[1]), "{name}: {:?} before {:?}", pair[0], pair[1]);
    }
    for size in 0..=case.agreement_size {
        let of_size = values.iter().filter(|value| (case.place)(value)[0] == size).count();
        assert_eq!(structures.count(size), count(of_size), "{name}: size {size}");
    }
}

/// The compact words of every structure, by size.
fn words<T: Value>(structures: &Structures<T>) -> Vec<Vec<Vec<u32>>> {
    let of_size = |size| {
        let mut words = Vec::new();
        let mut compact = structures.catalog().iter_compact(size);
        while let Some(next) = compact.next() {
            words.push(next.to_vec());
        }
        words
    };
    (0..structures.complete_sizes()).map(of_size).collect()
}

struct SameAccess;

impl Visitor for SameAccess {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        for algorithm in case.engines() {
            let name = format!("{}: {algorithm}", case.name);
            let structures = case.build(algorithm, case.agreement_size, 1);
            let values: Vec<T> = structures.iter().collect();
            by_rank(&name, case, &structures);
            by_words(&name, &structures);
            by_shard(&name, case, &structures);
            assert!(structures.into_iter().eq(values.iter().cloned()), "{name}: into_iter");
            assert_eq!(structures.par_iter().collect::<Vec<T>>(), values, "{name}: par_iter");
        }
    }
}

/// `nth` and `rank_of` are inverse, and there is nothing beyond the last rank.
fn by_rank<T: Value>(name: &str, case: &Case<T>, structures: &Structures<T>) {
    for size in 0..=case.agreement_size {
        for (rank, value) in structures.iter_size(size).enumerate() {
            assert_eq!(structures.nth(size, rank).as_ref(), Some(&value), "{name}: nth({size}, {rank})");
            // A value that a hook has changed is no longer among the structures.
            let found = structures.rank_of(&value);
            let expected = (!case.finished || found.is_some()).then(|| (size, count(rank)));
            assert_eq!(found, expected, "{name}: rank_of({value:?})");
        }
        assert_eq!(
            structures.nth(size, structures.count(size)),
            None,
            "{name}: nth past the end of size {size}"
        );
    }
    assert_eq!(structures.nth(case.agreement_size + 1, 0), None, "{name}: nth past the last size");
}

/// Compact words name values one to one, and every way to them gives the same.
fn by_words<T: Value>(name: &str, structures: &Structures<T>) {
    let catalog = structures.catalog();
    let mut named: HashMap<Vec<u32>, T> = HashMap::new();
    for (size, words) in (0..).zip(words(structures)) {
        let mut values = structures.iter_size(size);
        for (rank, words) in words.iter().enumerate() {
            assert_eq!(
                catalog.nth_compact(size, &count(rank)),
                Ok(Some(words.clone())),
                "{name}: nth_compact"
            );
            let value = values.next().unwrap();
            assert_eq!(named.insert(words.clone(), value), None, "{name}: {words:?} names two values");
        }
        assert_eq!(values.next(), None, "{name}: fewer compact structures than values of size {size}");
        let (from, to) = (words.len() / 3, words.len() - words.len() / 4);
        let mut part = catalog.compact(size, count(from)..count(to));
        for expected in &words[from..to] {
            assert_eq!(part.next(), Some(&**expected), "{name}: ranks {from}..{to} of size {size}");
        }
        assert_eq!(part.next(), None, "{name}: ranks {from}..{to} of size {size} go on");
    }
    let distinct: HashSet<&T> = named.values().collect();
    assert_eq!(distinct.len(), named.len(), "{name}: different words, the same value");
}

/// Shards put together again are everything, in order; of each size, they differ by at most one structure.
fn by_shard<T: Value>(name: &str, case: &Case<T>, structures: &Structures<T>) {
    for of in [1, 3, 8] {
        let shards: Vec<Vec<T>> = (1..=of).map(|index| structures.shard(index, of).collect()).collect();
        for size in 0..=case.agreement_size {
            let all: Vec<T> = structures.iter_size(size).collect();
            let is_of_size = |value: &&T| (case.place)(value)[0] == size;
            let parts: Vec<Vec<T>> =
                shards.iter().map(|shard| shard.iter().filter(is_of_size).cloned().collect()).collect();
            let even = all.len() / parts.len();
            assert!(
                parts.iter().all(|part| part.len() == even || part.len() == even + 1),
                "{name}: {of} shards"
            );
            assert_eq!(parts.concat(), all, "{name}: {of} shards, put together again");
        }
    }
}

#[test]
fn engines_and_thread_counts_agree() {
    each(&mut SameSets);
}

#[test]
fn every_way_to_a_structure_agrees() {
    each(&mut SameAccess);
}
