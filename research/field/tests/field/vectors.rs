//! Vectors and maps with an order, against `Vec`: smallvec and indexmap.

use dpgen::DpGen;
use dpgen_field::assert_passing_calls;
use indexmap::IndexMap;
use smallvec::SmallVec;

/// A vector with room for two.
type Small = SmallVec<[u8; 2]>;

#[derive(DpGen, Clone, Debug)]
enum Call {
    InsertMany(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=1, len = 0..=2)] Small),
    InsertSlice(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=1, len = 0..=2)] Small),
    Append(#[dpgen(range = 0..=1, len = 0..=2)] Small),
    Drain(#[dpgen(range = 0..=2)] usize, #[dpgen(range = 0..=2)] usize),
    Remove(#[dpgen(range = 0..=3)] usize),
    Retain(#[dpgen(range = 0..=1)] u8),
    Resize(#[dpgen(range = 0..=4)] usize),
    Dedup,
    Shrink,
}

#[test]
fn smallvec_is_a_vector() {
    let call = |(small, vec): &mut (Small, Vec<u8>), call: &Call| {
        match call.clone() {
            Call::InsertMany(index, items) | Call::InsertSlice(index, items)
                if index <= vec.len() && vec.len() < 5 =>
            {
                vec.splice(index..index, items.iter().copied());
                match call {
                    Call::InsertMany(..) => small.insert_many(index, items),
                    _ => small.insert_from_slice(index, &items),
                }
            }
            Call::Append(mut items) if vec.len() < 5 => {
                vec.extend_from_slice(&items);
                small.append(&mut items);
                assert!(items.is_empty());
            }
            Call::Drain(start, len) if start + len <= vec.len() => {
                assert!(small.drain(start..start + len).rev().eq(vec.drain(start..start + len).rev()));
            }
            Call::Remove(index) if index < vec.len() => assert_eq!(small.remove(index), vec.remove(index)),
            Call::Retain(item) => {
                small.retain(|other| *other == item);
                vec.retain(|other| *other == item);
            }
            Call::Resize(len) => {
                small.resize(len, 1);
                vec.resize(len, 1);
            }
            Call::Dedup => {
                small.dedup();
                vec.dedup();
            }
            Call::Shrink => small.shrink_to_fit(),
            _ => {}
        }
        assert_eq!(small[..], vec[..]);
    };
    let key = |(small, _): &(Small, Vec<u8>)| (small.clone(), small.capacity());
    assert_passing_calls(6, 31_450, Default::default, call, key);
}

#[derive(DpGen, Clone, Debug)]
enum Step {
    ShiftInsert(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=3)] u8),
    InsertBefore(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=3)] u8),
    Splice(#[dpgen(range = 0..=2)] usize, #[dpgen(range = (0..=3, _), len = 0..=2)] IndexMap<u8, bool>),
    Move(#[dpgen(range = 0..=2)] usize, #[dpgen(range = 0..=2)] usize),
    SwapRemove(#[dpgen(range = 0..=3)] u8),
    ShiftRemove(#[dpgen(range = 0..=3)] u8),
}

/// Sets the value of a key that is there.
fn update(pairs: &mut [(u8, bool)], key: u8, value: bool) -> bool {
    let pair = pairs.iter_mut().find(|pair| pair.0 == key);
    pair.map(|pair| pair.1 = value).is_some()
}

#[test]
fn indexmap_keeps_its_order() {
    type Maps = (IndexMap<u8, bool>, Vec<(u8, bool)>);
    let step = |(map, pairs): &mut Maps, step: &Step| {
        let position = |key: u8| pairs.iter().position(|pair| pair.0 == key);
        match step.clone() {
            Step::ShiftInsert(index, key) if index < pairs.len() + usize::from(position(key).is_none()) => {
                let old = position(key).map(|old| pairs.remove(old).1);
                pairs.insert(index, (key, true));
                assert_eq!(map.shift_insert(index, key, true), old);
            }
            Step::InsertBefore(index, key) if index <= pairs.len() => {
                let at = index - usize::from(position(key).is_some_and(|old| old < index));
                let old = position(key).map(|old| pairs.remove(old).1);
                pairs.insert(at, (key, false));
                assert_eq!(map.insert_before(index, key, false), (at, old));
            }
            Step::Splice(start, items) if start < pairs.len() => {
                let mut after = pairs.split_off(start + 1);
                let removed = pairs.pop();
                assert_eq!(map.splice(start..=start, items.clone()).next(), removed);
                for (key, value) in items {
                    if !update(pairs, key, value) && !update(&mut after, key, value) {
                        pairs.push((key, value));
                    }
                }
                pairs.append(&mut after);
            }
            Step::Move(from, to) if from.max(to) < pairs.len() => {
                map.move_index(from, to);
                let pair = pairs.remove(from);
                pairs.insert(to, pair);
            }
            Step::SwapRemove(key) => {
                let removed = position(key).map(|index| pairs.swap_remove(index).1);
                assert_eq!(map.swap_remove(&key), removed);
            }
            Step::ShiftRemove(key) => {
                let removed = position(key).map(|index| pairs.remove(index).1);
                assert_eq!(map.shift_remove(&key), removed);
            }
            _ => {}
        }
        assert!(map.iter().map(|(key, value)| (*key, *value)).eq(pairs.iter().copied()));
        assert!((0..=3).all(|key| map.get_index_of(&key) == pairs.iter().position(|pair| pair.0 == key)));
    };
    assert_passing_calls(4, 36_852, Maps::default, step, |(_, pairs)| pairs.clone());
}
