//! Binary trees in which each node stores the number of its nodes.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = stores_its_size)]
pub enum Tree {
    Nil,
    Node {
        #[dpgen(range = 1..=n)]
        size: i64,
        left: Box<Tree>,
        right: Box<Tree>,
    },
}

fn stores_its_size(tree: TreeView) -> bool {
    match tree {
        TreeView::Nil => true,
        TreeView::Node { size, left, right } => size == left.get(size_of) + right.get(size_of) + 1,
    }
}

fn size_of(tree: TreeView) -> Int {
    match tree {
        TreeView::Nil => 0.into(),
        TreeView::Node { size, .. } => size,
    }
}

pub const CASE: Case<Tree> = Case::new("binary tree", any, valid, place).sizes(5, 6);

fn any(from: &mut Odometer) -> Option<Tree> {
    if !from.more(1)? {
        return Some(Tree::Nil);
    }
    let size = from.int(1, from.n)?;
    Some(Tree::Node { size, left: Box::new(any(from)?), right: Box::new(any(from)?) })
}

/// The stored sizes of a tree's nodes.
fn stored(tree: &Tree) -> Vec<i64> {
    match tree {
        Tree::Nil => Vec::new(),
        Tree::Node { size, left, right } => [vec![*size], stored(left), stored(right)].concat(),
    }
}

fn valid(tree: &Tree) -> bool {
    let mut open = vec![tree];
    while let Some(tree) = open.pop() {
        if let Tree::Node { size, left, right } = tree {
            if usize::try_from(*size) != Ok(stored(tree).len()) {
                return false;
            }
            open.extend([&**left, &**right]);
        }
    }
    true
}

fn nodes(tree: &Tree) -> u32 {
    u32::try_from(stored(tree).len()).unwrap()
}

fn place(tree: &Tree) -> Vec<u32> {
    match tree {
        Tree::Nil => vec![0, 0],
        Tree::Node { left, right, .. } => vec![nodes(tree), 1, nodes(left), nodes(right)],
    }
}
