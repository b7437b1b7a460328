//! Attributes on fields.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
struct Fields {
    #[dpgen(rang = 1..=n)]
    nearly: i64,
    #[dpgen(rep_ok = is_valid)]
    misplaced: Box<Tree>,
    #[dpgen(weight = 2)]
    weight: Box<Tree>,
    #[dpgen(range = 1..=n, values = [1, 2])]
    both: i64,
    #[dpgen(range = 1..=n, range = 1..=2)]
    twice: i64,
    #[dpgen(range)]
    no_value: i64,
}

#[derive(DpGen)]
struct Ranges {
    #[dpgen(range = 1..)]
    open: i64,
    #[dpgen(range = ..=n)]
    from: i64,
    #[dpgen(range = ..)]
    full: i64,
    #[dpgen(range = n)]
    number: i64,
    #[dpgen(range = [1, 2])]
    list: i64,
    #[dpgen(range = 0.5..=2.5)]
    float: i64,
    #[dpgen(range = 'a'..='z')]
    characters: char,
    #[dpgen(range = 0..self.len)]
    method: i64,
    #[dpgen(range = 0..{ n })]
    block: i64,
    #[dpgen(range = 0..max!(n))]
    nested_macro: i64,
}

#[derive(DpGen)]
struct Lists {
    #[dpgen(values = 1..=3)]
    range: i64,
    #[dpgen(values = [])]
    empty: i64,
    #[dpgen(values = [1, "a"])]
    mixed: i64,
    #[dpgen(values = ["a", 'b'])]
    text: String,
    #[dpgen(values = [1.0])]
    float: i64,
    #[dpgen(values = [true])]
    boolean: bool,
}

#[derive(DpGen)]
enum Tree {
    Nil,
    Node {
        #[dpgen(recursive = true)]
        value: Box<Tree>,
        #[dpgen(recursive, range = 1..=n)]
        domain: Box<Tree>,
        #[dpgen(recursive, recursive)]
        twice: Box<Tree>,
        #[dpgen(recursive)]
        data: i64,
    },
}

fn main() {}
