//! What the operations on search trees are tested with, and what must hold.
//!
//! With proptest and quickcheck, trees are made by inserting a list of entries, as one would by hand.

use std::collections::BTreeMap;
use std::rc::Rc;

use dpgen::prelude::*;
use proptest::prelude::{BoxedStrategy, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::{Link, Tree, delete, insert, leaf, union};
use crate::tools::{Case, Hunt, Property, Tool};

/// Keys that proptest and quickcheck draw from.
const KEYS: i64 = 20;
/// Entries of a tree that proptest draws, at most.
const ENTRIES: usize = 12;

#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0)]
pub struct Insert {
    tree: Link,
    #[dpgen(range = 0..=n)]
    key: i64,
    #[dpgen(range = 0..=1)]
    value: u8,
}

#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0)]
pub struct Delete {
    tree: Link,
    #[dpgen(range = 0..=n)]
    key: i64,
}

#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0)]
pub struct Union {
    left: Link,
    right: Link,
}

// What must hold: the result is a search tree, and has the entries that a `BTreeMap` would have.

type Model = BTreeMap<i64, u8>;

fn model(tree: &Tree) -> Model {
    tree.entries().into_iter().collect()
}

fn agrees(result: &Tree, expected: Model) -> Result<(), &'static str> {
    let entries = result.entries();
    if !entries.is_sorted_by(|(key, _), (next, _)| key < next) {
        return Err("no search tree");
    }
    if entries.into_iter().eq(expected) { Ok(()) } else { Err("other entries") }
}

struct Inserting<const BUG: u8>;
struct Deleting<const BUG: u8>;
struct Uniting<const BUG: u8>;

impl<const BUG: u8> Property for Inserting<BUG> {
    type Case = Insert;
    fn check(Insert { tree, key, value }: &Insert) -> Result<(), &'static str> {
        let mut expected = model(tree);
        expected.insert(*key, *value);
        agrees(&insert::<BUG>(tree, *key, *value), expected)
    }
}

impl<const BUG: u8> Property for Deleting<BUG> {
    type Case = Delete;
    fn check(Delete { tree, key }: &Delete) -> Result<(), &'static str> {
        let mut expected = model(tree);
        expected.remove(key);
        agrees(&delete::<BUG>(tree, *key), expected)
    }
}

impl<const BUG: u8> Property for Uniting<BUG> {
    type Case = Union;
    fn check(Union { left, right }: &Union) -> Result<(), &'static str> {
        let mut expected = model(right);
        expected.extend(model(left));
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
        1..=4 => crate::tools::hunt::<Inserting<BUG>>(tool, seed, most),
        5..=9 => crate::tools::hunt::<Deleting<BUG>>(tool, seed, most),
        _ => crate::tools::hunt::<Uniting<BUG>>(tool, seed, most),
    }
}

// The generators for proptest.

fn of_entries(entries: impl IntoIterator<Item = (i64, u8)>) -> Link {
    entries.into_iter().fold(leaf(), |tree, (key, value)| insert::<0>(&tree, key, value))
}

fn trees() -> BoxedStrategy<Link> {
    proptest::collection::vec((0..KEYS, 0..=1_u8), 0..=ENTRIES).prop_map(of_entries).boxed()
}

impl Case for Insert {
    fn strategy() -> BoxedStrategy<Self> {
        (trees(), 0..KEYS, 0..=1_u8).prop_map(|(tree, key, value)| Self { tree, key, value }).boxed()
    }
    fn nodes(&self) -> u64 {
        self.tree.nodes()
    }
}

impl Case for Delete {
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

// The generators for quickcheck. A tree is shrunk as the list of entries that makes it.

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
    let entries: Vec<(Key, bool)> = Arbitrary::arbitrary(g);
    of_entries(entries.into_iter().map(|(Key(key), value)| (key, u8::from(value))))
}

/// The entries in an order in which inserting them gives the tree again.
fn preorder(tree: &Tree) -> Vec<(Key, bool)> {
    let Tree::Node { left, key, value, right } = tree else { return Vec::new() };
    let mut entries = vec![(Key(*key), *value == 1)];
    entries.extend(preorder(left));
    entries.extend(preorder(right));
    entries
}

fn shrink_tree(tree: &Link) -> impl Iterator<Item = Link> + use<> {
    let entries = preorder(tree).shrink();
    entries.map(|entries| of_entries(entries.into_iter().map(|(Key(key), value)| (key, u8::from(value)))))
}

impl Arbitrary for Insert {
    fn arbitrary(g: &mut Gen) -> Self {
        let Key(key) = Key::arbitrary(g);
        Self { tree: arbitrary_tree(g), key, value: u8::from(bool::arbitrary(g)) }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let Self { tree, key, value } = self.clone();
        let trees = shrink_tree(&tree).map(move |tree| Self { tree, key, value });
        let others = (Key(key), value == 1).shrink();
        let others =
            others.map(move |(Key(key), value)| Self { tree: Rc::clone(&tree), key, value: u8::from(value) });
        Box::new(trees.chain(others))
    }
}

impl Arbitrary for Delete {
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
