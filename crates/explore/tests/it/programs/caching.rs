//! A linked list that keeps the nodes of removed items for later ones, as `NodeCachingLinkedList` of Apache Commons Collections does:
//! a ring with a header, linked both ways, and a chain of at most so many free nodes.

use dpgen::prelude::*;

#[derive(DpGen, Debug, Default)]
pub enum Items {
    #[default]
    End,
    Item(#[dpgen(range = 0..=greatest)] Int, Box<Items>),
}

#[derive(DpGen, Debug, Default)]
pub enum Free {
    #[default]
    End,
    Node(Box<Free>),
}

/// How many nodes may be free.
pub const MOST: u32 = 3;

/// A list, what may be put in or taken out, and how many free nodes there may be from now on.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = has_room, weight = 0)]
pub struct Caching {
    items: Items,
    free: Free,
    #[dpgen(range = 0..=3)]
    most: Int,
    #[dpgen(range = 0..=greatest)]
    pub item: Int,
    #[dpgen(range = 0..=3)]
    pub new_most: Int,
}

fn has_room(list: CachingView) -> bool {
    i64::from(list.free.get(length)) <= list.most
}

fn length(free: FreeView) -> u32 {
    let FreeView::Node(rest) = free else { return 0 };
    1 + rest.get(length)
}

/// A node; the header is the first.
#[derive(Debug, Clone, Copy)]
struct Node {
    item: Int,
    next: usize,
    previous: usize,
}

/// The list as nodes that refer to each other.
pub struct Nodes {
    nodes: Vec<Node>,
    /// The first free node.
    free: Option<usize>,
    many_free: u32,
    most: Int,
}

const HEADER: usize = 0;

impl Caching {
    pub fn nodes(&self) -> Nodes {
        let header = Node { item: Int::from(0), next: HEADER, previous: HEADER };
        let mut list = Nodes { nodes: vec![header], free: None, many_free: 0, most: self.most };
        let mut items = &self.items;
        while let Items::Item(item, rest) = items {
            list.nodes.push(Node { item: *item, ..header });
            list.link_before(HEADER, list.nodes.len() - 1);
            items = rest;
        }
        let mut free = &self.free;
        while let Free::Node(rest) = free {
            list.nodes.push(header);
            list.keep(list.nodes.len() - 1);
            free = rest;
        }
        list
    }
}

impl Nodes {
    fn link_before(&mut self, next: usize, node: usize) {
        let previous = self.nodes[next].previous;
        (self.nodes[node].next, self.nodes[node].previous) = (next, previous);
        self.nodes[previous].next = node;
        self.nodes[next].previous = node;
    }

    fn keep(&mut self, node: usize) {
        self.nodes[node].next = self.free.unwrap_or(HEADER);
        self.free = Some(node);
        self.many_free += 1;
    }

    #[dpgen::cover]
    fn take_free(&mut self) -> Option<usize> {
        let node = self.free?;
        let next = self.nodes[node].next;
        self.free = if next == HEADER { None } else { Some(next) };
        self.many_free -= 1;
        Some(node)
    }

    /// Puts an item at the end.
    #[dpgen::cover]
    pub fn push(&mut self, item: Int) {
        let node = match self.take_free() {
            Some(node) => node,
            None => {
                self.nodes.push(self.nodes[HEADER]);
                self.nodes.len() - 1
            }
        };
        self.nodes[node].item = item;
        self.link_before(HEADER, node);
    }

    /// Takes the first such item out; whether there is one.
    #[dpgen::cover]
    pub fn remove(&mut self, item: Int) -> bool {
        let mut node = self.nodes[HEADER].next;
        while node != HEADER {
            let Node { item: here, next, previous } = self.nodes[node];
            if here == item {
                self.nodes[previous].next = next;
                self.nodes[next].previous = previous;
                if i64::from(self.many_free) < self.most {
                    self.keep(node);
                }
                return true;
            }
            node = next;
        }
        false
    }

    /// Sets how many nodes may be free, and lets go of others.
    #[dpgen::cover]
    pub fn set_most(&mut self, most: Int) {
        self.most = most;
        while i64::from(self.many_free) > self.most {
            let _ = self.take_free();
        }
    }

    /// Checks links both ways, the free nodes and their number; how many items there are.
    pub fn check(&self) -> usize {
        let (mut node, mut many) = (HEADER, 0);
        loop {
            let next = self.nodes[node].next;
            assert_eq!(self.nodes[next].previous, node, "the way back");
            if next == HEADER {
                break;
            }
            (node, many) = (next, many + 1);
            assert!(many < self.nodes.len(), "a ring without the header");
        }
        let (mut free, mut many_free) = (self.free, 0);
        while let Some(node) = free {
            many_free += 1;
            free = Some(self.nodes[node].next).filter(|next| *next != HEADER);
        }
        assert_eq!(many_free, self.many_free, "free nodes");
        assert!(i64::from(many_free) <= self.most, "too many free nodes");
        many
    }
}
