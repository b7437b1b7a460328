//! Exact distributions of attributes, against brute force at small sizes and closed forms at large ones.

use std::collections::BTreeMap;

use dpgen::prelude::*;
use dpgen::{Distribution, Measure};

#[derive(DpGen, Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[dpgen(range = -1..=keys)] i64, Box<Tree>),
}

fn height(tree: TreeView) -> u32 {
    let TreeView::Node(left, _, right) = tree else { return 0 };
    1 + left.get(height).max(right.get(height))
}

fn sum(tree: TreeView) -> Int {
    let TreeView::Node(left, key, right) = tree else { return Int::from(0) };
    left.get(sum) + key + right.get(sum)
}

fn height_of(tree: &Tree) -> i64 {
    let Tree::Node(left, _, right) = tree else { return 0 };
    1 + height_of(left).max(height_of(right))
}

fn sum_of(tree: &Tree) -> i64 {
    let Tree::Node(left, key, right) = tree else { return 0 };
    sum_of(left) + key + sum_of(right)
}

/// All structures of a size, asked one by one.
fn by_hand<T: DpGen>(all: &Structures<T>, size: u32, of: impl Fn(&T) -> i64) -> Distribution {
    let mut answers: BTreeMap<i64, Count> = BTreeMap::new();
    for value in all.iter_size(size) {
        *answers.entry(of(&value)).or_default() += &Count::ONE;
    }
    Distribution::new(answers)
}

/// Compares the distribution of an attribute with brute force, and the witness with the value.
fn agrees<T, R, F>(all: &Structures<T>, attribute: F, of: impl Fn(&T) -> i64)
where
    T: DpGen + PartialEq + std::fmt::Debug,
    R: Measure,
    F: Fn(T::View) -> R + Copy + Send + Sync + 'static,
{
    for size in 0..all.complete_sizes() {
        let expected = by_hand(all, size, &of);
        assert_eq!(all.distribution(size, attribute), Ok(expected.clone()), "size {size}");
        let worst = all.worst(size, attribute).unwrap();
        let Some(greatest) = expected.greatest() else {
            assert_eq!(worst, None);
            continue;
        };
        let worst = worst.unwrap();
        assert_eq!(
            (worst.cost, &worst.attained, &worst.of),
            (greatest, &expected.count(greatest), &all.count(size))
        );
        assert_eq!(of(&worst.witness), greatest, "size {size}");
        assert!(all.rank_of(&worst.witness).is_some_and(|(of, _)| of == size));
    }
}

#[test]
fn every_engine_and_attribute_agrees_with_brute_force() {
    for algorithm in [Algorithm::Quotient, Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp] {
        let trees = Generator::<Tree>::up_to(4).param("keys", 1).algorithm(algorithm).build().unwrap();
        agrees(&trees, height, height_of);
        agrees(&trees, sum, sum_of);
        agrees(&trees, |tree: TreeView| height(tree) > 2, |tree| i64::from(height_of(tree) > 2));
    }
}

#[test]
fn the_maximum_size_is_that_of_the_build() {
    // `n` in a domain is 3, whatever size is asked for.
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = below)]
    enum List {
        Nil,
        Cons(#[dpgen(range = 1..=n)] i64, Box<List>),
    }
    fn below(list: ListView) -> bool {
        let ListView::Cons(first, _) = list else { return true };
        first <= i64::from(dpgen::scope().max_size())
    }
    fn first(list: ListView) -> Int {
        if let ListView::Cons(first, _) = list { first } else { Int::from(0) }
    }
    let lists = Generator::<List>::up_to(3).build().unwrap();
    let firsts = lists.distribution(1, first).unwrap();
    assert_eq!(firsts, Distribution::new([1, 2, 3].map(|key| (key, Count::ONE))));
    assert_eq!(lists.worst(1, first).unwrap().unwrap().witness, List::Cons(3, Box::new(List::Nil)));
}

mod with_root {
    use dpgen::prelude::*;

    /// Trees whose root is not the only node.
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(root_ok = leans)]
    pub enum Tree {
        Leaf,
        Node(Box<Tree>, Box<Tree>),
    }

    pub fn height(tree: TreeView) -> u32 {
        let TreeView::Node(left, right) = tree else { return 0 };
        1 + left.get(height).max(right.get(height))
    }

    /// The left side is higher: an attribute that tells productions of one class apart.
    fn leans(tree: TreeView) -> bool {
        let TreeView::Node(left, right) = tree else { return false };
        left.get(height) > right.get(height)
    }

    pub fn height_of(tree: &Tree) -> i64 {
        let Tree::Node(left, right) = tree else { return 0 };
        1 + height_of(left).max(height_of(right))
    }
}

