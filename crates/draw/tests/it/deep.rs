//! Trees deeper than a stack: 100,000 levels, in every drawing, on a thread with little stack.

use std::thread;

use dpgen_draw::{Parts, Svg, Text, columns, dot};

use crate::trees;

const LEVELS: usize = 100_000;

#[test]
fn deep_trees_are_drawn_with_a_small_stack() {
    let work = || {
        let [chain, comb] = trees::deep(LEVELS);
        // A chain is narrow: it stands upright, with an edge between any two nodes.
        let text = Text::new().draw(&chain);
        assert_eq!(text.lines().count(), 2 * LEVELS + 1);
        assert!(text.lines().all(|line| columns(line) <= 9));
        // What is too wide is indented, by a bounded number of levels.
        let text = Text::new().draw(&comb);
        assert_eq!(text.lines().count(), 2 * LEVELS + 1);
        assert!(text.lines().all(|line| columns(line) <= 75), "indented without end");
        assert!(text.ends_with("└── ·\n"));
        for tree in [chain, comb] {
            assert!(Svg::file("deep").draw(&tree).len() < 1000 * LEVELS);
            assert!(dot(&tree, "deep", Parts::Each).len() < 200 * LEVELS);
            assert!(dot(&tree, "deep", Parts::Shared).len() < 200 * LEVELS);
            drop(tree.clone());
        }
    };
    thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn levels_that_are_left_out_are_counted() {
    let [_, comb] = trees::deep(12);
    let text = Text::new().width(10).draw(&comb);
    let last = text.lines().last().unwrap();
    assert_eq!(last, format!("…3 {}└── ·", "    ".repeat(8)));
}
