//! Containers that keep an invariant: every path is taken and ends with it, as many as are known, or cover what brute force covers.

use std::collections::BTreeSet;

use crate::programs::caching::{Caching, MOST};
use crate::programs::fibonacci::{Decrease, Fibonacci, Push};
use crate::programs::red_black::RedBlackCall;
use dpgen::explore::{Explorer, Program, Suite};
use dpgen::prelude::*;

/// All paths, none of which fails.
fn all<T: DpGen>(explorer: Explorer<T>, program: impl Program<T>) -> Suite<T> {
    let suite = explorer.run(program).unwrap();
    assert!(suite.is_complete() && suite.explored().failed == 0, "{suite}");
    assert_eq!(suite.explored().findings().count(), 0, "{suite:#}");
    suite
}

/// How many red-black trees with a black root there are with n nodes: OEIS A001137.
const BLACK_ROOT: [usize; 9] = [1, 1, 2, 2, 4, 8, 16, 33, 56];

/// A key has 2n + 1 places in a tree of n nodes; a value is at one of n nodes or at none.
#[test]
fn red_black_trees_take_one_path_a_place() {
    let explorer = || Explorer::<RedBlackCall>::up_to(8);
    let paths: usize = (0..).zip(BLACK_ROOT).map(|(n, trees): (usize, usize)| (2 * n + 1) * trees).sum();
    let insert = all(explorer(), |call: &mut RedBlackCall| {
        call.tree.insert(call.key);
        call.tree.check();
    });
    assert_eq!(insert.explored().paths.len(), paths);
    let remove = all(explorer(), |call: &mut RedBlackCall| {
        call.tree.remove(call.key);
        call.tree.check();
    });
    assert_eq!(remove.explored().paths.len(), paths);
    let values = all(explorer(), |call: &mut RedBlackCall| call.tree.contains_value(call.key));
    let paths: usize = (1..).zip(BLACK_ROOT).map(|(n, trees): (usize, usize)| n * trees).sum();
    assert_eq!(values.explored().paths.len(), paths);
    println!("{insert:#}\n{remove:#}\n{values:#}");
}

/// What each path covers, of all paths.
fn masks<T: DpGen>(suite: &Suite<T>) -> BTreeSet<Vec<String>> {
    suite.explored().paths.iter().map(|path| suite.input(path).unwrap().covers).collect()
}

/// The same, of all structures with values for their integers, each run as it is.
fn as_brute_force<T: DpGen>(explorer: impl Fn() -> Explorer<T>, program: impl Program<T> + Copy) -> Suite<T> {
    let (paths, values) = (all(explorer(), program), all(explorer().concrete(), program));
    assert_eq!(masks(&paths), masks(&values));
    assert!(paths.explored().paths.len() < values.explored().paths.len());
    println!("{paths:#}");
    paths
}

/// Heaps with marks below roots: OEIS A064062. A push compares once, unless there is nothing to compare with.
#[test]
fn fibonacci_heaps_stay_fibonacci_heaps() {
    let heaps = [1, 1, 3, 13, 67];
    let push = |call: &mut Push| {
        let nodes = call.heap.nodes();
        call.heap.push(call.key);
        call.heap.check(nodes + 1);
    };
    let pushed = as_brute_force(|| Explorer::<Push>::up_to(4).param("greatest", 4), push);
    for (size, many) in (0..).zip(heaps) {
        assert_eq!(pushed.structures(size), many);
    }
    assert_eq!(pushed.explored().paths.len(), 1 + 2 * (1 + 3 + 13 + 67));
    as_brute_force(
        || Explorer::<Fibonacci>::up_to(4).param("greatest", 4),
        |heap: &mut Fibonacci| {
            let nodes = heap.nodes();
            heap.pop();
            heap.check(nodes.saturating_sub(1));
        },
    );
    as_brute_force(
        || Explorer::<Decrease>::up_to(3).param("greatest", 3),
        |call: &mut Decrease| {
            let nodes = call.heap.nodes();
            call.heap.decrease(call.place, call.to);
            call.heap.check(nodes);
        },
    );
}

/// By items and free nodes: an item is the first of those that are equal to it, or none is; a node that is taken out is kept unless
/// as many are kept as may be.
#[test]
fn lists_that_keep_nodes_stay_lists() {
    let size = 5;
    let explorer = || Explorer::<Caching>::up_to(size).param("greatest", 5);
    let lists = || (0..=size).flat_map(|items| (0..=MOST.min(size - items)).map(move |free| (items, free)));
    let pushed = all(explorer(), |list: &mut Caching| {
        let mut nodes = list.nodes();
        let many = nodes.check();
        nodes.push(list.item);
        assert_eq!(nodes.check(), many + 1);
    });
    assert_eq!(pushed.explored().paths.len(), lists().count());
    let removed = all(explorer(), |list: &mut Caching| {
        let mut nodes = list.nodes();
        let many = nodes.check();
        let is_less = usize::from(nodes.remove(list.item));
        assert_eq!(nodes.check(), many - is_less);
    });
    let paths: u32 = lists().map(|(items, free)| 1 + items * if free < MOST { 2 } else { 1 }).sum();
    assert_eq!(removed.explored().paths.len(), usize::try_from(paths).unwrap());
    let set = all(explorer(), |list: &mut Caching| {
        let mut nodes = list.nodes();
        let many = nodes.check();
        nodes.set_most(list.new_most);
        assert_eq!(nodes.check(), many);
    });
    // From that many free nodes to any fewer, or none is let go of.
    assert_eq!(
        set.explored().paths.len(),
        lists().map(|(_, free)| usize::try_from(free).unwrap() + 1).sum::<usize>()
    );
    println!("{pushed:#}\n{removed:#}\n{set:#}");
}
