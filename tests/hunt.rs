//! `dpgen::hunt`: the search of a test without options, as a value.

use std::cell::Cell;

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
    // All 9^4 lists of four numbers and those of fewer are tried, and lists of five are too many.
    assert_eq!(hunt(1).0, 7);
    assert_eq!(hunt(1), hunt(1));
    assert_ne!(hunt(1).1, hunt(2).1);
}

#[test]
fn without_a_failure_all_that_a_test_would_run_is_run() {
    let largest = Cell::new(0);
    let hunted = dpgen::hunt(0, |list: &List| largest.set(largest.get().max(list.len())));
    assert!(hunted.failure().is_none());
    assert_eq!(largest.get(), 16);
    // 1 + 9 + 81 + 729 + 6,561, and 200 of each size from 5 to 16.
    assert_eq!(hunted.cases(), 7_381 + 12 * 200);
    assert_eq!(hunted.to_string(), "9,781 cases pass");
}
