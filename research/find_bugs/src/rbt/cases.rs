//! What the operations on red-black trees are tested with, and what must hold.
//!
//! With proptest and quickcheck, trees are made by inserting a list of keys, as one would by hand. That leaves out colourings
//! that are valid, and that no sequence of insertions and deletions makes (`research/docs/exploring-worlds.md`).

use std::collections::BTreeSet;
use std::rc::Rc;

use dpgen::prelude::*;
use proptest::prelude::{BoxedStrategy, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::{Color, Link, Tree, delete, insert, leaf, parts, union};
use crate::tools::{Case, Hunt, Property, Tool};

/// Keys that proptest and quickcheck draw from.
const KEYS: i64 = 20;
/// Keys of a tree that proptest draws, at most.
const SIZE: usize = 12;

/// A tree and a key, which is inserted or deleted.
#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0, rep_ok = black_root)]
pub struct Change {
    tree: Link,
    #[dpgen(range = 0..=n)]
    key: i64,
}

#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0, rep_ok = black_roots)]
pub struct Union {
    left: Link,
    right: Link,
}

fn black_root(change: ChangeView) -> bool {
    !change.tree.get(super::tree::is_red)
}

fn black_roots(union: UnionView) -> bool {
    !union.left.get(super::tree::is_red) && !union.right.get(super::tree::is_red)
}

// What must hold: the result is a red-black tree, and has the keys that a `BTreeSet` would have.

type Model = BTreeSet<i64>;

fn model(tree: &Tree) -> Model {
    tree.keys().into_iter().collect()
}

fn agrees(result: &Link, expected: Model) -> Result<(), &'static str> {
    let keys = result.keys();
    if !keys.is_sorted_by(|key, next| key < next) {
        return Err("no search tree");
    }
    if result.black_nodes().is_none() || parts(result, Color::Red).is_some() {
        return Err("not balanced");
    }
    if keys.into_iter().eq(expected) { Ok(()) } else { Err("other keys") }
}

struct Inserting<const BUG: u8>;
struct Deleting<const BUG: u8>;
struct Uniting<const BUG: u8>;

impl<const BUG: u8> Property for Inserting<BUG> {
    type Case = Change;
    fn check(Change { tree, key }: &Change) -> Result<(), &'static str> {
        let mut expected = model(tree);
        expected.insert(*key);
        agrees(&insert::<BUG>(tree, *key), expected)
    }
}

impl<const BUG: u8> Property for Deleting<BUG> {
    type Case = Change;
    fn check(Change { tree, key }: &Change) -> Result<(), &'static str> {
        let mut expected = model(tree);
        expected.remove(key);
        agrees(&delete::<BUG>(tree, *key), expected)
    }
}

impl<const BUG: u8> Property for Uniting<BUG> {
    type Case = Union;
    fn check(Union { left, right }: &Union) -> Result<(), &'static str> {
        let mut expected = model(left);
        expected.extend(model(right));
        agrees(&union::<BUG>(left, right), expected)
    }
}

/// Hunts for a bug by the test of the operation that has it.
pub fn hunt<const BUG: u8>(tool: Tool, seed: u64, most: u32) -> Hunt {
    match BUG {
        0 => {
            let hunts = [
                crate::tools::hunt::<Inserting<0>>(tool, seed, most),
                crate::tools::hunt::<Deleting<0>>(tool, seed, most),
                crate::tools::hunt::<Uniting<0>>(tool, seed, most),
            ];
            Hunt::all(hunts)
        }
        1..=7 => crate::tools::hunt::<Inserting<BUG>>(tool, seed, most),
        8..=13 => crate::tools::hunt::<Deleting<BUG>>(tool, seed, most),
        _ => crate::tools::hunt::<Uniting<BUG>>(tool, seed, most),
    }
}

// The generators for proptest.

fn of_keys(keys: impl IntoIterator<Item = i64>) -> Link {
    keys.into_iter().fold(leaf(), |tree, key| insert::<0>(&tree, key))
}

fn trees() -> BoxedStrategy<Link> {
    proptest::collection::vec(0..KEYS, 0..=SIZE).prop_map(of_keys).boxed()
}

impl Case for Change {
    fn strategy() -> BoxedStrategy<Self> {
        (trees(), 0..KEYS).prop_map(|(tree, key)| Self { tree, key }).boxed()
    }
    fn nodes(&self) -> u64 {
        self.tree.nodes()
    }
}

impl Case for Union {
    fn strategy() -> BoxedStrategy<Self> {
        (trees(), trees()).prop_map(|(left, right)| Self { left, right }).boxed()
    }
    fn nodes(&self) -> u64 {
        self.left.nodes() + self.right.nodes()
    }
}

// The generators for quickcheck. A tree is shrunk as a list of keys.

#[derive(Debug, Clone, Copy)]
struct Key(i64);

impl Arbitrary for Key {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(i64::from(u8::arbitrary(g)) % KEYS)
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().filter(|key| (0..KEYS).contains(key)).map(Self))
    }
}

fn arbitrary_tree(g: &mut Gen) -> Link {
    let keys: Vec<Key> = Arbitrary::arbitrary(g);
    of_keys(keys.into_iter().map(|Key(key)| key))
}

/// The keys, with those of nodes before those of their parts: inserting them gives a tree of much the same form.
fn preorder(tree: &Tree) -> Vec<Key> {
    let Tree::Node { left, key, right, .. } = tree else { return Vec::new() };
    let mut keys = vec![Key(*key)];
    keys.extend(preorder(left));
    keys.extend(preorder(right));
    keys
}

fn shrink_tree(tree: &Link) -> impl Iterator<Item = Link> + use<> {
    let before = tree.clone();
    let shrunk = preorder(tree).shrink().map(|keys| of_keys(keys.into_iter().map(|Key(key)| key)));
    shrunk.filter(move |tree| *tree != before)
}

impl Arbitrary for Change {
    fn arbitrary(g: &mut Gen) -> Self {
        let Key(key) = Key::arbitrary(g);
        Self { tree: arbitrary_tree(g), key }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let Self { tree, key } = self.clone();
        let trees = shrink_tree(&tree).map(move |tree| Self { tree, key });
        Box::new(trees.chain(Key(key).shrink().map(move |Key(key)| Self { tree: Rc::clone(&tree), key })))
    }
}

impl Arbitrary for Union {
    fn arbitrary(g: &mut Gen) -> Self {
        Self { left: arbitrary_tree(g), right: arbitrary_tree(g) }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let Self { left, right } = self.clone();
        let lefts = shrink_tree(&left).map(move |left| Self { left, right: Rc::clone(&right) });
        let (left, right) = (self.left.clone(), self.right.clone());
        Box::new(lefts.chain(shrink_tree(&right).map(move |right| Self { left: Rc::clone(&left), right })))
    }
}
