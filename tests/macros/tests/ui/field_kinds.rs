//! Attributes of fields that are skipped, have a length, or are of other types.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
struct Skipped {
    #[dpgen(skip, range = 1..=2)]
    range: i64,
    #[dpgen(default, recursive)]
    recursive: Box<Tree>,
    #[dpgen(skip = true)]
    value: i64,
    #[dpgen(default = 7)]
    number: i64,
    #[dpgen(skip, with = "Mirror")]
    mirror: i64,
}

#[derive(DpGen)]
struct Lengths {
    #[dpgen(len = 0..=3)]
    number: i64,
    #[dpgen(len = 0..=3)]
    text: String,
    #[dpgen(len = 3)]
    one: Vec<bool>,
    #[dpgen(len = 0..)]
    open: Vec<bool>,
}

#[derive(DpGen)]
struct Letters {
    #[dpgen(alphabet = "ab")]
    no_length: String,
    #[dpgen(alphabet = "", len = 0..=2)]
    none: String,
    #[dpgen(alphabet = "aba", len = 0..=2)]
    twice: String,
    #[dpgen(alphabet = ['a', 'b'], len = 0..=2)]
    list: String,
    #[dpgen(alphabet = "ab", len = 0..=2, values = ["a"])]
    both: String,
    #[dpgen(alphabet = "12", len = 0..=2)]
    number: i64,
}

#[derive(DpGen)]
enum Tree {
    #[dpgen(skip)]
    Nil,
    Node(#[dpgen(with = 7)] Box<Tree>),
}

#[derive(DpGen)]
#[dpgen(crate = 7)]
struct Crate {}

#[derive(DpGen)]
#[dpgen(crate = "not a path")]
struct CrateText {}

#[derive(DpGen)]
#[dpgen(remote)]
struct NoRemote {}

#[derive(DpGen)]
#[dpgen(remote = "Other", finish = finish)]
struct Finished {}

fn main() {}
