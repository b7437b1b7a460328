//! Fields that are pointers: `Rc` and `Arc`, with cells and without, in options, vectors and arrays, and `Weak`.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::{self, Arc, Mutex, RwLock};

use dpgen::prelude::*;
use dpgen::{Link, Nodes, Owned};

use super::{Graph, Rows, Twin, compare, of_arc, of_rc};

#[test]
fn rc_of_ref_cell() {
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Self)]
        a: Option<Rc<RefCell<Node>>>,
        #[dpgen(links_to = Node)]
        b: Option<Rc<RefCell<Node>>>,
    }
    #[derive(DpGen)]
    struct Pair {
        a: Option<Link<Pair>>,
        b: Option<Link<Pair>>,
    }
    impl Graph for Pair {
        fn rows(&self) -> Rows {
            let nodes = Nodes::of(self);
            let target = |link: &Option<Link<Self>>| link.as_ref().map(|link| nodes.target(link));
            nodes.iter().map(|node| [&node.a, &node.b].map(target).to_vec()).collect()
        }
    }
    impl Graph for Owned<Rc<RefCell<Node>>> {
        fn rows(&self) -> Rows {
            of_rc(self, &|node| vec![node.borrow().a.clone(), node.borrow().b.clone()])
        }
    }
    compare::<Owned<Rc<RefCell<Node>>>, Pair>(3);
}

#[test]
fn arc_of_mutex() {
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Node)]
        next: [Option<Arc<Mutex<Node>>>; 2],
    }
    impl Graph for Owned<Arc<Mutex<Node>>> {
        fn rows(&self) -> Rows {
            of_arc(self, &|node| node.lock().unwrap().next.to_vec())
        }
    }
    compare::<Owned<Arc<Mutex<Node>>>, Twin>(3);
    // They can cross threads.
    let built = Generator::<Owned<Arc<Mutex<Node>>>>::up_to(3).build().unwrap();
    let counted = sync::atomic::AtomicUsize::new(0);
    built.par_for_each(|value| {
        counted.fetch_add(value.rows().len(), sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(counted.into_inner(), built.iter().map(|value| value.rows().len()).sum::<usize>());
}

#[test]
fn vectors_of_arc_of_rw_lock() {
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Node, len = 0..=2)]
        next: Vec<Option<Arc<RwLock<Node>>>>,
    }
    #[derive(DpGen)]
    struct Many {
        #[dpgen(len = 0..=2)]
        next: Vec<Option<Link<Many>>>,
    }
    impl Graph for Many {
        fn rows(&self) -> Rows {
            let nodes = Nodes::of(self);
            let target = |link: &Option<Link<Self>>| link.as_ref().map(|link| nodes.target(link));
            nodes.iter().map(|node| node.next.iter().map(target).collect()).collect()
        }
    }
    impl Graph for Owned<Arc<RwLock<Node>>> {
        fn rows(&self) -> Rows {
            of_arc(self, &|node| node.read().unwrap().next.clone())
        }
    }
    compare::<Owned<Arc<RwLock<Node>>>, Many>(3);
}