#[test]
fn what_the_whole_must_meet_counts() {
    let trees = Generator::<with_root::Tree>::up_to(8).build().unwrap();
    for size in 0..=8 {
        let expected = by_hand(&trees, size, with_root::height_of);
        assert_eq!(trees.distribution(size, with_root::height), Ok(expected), "size {size}");
    }
    assert_eq!(trees.worst(0, with_root::height), Ok(None));
}

mod opaque {
    use dpgen::prelude::*;

    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = short)]
    pub enum List {
        Nil,
        Cons(bool, Box<List>),
    }

    fn short(list: &List) -> bool {
        !matches!(list, List::Cons(true, rest) if matches!(**rest, List::Cons(true, _)))
    }

    pub fn trues(list: ListView) -> u32 {
        let ListView::Cons(first, rest) = list else { return 0 };
        u32::from(first.value()) + rest.get(trues)
    }

    pub fn trues_of(list: &List) -> i64 {
        let List::Cons(first, rest) = list else { return 0 };
        i64::from(*first) + trues_of(rest)
    }
}

#[test]
fn an_opaque_predicate_will_do() {
    let lists = Generator::<opaque::List>::up_to(6).build().unwrap();
    agrees(&lists, opaque::trues, opaque::trues_of);
}

#[test]
fn a_predicate_that_rejects_parts_stays_with_top_down() {
    /// An even number of nodes.
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = even)]
    enum Chain {
        End,
        Link(Box<Chain>),
    }
    fn even(chain: ChainView) -> bool {
        links(chain).is_multiple_of(2)
    }
    fn links(chain: ChainView) -> u32 {
        let ChainView::Link(rest) = chain else { return 0 };
        1 + rest.get(links)
    }
    let chains = Generator::<Chain>::up_to(4).algorithm(Algorithm::TopDown).build().unwrap();
    for size in 0..=4 {
        let total = chains.distribution(size, links).unwrap().total();
        assert_eq!(total, chains.count(size), "size {size}");
    }
}

/// OEIS A000079: 2ⁿ⁻¹ binary trees of n nodes are n high, each node below the one before, left or right.
#[test]
fn one_branch_is_the_worst_of_a_hundred_nodes() {
    let trees = Generator::<Tree>::up_to(100).param("keys", -1).build().unwrap();
    let worst = trees.worst(100, height).unwrap().unwrap();
    assert_eq!((worst.cost, worst.attained), (100, Count::new(1 << 99)));
    assert_eq!(height_of(&worst.witness), 100);
}

/// OEIS A000071, Fibonacci numbers less 1: an AVL tree of height h has at least F(h + 2) - 1 nodes (Knuth, The Art of
/// Computer Programming, volume 3, section 6.2.3, theorem A).
#[test]
fn avl_trees_are_as_high_as_fibonacci_numbers_allow() {
    use crate::common::avl::{Tree, TreeView};
    fn height(tree: TreeView) -> u32 {
        let TreeView::Node { left, right, .. } = tree else { return 0 };
        1 + left.get(height).max(right.get(height))
    }
    let least = [0, 1, 2, 4, 7, 12, 20, 33];
    let trees = Generator::<Tree>::up_to(33).fields(Fields::Symbolic).build().unwrap();
    for size in [1, 3, 4, 11, 12, 19, 20, 32, 33] {
        let highest = least.iter().rposition(|nodes| *nodes <= size).unwrap();
        let worst = trees.worst(size, height).unwrap().unwrap();
        assert_eq!(usize::try_from(worst.cost), Ok(highest), "size {size}");
    }
}

#[test]
fn what_has_no_number_is_an_error_with_a_structure() {
    fn fails(tree: TreeView) -> u32 {
        match tree {
            TreeView::Node(_, key, _) if key == 1 => panic!("a one"),
            _ => 0,
        }
    }
    let trees = Generator::<Tree>::up_to(2).param("keys", 1).build().unwrap();
    let error = trees.distribution(1, fails).unwrap_err();
    assert!(matches!(error, BuildError::NoNumber { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("`fails`") && text.contains("1: 1") && text.contains("a one"), "{text}");
    let error = trees.distribution(3, height).unwrap_err();
    assert_eq!(error.to_string(), "size 3 was not built: there are sizes below 3 only");
    let symbolic = Generator::<Tree>::up_to(2).param("keys", 1).fields(Fields::Symbolic).build().unwrap();
    let text = symbolic.worst(2, sum).unwrap_err().to_string();
    assert!(text.contains("symbolic; with concrete fields it has a value"), "{text}");
    assert_eq!(symbolic.worst(2, height).unwrap().unwrap().of, symbolic.count(2));
}
