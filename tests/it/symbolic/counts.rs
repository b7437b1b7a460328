//! Counts of path conditions, against recurrences and OEIS.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Scope, Solutions};
use dpgen_spec::Spec;

use super::{SYMBOLIC, build};
use crate::common::{recurrences, red_black, sorted_list};

#[test]
fn red_black_trees_of_a_hundred_nodes_are_counted() {
    let shapes = recurrences::red_black_shapes(100);
    assert_eq!(shapes[12], (1296, 688));
    assert_eq!(shapes[60].0, 1_772_643_153_766_817_088);
    assert_eq!(shapes[100].0, 28_168_042_951_672_559_020_594_292_593_776);
    let generator = red_black::any_root::CASE.generator(100).fields(Fields::Symbolic);
    let trees = generator.build().unwrap();
    for (size, (any, _)) in (0..).zip(&shapes) {
        assert_eq!(trees.count(size), *any, "size {size}");
    }
    let tree = trees.sample(100, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
    assert!((red_black::any_root::CASE.valid)(&tree) && dpgen::is_valid(&tree));
}

#[test]
fn red_black_trees_with_a_black_root_are_counted() {
    let spec = Spec::builtin("red-black-tree").unwrap();
    let trees = build(&spec, 60, Algorithm::Quotient, Fields::Symbolic);
    for (size, (_, black)) in (0..).zip(&recurrences::red_black_shapes(60)) {
        assert_eq!(trees.count(size), *black, "size {size}");
    }
}

/// Shapes of heaps of n nodes with a marked root: Catalan(n + 1) - Catalan(n), OEIS A000245. A least key among the
/// roots can be at any of them, so each shape is one path condition.
#[test]
fn fibonacci_heaps_are_one_path_condition_a_shape() {
    let mut catalan = vec![Count::ONE];
    for n in 0..=61_u32 {
        let next = catalan[catalan.len() - 1].clone() * Count::from(2 * (2 * n + 1));
        catalan.push(next.div_rem(&Count::from(n + 2)).0);
    }
    let heaps = build(&Spec::builtin("fibonacci-heap").unwrap(), 60, Algorithm::Quotient, Fields::Symbolic);
    for (size, pair) in (0..=60).zip(catalan.windows(2)).skip(1) {
        assert_eq!(Some(heaps.count(size)), pair[1].checked_sub(&pair[0]), "size {size}");
    }
    let random = heaps.nth_random(60, &heaps.count(60).div_rem(&Count::new(3)).0, 1).unwrap();
    let first = heaps.nth_compact(60, &Count::ZERO).unwrap();
    assert_eq!(random.unwrap().len(), first.unwrap().len());
}

#[test]
fn sorted_lists_are_one_path_condition_a_size() {
    for algorithm in SYMBOLIC {
        let generator = sorted_list::CASE.generator(60).algorithm(algorithm).fields(Fields::Symbolic);
        let lists = generator.build().unwrap();
        assert!((0..=60).all(|size| lists.count(size) == 1), "{algorithm}");
        let longest = lists.nth(60, 0_u32).unwrap();
        assert_eq!(sorted_list::values(&longest), vec![1; 60]);
    }
}

#[test]
fn binary_trees_with_sizes_waste_no_candidate() {
    let spec = Spec::builtin("binary-tree").unwrap();
    let catalan = [1_u64, 1, 2, 5, 14, 42, 132, 429, 1430];
    let trees = build(&spec, 8, Algorithm::SymbolazyDp, Fields::Symbolic);
    for (size, count) in (0..).zip(catalan) {
        assert_eq!(trees.count(size), Count::from(count), "size {size}");
    }
    let totals = trees.report().totals();
    assert_eq!(totals.accepted, catalan.iter().sum::<u64>());
    assert_eq!(totals.candidates, totals.accepted);
}

/// A part that is looked into before an integer of one of its attributes is used: both are one variable.
#[test]
fn parts_that_are_asked_and_looked_into_have_one_value() {
    let spec = r#"(name: "asked", root: "T", types: {
        "T": (constructors: {"C": (weight: 1, fields: {"o": Option(Int(0, 2))})},
            rep_ok: {"C": ["o.a != (-1) + (o.kind == 'Some' ? o.value : -1)"]}),
        "Option(Int(0,2))": (attributes: {"a": {"None": "-1", "Some": "value"}}),
    })"#;
    let scope = Scope::new(1);
    let model = Arc::new(Spec::parse("asked.ron", spec).and_then(|spec| spec.model(&scope)).unwrap());
    for algorithm in [Algorithm::Quotient, Algorithm::SymbolazyDp] {
        let options = Options::default().algorithm(algorithm).fields(Fields::Symbolic);
        let catalog = engine::build(&model, &scope, &options).unwrap();
        let mut all = catalog.compact_with(1, Count::ZERO..catalog.count(1), Solutions::All, 0);
        let mut number = 0;
        while all.next().is_some() {
            number += 1;
        }
        assert_eq!((number, all.failure()), (4, None), "{algorithm}");
    }
}
