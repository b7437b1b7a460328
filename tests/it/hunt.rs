//! `dpgen::hunt`: the search of a test without options, as a value.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone, PartialEq)]
enum List {
    Nil,
    Cons(#[dpgen(range = 1..=9)] i64, Box<List>),
}

impl List {
    fn len(&self) -> u32 {
        match self {
            Self::Nil => 0,
            Self::Cons(_, rest) => 1 + rest.len(),
        }
    }

    fn sum(&self) -> i64 {
        match self {
            Self::Nil => 0,
            Self::Cons(first, rest) => first + rest.sum(),
        }
    }
}

#[test]
fn a_failure_among_all_cases_is_the_first() {
    let hunted = dpgen::hunt(3, |list: &List| if list.sum() == 12 { Err("twelve") } else { Ok(()) });
    let failure = hunted.failure().expect("two numbers make twelve");
    assert_eq!(*failure.value(), List::Cons(3, List::Cons(9, List::Nil.into()).into()));
    // The empty list, nine of one number, and 27 before it.
    assert_eq!((failure.size(), failure.rank(), hunted.cases()), (2, &Count::new(26), 1 + 9 + 27));
    assert_eq!(failure.message(), "Error: \"twelve\"");
}

#[test]
fn a_failure_among_samples_is_made_smaller_and_depends_on_the_seed_alone() {
    let hunt = |seed| {
        let hunted = dpgen::hunt(seed, |list: &List| assert!(list.len() < 7));
        let failure = hunted.failure().expect("all lists of seven numbers fail");
        (failure.size(), failure.rank().clone(), hunted.cases())
    };
    // All 9^4 lists of four numbers and those of fewer are tried, and lists of five are too many. Of those of seven, all ones
    // come first.
    assert_eq!((hunt(1).0, hunt(1).1, hunt(2).1), (7, Count::ZERO, Count::ZERO));
    assert_eq!(hunt(1), hunt(1));
    assert_ne!(hunt(1).2, hunt(2).2);
}

/// Of sizes 5 to 15, what is drawn at first is not drawn again after the failure.
#[test]
fn the_search_after_a_failure_draws_other_cases() {
    let seen = RefCell::new(Vec::new());
    let hunted = dpgen::hunt(0, |list: &List| {
        seen.borrow_mut().push(list.clone());
        assert!(list.len() < 16);
    });
    assert_eq!(hunted.failure().expect("all lists of sixteen fail").size(), 16);
    let seen = seen.into_inner();
    let failed = seen.iter().position(|list| list.len() == 16).expect("one was drawn");
    let of_size = |lists: &[List], size| -> Vec<List> {
        lists.iter().filter(|list| list.len() == size).take(200).cloned().collect()
    };
    for size in 5..16 {
        let (drawn, searched) = (of_size(&seen[..failed], size), of_size(&seen[failed..], size));
        assert_eq!((drawn.len(), searched.len()), (200, 200));
        assert_ne!(drawn[0], searched[0], "size {size}");
        assert_ne!(drawn, searched, "size {size}");
    }
}

/// What the hunt ends with, which is valid, fails, and has the rank that it says; every case that was run is valid.
fn smallest<T: DpGen + Clone + PartialEq + Debug>(seed: u64, fails: fn(&T) -> bool) -> T {
    let hunted = dpgen::hunt(seed, |value: &T| {
        assert!(dpgen::is_valid(value), "an invalid case: {value:?}");
        if fails(value) { Err("it fails") } else { Ok(()) }
    });
    let failure = hunted.failure().expect("a sample fails");
    assert_eq!(failure.message(), "Error: \"it fails\"");
    assert!(fails(failure.value()));
    let again = Generator::<T>::up_to(failure.size()).build().expect("it was built");
    assert_eq!(again.nth(failure.size(), failure.rank().clone()).as_ref(), Some(failure.value()));
    failure.value().clone()
}

/// Failures that samples of the smaller sizes hardly ever have, so that they are made smaller step by step.
mod steps {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    pub struct Open(pub Vec<Digit>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    pub struct Bounded(#[dpgen(len = 0..=16)] pub Vec<Digit>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    pub struct Digit(#[dpgen(range = 1..=9)] pub u8);

    /// Five nines, whatever else there is.
    fn nines(digits: &[Digit]) -> bool {
        digits.iter().filter(|digit| digit.0 == 9).count() >= 5
    }

    #[test]
    fn elements_are_left_out() {
        let five = vec![Digit(9); 5];
        for seed in 0..3 {
            assert_eq!(smallest::<Open>(seed, |Open(digits)| nines(digits)), Open(five.clone()));
            assert_eq!(smallest::<Bounded>(seed, |Bounded(digits)| nines(digits)), Bounded(five.clone()));
        }
    }

    /// No number can be lowered, so that the sum is just what fails; nor left out, and so none is.
    #[test]
    fn data_is_lowered() {
        for seed in 0..3 {
            assert_eq!(smallest::<List>(seed, |list| list.sum() >= 63).sum(), 63);
        }
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = is_ordered)]
    pub enum Tree {
        Leaf,
        Node {
            left: Box<Tree>,
            #[dpgen(range = 1..=n)]
            key: i64,
            right: Box<Tree>,
        },
    }

    /// A heap: no key is below that of its parent.
    fn is_ordered(tree: TreeView) -> bool {
        let TreeView::Node { left, key, right } = tree else { return true };
        [left, right].into_iter().all(|part| part.get(top).is_none_or(|below| below >= key))
    }

    fn top(tree: TreeView) -> Option<Int> {
        if let TreeView::Node { key, .. } = tree { Some(key) } else { None }
    }

    fn height(tree: &Tree) -> u32 {
        let Tree::Node { left, right, .. } = tree else { return 0 };
        1 + height(left).max(height(right))
    }

    fn count(tree: &Tree) -> u32 {
        let Tree::Node { left, right, .. } = tree else { return 0 };
        1 + count(left) + count(right)
    }

    fn keys(tree: &Tree) -> i64 {
        let Tree::Node { left, key, right } = tree else { return 0 };
        key + keys(left) + keys(right)
    }

    /// Each key is of the domain of the case's own size, which gets smaller on the way.
    #[test]
    fn parts_give_way_to_their_parts() {
        for seed in 0..3 {
            let tree = smallest::<Tree>(seed, |tree| height(tree) >= 7);
            // A path of ones.
            assert_eq!((height(&tree), count(&tree), keys(&tree)), (7, 7, 7), "{tree:?}");
        }
    }
}

#[test]
fn without_a_failure_all_that_a_test_would_run_is_run() {
    let largest = Cell::new(0);
    let hunted = dpgen::hunt(0, |list: &List| largest.set(largest.get().max(list.len())));
    assert!(hunted.failure().is_none());
    assert_eq!(largest.get(), 16);
    // 1 + 9 + 81 + 729 + 6,561, what is left of 10,000 of size 5, and 1,000 of each size from 6 to 16.
    assert_eq!(hunted.cases(), 10_000 + 11 * 1_000);
    assert_eq!(hunted.to_string(), "21,000 cases pass");
}
