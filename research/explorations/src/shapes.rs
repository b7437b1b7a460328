//! Worst cases over valid structures.

use std::time::{Duration, Instant};

use dpgen::explore::WorstCase;
use dpgen::prelude::*;

use crate::programs::avl::AvlCall;
use crate::programs::bst::BstCall;
use crate::programs::heap::HeapCall;
use crate::programs::list::ListCall;
use crate::programs::red_black::RedBlackCall;

/// Rows of a program, by its sizes; `call` is what the call beside the structure weighs.
fn rows<T: DpGen + std::fmt::Debug>(name: &str, call: u32, search: WorstCase<T>) {
    let begin = Instant::now();
    let worst = search.run().unwrap();
    let time = begin.elapsed();
    for at in worst.sizes() {
        let proven = if at.is_proven() { "proven" } else { "found" };
        let nodes = at.size() - call;
        println!("| {name} | {nodes} | {} | {proven} {} | {} | |", at.cost(), at.by(), at.paths());
    }
    println!("| | | | | | {time:.1?} |");
}

pub fn run(is_whole: bool) {
    println!("| program | nodes | comparisons | known | paths | time |");
    println!("|---|--:|--:|---|--:|--:|");
    let sizes = |whole: &[u32], call: u32| {
        let smoke = whole.iter().take(if is_whole { usize::MAX } else { 2 });
        smoke.map(|nodes| nodes + call).collect::<Vec<u32>>()
    };
    fn search<T: DpGen + std::fmt::Debug>(sizes: Vec<u32>) -> WorstCase<T> {
        WorstCase::new().paths(100_000).time(Duration::from_secs(10)).sizes(sizes)
    }
    let tree = |sizes| search::<BstCall>(sizes).param("keys", 1000);
    rows(
        "search tree insert",
        0,
        tree(sizes(&[3, 5, 8, 10, 20, 30], 0)).program(|call| call.tree.insert(call.key)),
    );
    rows(
        "search tree remove",
        0,
        tree(sizes(&[3, 5, 8, 10, 20, 30], 0)).program(|call| call.tree.remove(call.key)),
    );
    let tree = || search::<AvlCall>(sizes(&[4, 7, 12, 15, 20, 33], 1));
    rows("AVL find", 1, tree().program(|call| call.tree.find(call.key)));
    rows("AVL remove", 1, tree().program(|call| call.tree.remove(call.key)));
    let tree = || search::<RedBlackCall>(sizes(&[6, 10, 14, 22, 30], 0));
    rows("red-black find", 0, tree().program(|call| call.tree.find(call.key)));
    let heap = || search::<HeapCall>(sizes(&[3, 5, 7, 9, 15, 31], 1));
    rows("leftist heap push", 1, heap().program(|call| call.heap.push(call.key)));
    rows("leftist heap pop", 1, heap().program(|call| call.heap.pop()));
    let list = search::<ListCall>(sizes(&[3, 5, 7, 10, 20, 50], 1));
    rows("sorted list merge", 1, list.program(|call| call.list.merge(&mut call.other)));
    println!();
}
