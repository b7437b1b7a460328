//! proptest: what a strategy draws, and what it shrinks to.

use super::{Tree, assert_uniform, trees};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

fn runner() -> TestRunner {
    let config = Config { failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn sizes_and_ranks_are_drawn_uniformly() {
    let trees = trees(4);
    let strategy = trees.strategy(1..=4);
    let mut runner = runner();
    let mut sizes = [0; 4];
    let mut ranks = [0; 14]; // shapes of four nodes; their keys are 1 to 4
    for _ in 0..8_000 {
        let tree = strategy.new_tree(&mut runner).unwrap().current();
        assert!(dpgen::is_valid(&tree));
        let (size, rank) = trees.rank_of(&tree).unwrap();
        sizes[usize::try_from(size).unwrap() - 1] += 1;
        if size == 4 {
            ranks[rank.to_usize().unwrap()] += 1;
        }
    }
    assert_uniform(&sizes);
    assert_uniform(&ranks);
}

#[test]
fn a_failure_shrinks_to_a_smallest_valid_structure() {
    let trees = trees(12);
    // Five levels need five nodes.
    let high = |tree: Tree| {
        assert!(dpgen::is_valid(&tree));
        if tree.height() < 5 { Ok(()) } else { Err(TestCaseError::fail("too high")) }
    };
    let Err(TestError::Fail(_, smallest)) = runner().run(&trees.strategy(..), high) else {
        panic!("it fails")
    };
    assert_eq!((smallest.nodes(), smallest.height()), (5, 5));
}

#[test]
fn within_a_size_the_rank_falls_to_the_least_that_fails() {
    let trees = trees(9);
    let strategy = trees.strategy(9..=9);
    let of = |tree: &Tree| trees.rank_of(tree).and_then(|(_, rank)| rank.to_u128()).unwrap();
    let from_1000 = |tree: Tree| if of(&tree) < 1_000 { Ok(()) } else { Err(TestCaseError::fail("rank")) };
    let Err(TestError::Fail(_, smallest)) = runner().run(&strategy, from_1000) else { panic!("it fails") };
    assert_eq!(of(&smallest), 1_000);
}

#[test]
fn shrinking_ends_at_what_failed_wherever_it_is_cut() {
    let trees = trees(10);
    for iterations in [0, 1, 2, 3, 5, 10, 100] {
        let config = Config { max_shrink_iters: iterations, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let few = |tree: Tree| if tree.height() < 4 { Ok(()) } else { Err(TestCaseError::fail("high")) };
        let Err(TestError::Fail(_, smallest)) = runner.run(&trees.strategy(..), few) else {
            panic!("it fails")
        };
        assert!(smallest.height() >= 4 && dpgen::is_valid(&smallest));
    }
}

#[test]
fn a_range_without_structures_is_an_error_of_proptest() {
    let trees = trees(3);
    let empty = trees.strategy(2..2);
    assert!(empty.new_tree(&mut runner()).is_err());
}

#[test]
#[should_panic(expected = "size 4 is not complete")]
fn a_size_that_was_not_built_is_refused() {
    let _ = trees(3).strategy(..=4);
}
