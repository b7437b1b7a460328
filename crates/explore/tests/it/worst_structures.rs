//! Worst cases over structures: known heights, and brute force over all structures with values for their keys.

use std::time::Duration;

use crate::programs::avl::AvlCall;
use crate::programs::bst::BstCall;
use crate::programs::heap::HeapCall;
use crate::programs::red_black::RedBlackCall;
use crate::programs::steps;
use dpgen::explore::{CostMeasure, Worst, WorstCase};
use dpgen::prelude::*;

fn bst(program: fn(&mut BstCall)) -> WorstCase<BstCall> {
    WorstCase::<BstCall>::new().param("keys", 1000).program(program)
}

fn costs<W>(worst: &Worst<W>) -> Vec<(u32, u64, bool)> {
    worst.sizes().iter().map(|at| (at.size(), at.cost(), at.is_proven())).collect()
}

/// A chain of n nodes costs n comparisons, and no tree costs more.
#[test]
fn insertion_into_a_search_tree_costs_its_nodes() {
    let worst = bst(|call| call.tree.insert(call.key)).sizes([0, 1, 2, 5, 7]).run().unwrap();
    assert_eq!(
        costs(&worst),
        [(0, 0, true), (1, 1, true), (2, 2, true), (5, 5, true), (7, 7, true)],
        "{worst}"
    );
    assert_eq!(worst.growth().unwrap().to_string(), "1 n");
    let worst = bst(|call| call.tree.insert(call.key)).paths(500).sizes([20]).run().unwrap();
    assert_eq!(costs(&worst), [(20, 20, false)], "{worst}");
    // The witness is a tree and a key that cost so much.
    let worst = bst(|call| call.tree.insert(call.key)).cost(CostMeasure::Added).sizes([6]).run().unwrap();
    assert!(dpgen::is_valid(worst.at(6).witness()), "{worst}");
    let mut call = worst.into_witness(6).unwrap();
    assert_eq!(steps(|| call.tree.insert(call.key)), 6);
}

/// All trees with all keys of a small range, each run as it is.
#[test]
fn costs_are_those_of_brute_force() {
    let programs: [fn(&mut BstCall); 2] =
        [|call| call.tree.insert(call.key), |call| call.tree.remove(call.key)];
    for program in programs {
        let worst = bst(program).cost(CostMeasure::Added).sizes(0..=4).run().unwrap();
        let all = Generator::<BstCall>::up_to(4).param("keys", 8).build().unwrap();
        for at in worst.sizes() {
            let most = all.iter_size(at.size()).map(|mut call| steps(|| program(&mut call))).max();
            assert_eq!((Some(at.cost()), at.is_proven()), (most, true), "{worst}");
        }
    }
}

/// The greatest heights of AVL trees: the least number of nodes of height h is 1, 2, 4, 7, 12, 20 (Knuth, volume 3,
/// 6.2.3).
#[test]
fn search_in_an_avl_tree_costs_its_height() {
    let height = |nodes: u32| [1, 2, 4, 7, 12, 20].iter().filter(|least| **least <= nodes).count();
    let search = WorstCase::<AvlCall>::new().program(|call| call.tree.find(call.key));
    let worst = search.sizes((1..=13).chain([21])).run().unwrap();
    for at in worst.sizes() {
        // The call weighs one.
        let nodes = at.size() - 1;
        assert_eq!(at.cost(), u64::try_from(height(nodes)).unwrap(), "{worst}");
        assert_eq!(at.is_proven(), nodes <= 12, "{worst}");
    }
}

/// The greatest heights of red-black trees with a black root: 2^(h + 1) - 2 nodes for height 2h, and 3 * 2^h - 2 for 2h + 1 (CLRS,
/// 13.1: each path has at least half of its nodes black).
#[test]
fn search_in_a_red_black_tree_costs_its_height() {
    let height = |nodes: u32| [1, 2, 4, 6, 10, 14].iter().filter(|least| **least <= nodes).count();
    let search = WorstCase::<RedBlackCall>::new().program(|call| call.tree.find(call.key));
    let worst = search.cost(CostMeasure::Added).sizes(1..=10).run().unwrap();
    for at in worst.sizes() {
        let cost = u64::try_from(height(at.size())).unwrap();
        assert_eq!((at.cost(), at.is_proven()), (cost, true), "{worst}");
    }
}

/// Beyond what can be taken whole: 64 of the 995,664 trees of 22 nodes are of height 7 (`dpgen worst` counts them).
#[test]
fn the_highest_red_black_tree_is_found_among_many() {
    let search = WorstCase::<RedBlackCall>::new().program(|call| call.tree.find(call.key));
    let search = search.cost(CostMeasure::Added).time(Duration::MAX).paths(1000).sizes([22]);
    let worst = search.tries(10).run().unwrap();
    assert_eq!(costs(&worst), [(22, 7, false)], "{worst}");
}

/// The one leftist heap of 31 nodes with five on its right spine is the perfect one. A push costs ⌊log₂(n + 1)⌋ + 1, as at the
/// sizes at which that is proven.
#[test]
fn the_perfect_heap_is_found_among_many() {
    let search = WorstCase::<HeapCall>::new().program(|call| call.heap.push(call.key));
    let worst = search.time(Duration::MAX).paths(1000).sizes([32]).tries(3).run().unwrap();
    assert_eq!(costs(&worst), [(32, 6, false)], "{worst}");
}

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_perfect)]
enum Perfect {
    Leaf,
    Node(Box<Perfect>, #[dpgen(range = 0..=9)] Int, Box<Perfect>),
}

fn is_perfect(tree: PerfectView) -> bool {
    let PerfectView::Node(left, _, right) = tree else { return true };
    left.get(height) == right.get(height)
}

fn height(tree: PerfectView) -> u32 {
    let PerfectView::Node(left, ..) = tree else { return 0 };
    1 + left.get(height)
}

fn count_nines(tree: &Perfect) -> u32 {
    let Perfect::Node(left, key, right) = tree else { return 0 };
    u32::from(*key == 9) + count_nines(left) + count_nines(right)
}

/// There are perfect trees of 0, 1, 3 and 7 nodes.
#[test]
fn sizes_without_structures_are_left_out() {
    let worst = WorstCase::<Perfect>::new().program(|tree| count_nines(tree)).sizes(0..=8).run().unwrap();
    assert_eq!(costs(&worst), [(0, 0, true), (1, 1, true), (3, 3, true), (7, 7, true)], "{worst}");
    assert_eq!(worst.at(7).paths(), 1 << 7);
    assert!(std::panic::catch_unwind(|| worst.at(5).cost()).is_err());
}

/// A program that depends on something else is noticed.
#[test]
fn impure_programs_are_refused() {
    let calls = std::cell::Cell::new(0);
    let impure = move |tree: &mut Perfect| {
        calls.set(calls.get() + 1);
        calls.get() % 2 == 0 && count_nines(tree) > 0
    };
    let error = WorstCase::<Perfect>::new().program(impure).sizes([3]).run();
    assert!(error.unwrap_err().to_string().contains("not pure"));
}
