//! Search trees and sorted lists as values of Rust types: each made of the one before, and each by itself.

use std::hint::black_box;

use dpgen::{Algorithm, DpGen, Generator, Int, Structures};

#[derive(DpGen)]
#[dpgen(rep_ok = is_sorted)]
enum List {
    Nil,
    Cons(#[dpgen(range = 1..=n)] i64, Box<List>),
}

fn is_sorted(list: ListView) -> bool {
    match list {
        ListView::Nil => true,
        ListView::Cons(first, rest) => rest.get(head).is_none_or(|second| first <= second),
    }
}

fn head(list: ListView) -> Option<Int> {
    match list {
        ListView::Nil => None,
        ListView::Cons(first, _) => Some(first),
    }
}

#[derive(DpGen)]
#[dpgen(rep_ok = is_ordered)]
enum Tree {
    Leaf,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..=n)]
        key: i64,
        right: Box<Tree>,
    },
}

fn is_ordered(tree: TreeView) -> bool {
    match tree {
        TreeView::Leaf => true,
        TreeView::Node { left, key, right } => {
            left.get(greatest).is_none_or(|greatest| greatest < key)
                && right.get(least).is_none_or(|least| key < least)
        }
    }
}

fn least(tree: TreeView) -> Option<Int> {
    match tree {
        TreeView::Leaf => None,
        TreeView::Node { left, key, .. } => left.get(least).or(Some(key)),
    }
}

fn greatest(tree: TreeView) -> Option<Int> {
    match tree {
        TreeView::Leaf => None,
        TreeView::Node { right, key, .. } => right.get(greatest).or(Some(key)),
    }
}

fn built<T: DpGen>(size: u32) -> Structures<T> {
    Generator::up_to(size).algorithm(Algorithm::Quotient).threads(1).build().unwrap()
}

fn visited_in_place<T: DpGen>(size: u32) -> u32 {
    let mut visited = 0;
    built::<T>(size).for_each_size(size, |value| {
        black_box(value);
        visited += 1;
    });
    visited
}

fn visited_in_boxes<T: DpGen>(size: u32) -> u32 {
    let mut visited = 0;
    for value in built::<T>(size).iter_size(size) {
        black_box(value);
        visited += 1;
    }
    visited
}

/// OEIS A000108 and C(2n - 1, n).
pub fn in_place() {
    assert_eq!((visited_in_place::<Tree>(10), visited_in_place::<List>(9)), (16_796, 24_310));
}

/// The same numbers.
pub fn in_boxes() {
    assert_eq!((visited_in_boxes::<Tree>(10), visited_in_boxes::<List>(9)), (16_796, 24_310));
}
