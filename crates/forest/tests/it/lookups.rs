//! Lookups: from a structure back to its rank, the inverse of the walk, for every structure of some types.

use std::sync::Arc;

use dpgen::prelude::*;
use dpgen::schema::{Ranker, nodes_of};
use dpgen::{Catalog, Count};

use crate::fixtures::{Tree, Wide};

fn inverse(catalog: &Catalog) {
    let mut found = 0_u32;
    let mut ranker = Ranker::new(Arc::new(catalog.clone()));
    for size in 0..catalog.complete_sizes() {
        let mut rank = Count::ZERO;
        let mut all = catalog.iter_compact(size);
        while let Some(words) = all.next() {
            let there = Some((size, rank.clone()));
            assert_eq!(catalog.find_words(words), there, "{words:?}");
            assert_eq!(ranker.find(words), there, "{words:?} among others");
            assert_eq!(ranker.find(&words[..words.len() - 1]), None, "cut short, among others");
            assert_eq!(catalog.find(&nodes_of(catalog.schema(), words)), there, "{words:?}");
            assert_eq!(catalog.find_words(&words[..words.len() - 1]), None, "cut short");
            rank += &Count::ONE;
            found += 1;
        }
    }
    assert!(found > 100, "there are {found} structures only");
}

#[test]
fn every_structure_is_found_at_its_rank() {
    inverse(Generator::<Tree>::up_to(5).build().unwrap().catalog());
    inverse(Generator::<Wide>::up_to(7).build().unwrap().catalog());
}

#[test]
fn what_the_predicate_refuses_is_not_found() {
    // Four nodes, one below the other, to the right: constructor, left, key, right.
    let words = |depth: usize| [[1, 0, 0].repeat(depth), vec![0]].concat();
    let trees = Generator::<Tree>::up_to(5).build().unwrap();
    assert_eq!(trees.catalog().find_words(&words(3)).map(|(size, _)| size), Some(3));
    assert_eq!(trees.catalog().find_words(&words(4)), None);
    // Of what is refused, parts are known.
    let mut ranker = Ranker::new(Arc::new(trees.catalog().clone()));
    for depth in [4, 3, 4, 1, 2, 3, 4] {
        assert_eq!(ranker.find(&words(depth)), trees.catalog().find_words(&words(depth)), "{depth}");
    }
    assert_eq!(ranker.find(&[]), None);
    assert_eq!(trees.catalog().find_words(&[]), None);
}

#[derive(DpGen, Debug)]
enum Digits {
    End,
    Then(#[dpgen(range = 0..=999)] i64, Box<Digits>),
}

#[test]
fn a_ranker_that_has_forgotten_answers_as_before() {
    // More parts than it remembers: it forgets at another last digit than it began with.
    let digits = Generator::<Digits>::up_to(2).build().unwrap();
    let mut ranker = Ranker::new(Arc::new(digits.catalog().clone()));
    for number in 0..300_000_u32 {
        let words = [1, number / 1000, 1, number % 1000, 0];
        assert_eq!(ranker.find(&words), Some((2, Count::from(number))));
    }
    assert_eq!(ranker.find(&[1, 7, 0]), Some((1, Count::from(7_u32))));
    assert_eq!(ranker.find(&[0]), Some((0, Count::ZERO)));
}
