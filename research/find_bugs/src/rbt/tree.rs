//! A red-black tree of keys: what dpgen is told of it, and Okasaki's insertion (*Red-Black Trees in a Functional Setting*, JFP
//! 1999). `BUG` puts one of the bugs of `mod.rs` in, and 0 none.

use std::rc::Rc;

use dpgen::prelude::*;

pub type Link = Rc<Tree>;

#[derive(DpGen, Debug, Clone, Copy, PartialEq)]
pub enum Color {
    Red,
    Black,
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = balanced, root_ok = is_black)]
pub enum Tree {
    Leaf,
    Node {
        color: Color,
        left: Link,
        #[dpgen(range = 0..=n)]
        key: i64,
        right: Link,
    },
}

// What dpgen is told: which trees are red-black trees.

fn balanced(tree: TreeView) -> bool {
    let TreeView::Node { color, left, key, right } = tree else { return true };
    left.get(black_height) == right.get(black_height)
        && !(color == Color::Red && (left.get(is_red) || right.get(is_red)))
        && left.get(greatest).is_none_or(|greatest| greatest < key)
        && right.get(least).is_none_or(|least| key < least)
}

pub fn is_red(tree: TreeView) -> bool {
    matches!(tree, TreeView::Node { color, .. } if color == Color::Red)
}

fn is_black(tree: TreeView) -> bool {
    !is_red(tree)
}

fn black_height(tree: TreeView) -> u32 {
    let TreeView::Node { color, left, .. } = tree else { return 0 };
    left.get(black_height) + u32::from(color == Color::Black)
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

fn node(color: Color, left: &Link, key: i64, right: &Link) -> Link {
    Rc::new(Tree::Node { color, left: left.clone(), key, right: right.clone() })
}

pub fn red(left: &Link, key: i64, right: &Link) -> Link {
    node(Color::Red, left, key, right)
}

pub fn black(left: &Link, key: i64, right: &Link) -> Link {
    node(Color::Black, left, key, right)
}

/// The parts of a node of this colour.
pub fn parts(tree: &Link, wanted: Color) -> Option<(&Link, i64, &Link)> {
    match &**tree {
        Tree::Node { color, left, key, right } if *color == wanted => Some((left, *key, right)),
        _ => None,
    }
}

pub fn blackened(tree: &Link) -> Link {
    match parts(tree, Color::Red) {
        Some((left, key, right)) => black(left, key, right),
        None => tree.clone(),
    }
}

/// A black node, of which one part may be red with a red part; or a red node with black parts in its place.
pub fn balance<const BUG: u8>(left: &Link, key: i64, right: &Link) -> Link {
    let lifted = |a: &Link, x, b: &Link, y, c: &Link, z, d: &Link| {
        let low = if BUG == 6 { red(a, x, b) } else { black(a, x, b) };
        red(&low, y, &black(c, z, d))
    };
    let (on_left, on_right) = (parts(left, Color::Red), parts(right, Color::Red));
    if let (Some((a, x, b)), Some((c, z, d))) = (on_left, on_right) {
        return lifted(a, x, b, key, c, z, d);
    }
    if let Some((outer, x, inner)) = on_left {
        if BUG != 3
            && let Some((a, w, b)) = parts(outer, Color::Red)
        {
            return lifted(a, w, b, x, inner, key, right);
        }
        if let Some((b, y, c)) = parts(inner, Color::Red) {
            let (b, c) = if BUG == 5 { (c, b) } else { (b, c) };
            return lifted(outer, x, b, y, c, key, right);
        }
    }
    if let Some((inner, z, outer)) = on_right {
        if let Some((c, w, d)) = parts(outer, Color::Red) {
            return lifted(left, key, inner, z, c, w, d);
        }
        if BUG != 4
            && let Some((b, y, c)) = parts(inner, Color::Red)
        {
            return lifted(left, key, b, y, c, z, outer);
        }
    }
    black(left, key, right)
}

fn inserted<const BUG: u8>(tree: &Link, new: i64) -> Link {
    let Tree::Node { color, left, key, right } = &**tree else {
        return node(if BUG == 2 { Color::Black } else { Color::Red }, &leaf(), new, &leaf());
    };
    let join = |left: &Link, right: &Link| match color {
        Color::Black => balance::<BUG>(left, *key, right),
        Color::Red => red(left, *key, right),
    };
    if new < *key {
        join(&inserted::<BUG>(left, new), right)
    } else if new > *key || BUG == 7 {
        join(left, &inserted::<BUG>(right, new))
    } else {
        tree.clone()
    }
}

pub fn insert<const BUG: u8>(tree: &Link, new: i64) -> Link {
    let tree = inserted::<BUG>(tree, new);
    if BUG == 1 { tree } else { blackened(&tree) }
}

/// All keys of both trees.
pub fn union<const BUG: u8>(tree: &Link, other: &Link) -> Link {
    let Tree::Node { left, key, right, .. } = &**other else { return tree.clone() };
    let tree = union::<0>(&union::<0>(tree, left), right);
    if BUG == 14 { tree } else { insert::<BUG>(&tree, *key) }
}

impl Tree {
    pub fn nodes(&self) -> u64 {
        match self {
            Self::Leaf => 0,
            Self::Node { left, right, .. } => left.nodes() + 1 + right.nodes(),
        }
    }

    /// The keys from left to right; the same keys stay.
    pub fn keys(&self) -> Vec<i64> {
        match self {
            Self::Leaf => Vec::new(),
            Self::Node { left, key, right, .. } => {
                let mut keys = left.keys();
                keys.push(*key);
                keys.extend(right.keys());
                keys
            }
        }
    }

    /// Black nodes on every way down, if they are equally many and no red node has a red part.
    pub fn black_nodes(&self) -> Option<u32> {
        let Self::Node { color, left, right, .. } = self else { return Some(0) };
        let is_red = |part: &Link| parts(part, Color::Red).is_some();
        let height = left.black_nodes().filter(|height| right.black_nodes() == Some(*height))?;
        let fits = *color == Color::Black || !(is_red(left) || is_red(right));
        fits.then_some(height + u32::from(*color == Color::Black))
    }
}