/// Pointers that can neither be empty nor be set: a predicate excludes cycles.
#[test]
fn rc_without_cells() {
    #[derive(DpGen)]
    #[dpgen(rep_ok = is_acyclic)]
    enum Dag {
        #[dpgen(weight = 1)]
        Leaf,
        Node(#[dpgen(links_to = Dag)] Rc<Dag>, #[dpgen(links_to = Dag)] Rc<Dag>),
    }
    #[derive(DpGen)]
    #[dpgen(rep_ok = is_acyclic_twin)]
    enum DagTwin {
        #[dpgen(weight = 1)]
        Leaf,
        Node(Link<DagTwin>, Link<DagTwin>),
    }
    macro_rules! acyclic {
        ($is_acyclic:ident, $within:ident, $links:ident, $ty:ident, $view:ident) => {
            /// No link within a node leads back to it.
            fn $is_acyclic(node: Ref<$ty>) -> bool {
                let own = node.number().value();
                node.view().links().iter().all(|link| match link.view().as_new() {
                    Some(part) => !part.get($within).contains(&own),
                    None => link.target() != own,
                })
            }
            /// The numbers that links within a node lead to.
            fn $within(node: $view) -> Vec<i64> {
                let mut within: Vec<i64> = Vec::new();
                for link in node.links() {
                    within.push(link.target().value());
                    within.extend(link.view().as_new().map(|part| part.get($within)).unwrap_or_default());
                }
                within.sort_unstable();
                within.dedup();
                within
            }
            impl $view {
                fn links(self) -> Vec<Ref<Link<$ty>>> {
                    if let $view::Node(left, right) = self { vec![left, right] } else { Vec::new() }
                }
            }
        };
    }
    acyclic!(is_acyclic, within, links, Dag, DagView);
    acyclic!(is_acyclic_twin, within_twin, links, DagTwin, DagTwinView);
    impl Graph for DagTwin {
        fn rows(&self) -> Rows {
            let nodes = Nodes::of(self);
            let row = |node: &&Self| match node {
                Self::Leaf => Vec::new(),
                Self::Node(left, right) => [left, right].map(|link| Some(nodes.target(link))).to_vec(),
            };
            nodes.iter().map(row).collect()
        }
    }
    impl Graph for Rc<Dag> {
        fn rows(&self) -> Rows {
            of_rc(self, &|node| match &**node {
                Dag::Leaf => Vec::new(),
                Dag::Node(left, right) => vec![Some(left.clone()), Some(right.clone())],
            })
        }
    }
    compare::<Rc<Dag>, DagTwin>(4);
}

/// Lists whose elements know the one before, weakly, and any one before, strongly.
#[test]
fn references_that_are_pointers() {
    #[derive(DpGen)]
    struct Item {
        #[dpgen(refers_to = Item)]
        prev: Weak<RefCell<Item>>,
        #[dpgen(refers_to = Item)]
        any: Option<Rc<RefCell<Item>>>,
        next: Option<Rc<RefCell<Item>>>,
    }
    #[derive(DpGen)]
    struct ItemTwin {
        #[dpgen(refers_to = ItemTwin)]
        prev: Option<usize>,
        #[dpgen(refers_to = ItemTwin)]
        any: Option<usize>,
        next: Option<Box<ItemTwin>>,
    }
    impl Graph for ItemTwin {
        fn rows(&self) -> Rows {
            let nodes = Nodes::of(self);
            let next = |node: &Self| node.next.as_ref().and_then(|next| nodes.number(next));
            nodes.iter().map(|node| vec![next(node), node.prev, node.any]).collect()
        }
    }
    impl Graph for Owned<Rc<RefCell<Item>>> {
        fn rows(&self) -> Rows {
            of_rc(self, &|item| {
                let item = item.borrow();
                vec![item.next.clone(), item.prev.upgrade(), item.any.clone()]
            })
        }
    }
    compare::<Owned<Rc<RefCell<Item>>>, ItemTwin>(3);
}

#[test]
fn weak_across_threads() {
    #[derive(DpGen)]
    struct Item {
        #[dpgen(refers_to = Item)]
        prev: Vec<sync::Weak<Mutex<Item>>>,
        next: Option<Arc<Mutex<Item>>>,
    }
    #[derive(DpGen)]
    struct ItemTwin {
        #[dpgen(refers_to = ItemTwin)]
        prev: Vec<Option<usize>>,
        next: Option<Box<ItemTwin>>,
    }
    impl Graph for ItemTwin {
        fn rows(&self) -> Rows {
            let nodes = Nodes::of(self);
            let next = |node: &Self| node.next.as_ref().and_then(|next| nodes.number(next));
            nodes.iter().map(|node| [&[next(node)], &node.prev[..]].concat()).collect()
        }
    }
    impl Graph for Arc<Mutex<Item>> {
        fn rows(&self) -> Rows {
            of_arc(self, &|item| {
                let item = item.lock().unwrap();
                [item.next.clone()].into_iter().chain(item.prev.iter().map(sync::Weak::upgrade)).collect()
            })
        }
    }
    compare::<Arc<Mutex<Item>>, ItemTwin>(4);
}
