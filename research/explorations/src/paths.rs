//! All paths of containers, and of the program of the paper on Tardis.

use std::time::Instant;

use dpgen::explore::{Explorer, Program};
use dpgen::prelude::*;

use crate::programs::avl::AvlCall;
use crate::programs::caching::Caching;
use crate::programs::fibonacci::{Decrease, Fibonacci, Push};
use crate::programs::heap::HeapCall;
use crate::programs::list::ListCall;
use crate::programs::red_black::RedBlackCall;
use crate::programs::sample::{Sample, run as sample};
use crate::programs::synergy::{Flags, Fourteen, NodeAt, Precise, most_are_set, precise};

fn row<T: DpGen>(name: &str, size: u32, program: impl Program<T>) -> usize {
    row_of(name, size, Explorer::<T>::up_to(size), program)
}

fn row_of<T: DpGen>(name: &str, size: u32, explorer: Explorer<T>, program: impl Program<T>) -> usize {
    let begin = Instant::now();
    let suite = explorer.run(program).unwrap();
    let time = begin.elapsed();
    let explored = suite.explored();
    println!(
        "| {name} | {size} | {} | {} | {} | {suite} | {time:.1?} |",
        explored.paths.len(),
        explored.runs,
        explored.failed
    );
    assert!(suite.is_complete() && explored.failed == 0);
    explored.paths.len()
}

/// How many inputs take the paths of AVL insertion: together, all trees with all keys.
fn counted(size: u32) {
    let begin = Instant::now();
    let suite = Explorer::<AvlCall>::up_to(size).counts().run(|call| call.tree.insert(call.key)).unwrap();
    let time = begin.elapsed();
    let paths = &suite.explored().paths;
    let inputs: Count = paths.iter().map(|path| path.inputs.clone().unwrap()).sum();
    // OEIS A006265 trees of n nodes, their keys chosen out of 1,001, and a key to insert.
    let mut keys = Count::ONE;
    let mut all = Count::ZERO;
    for (trees, nodes) in [1_u32, 1, 2, 1, 4, 6, 4, 17].into_iter().zip(0..size) {
        all += &(keys.clone() * Count::from(trees) * Count::from(1001_u32));
        keys = (keys * Count::from(1001 - nodes)).div_rem(&Count::from(nodes + 1)).0;
    }
    assert_eq!(inputs, all);
    println!("AVL insert, {} paths counted in {time:.1?}: {inputs} inputs\n", paths.len());
}

pub fn run(is_whole: bool) {
    counted(if is_whole { 8 } else { 4 });
    let size = |whole: u32| if is_whole { whole } else { 4 };
    println!("| program | size | paths | runs | failed attempts | certificate | time |");
    println!("|---|--:|--:|--:|--:|---|--:|");
    // Braione and Denaro: 32 feasible paths; in 30 minutes and five threads, 10 of the feasible alternatives were tried.
    assert_eq!(row::<Sample>("SampleClass (Tardis)", 1, |input| sample(input)), 32);
    let paths = row::<AvlCall>("AVL insert", size(8), |call| call.tree.insert(call.key));
    assert_eq!(paths, if is_whole { 430 } else { 1 + 3 + 10 + 7 });
    row::<AvlCall>("AVL remove", size(8), |call| call.tree.remove(call.key));
    row::<AvlCall>("AVL contains", size(8), |call| call.tree.contains(call.key));
    row::<HeapCall>("heap push", size(8), |call| call.heap.push(call.key));
    row::<HeapCall>("heap pop", size(8), |call| call.heap.pop());
    row::<ListCall>("sorted list insert", size(8), |call| call.list.insert(call.key));
    row::<ListCall>("sorted list merge", size(8), |call| call.list.merge(&mut call.other));
    let size = |whole: u32| if is_whole { whole } else { 3 };
    // Each program checks the container that it leaves, at the end of each path.
    row::<RedBlackCall>("red-black insert", size(8), |call| {
        call.tree.insert(call.key);
        call.tree.check();
    });
    row::<RedBlackCall>("red-black remove", size(8), |call| {
        call.tree.remove(call.key);
        call.tree.check();
    });
    row::<RedBlackCall>("red-black contains value", size(8), |call| call.tree.contains_value(call.key));
    heaps_and_lists(is_whole);
    small(is_whole);
    println!();
}

/// Programs in the manner of those that concolic tools are tried on; by formulas, an array of n has 2n + 2 paths, a list n + 2.
fn small(is_whole: bool) {
    let nodes = if is_whole { 8_usize } else { 4 };
    let size = u32::try_from(nodes).unwrap();
    let paths = row::<Flags>("flag of an array", size, |flags| flags.get().is_some());
    assert_eq!(paths, (0..nodes).map(|n| 2 * n + 2).sum::<usize>());
    let paths = row::<NodeAt>("node of a list", size, |at| at.get().is_some());
    assert_eq!(paths, (0..nodes).map(|n| n + 2).sum::<usize>());
    assert_eq!(row::<Precise>("precise numbers", 1, |numbers| precise(numbers)), 6);
    assert_eq!(row::<Fourteen>("more than 7 of 14 set", 1, |numbers| most_are_set(numbers)), 1 << 14);
}

fn heaps_and_lists(is_whole: bool) {
    let size = |whole: u32| if is_whole { whole } else { 3 };
    let named = |name, size| (name, size, "greatest", 1000);
    fn set<T: DpGen>((name, size, param, value): (&str, u32, &str, i64), program: impl Program<T>) {
        row_of(name, size, Explorer::<T>::up_to(size).param(param, value), program);
    }
    set(named("Fibonacci heap push", size(5)), |call: &mut Push| {
        let nodes = call.heap.nodes();
        call.heap.push(call.key);
        call.heap.check(nodes + 1);
    });
    set(named("Fibonacci heap pop", size(5)), |heap: &mut Fibonacci| {
        let nodes = heap.nodes();
        heap.pop();
        heap.check(nodes.saturating_sub(1));
    });
    set(named("Fibonacci heap decrease", size(5)), |call: &mut Decrease| {
        let nodes = call.heap.nodes();
        call.heap.decrease(call.place, call.to);
        call.heap.check(nodes);
    });
    set(named("node-caching list push", size(8)), |list: &mut Caching| {
        let mut nodes = list.nodes();
        nodes.push(list.item);
        nodes.check()
    });
    set(named("node-caching list remove", size(8)), |list: &mut Caching| {
        let mut nodes = list.nodes();
        nodes.remove(list.item);
        nodes.check()
    });
    set(named("node-caching list, fewer free nodes", size(8)), |list: &mut Caching| {
        let mut nodes = list.nodes();
        nodes.set_most(list.new_most);
        nodes.check()
    });
}
