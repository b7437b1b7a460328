//! A set with private fields: a search tree, which nothing keeps in balance. It knows nothing of dpgen but `cover`, which notes
//! branches while a program is explored and costs a look at a flag otherwise.

use std::cmp::Ordering;

type Link<K> = Option<Box<Node<K>>>;

#[derive(Debug)]
struct Node<K> {
    left: Link<K>,
    key: K,
    right: Link<K>,
}

/// A set.
#[derive(Debug)]
pub struct Set<K> {
    root: Link<K>,
    len: usize,
}

impl<K: Ord> Set<K> {
    /// An empty one.
    pub const fn new() -> Self {
        Self { root: None, len: 0 }
    }

    /// How many keys it has.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Puts a key in; whether it was not there.
    #[dpgen::cover]
    pub fn insert(&mut self, key: K) -> bool {
        let mut link = &mut self.root;
        while let Some(node) = link {
            match key.cmp(&node.key) {
                Ordering::Less => link = &mut node.left,
                Ordering::Greater => link = &mut node.right,
                Ordering::Equal => return false,
            }
        }
        *link = Some(Box::new(Node { left: None, key, right: None }));
        self.len += 1;
        true
    }

    /// Takes a key out; whether it was there.
    #[dpgen::cover]
    pub fn remove(&mut self, key: &K) -> bool {
        let is_out = take_out(&mut self.root, key);
        if is_out {
            self.len -= 1;
        }
        is_out
    }

    /// As a list, ascending.
    pub fn keys(&self) -> Vec<&K> {
        fn add<'a, K>(link: &'a Link<K>, keys: &mut Vec<&'a K>) {
            let Some(node) = link else { return };
            add(&node.left, keys);
            keys.push(&node.key);
            add(&node.right, keys);
        }
        let mut keys = Vec::new();
        add(&self.root, &mut keys);
        keys
    }
}

#[dpgen::cover]
fn take_out<K: Ord>(link: &mut Link<K>, key: &K) -> bool {
    let Some(node) = link else { return false };
    match key.cmp(&node.key) {
        Ordering::Less => take_out(&mut node.left, key),
        Ordering::Greater => take_out(&mut node.right, key),
        Ordering::Equal => {
            match (node.left.take(), node.right.take()) {
                (None, only) | (only, None) => *link = only,
                (left, mut right) => {
                    if let Some(least) = take_least(&mut right) {
                        node.key = least;
                    }
                    (node.left, node.right) = (left, right);
                }
            }
            true
        }
    }
}

#[dpgen::cover]
fn take_least<K>(link: &mut Link<K>) -> Option<K> {
    let least = take_least(&mut link.as_mut()?.left);
    if least.is_some() {
        return least;
    }
    let node = link.take()?;
    *link = node.right;
    Some(node.key)
}
