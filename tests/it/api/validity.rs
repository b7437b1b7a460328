//! Values that the user has: whether they are valid, and which rank they have.

use super::CONCRETE;
use crate::common::{oracle, search_tree};
use dpgen::{Algorithm, DpGen, Generator};

#[test]
fn values_outside_of_the_structures_have_no_rank() {
    use search_tree::Tree;
    let leaf = || Box::new(Tree::Leaf);
    let trees = |algorithm| search_tree::CASE.build(algorithm, 2, 1);
    for algorithm in CONCRETE {
        let (low, high) = (
            Tree::Node { left: leaf(), key: 1, right: leaf() },
            Tree::Node { left: leaf(), key: 3, right: leaf() },
        );
        let twice = Tree::Node { left: Box::new(low.clone()), key: 1, right: leaf() };
        let large = oracle::every(3, &[], search_tree::CASE.any)
            .into_iter()
            .find(|tree| search_tree::keys(tree).len() == 3);
        let found = [low, high, twice, large.unwrap()]
            .map(|tree| trees(algorithm).rank_of(&tree).map(|(size, _)| size));
        assert_eq!(found, [Some(1), None, None, None], "{algorithm}");
    }
}

#[test]
#[should_panic(expected = "shards are numbered from 1")]
fn there_is_no_shard_zero() {
    drop(search_tree::CASE.build(Algorithm::Dp, 1, 1).shard(0, 3));
}

mod whole_style {
    use dpgen::{DpGen, Int};

    #[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    #[dpgen(rep_ok = ascending)]
    pub enum List {
        Nil,
        Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
    }

    pub fn ascending(list: ListView) -> bool {
        let ListView::Cons(first, rest) = list else { return true };
        rest.get(head).is_none_or(|next| first <= next) && rest.get(ascending)
    }

    fn head(list: ListView) -> Option<Int> {
        if let ListView::Cons(first, _) = list { Some(first) } else { None }
    }

    /// Asks its parts for nothing.
    #[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Pair(pub List, pub List);
}

#[test]
fn parts_in_whole_style_are_judged_below_wholes_that_do_not_ask_them() {
    use std::collections::BTreeSet;
    use whole_style::{List, Pair};

    let build = |algorithm| Generator::<Pair>::up_to(4).algorithm(algorithm).build().unwrap();
    let expected: BTreeSet<Pair> = build(Algorithm::Dp).iter().collect();
    assert!(!expected.is_empty());
    for algorithm in CONCRETE {
        assert_eq!(build(algorithm).iter().collect::<BTreeSet<Pair>>(), expected, "{algorithm}");
    }
    let cons = |first, rest| List::Cons(first, Box::new(rest));
    let descending = cons(2, cons(1, List::Nil));
    assert!(dpgen::is_valid(&Pair(cons(1, cons(2, List::Nil)), List::Nil)));
    assert!(!dpgen::is_valid(&Pair(List::Nil, descending)));
}

#[test]
fn long_vectors_are_judged() {
    #[derive(DpGen, Debug)]
    struct Item(bool);

    #[derive(DpGen, Debug)]
    struct Bag(Vec<Item>);

    let bag = Bag((0..200_000).map(|_| Item(true)).collect());
    assert!(dpgen::is_valid(&bag));
}

mod outside_of_domains {
    use dpgen::prelude::*;

    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = named)]
    struct Named {
        #[dpgen(values = ["a", "b"])]
        name: String,
        #[dpgen(values = ["a", "b"])]
        other: String,
        #[dpgen(values = ['x'])]
        letter: char,
        #[dpgen(range = 0..2)]
        unread: u64,
        #[dpgen(range = 0..2)]
        read: u64,
    }

    /// The names differ, the letter is not `w`, and what is read is no 3.
    fn named(named: NamedView) -> bool {
        let NamedView { name, other, letter, read, .. } = named;
        name != other && name.value() != "c" && letter != 'w' && letter.value() != 'v' && read != 3
    }

    fn valid(name: &str, other: &str, letter: char, unread: u64, read: u64) -> bool {
        dpgen::is_valid(&Named { name: name.to_owned(), other: other.to_owned(), letter, unread, read })
    }

    #[test]
    fn values_of_every_type_are_judged_as_those_inside() {
        assert!(valid("a", "b", 'x', 0, 0));
        assert!(valid("y", "z", 'q', 7, 7));
        assert!(!valid("a", "a", 'x', 0, 0) && !valid("z", "z", 'x', 0, 0));
        assert!(!valid("c", "z", 'x', 0, 0) && valid("z", "c", 'x', 0, 0));
        assert!(!valid("a", "b", 'w', 0, 0) && !valid("a", "b", 'v', 0, 0));
        assert!(!valid("a", "b", 'x', 0, 3));
    }

    #[test]
    fn an_integer_beyond_i64_does_not_matter_if_nothing_reads_it() {
        assert!(valid("a", "b", 'x', u64::MAX, 0));
        assert!(!valid("a", "a", 'x', u64::MAX, 0));
    }

    #[test]
    #[should_panic(expected = "the predicate reads an integer that does not fit into an i64")]
    fn reading_an_integer_beyond_i64_is_a_panic() {
        valid("a", "b", 'x', 0, u64::MAX);
    }

    #[test]
    fn such_values_have_no_rank() {
        let all = Generator::<Named>::up_to(1).build().unwrap();
        let rank = |name: &str, unread| {
            let value = Named { name: name.to_owned(), other: "b".to_owned(), letter: 'x', unread, read: 0 };
            all.rank_of(&value).is_some()
        };
        assert!(rank("a", 0) && !rank("z", 0) && !rank("a", 2) && !rank("a", u64::MAX));
    }
}
