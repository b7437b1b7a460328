//! Fields that refer to nodes.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
struct Node {
    #[dpgen(refers_to = Node)]
    right: Option<usize>,
    #[dpgen(refers_to = Node)]
    text: String,
    #[dpgen(refers_to = Node)]
    flag: bool,
    #[dpgen(refers_to = Node, range = 0..=3)]
    range: usize,
    #[dpgen(values = [1], refers_to = Node)]
    values: Vec<usize>,
    #[dpgen(refers_to = Node, skip)]
    skipped: usize,
    #[dpgen(refers_to = Node, payload)]
    payload: usize,
    #[dpgen(refers_to = 7)]
    number: usize,
    #[dpgen(refers_to)]
    nothing: usize,
    #[dpgen(refers_to = Node, give = || 3)]
    given: usize,
}

#[derive(DpGen)]
#[dpgen(refers_to = Node)]
struct OnType(usize);

fn main() {}
