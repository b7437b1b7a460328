//! Integers that refer to nodes above and before: lists and trees with pointers back, by observed and opaque predicates.

use dpgen::prelude::*;

use super::consistent;
use crate::common::engines::counted;

/// Lists whose elements know the one before them.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = is_linked_both_ways, root_ok = is_first)]
struct Item {
    next: Option<Box<Item>>,
    #[dpgen(refers_to = Item)]
    prev: Option<usize>,
    #[dpgen(range = 0..=1)]
    value: u8,
}

fn is_linked_both_ways(item: Ref<Item>) -> bool {
    item.view().next.view().is_none_or(|next| next.get(prev) == Some(item.number()))
}

fn prev(item: ItemView) -> Option<Int> {
    item.prev.view()
}

fn is_first(item: ItemView) -> bool {
    item.prev.view().is_none()
}

/// One list for each sequence of values.
#[test]
fn doubly_linked_lists() {
    counted(&Generator::<Item>::up_to(5), &[0, 2, 4, 8, 16, 32]);
    consistent::<Item>(4);
    let item = |next: Option<Item>, prev, value| Item { next: next.map(Box::new), prev, value };
    let list = |to| item(Some(item(Some(item(None, Some(to), 0)), Some(0), 1)), None, 0);
    assert!(dpgen::is_valid(&list(1)));
    for (to, what) in [(0, "another"), (2, "itself"), (3, "beyond"), (usize::MAX, "beyond 64 bits")] {
        assert!(!dpgen::is_valid(&list(to)), "{what}");
        assert_eq!(Generator::<Item>::up_to(4).build().unwrap().rank_of(&list(to)), None, "{what}");
    }
    let early = item(Some(item(None, Some(1), 1)), Some(1), 0);
    assert!(!dpgen::is_valid(&early), "the first refers to one that comes later");
}

/// A reference to a node that the walk has not met is not allowed, whatever predicates say.
#[test]
fn nodes_that_were_not_met() {
    #[derive(DpGen, Debug, PartialEq)]
    struct Pair {
        #[dpgen(refers_to = Pair)]
        to: usize,
        rest: Option<Box<Pair>>,
    }
    let pair = |to, rest: Option<Pair>| Pair { to, rest: rest.map(Box::new) };
    assert!(dpgen::is_valid(&pair(0, Some(pair(1, None)))));
    assert!(!dpgen::is_valid(&pair(1, Some(pair(1, None)))), "to a later one");
    assert!(!dpgen::is_valid(&pair(0, Some(pair(2, None)))), "beyond");
    assert!(!dpgen::is_valid(&pair(0, Some(pair(usize::MAX, None)))));
    counted(&Generator::<Pair>::up_to(5), &[0, 1, 2, 6, 24, 120]);
}

/// Binary trees whose nodes know the one above them.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = is_above_its_parts, root_ok = is_topmost)]
enum Tree {
    Leaf,
    Node {
        #[dpgen(refers_to = Tree)]
        parent: Option<u16>,
        left: Box<Tree>,
        right: Box<Tree>,
    },
}

fn is_above_its_parts(tree: Ref<Tree>) -> bool {
    let TreeView::Node { left, right, .. } = tree.view() else { return true };
    [left, right].into_iter().all(|part| part.get(parent).is_none_or(|parent| parent == Some(tree.number())))
}

/// None of a leaf.
fn parent(tree: TreeView) -> Option<Option<Int>> {
    if let TreeView::Node { parent, .. } = tree { Some(parent.view()) } else { None }
}

fn is_topmost(tree: TreeView) -> bool {
    parent(tree).is_none_or(|parent| parent.is_none())
}

#[test]
fn trees_with_parent_pointers() {
    counted(&Generator::<Tree>::up_to(5), &[1, 1, 2, 5, 14, 42]); // Catalan
    consistent::<Tree>(5);
}

/// The same by an opaque predicate, which is given values.
#[test]
fn opaque_predicates() {
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = goes_back)]
    struct Chain {
        #[dpgen(refers_to = Chain)]
        to: usize,
        rest: Option<Box<Chain>>,
    }
    fn goes_back(chain: &Chain) -> bool {
        chain.rest.as_ref().is_none_or(|rest| chain.to <= rest.to)
    }
    for algorithm in [Algorithm::TopDown, Algorithm::Dp] {
        let chains = Generator::<Chain>::up_to(6).algorithm(algorithm).build().unwrap();
        // Ascending numbers, each at most its place: Catalan.
        assert_eq!(
            (1..=6).map(|size| chains.iter_size(size).count()).collect::<Vec<_>>(),
            [1, 2, 5, 14, 42, 132]
        );
    }
}

/// A predicate that takes a handle may ask it for attributes, which take a handle, too.
#[test]
fn predicates_ask_their_own_handle() {
    /// Lists in which most elements refer to themselves, as do most of those that follow each of them.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = most_refer_to_themselves)]
    struct Own {
        #[dpgen(refers_to = Own)]
        to: usize,
        rest: Option<Box<Own>>,
    }
    fn most_refer_to_themselves(own: Ref<Own>) -> bool {
        own.ask(balance) > 0
    }
    fn balance(own: Ref<Own>) -> i64 {
        let OwnView { to, rest } = own.view();
        let first = if to == own.number() { 1 } else { -1 };
        first + rest.view().map_or(0, |rest| rest.ask(balance))
    }
    /// By brute force, the references from the back: which element, and the balance of those behind it.
    fn lists(place: usize, balance: i64) -> usize {
        let own = |first: i64| {
            if balance + first > 0 {
                if place == 0 { 1 } else { lists(place - 1, balance + first) }
            } else {
                0
            }
        };
        own(1) + place * own(-1)
    }
    let counts: Vec<usize> =
        (0..=6).map(|size: usize| size.checked_sub(1).map_or(0, |last| lists(last, 0))).collect();
    counted(&Generator::<Own>::up_to(6), &counts);
    consistent::<Own>(5);
}
