//! AVL trees (Adelson-Velsky and Landis, 1962): search trees in which the heights of two siblings differ by one at most.

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone, Default)]
#[dpgen(rep_ok = is_avl)]
pub enum Avl {
    #[default]
    Leaf,
    Node {
        left: Box<Avl>,
        #[dpgen(range = 0..=1000)]
        key: Int,
        right: Box<Avl>,
    },
}

fn is_avl(tree: AvlView) -> bool {
    let AvlView::Node { left, key, right } = tree else { return true };
    left.get(height).abs_diff(right.get(height)) <= 1
        && left.get(greatest).is_none_or(|below| below < key)
        && right.get(least).is_none_or(|above| key < above)
}

fn height(tree: AvlView) -> u32 {
    let AvlView::Node { left, right, .. } = tree else { return 0 };
    1 + left.get(height).max(right.get(height))
}

fn least(tree: AvlView) -> Option<Int> {
    let AvlView::Node { left, key, .. } = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: AvlView) -> Option<Int> {
    let AvlView::Node { right, key, .. } = tree else { return None };
    right.get(greatest).or(Some(key))
}

/// A tree, and a key to insert, delete or find.
#[derive(DpGen, Debug)]
pub struct AvlCall {
    pub tree: Avl,
    #[dpgen(range = 0..=1000)]
    pub key: Int,
}

impl Avl {
    fn height(&self) -> u32 {
        let Self::Node { left, right, .. } = self else { return 0 };
        1 + left.height().max(right.height())
    }

    fn node(left: Self, key: Int, right: Self) -> Self {
        Self::Node { left: Box::new(left), key, right: Box::new(right) }
    }

    /// How much higher the left part is.
    fn tilt(&self) -> i64 {
        let Self::Node { left, right, .. } = self else { return 0 };
        i64::from(left.height()) - i64::from(right.height())
    }

    #[dpgen::cover]
    pub fn insert(&mut self, key: Int) -> bool {
        let Self::Node { left, key: here, right } = self else {
            *self = Self::node(Self::Leaf, key, Self::Leaf);
            return true;
        };
        let is_new = match key.cmp(here) {
            std::cmp::Ordering::Less => left.insert(key),
            std::cmp::Ordering::Equal => false,
            std::cmp::Ordering::Greater => right.insert(key),
        };
        if is_new {
            self.rebalance();
        }
        is_new
    }

    #[dpgen::cover]
    pub fn remove(&mut self, key: Int) -> bool {
        let Self::Node { left, key: here, right } = self else { return false };
        let is_there = match key.cmp(here) {
            std::cmp::Ordering::Less => left.remove(key),
            std::cmp::Ordering::Greater => right.remove(key),
            std::cmp::Ordering::Equal => {
                if let Some(least) = right.take_least() {
                    *here = least;
                } else {
                    *self = std::mem::take(&mut **left);
                }
                true
            }
        };
        if is_there {
            self.rebalance();
        }
        is_there
    }

    #[dpgen::cover]
    fn take_least(&mut self) -> Option<Int> {
        let Self::Node { left, key, right } = self else { return None };
        if let Some(least) = left.take_least() {
            self.rebalance();
            return Some(least);
        }
        let key = *key;
        *self = std::mem::take(&mut **right);
        Some(key)
    }

    #[dpgen::cover]
    pub fn contains(&self, key: Int) -> bool {
        let mut tree = self;
        while let Self::Node { left, key: here, right } = tree {
            if key == *here {
                return true;
            }
            tree = if key < *here { left } else { right };
        }
        false
    }

    /// The same, with one comparison for each node on the way.
    pub fn find(&self, key: Int) -> bool {
        let mut tree = self;
        while let Self::Node { left, key: here, right } = tree {
            tree = match key.cmp(here) {
                std::cmp::Ordering::Less => left,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => right,
            };
        }
        false
    }

    #[dpgen::cover]
    fn rebalance(&mut self) {
        let tilt = self.tilt();
        let Self::Node { left, right, .. } = self else { return };
        if tilt > 1 {
            if left.tilt() < 0 {
                left.rotate_left();
            }
            self.rotate_right();
        } else if tilt < -1 {
            if right.tilt() > 0 {
                right.rotate_right();
            }
            self.rotate_left();
        }
    }

    fn rotate_right(&mut self) {
        let Self::Node { left, key, right } = std::mem::take(self) else { return };
        let Self::Node { left: far, key: top, right: middle } = *left else { return };
        *self = Self::node(*far, top, Self::node(*middle, key, *right));
    }

    fn rotate_left(&mut self) {
        let Self::Node { left, key, right } = std::mem::take(self) else { return };
        let Self::Node { left: middle, key: top, right: far } = *right else { return };
        *self = Self::node(Self::node(*left, key, *middle), top, *far);
    }
}
