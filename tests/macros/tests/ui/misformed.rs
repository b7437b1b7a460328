//! Attributes of a wrong form: with a value, without one, with parentheses; and domains that a field has no place for.
#![allow(dead_code, unused_variables)]

use std::collections::BTreeSet;

use dpgen::DpGen;

#[derive(DpGen)]
#[dpgen]
#[dpgen = "rep_ok"]
#[dpgen(rep_ok, view("Layer"), params(limit), crate)]
struct Type {
    #[dpgen]
    bare: bool,
    #[dpgen(skip = true)]
    skipped: bool,
    #[dpgen(payload(3))]
    payload: u8,
    #[dpgen(default("path"))]
    default: bool,
    #[dpgen(len, alphabet("ab"))]
    text: String,
    #[dpgen(range(1, 3))]
    number: i64,
    #[dpgen(values(1, 2, 3))]
    numbers: Vec<i64>,
    #[dpgen(values = 1, 2, 3)]
    list: i64,
}

#[derive(DpGen)]
enum Variants {
    #[dpgen(weight)]
    Bare(bool),
    #[dpgen(weight(2))]
    List(bool),
    #[dpgen(skip(true))]
    Skipped(bool),
    #[dpgen]
    Nothing,
}

#[dpgen::test(max_size, size(3), param = 3, threads("4"), expect, time)]
fn options(flag: bool) {}

#[dpgen::test(param)]
fn no_list(flag: bool) {}

#[derive(DpGen)]
struct Collections {
    #[dpgen(range = 0..=3)]
    flags: Vec<bool>,
    #[dpgen(range = 0..=3)]
    names: BTreeSet<String>,
    #[dpgen(range = 0..=3)]
    list_of_numbers: Vec<i64>,
    #[dpgen(len = 0..=3)]
    number: Option<i64>,
    #[dpgen(len = 0..=3)]
    pair: [(bool, Box<u8>); 2],
}

#[derive(DpGen)]
enum Tree {
    Leaf,
    Node {
        #[dpgen(values = [1, 2])]
        listed: Box<Tree>,
        #[dpgen(range = 1..=3)]
        bounded: Option<Box<Self>>,
        #[dpgen(alphabet = "ab", len = 0..=3)]
        spelled: Box<Tree>,
        #[dpgen(range = 0..=3)]
        children: Vec<Tree>,
        #[dpgen(len = 0..=3)]
        fine: Vec<Tree>,
    },
}

fn main() {}
