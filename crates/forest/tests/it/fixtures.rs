//! Types with a predicate that several tests build.

use dpgen::prelude::*;

/// Binary trees of a height of at most 3.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = low)]
pub(crate) enum Tree {
    Nil,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..=2)]
        key: i64,
        right: Box<Tree>,
    },
}

fn low(tree: TreeView) -> bool {
    height(tree) <= 3
}

fn height(tree: TreeView) -> u32 {
    let TreeView::Node { left, right, .. } = tree else { return 0 };
    1 + left.get(height).max(right.get(height))
}

/// Many recursive slots, so that productions are cut.
#[derive(DpGen, Debug)]
pub(crate) enum Wide {
    End(bool),
    Many(Box<Wide>, Box<Wide>, Option<Box<Wide>>, Vec<Wide>, Box<Wide>),
}
