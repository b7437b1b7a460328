//! AVL trees with keys from 1 to the maximum size, as an interface with `insert` and `remove`.

use dpgen::prelude::*;
use dpgen_worlds::{StateError, StateSpace};

/// A tree whose subtrees differ by at most 1 in height at each node.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = is_avl)]
pub enum Tree {
    /// No node.
    Nil,
    /// A node.
    Node {
        /// Its key.
        #[dpgen(range = 1..=n)]
        key: i64,
        /// Smaller keys.
        left: Box<Tree>,
        /// Greater keys.
        right: Box<Tree>,
    },
}

fn is_avl(tree: TreeView) -> bool {
    let TreeView::Node { key, left, right } = tree else { return true };
    left.get(levels).abs_diff(right.get(levels)) <= 1
        && left.get(greatest).is_none_or(|greatest| greatest < key)
        && right.get(least).is_none_or(|least| key < least)
}

fn levels(tree: TreeView) -> u32 {
    let TreeView::Node { left, right, .. } = tree else { return 0 };
    1 + left.get(levels).max(right.get(levels))
}

fn least(tree: TreeView) -> Option<Int> {
    let TreeView::Node { key, left, .. } = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: TreeView) -> Option<Int> {
    let TreeView::Node { key, right, .. } = tree else { return None };
    right.get(greatest).or(Some(key))
}

/// The calls of the interface.
#[derive(DpGen, Debug, Clone, Copy, PartialEq)]
pub enum Call {
    /// Puts a key in.
    Insert(#[dpgen(range = 1..=keys)] i64),
    /// Takes a key out.
    Remove(#[dpgen(range = 1..=keys)] i64),
}

fn height(tree: &Tree) -> i64 {
    match tree {
        Tree::Nil => 0,
        Tree::Node { left, right, .. } => 1 + height(left).max(height(right)),
    }
}

fn node(key: i64, left: Tree, right: Tree) -> Tree {
    Tree::Node { key, left: Box::new(left), right: Box::new(right) }
}

/// A node one of whose parts may be two levels higher than the other: rotated once or twice.
fn balanced(key: i64, left: Tree, right: Tree) -> Tree {
    match (height(&left) - height(&right), left, right) {
        (2.., Tree::Node { key: x, left: a, right: b }, right) => match (height(&a) < height(&b), *b) {
            (true, Tree::Node { key: y, left: b, right: c }) => {
                node(y, node(x, *a, *b), node(key, *c, right))
            }
            (_, b) => node(x, *a, node(key, b, right)),
        },
        (..=-2, left, Tree::Node { key: z, left: c, right: d }) => match (height(&c) > height(&d), *c) {
            (true, Tree::Node { key: y, left: b, right: c }) => node(y, node(key, left, *b), node(z, *c, *d)),
            (_, c) => node(z, node(key, left, c), *d),
        },
        (_, left, right) => node(key, left, right),
    }
}

/// The tree with a key put in.
pub fn insert(tree: Tree, new: i64) -> Tree {
    match tree {
        Tree::Nil => node(new, Tree::Nil, Tree::Nil),
        Tree::Node { key, left, right } if new < key => balanced(key, insert(*left, new), *right),
        Tree::Node { key, left, right } if new > key => balanced(key, *left, insert(*right, new)),
        same => same,
    }
}

/// The tree with a key taken out.
pub fn remove(tree: Tree, old: i64) -> Tree {
    let Tree::Node { key, left, right } = tree else { return Tree::Nil };
    if old < key {
        return balanced(key, remove(*left, old), *right);
    }
    if old > key {
        return balanced(key, *left, remove(*right, old));
    }
    match smallest(&right) {
        None => *left,
        Some(next) => balanced(next, *left, remove(*right, next)),
    }
}

fn smallest(tree: &Tree) -> Option<i64> {
    let Tree::Node { key, left, .. } = tree else { return None };
    smallest(left).or(Some(*key))
}

/// All states with at most so many keys, and the trees that they are among.
pub fn states(keys: u32) -> Result<(Structures<Tree>, StateSpace<Call>), Box<dyn std::error::Error>> {
    let trees = Generator::<Tree>::up_to(keys).build()?;
    let calls = Generator::<Call>::up_to(1).param("keys", keys.into()).build()?.iter().collect();
    let space: Result<_, StateError> = StateSpace::new(&trees, calls, Tree::Nil, |tree, call| match *call {
        Call::Insert(key) => insert(tree, key),
        Call::Remove(key) => remove(tree, key),
    });
    Ok((trees, space?))
}
