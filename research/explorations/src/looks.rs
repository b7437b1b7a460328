//! Searches by programs that look: all paths over views, beside all paths one shape at a time.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use dpgen::explore::{Explorer, Suite};
use dpgen::prelude::*;

use crate::programs::avl::{Avl, AvlCall, AvlCallView, AvlView};
use crate::programs::bst::{Bst, BstCall, BstCallView, BstView};
use crate::programs::list::{List, ListCall, ListCallView, ListView};

fn in_bst(tree: BstView, key: Int) -> bool {
    let BstView::Node { left, key: here, right } = tree else { return false };
    match key.cmp(&here) {
        Ordering::Less => in_bst(left.view(), key),
        Ordering::Equal => true,
        Ordering::Greater => in_bst(right.view(), key),
    }
}

fn in_bst_value(tree: &Bst, key: Int) -> bool {
    let Bst::Node { left, key: here, right } = tree else { return false };
    match key.cmp(here) {
        Ordering::Less => in_bst_value(left, key),
        Ordering::Equal => true,
        Ordering::Greater => in_bst_value(right, key),
    }
}

fn in_avl(tree: AvlView, key: Int) -> bool {
    let AvlView::Node { left, key: here, right } = tree else { return false };
    match key.cmp(&here) {
        Ordering::Less => in_avl(left.view(), key),
        Ordering::Equal => true,
        Ordering::Greater => in_avl(right.view(), key),
    }
}

fn in_avl_value(tree: &Avl, key: Int) -> bool {
    let Avl::Node { left, key: here, right } = tree else { return false };
    match key.cmp(here) {
        Ordering::Less => in_avl_value(left, key),
        Ordering::Equal => true,
        Ordering::Greater => in_avl_value(right, key),
    }
}

fn in_list(list: ListView, key: Int) -> bool {
    let ListView::Cons { first, rest } = list else { return false };
    match first.cmp(&key) {
        Ordering::Less => in_list(rest.view(), key),
        way => way == Ordering::Equal,
    }
}

fn in_list_value(list: &List, key: Int) -> bool {
    let List::Cons { first, rest } = list else { return false };
    match first.cmp(&key) {
        Ordering::Less => in_list_value(rest, key),
        way => way == Ordering::Equal,
    }
}

fn timed<T: DpGen>(explore: impl FnOnce() -> Suite<T>) -> (usize, Duration) {
    let begin = Instant::now();
    let suite = explore();
    assert!(suite.is_complete() && suite.explored().failed == 0);
    (suite.explored().paths.len(), begin.elapsed())
}

fn row(name: &str, size: u32, looks: (usize, Duration), shapes: (usize, Duration)) {
    println!("| {name} | {size} | {} | {:.1?} | {} | {:.1?} |", looks.0, looks.1, shapes.0, shapes.1);
}

pub fn run(is_whole: bool) {
    println!("Searches, up to so many nodes: paths over views, and one shape at a time");
    println!("| program | nodes | paths that look | time | paths by shape | time |");
    println!("|---|--:|--:|--:|--:|--:|");
    for nodes in if is_whole { vec![5, 7, 9, 11] } else { vec![3] } {
        let explorer = || Explorer::<BstCall>::up_to(nodes).param("keys", 1000);
        let looks =
            timed(|| explorer().views(|call: BstCallView| in_bst(call.tree.view(), call.key)).unwrap());
        assert_eq!(looks.0, 3 * (1 << nodes) - 2);
        let shapes =
            timed(|| explorer().run(|call: &mut BstCall| in_bst_value(&call.tree, call.key)).unwrap());
        row("search tree", nodes, looks, shapes);
    }
    for nodes in if is_whole { vec![7, 11, 15] } else { vec![3] } {
        let explorer = || Explorer::<AvlCall>::up_to(nodes + 1);
        let looks =
            timed(|| explorer().views(|call: AvlCallView| in_avl(call.tree.view(), call.key)).unwrap());
        let shapes =
            timed(|| explorer().run(|call: &mut AvlCall| in_avl_value(&call.tree, call.key)).unwrap());
        row("AVL tree", nodes, looks, shapes);
    }
    for nodes in if is_whole { vec![7, 15] } else { vec![3] } {
        let explorer = || Explorer::<ListCall>::up_to(nodes + 1);
        let looks =
            timed(|| explorer().views(|call: ListCallView| in_list(call.list.view(), call.key)).unwrap());
        let shapes =
            timed(|| explorer().run(|call: &mut ListCall| in_list_value(&call.list, call.key)).unwrap());
        row("sorted list, another beside it", nodes, looks, shapes);
    }
    println!();
}
