//! Kahrs' deletion from a red-black tree (*Red-Black Trees with Types*, JFP 2001).
//!
//! Deleting below a black node makes its part one black node lower; `lower_left` and `lower_right` make up for that.

use super::tree::{Color, Link, Tree, balance, black, blackened, leaf, parts, red};

pub fn delete<const BUG: u8>(tree: &Link, old: i64) -> Link {
    let tree = deleted::<BUG>(tree, old);
    if BUG == 8 { tree } else { blackened(&tree) }
}

fn deleted<const BUG: u8>(tree: &Link, old: i64) -> Link {
    let Tree::Node { left, key, right, .. } = &**tree else { return leaf() };
    let is_black = |part| parts(part, Color::Black).is_some();
    if old < *key {
        let rest = deleted::<BUG>(left, old);
        if is_black(left) && BUG != 9 {
            lower_left::<BUG>(&rest, *key, right)
        } else {
            red(&rest, *key, right)
        }
    } else if old > *key {
        let rest = deleted::<BUG>(right, old);
        if is_black(right) { lower_right::<BUG>(left, *key, &rest) } else { red(left, *key, &rest) }
    } else {
        join::<BUG>(left, right)
    }
}

/// A black node as a red one.
fn reddened(tree: &Link) -> Link {
    match parts(tree, Color::Black) {
        Some((left, key, right)) => red(left, key, right),
        None => tree.clone(),
    }
}

/// A node whose left part is one black node lower than its right part.
fn lower_left<const BUG: u8>(left: &Link, key: i64, right: &Link) -> Link {
    if let Some((a, x, b)) = parts(left, Color::Red) {
        return red(&black(a, x, b), key, right);
    }
    if let Some((a, y, b)) = parts(right, Color::Black) {
        let sibling = if BUG == 10 { right.clone() } else { red(a, y, b) };
        return balance::<BUG>(left, key, &sibling);
    }
    if let Some((inner, z, far)) = parts(right, Color::Red)
        && let Some((a, y, b)) = parts(inner, Color::Black)
    {
        let far = if BUG == 11 { far.clone() } else { reddened(far) };
        return red(&black(left, key, a), y, &balance::<BUG>(b, z, &far));
    }
    black(left, key, right)
}

/// The same, with the sides exchanged.
fn lower_right<const BUG: u8>(left: &Link, key: i64, right: &Link) -> Link {
    if let Some((b, y, c)) = parts(right, Color::Red) {
        return red(left, key, &black(b, y, c));
    }
    if let Some((a, x, b)) = parts(left, Color::Black) {
        return balance::<BUG>(&red(a, x, b), key, right);
    }
    if let Some((far, x, inner)) = parts(left, Color::Red)
        && let Some((b, y, c)) = parts(inner, Color::Black)
    {
        return red(&balance::<BUG>(&reddened(far), x, b), y, &black(c, key, right));
    }
    black(left, key, right)
}

/// Both parts of a node that is gone, as one tree.
fn join<const BUG: u8>(left: &Link, right: &Link) -> Link {
    let ((color, a, x, b), (other, c, y, d)) = match (&**left, &**right) {
        (Tree::Leaf, _) => return right.clone(),
        (_, Tree::Leaf) => return left.clone(),
        (
            Tree::Node { color, left: a, key: x, right: b },
            Tree::Node { color: other, left: c, key: y, right: d },
        ) => ((*color, a, *x, b), (*other, c, *y, d)),
    };
    match (color, other) {
        (Color::Black, Color::Red) => red(&join::<BUG>(left, c), y, d),
        (Color::Red, Color::Black) => red(a, x, &join::<BUG>(b, right)),
        (color, _) => {
            let middle = join::<BUG>(b, c);
            let outer = if color == Color::Red { red } else { black };
            match parts(&middle, Color::Red) {
                Some((b, z, c)) => {
                    let (b, c) = if BUG == 12 { (c, b) } else { (b, c) };
                    red(&outer(a, x, b), z, &outer(c, y, d))
                }
                None if color == Color::Red => red(a, x, &red(&middle, y, d)),
                None if BUG == 13 => black(a, x, &black(&middle, y, d)),
                None => lower_left::<BUG>(a, x, &black(&middle, y, d)),
            }
        }
    }
}
