//! Search trees and sorted lists as values of Rust types: each made of the one before, and each by itself.

use std::hint::black_box;

use dpgen::Algorithm;

use crate::common::{Case, Value, search_tree, sorted_list};

fn visited_in_place<T: Value>(case: &Case<T>, size: u32) -> u32 {
    let mut visited = 0;
    case.build(Algorithm::Quotient, size, 1).for_each_size(size, |value| {
        black_box(value);
        visited += 1;
    });
    visited
}

fn visited_in_boxes<T: Value>(case: &Case<T>, size: u32) -> u32 {
    let mut visited = 0;
    for value in case.build(Algorithm::Quotient, size, 1).iter_size(size) {
        black_box(value);
        visited += 1;
    }
    visited
}

/// OEIS A000108 and C(2n - 1, n).
pub fn in_place() {
    let visited = (visited_in_place(&search_tree::CASE, 10), visited_in_place(&sorted_list::CASE, 9));
    assert_eq!(visited, (16_796, 24_310));
}

/// The same numbers.
pub fn in_boxes() {
    let visited = (visited_in_boxes(&search_tree::CASE, 10), visited_in_boxes(&sorted_list::CASE, 9));
    assert_eq!(visited, (16_796, 24_310));
}
