//! Values with pointers and indices that can not be: what is said of them, where dpgen would have to make one, and where one is given.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::{Rc, Weak};

use dpgen::prelude::*;

/// What a panic says.
fn message<R>(f: impl FnOnce() -> R) -> String {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(_) => "no panic".to_owned(),
        Err(payload) => payload.downcast_ref::<String>().cloned().unwrap_or_default(),
    }
}

/// Goes over all values up to a size.
fn all<T: DpGen>(max_size: u32) -> String {
    let built = Generator::<T>::up_to(max_size).build().unwrap();
    message(|| built.iter().count())
}

#[test]
fn pointers_that_can_not_be_made() {
    #[derive(DpGen)]
    struct Fixed {
        #[dpgen(links_to = Fixed)]
        next: Option<Rc<Fixed>>,
    }
    #[derive(DpGen)]
    enum Full {
        #[dpgen(weight = 1)]
        Leaf,
        Node(#[dpgen(links_to = Full)] Rc<RefCell<Full>>),
    }
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Node)]
        next: Option<Rc<RefCell<Node>>>,
    }
    let text = all::<Rc<Fixed>>(1);
    assert!(text.contains("put a `RefCell` (or `Mutex`) into the `alloc::rc::Rc<"), "{text}");
    let text = all::<Rc<RefCell<Full>>>(1);
    assert!(text.contains("write `Option<alloc::rc::Rc<core::cell::RefCell<"), "{text}");
    let text = all::<Node>(1);
    assert!(text.contains("generate the whole as one"), "{text}");
    assert_eq!(all::<Rc<RefCell<Node>>>(3), "no panic");
}

#[test]
fn indices_need_an_arena_whose_nodes_weigh_something() {
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Node)]
        next: Option<usize>,
    }
    #[derive(DpGen)]
    enum Light {
        End,
        Node(#[dpgen(links_to = Light)] usize),
    }
    #[derive(DpGen)]
    struct Arena {
        #[dpgen(arena)]
        nodes: Vec<Light>,
    }
    let text = Generator::<Node>::up_to(2).build().map(|_| ()).unwrap_err().to_string();
    assert!(text.contains("`#[dpgen(arena)] nodes: Vec<Node>`"), "{text}");
    let text = Generator::<Arena>::up_to(2).build().map(|_| ()).unwrap_err().to_string();
    assert!(text.contains("give each of its constructors a `weight`"), "{text}");
}

#[derive(DpGen)]
struct Item {
    #[dpgen(refers_to = Item)]
    prev: Weak<RefCell<Item>>,
    next: Option<Rc<RefCell<Item>>>,
}

fn item(prev: &Weak<RefCell<Item>>, next: Option<Rc<RefCell<Item>>>) -> Rc<RefCell<Item>> {
    Rc::new(RefCell::new(Item { prev: prev.clone(), next }))
}

#[test]
fn given_pointers() {
    let items = Generator::<Rc<RefCell<Item>>>::up_to(2).build().unwrap();
    let alone = item(&Weak::new(), None);
    assert!(dpgen::is_valid(&alone));
    assert_eq!(items.rank_of(&alone), Some((1, Count::ZERO)));
    // It leads to itself.
    alone.borrow_mut().prev = Rc::downgrade(&alone);
    assert_eq!(items.rank_of(&alone), Some((1, Count::ONE)));
    // To what is met later only, and to what is no part.
    let last = item(&Weak::new(), None);
    assert_eq!(items.rank_of(&item(&Rc::downgrade(&last), Some(last.clone()))), None);
    assert!(!dpgen::is_valid(&item(&Rc::downgrade(&last), None)));
    let dead = item(&Rc::downgrade(&item(&Weak::new(), None)), None);
    let text = message(|| dpgen::is_valid(&dead));
    assert!(text.contains("leads to what was dropped: a pointer to nothing is `Weak::new()`"), "{text}");
    let borrowed = alone.borrow_mut();
    let text = message(|| dpgen::is_valid(&alone));
    assert!(text.contains("a `RefCell` is being changed"), "{text}");
    drop(borrowed);
}

#[test]
fn given_arenas() {
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Node)]
        next: [Option<u16>; 2],
    }
    #[derive(DpGen)]
    struct Arena {
        #[dpgen(arena)]
        nodes: Vec<Node>,
    }
    let arena =
        |nodes: &[[Option<u16>; 2]]| Arena { nodes: nodes.iter().map(|next| Node { next: *next }).collect() };
    assert!(dpgen::is_valid(&arena(&[[Some(1), Some(2)], [None, Some(0)], [Some(2), None]])));
    assert!(dpgen::is_valid(&arena(&[])));
    let rows: [(&[[Option<u16>; 2]], &str); 3] = [
        (&[[Some(2), Some(1)], [None; 2], [None; 2]], "the node at the index 1 is met as number 2"),
        (&[[None; 2], [None; 2]], "the node at the index 1 is not"),
        (&[[Some(7), None]], "the index 7 leads to none of the 1 nodes"),
    ];
    for (nodes, part) in rows {
        let text = message(|| dpgen::is_valid(&arena(nodes)));
        assert!(text.contains(part), "{text}");
    }
}
