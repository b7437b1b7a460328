//! Structures much deeper than a thread's stack: nothing that a catalog does recurses over them.

use crate::chain;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::index::CtorIx;
use dpgen_forest::path_condition::{PathCondition, PathVar};
use dpgen_forest::structure::ValueNode;
use dpgen_forest::{Count, Solutions, debug_text};

const DEEP: u32 = 100_000;

/// A list of these values, taken apart: the innermost first.
fn nodes(values: impl DoubleEndedIterator<Item = i64>) -> Vec<ValueNode> {
    let mut nodes = vec![ValueNode { ctor: CtorIx::from_word(0), slots: Vec::new() }];
    for (rest, value) in (0..).zip(values.rev()) {
        nodes.push(ValueNode { ctor: CtorIx::from_word(1), slots: vec![value, rest] });
    }
    nodes
}

#[test]
fn ranks_and_words() {
    let lists = chain::concrete(DEEP, 1);
    let words = lists.nth_compact(DEEP, &Count::ZERO).unwrap().unwrap();
    assert_eq!(words.len(), 200_001);
    assert_eq!(lists.find(&nodes((0..DEEP).map(|_| 1))), Some((DEEP, Count::ZERO)));
    assert_eq!(lists.find(&nodes((0..DEEP).map(|place| 1 + i64::from(place == DEEP - 1)))), None);
    let text = debug_text(lists.schema(), &words);
    assert!(text.starts_with("Cons { value: 1, rest: Cons { value: 1, rest: "));
    assert!(text.ends_with(" } } }"));
    assert_eq!(text.matches('{').count(), 100_000);
}

#[test]
fn ranks_of_many_digits() {
    let lists = chain::concrete(40, 3);
    let rank: Count = "8105110306037952534".parse().unwrap();
    let words = lists.nth_compact(40, &rank).unwrap().unwrap();
    let values = words.iter().skip(1).step_by(2).take(40).map(|index| i64::from(*index) + 1);
    let values: Vec<i64> = values.collect();
    assert_eq!(lists.find(&nodes(values.into_iter())), Some((40, rank)));
}

/// Each value is less than the next one: constraints from the innermost layer out, bounds from the outermost in.
#[test]
fn solutions() {
    let value = PathVar::Data { path: Vec::new(), slot: 0, lo: 1, hi: i64::from(DEEP) + 5 };
    let last = PathCondition { vars: vec![value.clone()], shown: vec![1], ..PathCondition::default() };
    let inner = PathCondition {
        vars: vec![value, PathVar::Part { path: vec![1], var: 0 }],
        constraints: vec![(vec![(1, 1), (2, -1)], 1, 0)],
        shown: vec![1],
        ..PathCondition::default()
    };
    let lists = chain::symbolic(DEEP, DEEP + 5, last, inner);
    let keys = |words: &[u32]| words.iter().skip(1).step_by(2).copied().collect::<Vec<_>>();
    let smallest = lists.nth_compact(DEEP, &Count::ZERO).unwrap().unwrap();
    let increasing: Vec<u32> = (0..DEEP).collect();
    assert_eq!(keys(&smallest)[..100_000], increasing);
    let rank = lists.sample_rank(DEEP, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    let random = lists.nth_random(DEEP, &rank, 1).unwrap().unwrap();
    assert!(keys(&random)[..100_000].is_sorted_by(|a, b| a < b));
    let mut all = lists.compact_with(DEEP, Count::ZERO..Count::ONE, Solutions::Smallest, 0);
    assert_eq!(all.next(), Some(&*smallest));
    assert_eq!(all.next(), None);
    assert_eq!(all.failure(), None);
}
