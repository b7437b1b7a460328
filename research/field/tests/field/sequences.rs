//! Deques, bit vectors and sets of ranges.

use std::collections::{BTreeSet, VecDeque};
use std::ops::RangeInclusive;

use arraydeque::ArrayDeque;
use dpgen::DpGen;
use range_set::RangeSet;

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    #[dpgen(weight = 1)]
    PushFront,
    #[dpgen(weight = 1)]
    PushBack,
    #[dpgen(weight = 1)]
    PopFront,
    Insert(#[dpgen(range = 0..=3)] usize),
    Remove(#[dpgen(range = 0..=3)] usize),
    SwapRemove(#[dpgen(range = 0..=2)] usize),
    SplitOff(#[dpgen(range = 0..=2)] usize),
    Drain(#[dpgen(range = 0..=2)] usize, #[dpgen(range = 0..=3)] usize),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Steps(Vec<Step>);

const ROOM: usize = 3;

#[dpgen::test(max_size = 4)]
fn arraydeque_is_a_deque(steps: &Steps) {
    let mut deque = ArrayDeque::<u8, ROOM>::new();
    let mut expected = VecDeque::new();
    for (step, value) in steps.0.iter().zip(0..) {
        let room = expected.len() < ROOM;
        match *step {
            Step::PushFront => {
                assert_eq!(deque.push_front(value).is_ok(), room);
                expected.push_front(value);
            }
            Step::PushBack => {
                assert_eq!(deque.push_back(value).is_ok(), room);
                expected.push_back(value);
            }
            Step::PopFront => assert_eq!(deque.pop_front(), expected.pop_front()),
            Step::Insert(index) if index <= expected.len() => {
                assert_eq!(deque.insert(index, value).is_ok(), room);
                expected.insert(index, value);
            }
            Step::Remove(index) => assert_eq!(deque.remove(index), expected.remove(index)),
            Step::SwapRemove(index) => {
                assert_eq!(deque.swap_remove_back(index), expected.swap_remove_back(index));
            }
            Step::SplitOff(at) if at <= expected.len() => {
                assert!(deque.split_off(at).iter().eq(&expected.split_off(at)));
            }
            Step::Drain(start, end) if start <= end && end <= expected.len() => {
                assert!(deque.drain(start..end).eq(expected.drain(start..end)));
            }
            Step::Insert(_) | Step::SplitOff(_) | Step::Drain(..) => {}
        }
        if expected.len() > ROOM {
            return; // it was refused, and the two differ now
        }
        assert!(deque.iter().eq(&expected) && deque.iter().rev().eq(expected.iter().rev()));
    }
}

#[derive(DpGen, Clone, Copy, Debug)]
struct Bit(bool);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Bits(Vec<Bit>);

#[derive(DpGen, Clone, Copy, Debug)]
#[dpgen(weight = 0)]
struct Part(#[dpgen(range = 0..=9)] usize, #[dpgen(range = 0..=9)] usize);

#[dpgen::test(max_size = 9)]
fn bv_is_a_vector(bits: &Bits, part: Part) {
    use bv::{BitSliceable, BitVec, Bits as _};
    let mut bools: Vec<bool> = bits.0.iter().map(|bit| bit.0).collect();
    let mut vector: BitVec<u8> = BitVec::new();
    bools.iter().for_each(|bit| vector.push(*bit));
    let of = |vector: &BitVec<u8>| (0..vector.len()).map(|index| vector[index]).collect::<Vec<_>>();
    let Part(start, end) = part;
    if start <= end && end <= bools.len() {
        let range = u64::try_from(start).unwrap()..u64::try_from(end).unwrap();
        assert_eq!(of(&vector.bit_slice(range).to_bit_vec()), bools[start..end]);
    }
    for (len, bit) in [(start, true), (end, false)] {
        bools.resize(len, bit);
        vector.resize(u64::try_from(len).unwrap(), bit);
        assert_eq!(of(&vector), bools);
    }
}

#[derive(DpGen, Clone, Copy, Debug)]
enum Change {
    Insert(#[dpgen(range = 0..=4)] u8, #[dpgen(range = 0..=2)] u8),
    Remove(#[dpgen(range = 0..=4)] u8, #[dpgen(range = 0..=2)] u8),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Changes(Vec<Change>);

#[dpgen::test(max_size = 3)]
fn range_set_is_a_set(changes: &Changes) {
    let mut set = RangeSet::<[RangeInclusive<u8>; 2]>::new();
    let mut expected = BTreeSet::new();
    for change in &changes.0 {
        let (Change::Insert(start, more) | Change::Remove(start, more)) = *change;
        let range = start..=start + more;
        let before: Vec<u8> = range.clone().filter(|key| expected.contains(key)).collect();
        let changed = if matches!(change, Change::Insert(..)) {
            expected.extend(range.clone());
            set.insert_range(range)
        } else {
            expected.retain(|key| !range.contains(key));
            set.remove_range(range)
        };
        assert_eq!(changed.map_or(Vec::new(), |changed| changed.iter().collect()), before);
        assert!(set.iter().eq(expected.iter().copied()) && set.len() == expected.len());
        for start in 0..7 {
            for end in start..7 {
                assert_eq!(set.contains_range(start..=end), (start..=end).all(|key| expected.contains(&key)));
            }
        }
    }
}
