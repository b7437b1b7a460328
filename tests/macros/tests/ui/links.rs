//! Fields that lead to nodes by pointers or indices.
#![allow(dead_code)]

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use dpgen::DpGen;

#[derive(DpGen)]
struct Full {
    #[dpgen(links_to = Full)]
    one: Rc<RefCell<Full>>,
    #[dpgen(links_to = Self)]
    two: [Rc<Full>; 2],
}

#[derive(DpGen)]
struct Node {
    #[dpgen(links_to = Node, refers_to = Node)]
    both: Option<Rc<RefCell<Node>>>,
    #[dpgen(links_to = Node, range = 0..=3)]
    range: Option<u32>,
    #[dpgen(refers_to = Node, values = [1])]
    values: Weak<RefCell<Node>>,
    #[dpgen(links_to = Node, skip)]
    skipped: Option<u32>,
    #[dpgen(links_to = 7)]
    number: Option<u32>,
    #[dpgen(arena = 3)]
    value: Vec<Node>,
    #[dpgen(links_to = Node)]
    weak: Weak<Node>,
}

#[derive(DpGen)]
struct Arena {
    #[dpgen(arena)]
    nodes: Option<Node>,
    #[dpgen(arena, links_to = Node)]
    both: Vec<Node>,
}

fn main() {}
