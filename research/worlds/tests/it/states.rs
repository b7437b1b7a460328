//! State spaces of interfaces: against a search over values, which knows no ranks, and numbers worked out by hand.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Debug;

use dpgen::prelude::*;
use dpgen_worlds::{Dfs, LeastTaken, NodeId, StateError, StateSpace, World, explore};

use crate::{avl, heap, red_black};

/// All states, as text, by a search that knows values only; those larger than a size are left out.
fn search<T: Clone + Debug>(
    start: T,
    calls: impl Fn(&T) -> Vec<T>,
    fits: impl Fn(&T) -> bool,
) -> BTreeSet<String> {
    let mut all = BTreeSet::from([format!("{start:?}")]);
    let mut open = VecDeque::from([start]);
    while let Some(value) = open.pop_front() {
        for after in calls(&value).into_iter().filter(&fits) {
            if all.insert(format!("{after:?}")) {
                open.push_back(after);
            }
        }
    }
    all
}

fn texts<T: DpGen + Debug, Call>(structures: &Structures<T>, space: &StateSpace<Call>) -> BTreeSet<String> {
    let places = (0..space.graph().len()).map(|state| space.place(NodeId::new(state)).clone());
    places.map(|(size, rank)| format!("{:?}", structures.nth(size, rank).unwrap())).collect()
}

/// C(5, k) keys for each of the 1, 1, 2, 1, 4, 6 shapes with k nodes (OEIS A006265).
#[test]
fn every_avl_tree_is_reached() {
    let (trees, space) = avl::states(5).unwrap();
    assert_eq!(space.to_string(), "62 of 62 valid structures are reached, by at most 5 calls");
    assert_eq!(trees.total(), 1 + 5 + 10 * 2 + 10 + 5 * 4 + 6);
    assert!(space.broken().is_empty());
    let nodes = |tree: &avl::Tree| format!("{tree:?}").matches("Node").count();
    let calls = |tree: &avl::Tree| {
        let key = 1..=5;
        key.flat_map(|key| [avl::insert(tree.clone(), key), avl::remove(tree.clone(), key)]).collect()
    };
    assert_eq!(texts(&trees, &space), search(avl::Tree::Nil, calls, |tree| nodes(tree) <= 5));
}

/// With as many calls as there are states: all kinds of calls in turn cover a quarter more than depth-first search.
#[test]
fn calls_in_turn_cover_more() {
    let (_, space) = avl::states(5).unwrap();
    let covered = |policy: &mut dyn FnMut(&mut World, u64)| {
        let one = |seed| {
            let mut world = space.world(62);
            policy(&mut world, seed);
            world.coverage()
        };
        (0..200).map(one).sum::<f64>() / 200.0
    };
    let dfs = covered(&mut |world, seed| explore(world, &mut Dfs::default(), seed));
    let in_turn = covered(&mut |world, seed| explore(world, &mut LeastTaken::default(), seed));
    assert!(in_turn > 1.2 * dfs, "{in_turn} {dfs}");
}

#[test]
fn sequences_lead_where_they_say() {
    let (trees, space) = avl::states(4).unwrap();
    for state in (0..space.graph().len()).map(NodeId::new) {
        let made = space.sequence(state).into_iter().fold(avl::Tree::Nil, |tree, call| match *call {
            avl::Call::Insert(key) => avl::insert(tree, key),
            avl::Call::Remove(key) => avl::remove(tree, key),
        });
        assert_eq!(trees.rank_of(&made).as_ref(), Some(space.place(state)));
        let distance = space.graph().distances(NodeId::new(0))[state.at()].unwrap();
        assert_eq!(space.sequence(state).len(), usize::try_from(distance).unwrap());
    }
}

/// Okasaki's insertion recolours both parts of a node black, and deletion only takes nodes of what insertion made: so no
/// sequence of calls makes a black node with two red ones below it.
#[test]
fn some_colourings_are_never_made() {
    let (trees, inserted) = red_black::states(4, false).unwrap();
    let (_, space) = red_black::states(4, true).unwrap();
    let reached = texts(&trees, &space);
    assert_eq!(texts(&trees, &inserted), reached);
    assert_eq!(trees.total(), u128::try_from(reached.len() + space.unreached().len()).unwrap());
    let (size, rank) = space.unreached()[0].clone();
    assert_eq!((size, trees.nth(size, rank).unwrap().black_nodes()), (3, Some(1)));
    let nodes = |tree: &red_black::Link| tree.keys().len();
    let calls = |tree: &red_black::Link| {
        let keys = 0..=4;
        keys.flat_map(|key| [red_black::insert(tree, key), red_black::delete(tree, key)]).collect()
    };
    assert_eq!(reached, search(red_black::leaf(), calls, |tree| nodes(tree) <= 4));
}

#[test]
fn every_heap_is_reached() {
    let (heaps, space) = heap::states(4).unwrap();
    assert!(space.unreached().is_empty() && space.broken().is_empty(), "{space}");
    assert_eq!(heaps.total(), u128::try_from(space.graph().len()).unwrap());
}

#[test]
fn what_breaks_the_invariant_is_found() {
    let trees = Generator::<avl::Tree>::up_to(3).build().unwrap();
    // Never rotates.
    fn put(tree: avl::Tree, new: i64) -> avl::Tree {
        match tree {
            avl::Tree::Nil => {
                avl::Tree::Node { key: new, left: avl::Tree::Nil.into(), right: avl::Tree::Nil.into() }
            }
            avl::Tree::Node { key, left, right } if new < key => {
                avl::Tree::Node { key, left: put(*left, new).into(), right }
            }
            avl::Tree::Node { key, left, right } if new > key => {
                avl::Tree::Node { key, left, right: put(*right, new).into() }
            }
            same => same,
        }
    }
    let space = StateSpace::new(&trees, vec![1, 2, 3], avl::Tree::Nil, |tree, key| put(tree, *key)).unwrap();
    // Trees of two nodes that get a third below their lower one: by hand, 1-2, 1-3 and 2-3 in both orders, where the third key
    // does not come between the root and what it has on the other side.
    let broken: Vec<(usize, u16)> =
        space.broken().iter().map(|broken| (space.sequence(broken.state).len(), broken.call)).collect();
    assert_eq!(broken.len(), 4, "{space}");
    assert!(broken.iter().all(|(calls, _)| *calls == 2));
    assert!(space.to_string().ends_with("; 4 calls break the invariant"));
}

#[test]
fn questions_without_an_answer_are_errors() {
    let trees = Generator::<avl::Tree>::up_to(1).build().unwrap();
    let start = avl::insert(avl::insert(avl::Tree::Nil, 1), 2);
    let refused = StateSpace::new(&trees, vec![1], start, |tree, _| tree);
    assert_eq!(refused.unwrap_err(), StateError::Start);
    let refused = StateSpace::new(&trees, vec![(); 65_537], avl::Tree::Nil, |tree, ()| tree);
    assert_eq!(refused.unwrap_err(), StateError::Calls(65_537));
    // No call at all: the first state is all there is.
    let space = StateSpace::new(&trees, Vec::<()>::new(), avl::Tree::Nil, |tree, ()| tree).unwrap();
    assert_eq!(space.to_string(), "1 of 2 valid structures are reached, by at most 0 calls");
    assert!(space.world(5).is_over());
}
