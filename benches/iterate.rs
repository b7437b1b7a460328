//! Visiting structures: dpgen's iteration beside recursive generators written by hand for the same structures.
//!
//! `cargo bench --bench iterate`. *compact* visits the words of each structure; *boxed* makes each value and drops it;
//! *in place* makes each of the one before.
//! The generators by hand know the invariant and never meet an invalid structure; both sides visit the same number,
//! which is checked. By hand, trees are made from words: putting them together from shared subtrees has to clone
//! these, and takes several times as long. One thread, and dpgen's build is not measured.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

#[path = "../tests/it/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{Case, Value, search_tree, sorted_list};
use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use dpgen::{Algorithm, Structures};
use search_tree::Tree;
use sorted_list::List;

/// What is to be written after a subtree.
enum Rest<'a> {
    Nothing,
    /// A key, a subtree with the keys up to a last one, and what follows it.
    Key {
        key: u32,
        last: u32,
        rest: &'a Rest<'a>,
    },
}

/// Writes each search tree with the keys `first..=last` in preorder, then the rest.
fn tree_words(first: u32, last: u32, rest: &Rest<'_>, words: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    let len = words.len();
    if first > last {
        words.push(0);
        match rest {
            Rest::Nothing => visit(words),
            Rest::Key { key, last, rest } => {
                words.push(*key);
                tree_words(key + 1, *last, rest, words, visit);
            }
        }
        words.truncate(len);
        return;
    }
    words.push(1);
    for key in first..=last {
        tree_words(first, key - 1, &Rest::Key { key, last, rest }, words, visit);
    }
    words.truncate(len);
}

/// The tree whose words come next.
fn read_tree(words: &mut std::slice::Iter<'_, u32>) -> Tree {
    if words.next() == Some(&0) {
        return Tree::Leaf;
    }
    let left = Box::new(read_tree(words));
    let key = i64::from(*words.next().unwrap());
    Tree::Node { left, key, right: Box::new(read_tree(words)) }
}

/// Becomes the first search tree with the keys `first..=last`.
fn first_tree(tree: &mut Tree, first: i64, last: i64) {
    if first > last {
        *tree = Tree::Leaf;
        return;
    }
    if *tree == Tree::Leaf {
        *tree = Tree::Node { left: Box::new(Tree::Leaf), key: first, right: Box::new(Tree::Leaf) };
    }
    if let Tree::Node { left, key, right } = tree {
        *key = first;
        **left = Tree::Leaf;
        first_tree(right, first + 1, last);
    }
}

/// Becomes the next search tree with the same keys, if there is one.
fn next_tree(tree: &mut Tree, first: i64, last: i64) -> bool {
    let Tree::Node { left, key, right } = tree else { return false };
    if next_tree(right, *key + 1, last) {
        return true;
    }
    if !next_tree(left, first, *key - 1) {
        if *key == last {
            return false;
        }
        *key += 1;
        first_tree(left, first, *key - 1);
    }
    first_tree(right, *key + 1, last);
    true
}

/// Writes each ascending list of `len` values from `first..=last`.
fn list_words(len: u32, first: u32, last: u32, words: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    let start = words.len();
    if len == 0 {
        words.push(0);
        visit(words);
    } else {
        for value in first..=last {
            words.extend([1, value]);
            list_words(len - 1, value, last, words, visit);
            words.truncate(start);
        }
    }
    words.truncate(start);
}

/// Becomes the next ascending list of as many values up to `last`, if there is one.
fn next_list(list: &mut List, last: i64) -> bool {
    let List::Cons(value, rest) = list else { return false };
    if next_list(rest, last) {
        return true;
    }
    if *value == last {
        return false;
    }
    *value += 1;
    let (least, mut rest) = (*value, rest);
    while let List::Cons(value, after) = &mut **rest {
        *value = least;
        rest = after;
    }
    true
}

/// Every ascending list of `len` values from `first..=last`.
fn lists(len: u32, first: i64, last: i64, start: &mut Vec<i64>, visit: &mut impl FnMut(List)) {
    if len == 0 {
        visit(start.iter().rev().fold(List::Nil, |list, value| List::Cons(*value, Box::new(list))));
        return;
    }
    for value in first..=last {
        start.push(value);
        lists(len - 1, value, last, start, visit);
        start.pop();
    }
}

