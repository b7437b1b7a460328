//! What the macro can not see in a type's name, the compiler finds.
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
