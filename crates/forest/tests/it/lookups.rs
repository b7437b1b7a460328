//! Lookups: from a structure back to its rank, the inverse of the walk, for every structure of some types.

use std::sync::Arc;

use dpgen::prelude::*;
use dpgen::schema::{Ranker, SlotKind, nodes_of, words_of};
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

/// Search trees, whose classes are told apart by the least and the greatest key.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = ordered)]
enum Sorted {
    Leaf,
    Node(Box<Sorted>, #[dpgen(range = 1..=5)] u8, Box<Sorted>),
}

fn ordered(tree: SortedView) -> bool {
    let SortedView::Node(left, key, right) = tree else { return true };
    left.get(greatest).is_none_or(|other| other < key) && right.get(least).is_none_or(|other| key < other)
}

fn least(tree: SortedView) -> Option<Int> {
    let SortedView::Node(left, key, _) = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: SortedView) -> Option<Int> {
    let SortedView::Node(_, key, right) = tree else { return None };
    right.get(greatest).or(Some(key))
}

/// Changes one slot of each structure, to each other value or part of the structure, and looks up the result in both ways.
fn changed(catalog: &Catalog) -> (u32, u32) {
    let schema = catalog.schema();
    let mut ranker = Ranker::new(Arc::new(catalog.clone()));
    let (mut found, mut missed) = (0, 0);
    for size in 0..catalog.complete_sizes() {
        let mut all = catalog.iter_compact(size);
        while let Some(words) = all.next() {
            let nodes = nodes_of(schema, words);
            let whole = u32::try_from(nodes.len() - 1).unwrap();
            for (place, node) in nodes.iter().enumerate() {
                for (slot, of) in schema.constructor(node.ctor).slots.iter().enumerate() {
                    let others: Vec<i64> = match of.kind {
                        SlotKind::Data(domain) => {
                            let domain = schema.domain(domain);
                            (0..domain.len()).map(|index| domain.value(index)).collect()
                        }
                        SlotKind::Recursive(ty) => {
                            let is_of_type = |part: &usize| schema.constructor(nodes[*part].ctor).ty == ty;
                            let parts = (0..place).filter(is_of_type);
                            parts.map(|part| i64::try_from(part).unwrap()).collect()
                        }
                    };
                    for other in others {
                        let mut nodes = nodes.clone();
                        nodes[place].slots[slot] = other;
                        let words = words_of(schema, &nodes, whole);
                        let there = ranker.find(&words);
                        assert_eq!(there, catalog.find_words(&words), "{words:?}");
                        match there {
                            Some(_) => found += 1,
                            None => missed += 1,
                        }
                    }
                }
            }
        }
    }
    (found, missed)
}

#[test]
fn changed_structures_are_found_or_missed_alike() {
    let builds = [
        Generator::<Tree>::up_to(4).build().unwrap().catalog().clone(),
        Generator::<Wide>::up_to(6).build().unwrap().catalog().clone(),
        Generator::<Sorted>::up_to(5).build().unwrap().catalog().clone(),
    ];
    for (catalog, has_missed) in builds.iter().zip([true, false, true]) {
        let (found, missed) = changed(catalog);
        assert!(found > 500 && (missed > 0) == has_missed, "{found} found, {missed} missed");
    }
}

#[test]
fn ranks_in_long_unions_are_those_of_the_order() {
    // The root has one record of trees, a union of more than three classes.
    #[derive(DpGen, Debug)]
    struct Two(Sorted, Sorted);
    let pairs = Generator::<Two>::up_to(6).build().unwrap();
    let catalog = pairs.catalog();
    for size in 0..=6 {
        let mut rank = Count::ZERO;
        let mut all = catalog.iter_compact(size);
        while let Some(words) = all.next() {
            assert_eq!(catalog.nth_compact(size, &rank).unwrap().as_deref(), Some(words));
            rank += &Count::ONE;
        }
        assert_eq!(rank, catalog.count(size));
        assert_eq!(catalog.nth_compact(size, &rank), Ok(None));
    }
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
