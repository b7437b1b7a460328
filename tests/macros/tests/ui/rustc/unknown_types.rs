//! Types of fields that only the compiler can refuse: their names tell the macro nothing.
#![allow(dead_code)]

use dpgen::DpGen;

type Key = i64;

#[derive(DpGen)]
struct Missing {
    key: Vec<Key>,
}

#[derive(DpGen)]
enum Tree {
    Leaf,
    Node(#[dpgen(range = 1..=3)] Box<Tree>),
}

#[derive(DpGen)]
struct WrongKind {
    #[dpgen(values = ["a", "b"])]
    key: Key,
}

#[derive(DpGen)]
struct NoPayload {
    #[dpgen(payload)]
    tree: Tree,
}

fn main() {}
