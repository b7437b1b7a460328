//! Search trees, as they are: nothing keeps them in balance. The keys are few, so that all trees can be gone through.

use dpgen::prelude::*;

use super::step;

#[derive(DpGen, Debug, Default)]
#[dpgen(rep_ok = is_ordered)]
pub enum Bst {
    #[default]
    Leaf,
    Node {
        left: Box<Bst>,
        #[dpgen(range = 0..=keys)]
        key: Int,
        right: Box<Bst>,
    },
}

fn is_ordered(tree: BstView) -> bool {
    let BstView::Node { left, key, right } = tree else { return true };
    left.get(greatest).is_none_or(|below| below < key) && right.get(least).is_none_or(|above| key < above)
}

fn least(tree: BstView) -> Option<Int> {
    let BstView::Node { left, key, .. } = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: BstView) -> Option<Int> {
    let BstView::Node { right, key, .. } = tree else { return None };
    right.get(greatest).or(Some(key))
}

/// A tree, and a key to insert or to delete; its size is the tree's.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
pub struct BstCall {
    pub tree: Bst,
    #[dpgen(range = 0..=keys)]
    pub key: Int,
}

impl Bst {
    /// Inserts a key: a step, and a comparison, for each node on the way.
    pub fn insert(&mut self, key: Int) {
        let mut tree = self;
        while let Self::Node { left, key: here, right } = tree {
            step();
            tree = match key.cmp(here) {
                std::cmp::Ordering::Less => left,
                std::cmp::Ordering::Equal => return,
                std::cmp::Ordering::Greater => right,
            };
        }
        let leaf = || Box::new(Self::Leaf);
        *tree = Self::Node { left: leaf(), key, right: leaf() };
    }

    /// Deletes a key: a step for each node on the way to it, and on the way to the least key after it.
    pub fn remove(&mut self, key: Int) {
        let Self::Node { left, key: here, right } = self else { return };
        step();
        match key.cmp(here) {
            std::cmp::Ordering::Less => left.remove(key),
            std::cmp::Ordering::Greater => right.remove(key),
            std::cmp::Ordering::Equal => match right.take_least() {
                Some(least) => *here = least,
                None => *self = std::mem::take(&mut **left),
            },
        }
    }

    fn take_least(&mut self) -> Option<Int> {
        let Self::Node { left, key, right } = self else { return None };
        step();
        if let Some(least) = left.take_least() {
            return Some(least);
        }
        let key = *key;
        *self = std::mem::take(&mut **right);
        Some(key)
    }
}
