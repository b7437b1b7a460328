//! Arguments of tests that are placed around the integers of another one.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone)]
#[dpgen(rep_ok = ordered)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[dpgen(range = 1..=keys)] i64, Box<Tree>),
}

fn ordered(tree: TreeView) -> bool {
    let TreeView::Node(left, key, right) = tree else { return true };
    left.get(greatest).is_none_or(|other| other < key) && right.get(least).is_none_or(|other| key < other)
}

fn least(tree: TreeView) -> Option<Int> {
    let TreeView::Node(left, key, _) = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: TreeView) -> Option<Int> {
    let TreeView::Node(_, key, right) = tree else { return None };
    right.get(greatest).or(Some(key))
}

impl Tree {
    fn keys(&self) -> Vec<i64> {
        let Self::Node(left, key, right) = self else { return Vec::new() };
        left.keys().into_iter().chain([*key]).chain(right.keys()).collect()
    }

    /// The number of keys below, and whether it is one of them.
    fn place(&self, key: i64) -> (usize, bool) {
        let keys = self.keys();
        (keys.iter().filter(|other| **other < key).count(), keys.contains(&key))
    }
}

thread_local! {
    static SEEN: RefCell<BTreeMap<String, BTreeSet<(usize, bool)>>> = RefCell::default();
}

fn see(tree: &Tree, key: i64) {
    let new =
        SEEN.with_borrow_mut(|seen| seen.entry(format!("{tree:?}")).or_default().insert(tree.place(key)));
    assert!(new, "a place comes twice");
}

// Catalan numbers of shapes 1, 1, 2, 5, each with 2 k + 1 places.
#[dpgen::test(max_size = 3, expect = 49, fields = symbolic, param(keys = 9))]
fn each_place_comes_once_with_symbolic_keys(
    tree: &Tree,
    #[dpgen(around = tree, range = 0..=keys + 1)] key: i64,
) {
    assert!((0..=10).contains(&key));
    // The trees are solved anew for each place, so that shapes are many trees.
    assert!(tree.keys().is_sorted());
}

// 1 tree with 1 place; 3 trees of a key, each with 3 places; of the 3 pairs of keys two have no gap between, and each has
// 2 shapes: 2 (4 + 4 + 5); and 5 trees of all keys, without gaps: 3 + 2 places.
#[dpgen::test(max_size = 3, expect = 61, param(keys = 3))]
fn each_place_that_exists_comes_once(tree: &Tree, #[dpgen(around = tree, range = 0..=keys + 1)] key: i64) {
    see(tree, key);
}

#[dpgen::test(max_size = 2, expect = 8)]
fn several_arguments_and_types(
    #[dpgen(values = [4, 6])] number: u8,
    #[dpgen(around = number, range = 0..=9)] other: u16,
    #[dpgen(around = other, values = [6, 7])] last: i64,
) {
    // Around 4: 0, 4, 5; around 6: 0, 6, 7. Around those, among 6 and 7: the least, the number, the next; 3 and 5 of them.
    assert!([0, u16::from(number), u16::from(number) + 1].contains(&other));
    assert!(last == 6 || last == i64::from(other) || last == i64::from(other) + 1);
}
