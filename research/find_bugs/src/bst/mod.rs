//! A binary search tree that maps keys to values, and the bugs that can be put into it.
//!
//! Bugs of these kinds are known from Hughes, *How to Specify It!* (TFP 2019), and ETNA (Shi et al., ICFP 2023).

mod cases;

pub use cases::hunt;

use std::rc::Rc;

use dpgen::prelude::*;

/// The bugs, from number 1 on.
pub const BUGS: [&str; 12] = [
    "insert replaces the whole tree",
    "insert keeps the old value of a key",
    "insert puts small keys to the right",
    "insert gives a known key a second node",
    "delete loses the left part of a node without right part",
    "delete copies the predecessor, and leaves it below",
    "delete looks left for great keys",
    "delete loses the left part of the right part",
    "delete loses what was right of the successor",
    "union prefers the right tree's values",
    "union does not split the right tree",
    "union keeps common keys in both parts",
];

pub type Link = Rc<Tree>;

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = ordered)]
pub enum Tree {
    Leaf,
    Node {
        left: Link,
        #[dpgen(range = 0..=n)]
        key: i64,
        #[dpgen(range = 0..=1)]
        value: u8,
        right: Link,
    },
}

// What dpgen is told: which trees are search trees.

fn ordered(tree: TreeView) -> bool {
    let TreeView::Node { left, key, right, .. } = tree else { return true };
    left.get(greatest).is_none_or(|greatest| greatest < key)
        && right.get(least).is_none_or(|least| key < least)
}

fn least(tree: TreeView) -> Option<Int> {
    let TreeView::Node { left, key, .. } = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: TreeView) -> Option<Int> {
    let TreeView::Node { key, right, .. } = tree else { return None };
    right.get(greatest).or(Some(key))
}

// The operations; without a bug, `BUG` is 0.

pub fn leaf() -> Link {
    Rc::new(Tree::Leaf)
}

fn node(left: &Link, key: i64, value: u8, right: &Link) -> Link {
    Rc::new(Tree::Node { left: left.clone(), key, value, right: right.clone() })
}

pub fn insert<const BUG: u8>(tree: &Link, new: i64, to: u8) -> Link {
    let single = || node(&leaf(), new, to, &leaf());
    let Tree::Node { left, key, value, right } = &**tree else { return single() };
    if BUG == 1 {
        return single();
    }
    if new < *key {
        match BUG {
            3 => node(left, *key, *value, &insert::<BUG>(right, new, to)),
            _ => node(&insert::<BUG>(left, new, to), *key, *value, right),
        }
    } else if new > *key || BUG == 4 {
        node(left, *key, *value, &insert::<BUG>(right, new, to))
    } else {
        node(left, *key, if BUG == 2 { *value } else { to }, right)
    }
}

/// Without the greatest key; and that key, with its value.
fn without_greatest(tree: &Link) -> (Link, Option<(i64, u8)>) {
    let Tree::Node { left, key, value, right } = &**tree else { return (leaf(), None) };
    match without_greatest(right) {
        (_, None) => (left.clone(), Some((*key, *value))),
        (rest, found) => (node(left, *key, *value, &rest), found),
    }
}

/// Without the least key; and that key, with its value.
fn without_least<const BUG: u8>(tree: &Link) -> (Link, Option<(i64, u8)>) {
    let Tree::Node { left, key, value, right } = &**tree else { return (leaf(), None) };
    match without_least::<BUG>(left) {
        (_, None) if BUG == 9 => (leaf(), Some((*key, *value))),
        (_, None) => (right.clone(), Some((*key, *value))),
        (rest, found) => (node(&rest, *key, *value, right), found),
    }
}

/// Both trees as one, where all keys of the first are less than those of the second.
fn join<const BUG: u8>(left: &Link, right: &Link) -> Link {
    if **right == Tree::Leaf {
        return if BUG == 5 { leaf() } else { left.clone() };
    }
    if BUG == 6
        && let (_, Some((key, value))) = without_greatest(left)
    {
        return node(left, key, value, right);
    }
    if BUG == 8
        && let Tree::Node { key, value, right, .. } = &**right
    {
        return node(left, *key, *value, right);
    }
    match without_least::<BUG>(right) {
        (rest, Some((key, value))) => node(left, key, value, &rest),
        (_, None) => left.clone(),
    }
}

pub fn delete<const BUG: u8>(tree: &Link, old: i64) -> Link {
    let Tree::Node { left, key, value, right } = &**tree else { return leaf() };
    if old < *key || (BUG == 7 && old > *key) {
        node(&delete::<BUG>(left, old), *key, *value, right)
    } else if old > *key {
        node(left, *key, *value, &delete::<BUG>(right, old))
    } else {
        join::<BUG>(left, right)
    }
}

/// What is below a key, the key's value, and what is above it.
fn split<const BUG: u8>(tree: &Link, at: i64) -> (Link, Option<u8>, Link) {
    let Tree::Node { left, key, value, right } = &**tree else { return (leaf(), None, leaf()) };
    if at < *key {
        let (below, found, above) = split::<BUG>(left, at);
        (below, found, node(&above, *key, *value, right))
    } else if at > *key {
        let (below, found, above) = split::<BUG>(right, at);
        (node(left, *key, *value, &below), found, above)
    } else if BUG == 12 {
        (left.clone(), Some(*value), node(&leaf(), *key, *value, right))
    } else {
        (left.clone(), Some(*value), right.clone())
    }
}

/// All keys of both trees; of a common key, the value in the first.
pub fn union<const BUG: u8>(tree: &Link, other: &Link) -> Link {
    let Tree::Node { left, key, value, right } = &**tree else { return other.clone() };
    if BUG == 11
        && let Tree::Node { left: below, right: above, .. } = &**other
    {
        return node(&union::<BUG>(left, below), *key, *value, &union::<BUG>(right, above));
    }
    let (below, found, above) = split::<BUG>(other, *key);
    let value = if BUG == 10 { found.unwrap_or(*value) } else { *value };
    node(&union::<BUG>(left, &below), *key, value, &union::<BUG>(right, &above))
}

impl Tree {
    pub fn nodes(&self) -> u64 {
        match self {
            Self::Leaf => 0,
            Self::Node { left, right, .. } => left.nodes() + 1 + right.nodes(),
        }
    }

    /// Keys and values from left to right; the same keys stay.
    pub fn entries(&self) -> Vec<(i64, u8)> {
        match self {
            Self::Leaf => Vec::new(),
            Self::Node { left, key, value, right } => {
                let mut entries = left.entries();
                entries.push((*key, *value));
                entries.extend(right.entries());
                entries
            }
        }
    }
}
