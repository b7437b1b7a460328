//! AVL trees with keys from `1..=n`.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_avl)]
pub enum Tree {
    Nil,
    Node {
        #[dpgen(range = 1..=n)]
        key: i64,
        left: Box<Tree>,
        right: Box<Tree>,
    },
}

fn is_avl(tree: TreeView) -> bool {
    let TreeView::Node { key, left, right } = tree else { return true };
    left.get(height).abs_diff(right.get(height)) <= 1
        && left.get(span).is_none_or(|(_, greatest)| greatest < key)
        && right.get(span).is_none_or(|(least, _)| key < least)
}

fn height(tree: TreeView) -> u32 {
    match tree {
        TreeView::Nil => 0,
        TreeView::Node { left, right, .. } => 1 + left.get(height).max(right.get(height)),
    }
}

/// The least and the greatest key.
fn span(tree: TreeView) -> Option<(Int, Int)> {
    let TreeView::Node { key, left, right } = tree else { return None };
    let least = left.get(span).map_or(key, |(least, _)| least);
    let greatest = right.get(span).map_or(key, |(_, greatest)| greatest);
    Some((least, greatest))
}

pub const CASE: Case<Tree> = Case::new("AVL tree", any, valid, place).sizes(4, 6);

fn any(from: &mut Odometer) -> Option<Tree> {
    if !from.more(1)? {
        return Some(Tree::Nil);
    }
    let key = from.int(1, from.n)?;
    Some(Tree::Node { key, left: Box::new(any(from)?), right: Box::new(any(from)?) })
}

fn keys(tree: &Tree) -> Vec<i64> {
    match tree {
        Tree::Nil => Vec::new(),
        Tree::Node { left, key, right } => [keys(left), vec![*key], keys(right)].concat(),
    }
}

/// How deep each leaf lies.
fn leaves(tree: &Tree) -> Vec<usize> {
    match tree {
        Tree::Nil => vec![0],
        Tree::Node { left, right, .. } => {
            [leaves(left), leaves(right)].concat().iter().map(|depth| depth + 1).collect()
        }
    }
}

fn valid(tree: &Tree) -> bool {
    let mut open = vec![tree];
    while let Some(tree) = open.pop() {
        if let Tree::Node { left, right, .. } = tree {
            let deepest = [left, right].map(|side| leaves(side).into_iter().max());
            if deepest[0].unwrap().abs_diff(deepest[1].unwrap()) > 1 {
                return false;
            }
            open.extend([&**left, &**right]);
        }
    }
    keys(tree).is_sorted_by(|a, b| a < b)
}

fn nodes(tree: &Tree) -> u32 {
    u32::try_from(keys(tree).len()).unwrap()
}

fn place(tree: &Tree) -> Vec<u32> {
    match tree {
        Tree::Nil => vec![0, 0],
        Tree::Node { left, right, .. } => vec![nodes(tree), 1, nodes(left), nodes(right)],
    }
}
