//! Binary search trees with distinct keys from `1..=n`.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = in_order)]
pub enum Tree {
    Leaf,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..=n)]
        key: i64,
        right: Box<Tree>,
    },
}

fn in_order(tree: TreeView) -> bool {
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
        TreeView::Node { key, right, .. } => right.get(greatest).or(Some(key)),
    }
}

pub const CASE: Case<Tree> = Case::new("search tree", any, valid, place).sizes(4, 5);

fn any(from: &mut Odometer) -> Option<Tree> {
    if !from.more(1)? {
        return Some(Tree::Leaf);
    }
    let left = Box::new(any(from)?);
    let key = from.int(1, from.n)?;
    Some(Tree::Node { left, key, right: Box::new(any(from)?) })
}

/// The keys from left to right.
pub fn keys(tree: &Tree) -> Vec<i64> {
    match tree {
        Tree::Leaf => Vec::new(),
        Tree::Node { left, key, right } => [keys(left), vec![*key], keys(right)].concat(),
    }
}

fn valid(tree: &Tree) -> bool {
    keys(tree).is_sorted_by(|a, b| a < b)
}

fn nodes(tree: &Tree) -> u32 {
    u32::try_from(keys(tree).len()).unwrap()
}

fn place(tree: &Tree) -> Vec<u32> {
    match tree {
        Tree::Leaf => vec![0, 0],
        Tree::Node { left, right, .. } => vec![nodes(tree), 1, nodes(left), nodes(right)],
    }
}
