//! Sets and maps for few elements, against those of `std`: tinyset and micromap.

use std::collections::{BTreeMap, BTreeSet};

use dpgen::DpGen;
use dpgen_field::{assert_failing_calls, assert_passing_calls};
use micromap::Map;
use tinyset::{SetU32, SetU64};

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    Insert(#[dpgen(values = [0, 1, 7, 64, 1 << 20, 1 << 31, u32::MAX])] u32),
    Remove(#[dpgen(values = [0, 1, 7, 64, 1 << 20, 1 << 31, u32::MAX])] u32),
}

type Sets = (SetU32, SetU64, BTreeSet<u32>);

fn call((narrow, wide, expected): &mut Sets, call: &Call) {
    match *call {
        Call::Insert(item) => {
            let is_new = expected.insert(item);
            assert_eq!((narrow.insert(item), wide.insert(item.into())), (is_new, is_new));
        }
        Call::Remove(item) => {
            let was_there = expected.remove(&item);
            assert_eq!((narrow.remove(item), wide.remove(item.into())), (was_there, was_there));
        }
    }
    assert_eq!((narrow.len(), wide.len()), (expected.len(), expected.len()));
    assert_eq!(narrow.iter().collect::<BTreeSet<_>>(), *expected);
    assert!(
        wide.iter().collect::<BTreeSet<_>>().into_iter().eq(expected.iter().map(|item| u64::from(*item)))
    );
    assert_eq!(
        (narrow.iter().min(), narrow.iter().max()),
        (expected.first().copied(), expected.last().copied())
    );
}

#[test]
fn tinyset_is_a_set() {
    assert_passing_calls(5, 4830, Sets::default, call, |sets| format!("{sets:?}"));
}

/// `Iterator::last`: "Consumes the iterator, returning the last element."
#[test]
fn the_last_element_is_the_one_before_none() {
    let shortest = "[Insert(0), Insert(1), Insert(1048576)]";
    let checked = |sets: &mut Sets, step: &Call| {
        call(sets, step);
        assert_eq!(sets.0.iter().last(), sets.0.iter().reduce(|_, item| item));
    };
    assert_failing_calls(5, shortest, (23, 3444), Sets::default, checked, |sets| format!("{:?}", sets.0));
}

#[test]
fn the_last_element_is_not_in_the_set_without_dpgen() {
    let set: SetU32 = [0, 1, 1 << 20].into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>().last(), Some(&(1 << 20)));
    assert!(!set.contains(set.iter().last().unwrap()));
    let set: SetU64 = [0, 1 << 31].into_iter().collect();
    assert_eq!(set.iter().last(), Some(1 << 26));
}

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    Insert(#[dpgen(range = 0..=3)] u8, bool),
    Remove(#[dpgen(range = 0..=3)] u8),
    Entry(#[dpgen(range = 0..=3)] u8),
    Retain(bool),
    Clear,
}

#[test]
fn micromap_is_a_map() {
    type Maps = (Map<u8, bool, 3>, BTreeMap<u8, bool>);
    let step = |(map, expected): &mut Maps, step: &Step| {
        let room = |key: u8| expected.len() < 3 || expected.contains_key(&key);
        match *step {
            Step::Insert(key, _) if !room(key) => assert_eq!(map.checked_insert(key, true), None),
            Step::Insert(key, value) => {
                assert_eq!(map.checked_insert(key, value), Some(expected.insert(key, value)))
            }
            Step::Entry(key) if room(key) => {
                let value = map.entry(key).and_modify(|value| *value ^= true).or_insert(false);
                assert_eq!(value, expected.entry(key).and_modify(|value| *value ^= true).or_insert(false));
            }
            Step::Entry(_) => {}
            Step::Remove(key) => assert_eq!(map.remove(&key), expected.remove(&key)),
            Step::Retain(kept) => {
                map.retain(|_, value| *value == kept);
                expected.retain(|_, value| *value == kept);
            }
            Step::Clear => {
                map.clear();
                expected.clear();
            }
        }
        assert_eq!(map.iter().map(|(key, value)| (*key, *value)).collect::<BTreeMap<_, _>>(), *expected);
        assert!((0..=3).all(|key| map.get(&key) == expected.get(&key)) && map.len() == expected.len());
    };
    let key = |(map, _): &Maps| format!("{map:?}");
    assert_passing_calls(9, 4731, Maps::default, step, key);
}
