//! Iterators over structures: what they say is left, and jumps from either end, held against a list.

use super::CONCRETE;
use crate::common::{search_tree, sorted_list};
use dpgen::{Algorithm, Count, DpGen, Fields, Generator, Solutions, Structures};

/// How many values are passed over.
const JUMPS: [usize; 7] = [0, 1, 5, 16, 17, 40, 1000];

/// Whatever the jumps and whichever end they are from, the same as with a list of all values.
fn agrees<T: DpGen + PartialEq + std::fmt::Debug>(what: &str, structures: &Structures<T>) {
    let mut all = Vec::new();
    for value in structures.iter() {
        all.push(value);
    }
    assert_eq!(Count::from(all.len()), structures.total(), "{what}");
    assert!(structures.iter().rev().collect::<Vec<T>>().iter().eq(all.iter().rev()), "{what}");
    let ends = [[false, false], [false, true], [true, false], [true, true]];
    for (first, second) in JUMPS.into_iter().flat_map(|first| JUMPS.map(|second| (first, second))) {
        for backs in ends {
            let what = format!("{what}: {first}, {second}, from the back: {backs:?}");
            let (mut values, mut list) = (structures.iter(), all.iter());
            for (jump, back) in [first, second].into_iter().zip(backs) {
                let (value, expected) = if back {
                    (values.nth_back(jump), list.nth_back(jump))
                } else {
                    (values.nth(jump), list.nth(jump))
                };
                assert_eq!(value.as_ref(), expected, "{what}");
                assert_eq!(values.size_hint(), list.size_hint(), "{what}");
            }
            let copy: Vec<T> = values.clone().collect();
            assert!(copy.iter().eq(list.clone()), "{what}");
            assert_eq!(values.next_back().as_ref(), list.next_back(), "{what}");
            assert_eq!(values.next().as_ref(), list.next(), "{what}");
            assert!(values.by_ref().collect::<Vec<T>>().iter().eq(list), "{what}");
            assert_eq!((values.next(), values.next_back(), values.nth(3)), (None, None, None), "{what}");
        }
    }
}

#[test]
fn jumps_from_either_end_are_those_of_a_list() {
    for algorithm in CONCRETE {
        agrees(&format!("{algorithm}"), &search_tree::CASE.build(algorithm, 4, 1));
    }
    let lists = Generator::<sorted_list::List>::up_to(4).fields(Fields::Symbolic);
    for algorithm in [Algorithm::Quotient, Algorithm::SymbolazyDp] {
        agrees(&format!("{algorithm}"), &lists.clone().algorithm(algorithm).build().unwrap());
    }
}

#[test]
fn words_are_passed_over_by_rank() {
    let lists = Generator::<sorted_list::List>::up_to(4).fields(Fields::Symbolic).build().unwrap();
    let every = lists.iter_solutions(4, Solutions::All, 0);
    assert_eq!(every.size_hint(), (1, None));
    assert_eq!(every.count(), 35); // C(4 + 4 - 1, 4)
    let trees = search_tree::CASE.build(Algorithm::Quotient, 4, 1);
    let mut words = trees.catalog().iter_compact(4);
    for passed in [0, 1, 3, 20] {
        words.advance(passed);
        let rank = words.next_rank();
        let expected = trees.catalog().nth_compact(4, &rank).unwrap();
        assert_eq!(words.next().map(<[u32]>::to_vec), expected, "{rank}");
    }
    words.advance(u128::MAX);
    assert_eq!(words.next(), None);
    assert_eq!((words.remaining(), words.next_rank()), (0, trees.count(4)));
}

#[test]
fn more_structures_than_a_usize_counts_are_passed_over() {
    #[derive(DpGen, Debug, PartialEq)]
    enum Plain {
        Leaf,
        Node(Box<Plain>, Box<Plain>),
    }
    let trees = Generator::<Plain>::up_to(100).build().unwrap();
    let mut values = trees.iter();
    assert_eq!(values.size_hint(), (usize::MAX, None));
    let first = values.nth(usize::MAX).unwrap();
    let (size, _) = trees.rank_of(&first).unwrap();
    let before: Count = (0..size).map(|size| trees.count(size)).sum();
    let (_, rank) = trees.rank_of(&values.next().unwrap()).unwrap();
    assert_eq!(before + rank, Count::from(usize::MAX) + Count::ONE);
    let last = trees.rank_of(&values.next_back().unwrap()).unwrap();
    assert_eq!(Some(last.1), trees.count(100).checked_sub(&Count::ONE));
}
