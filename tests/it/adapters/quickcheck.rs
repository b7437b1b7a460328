//! quickcheck: what is drawn up to which size, and what it shrinks to.

use super::{Tree, assert_uniform};
use dpgen::adapters::Structure;
use dpgen::prelude::*;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

#[test]
fn sizes_are_drawn_uniformly_up_to_the_least_of_both_caps() {
    for (size, largest) in [(100, 5), (3, 3)] {
        let mut g = Gen::from_size_and_seed(size, 7);
        let mut sizes = vec![0; largest + 1];
        for _ in 0..3_000 {
            let tree = Structure::<Tree, 5>::arbitrary(&mut g);
            assert!(dpgen::is_valid(&*tree));
            assert_eq!(tree.nodes(), tree.size());
            sizes[usize::try_from(tree.size()).unwrap()] += 1;
        }
        assert_uniform(&sizes);
    }
}

#[test]
fn shrinking_tries_valid_structures_that_come_before() {
    let mut g = Gen::from_size_and_seed(100, 1);
    let drawn = (0..50).map(|_| Structure::<Tree, 7>::arbitrary(&mut g));
    let tree = drawn.into_iter().find(|tree| tree.size() == 7 && *tree.rank() > 100).unwrap();
    let smaller: Vec<_> = tree.shrink().collect();
    for other in &smaller {
        assert!(dpgen::is_valid(&**other));
        assert!((other.size(), other.rank()) < (tree.size(), tree.rank()));
    }
    // Keys from 1 to 7: seven trees of one node, 21 times 2 of two nodes, and 35 times 5 of three, of which 64 are tried.
    let of_size = |size| smaller.iter().filter(|tree| tree.size() == size).count();
    assert_eq!([0, 1, 2, 3].map(of_size), [1, 7, 42, 64]);
    assert!(smaller.is_sorted_by_key(|tree| tree.size()));
}

#[test]
fn a_failure_shrinks_to_a_smallest_valid_structure() {
    fn low(tree: Structure<Tree, 10>) -> TestResult {
        TestResult::from_bool(tree.height() < 4)
    }
    let low: fn(Structure<Tree, 10>) -> TestResult = low;
    let failed = QuickCheck::new().rng(Gen::from_size_and_seed(100, 3)).quicktest(low).unwrap_err();
    let shown = format!("{failed:?}");
    // Four levels need four nodes.
    assert!(shown.contains("place: 4:"), "{shown}");
}

#[test]
fn structures_that_are_all_larger_than_the_size_are_still_drawn() {
    #[derive(DpGen, Debug, Clone)]
    struct Two {
        #[dpgen(range = 1..=9)]
        first: i64,
        second: One,
    }
    #[derive(DpGen, Debug, Clone)]
    struct One {
        #[dpgen(range = 1..=9)]
        only: i64,
    }
    let two = Structure::<Two, 4>::arbitrary(&mut Gen::from_size_and_seed(1, 1));
    assert_eq!(two.size(), 2);
    assert!((1..=9).contains(&two.first) && (1..=9).contains(&two.second.only));
}
