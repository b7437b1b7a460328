//! Sorted lists, with a judge that is asked by a value.

use dpgen::prelude::*;

/// A list of numbers up to the maximum size.
#[derive(DpGen, Debug)]
pub enum List {
    Nil,
    Cons(#[dpgen(range = 1..=n)] i64, Box<List>),
}

/// Numbers ascend, each at most once.
pub fn sorted(mut list: &List) -> bool {
    let mut least = i64::MIN;
    while let List::Cons(first, rest) = list {
        if *first <= least {
            return false;
        }
        (least, list) = (*first, rest);
    }
    true
}