fn built<T: Value>(case: &Case<T>, size: u32) -> Structures<T> {
    case.build(Algorithm::Quotient, size, 1)
}

fn compact<T: Value>(structures: &Structures<T>, size: u32) -> u64 {
    let mut compact = structures.catalog().iter_compact(size);
    let mut visited = 0;
    while let Some(words) = compact.next() {
        black_box(words);
        visited += 1;
    }
    visited
}

fn boxed<T: Value>(structures: &Structures<T>, size: u32) -> u64 {
    let mut visited = 0;
    for value in structures.iter_size(size) {
        black_box(value);
        visited += 1;
    }
    visited
}

fn in_place<T: Value>(structures: &Structures<T>, size: u32) -> u64 {
    let mut visited = 0;
    structures.for_each_size(size, |value| {
        black_box(value);
        visited += 1;
    });
    visited
}

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, expected: u64, body: impl Fn() -> u64) {
    group.bench_function(name, |b| b.iter(|| assert_eq!(body(), expected)));
}

/// OEIS A000108: all keys are used.
fn search_trees(c: &mut Criterion) {
    let (size, expected) = if cfg!(debug_assertions) { (6, 132) } else { (12, 208_012) };
    let mut group = group(c, "search-tree", expected);
    let structures = built(&search_tree::CASE, size);
    measure(&mut group, "compact", expected, || compact(&structures, size));
    measure(&mut group, "compact, by hand", expected, || {
        let mut visited = 0;
        tree_words(1, size, &Rest::Nothing, &mut Vec::new(), &mut |words| {
            black_box(words);
            visited += 1;
        });
        visited
    });
    measure(&mut group, "boxed", expected, || boxed(&structures, size));
    measure(&mut group, "boxed, by hand", expected, || {
        let mut visited = 0;
        tree_words(1, size, &Rest::Nothing, &mut Vec::new(), &mut |words| {
            black_box(read_tree(&mut words.iter()));
            visited += 1;
        });
        visited
    });
    measure(&mut group, "in place", expected, || in_place(&structures, size));
    measure(&mut group, "in place, by hand", expected, || {
        let (mut tree, mut visited) = (Tree::Leaf, 1);
        first_tree(&mut tree, 1, i64::from(size));
        while next_tree(black_box(&mut tree), 1, i64::from(size)) {
            visited += 1;
        }
        visited
    });
}

/// C(2n - 1, n).
fn sorted_lists(c: &mut Criterion) {
    let (size, expected) = if cfg!(debug_assertions) { (6, 462) } else { (11, 352_716) };
    let mut group = group(c, "sorted-list", expected);
    let structures = built(&sorted_list::CASE, size);
    measure(&mut group, "compact", expected, || compact(&structures, size));
    measure(&mut group, "compact, by hand", expected, || {
        let mut visited = 0;
        list_words(size, 1, size, &mut Vec::new(), &mut |words| {
            black_box(words);
            visited += 1;
        });
        visited
    });
    measure(&mut group, "boxed", expected, || boxed(&structures, size));
    measure(&mut group, "boxed, by hand", expected, || {
        let mut visited = 0;
        lists(size, 1, i64::from(size), &mut Vec::new(), &mut |list| {
            black_box(list);
            visited += 1;
        });
        visited
    });
    measure(&mut group, "in place", expected, || in_place(&structures, size));
    measure(&mut group, "in place, by hand", expected, || {
        let nil = Box::new(List::Nil);
        let mut list = (0..size).fold(nil, |rest, _| Box::new(List::Cons(1, rest)));
        let mut visited = 1;
        while next_list(black_box(&mut list), i64::from(size)) {
            visited += 1;
        }
        visited
    });
}

fn group<'a>(c: &'a mut Criterion, name: &str, expected: u64) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(20).measurement_time(Duration::from_secs(2)).throughput(Throughput::Elements(expected));
    group
}

criterion_group!(benches, search_trees, sorted_lists);
criterion_main!(benches);
