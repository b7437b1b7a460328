//! What is left of values with cycles when they are dropped.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use dpgen::Owned;
use dpgen::prelude::*;

/// Nothing of a value is left when it is dropped, whatever cycles it has.
#[test]
fn owned_values_leave_nothing_behind() {
    thread_local!(static LIVE: Cell<usize> = const { Cell::new(0) });
    #[derive(DpGen)]
    #[dpgen(finish = count)]
    struct Node {
        #[dpgen(links_to = Node)]
        a: Option<Rc<RefCell<Node>>>,
        #[dpgen(refers_to = Node)]
        back: Weak<RefCell<Node>>,
        #[dpgen(links_to = Node, len = 0..=1)]
        more: Vec<Option<Rc<RefCell<Node>>>>,
    }
    fn count(_: &mut Node) {
        LIVE.set(LIVE.get() + 1);
    }
    impl Drop for Node {
        fn drop(&mut self) {
            LIVE.set(LIVE.get() - 1);
        }
    }
    let built = Generator::<Owned<Rc<RefCell<Node>>>>::up_to(3).build().unwrap();
    let mut most = 0;
    built.for_each(|_| most = most.max(LIVE.get()));
    assert_eq!((LIVE.get(), most), (0, 3));
    for value in built.iter_size(3) {
        assert_eq!(LIVE.get(), 3);
        // What was taken out is kept.
        let kept = value.borrow().a.clone();
        drop(value);
        assert!(kept.is_some() || LIVE.get() == 0);
    }
    assert_eq!(LIVE.get(), 0);
    // Without it, cycles are left.
    Generator::<Rc<RefCell<Node>>>::up_to(2).build().unwrap().iter().for_each(drop);
    assert!(LIVE.get() > 0);
}
